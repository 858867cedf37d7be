//! `copartition group`: where a broker keeps a consumer group.

use std::process::ExitCode;

use copartition::group_partition;
use serde::Serialize;

use crate::args::{Form, Group};
use crate::output::{Out, Outcome, SCHEMA};

#[derive(Serialize)]
struct JsonGroup<'a> {
    schema: u32,
    group: &'a str,
    partitions: u32,
    partition: u32,
}

pub(crate) fn run(args: &Group, out: &mut Out) -> Outcome {
    let count = args.count()?;
    let partition = group_partition(&args.name, count);
    let partitions = count.get();
    let json = JsonGroup { schema: SCHEMA, group: &args.name, partitions, partition };
    match args.format.format {
        Form::Table => out.line(format_args!("{partition} (of {partitions})"))?,
        Form::Json => out.json(&json)?,
        Form::Ndjson => out.ndjson(&json)?,
        Form::Csv => out.csv([
            ["group", "partitions", "partition"].map(String::from),
            [args.name.clone(), partitions.to_string(), partition.to_string()],
        ])?,
    }
    Ok(ExitCode::SUCCESS)
}
