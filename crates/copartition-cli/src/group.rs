//! `copartition group`: where a broker keeps a consumer group.

use std::process::ExitCode;

use copartition::{COORDINATOR_PARTITIONS, PartitionCount, group_partition};
use copartition_analysis::documents::SCHEMA;
#[cfg(feature = "kafka")]
use copartition_analysis::samples::Coordinator;
use serde::Serialize;

use crate::args::{Form, Group};
use crate::output::{Out, Outcome};

#[derive(Serialize)]
struct JsonGroup<'a> {
    schema: u32,
    group: &'a str,
    partitions: u32,
    partition: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    coordinator: Option<JsonCoordinator>,
}

/// What a broker says; only where one was asked.
#[derive(Serialize)]
struct JsonCoordinator {
    broker: i32,
    address: String,
    /// Whether it leads the partition; null where nobody does.
    leads: Option<bool>,
    partitions_led: usize,
    partitions_now: u32,
}

pub(crate) fn run(args: &Group, out: &mut Out) -> Outcome {
    let given = args.count()?;
    let answer = answer(args, given)?;
    match args.format.format {
        Form::Table => table(out, &answer)?,
        Form::Json => out.json(&answer)?,
        Form::Ndjson => out.ndjson(&answer)?,
        Form::Csv => csv(out, &answer)?,
    }
    Ok(match answer.coordinator.map(|coordinator| coordinator.leads) {
        None | Some(Some(true)) => ExitCode::SUCCESS,
        Some(Some(false)) => ExitCode::from(1),
        Some(None) => ExitCode::from(3),
    })
}

#[cfg(feature = "kafka")]
fn answer(args: &Group, given: Option<PartitionCount>) -> Outcome<JsonGroup<'_>> {
    if !args.connection.is_asked() {
        return Ok(formula(args, given.unwrap_or(COORDINATOR_PARTITIONS)));
    }
    let properties = args.connection.properties(None)?;
    let coordinator = Coordinator::ask(&args.name, &properties, args.connection.timeout)?;
    let answer = formula(args, given.unwrap_or(coordinator.count));
    let coordinator = JsonCoordinator {
        leads: coordinator.leads(answer.partition),
        partitions_led: coordinator.led(),
        partitions_now: coordinator.count.get(),
        broker: coordinator.broker,
        address: coordinator.address,
    };
    Ok(JsonGroup { coordinator: Some(coordinator), ..answer })
}

#[cfg(not(feature = "kafka"))]
fn answer(args: &Group, given: Option<PartitionCount>) -> Outcome<JsonGroup<'_>> {
    Ok(formula(args, given.unwrap_or(COORDINATOR_PARTITIONS)))
}

fn formula(args: &Group, count: PartitionCount) -> JsonGroup<'_> {
    let partition = group_partition(&args.name, count);
    let group = args.name.as_str();
    JsonGroup { schema: SCHEMA, group, partitions: count.get(), partition, coordinator: None }
}

fn table(out: &mut Out, answer: &JsonGroup<'_>) -> Outcome<()> {
    let JsonGroup { partition, partitions, .. } = answer;
    out.line(format_args!("{partition} (of {partitions})"))?;
    let Some(JsonCoordinator { broker, address, leads, partitions_led, partitions_now }) =
        &answer.coordinator
    else {
        return Ok(());
    };
    out.line(format_args!("broker {broker} at {address} coordinates the group"))?;
    if partitions != partitions_now {
        out.line(format_args!("__consumer_offsets has {partitions_now} partitions now"))?;
    }
    match leads {
        Some(true) if *partitions_led == *partitions_now as usize => out.line(format_args!(
            "it leads all {partitions_now} partitions, so that this cluster proves nothing"
        )),
        Some(true) => out.line(format_args!(
            "it leads partition {partition}, as it must, and {} of the {partitions_now} in all",
            partitions_led
        )),
        Some(false) => out.line(format_args!(
            "another broker leads partition {partition}: its leader has just moved, or this \
             cluster places groups otherwise"
        )),
        None => out.line(format_args!("no broker leads partition {partition}: it cannot be told")),
    }
}

fn csv(out: &mut Out, answer: &JsonGroup<'_>) -> Outcome<()> {
    let header = ["group", "partitions", "partition"].map(String::from);
    let [group, partitions, partition] =
        [answer.group.into(), answer.partitions.to_string(), answer.partition.to_string()];
    let Some(coordinator) = &answer.coordinator else {
        return out.csv([header, [group, partitions, partition]]);
    };
    let [group_name, count_name, partition_name] = header;
    let [broker, address, leads] = ["coordinator", "address", "leads"].map(String::from);
    out.csv([
        [group_name, count_name, partition_name, broker, address, leads],
        [
            group,
            partitions,
            partition,
            coordinator.broker.to_string(),
            coordinator.address.clone(),
            coordinator.leads.map(|leads| leads.to_string()).unwrap_or_default(),
        ],
    ])
}
