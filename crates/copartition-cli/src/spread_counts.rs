//! `copartition spread --counts-only`: records by partition, and nothing of their keys.

use copartition::Resolved;
use copartition_analysis::SpreadCounts;
use copartition_analysis::documents::SCHEMA;
use serde::Serialize;

use crate::args::{Form, Spread};
use crate::output::{Out, Outcome, percent};
use crate::spread::{Totals, WIDTH, bar, conclude};

/// The whole document: of the fields of `spread`, those that say nothing of keys.
#[derive(Serialize)]
struct JsonCounts {
    schema: u32,
    #[serde(flatten)]
    totals: JsonTotals,
    per_partition: Vec<JsonLoad>,
}

#[derive(Serialize)]
struct JsonTotals {
    partitions: usize,
    partitioner: &'static str,
    taken_for: Option<String>,
    rows: u64,
    records: u64,
    placed_records: u64,
    unkeyed_records: u64,
    explicit_records: u64,
    assigned_records: u64,
    missing_key_records: u64,
    empty_key_records: u64,
    min: u64,
    max: u64,
    mean: f64,
    skew: Option<f64>,
    assigner: String,
    seed: u64,
}

#[derive(Serialize)]
struct JsonLoad {
    partition: usize,
    records: u64,
    share: f64,
}

pub(crate) fn run(args: &Spread, resolved: &Resolved, out: &mut Out) -> Outcome {
    let input = args.input.open()?;
    let (partitioner, n) = (resolved.partitioner, input.count());
    let mut counts = SpreadCounts::new(partitioner, n, args.unkeyed, args.seed)?;
    if args.format.format == Form::Table {
        args.partitioner.say(resolved);
    }
    input.read(|source| counts.add(source))?;
    match args.format.format {
        Form::Table => table(args, resolved, &counts, out)?,
        Form::Json => out.json(&JsonCounts {
            schema: SCHEMA,
            totals: totals(resolved, &counts),
            per_partition: loads(&counts).collect(),
        })?,
        Form::Ndjson => {
            for load in loads(&counts) {
                out.row("partition", &load)?;
            }
            out.row("total", &totals(resolved, &counts))?;
        }
        Form::Csv => {
            let header = ["partition", "records", "share"].map(String::from);
            let rows = loads(&counts).map(|JsonLoad { partition, records, share }| {
                [partition.to_string(), records.to_string(), share.to_string()]
            });
            out.csv(std::iter::once(header).chain(rows))?;
        }
    }
    conclude(counts.records(), counts.placed_records(), out)
}

fn loads(counts: &SpreadCounts) -> impl Iterator<Item = JsonLoad> {
    let placed = counts.placed_records().max(1) as f64;
    let loads = counts.partition_records().iter().enumerate();
    loads.map(move |(partition, &records)| JsonLoad {
        partition,
        records,
        share: records as f64 / placed,
    })
}

fn totals(resolved: &Resolved, counts: &SpreadCounts) -> JsonTotals {
    JsonTotals {
        partitions: counts.partition_records().len(),
        partitioner: resolved.partitioner.name(),
        taken_for: resolved.client.map(ToString::to_string),
        rows: counts.rows(),
        records: counts.records(),
        placed_records: counts.placed_records(),
        unkeyed_records: counts.unkeyed_records(),
        explicit_records: counts.explicit_records(),
        assigned_records: counts.assigned_records(),
        missing_key_records: counts.missing_key_records(),
        empty_key_records: counts.empty_key_records(),
        min: counts.min(),
        max: counts.max(),
        mean: counts.mean(),
        skew: counts.skew(),
        assigner: counts.unkeyed().to_string(),
        seed: counts.seed(),
    }
}

fn table(args: &Spread, resolved: &Resolved, counts: &SpreadCounts, out: &mut Out) -> Outcome<()> {
    let max = counts.max();
    let width = max.to_string().len().max("records".len());
    let bar_width = WIDTH.saturating_sub(9 + 2 + width + 2 + 6 + 2);
    out.heading(format_args!("partition  {:>width$}   share", "records"))?;
    for JsonLoad { partition, records, share } in loads(counts) {
        let (share, bar) = (percent(share), bar(records, max, bar_width));
        let line = format!("{partition:>9}  {records:>width$}  {share:>6}  {bar}");
        out.line(line.trim_end())?;
    }
    let totals = Totals {
        rows: counts.rows(),
        records: counts.records(),
        partitions: counts.partition_records().len(),
        keys: None,
        min: counts.min(),
        mean: counts.mean(),
        max,
        skew: counts.skew(),
        missing: counts.missing_key_records(),
        empty: counts.empty_key_records(),
        unkeyed: counts.unkeyed_records(),
        explicit: counts.explicit_records(),
        assigned: counts.assigned_records(),
    };
    totals.print(args, resolved, out)
}
