//! `copartition spread`: how records spread over partitions.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;

use copartition::Resolved;
use copartition_analysis::samples::{Fields, InputFormat, Source, open};
use copartition_analysis::{self as analysis, HotKey, PartitionLoad, SpreadReport, Unkeyed};
use serde::Serialize;

use crate::args::{Form, Spread};
use crate::output::{Failure, JsonKey, Out, Outcome, SCHEMA, note};
use crate::progress::Progress;

/// The whole document of `--format json`.
#[derive(Serialize)]
struct JsonSpread {
    schema: u32,
    #[serde(flatten)]
    totals: JsonTotals,
    per_partition: Vec<JsonPartition>,
    hot_keys: Vec<JsonHotKey>,
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
    keys: u64,
    min: u64,
    max: u64,
    mean: f64,
    skew: Option<f64>,
}

#[derive(Serialize)]
struct JsonPartition {
    partition: u32,
    records: u64,
    share: f64,
    keys: u64,
}

#[derive(Serialize)]
struct JsonHotKey {
    #[serde(flatten)]
    key: JsonKey,
    records: u64,
    share: f64,
    lies_on: Vec<u32>,
}

/// A line of `--format ndjson`.
#[derive(Serialize)]
struct JsonLine<T> {
    schema: u32,
    row: &'static str,
    #[serde(flatten)]
    content: T,
}

pub(crate) fn run(args: &Spread, out: &mut Out) -> Outcome {
    let resolved = args.partitioner.resolve()?;
    let (partitioner, n) = (resolved.partitioner, args.count.get()?);
    let mut spread = analysis::Spread::new(partitioner, n, args.unkeyed, args.seed)?;
    if args.format.format == Form::Table {
        args.partitioner.say(&resolved);
    }
    for file in &args.files {
        let mut source = source(&file.to_string_lossy(), file.as_ref(), args)?;
        spread.add(source.as_mut())?;
        source.warnings().iter().for_each(|warning| note(warning));
        if args.input.is_none() && (source.is_perhaps_ndjson() || is_json(source.name())) {
            note(&format!(
                "{}: looks like JSON, and each line was read as a key; where the lines are objects, \
                 say --input ndjson",
                source.name()
            ));
        }
    }
    let report = spread.report(args.top);
    for (key, records) in spread.null_like_keys() {
        note(&format!(
            "records whose key is the text {key}: {records}; where it means no key, say \
             --null-token {key}"
        ));
    }
    match args.format.format {
        Form::Table => table(args, &resolved, &report, out)?,
        Form::Json => out.json(&JsonSpread {
            schema: SCHEMA,
            totals: totals(&resolved, &report),
            per_partition: report.partitions.iter().map(partition).collect(),
            hot_keys: report.hot_keys.iter().map(|key| hot_key(key, args)).collect(),
        })?,
        Form::Ndjson => {
            for load in &report.partitions {
                let content = partition(load);
                out.ndjson(&JsonLine { schema: SCHEMA, row: "partition", content })?;
            }
            for key in &report.hot_keys {
                let content = hot_key(key, args);
                out.ndjson(&JsonLine { schema: SCHEMA, row: "hot_key", content })?;
            }
            let content = totals(&resolved, &report);
            out.ndjson(&JsonLine { schema: SCHEMA, row: "total", content })?;
        }
        Form::Csv => {
            let header = ["partition", "records", "share", "keys"].map(String::from);
            let rows = report.partitions.iter().map(|load| {
                [
                    load.partition.to_string(),
                    load.records.to_string(),
                    load.share.to_string(),
                    load.keys.to_string(),
                ]
            });
            out.csv(std::iter::once(header).chain(rows))?;
        }
    }
    if report.placed_records == 0 {
        out.flush()?;
        note(match report.records {
            0 => "cannot tell: there are no records",
            _ => "cannot tell: no record has a partition, all are unkeyed",
        });
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}

fn source(name: &str, path: &Path, args: &Spread) -> Outcome<Box<dyn Source>> {
    let format = args.input.or_else(|| InputFormat::of_file(name)).unwrap_or(InputFormat::Lines);
    let fields = Fields {
        key: args.key_field.clone(),
        partition: args.partition_field.clone(),
        weight: args.weight_field.clone(),
        null_token: args.null_token.as_ref().map(|token| token.as_encoded_bytes().to_vec()),
        key_format: args.key_format.key_format,
    };
    let (name, input): (_, Box<dyn Read>) = match name {
        "-" => ("stdin", Box::new(io::stdin().lock())),
        _ => {
            let opened = File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
            let (length, file) = opened.map_err(|why| Failure::Error(format!("{name}: {why}")))?;
            (name, Box::new(Progress::new(name, length, file)))
        }
    };
    Ok(open(format, name, input, &fields)?)
}

fn is_json(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

const WIDTH: usize = 80;

fn table(args: &Spread, resolved: &Resolved, report: &SpreadReport, out: &mut Out) -> Outcome<()> {
    let records_width = report.max.to_string().len().max("records".len());
    let most_keys = report.partitions.iter().map(|load| load.keys).max().unwrap_or(0);
    let keys_width = most_keys.to_string().len().max("keys".len());
    let bar_width = WIDTH.saturating_sub(9 + 2 + records_width + 2 + 6 + 2 + keys_width + 2);
    out.heading(format_args!(
        "partition  {:>records_width$}   share  {:>keys_width$}",
        "records", "keys"
    ))?;
    for load in &report.partitions {
        let line = format!(
            "{:>9}  {:>records_width$}  {:>6}  {:>keys_width$}  {}",
            load.partition,
            load.records,
            percent(load.share),
            load.keys,
            bar(load.records, report.max, bar_width),
        );
        out.line(line.trim_end())?;
    }
    if !report.hot_keys.is_empty() {
        out.line("")?;
        hot_keys(args, report, out)?;
    }
    out.line("")?;
    out.heading("totals")?;
    let partitioner = resolved.partitioner.name();
    out.line(format_args!("records      {} in {} rows", report.records, report.rows))?;
    out.line(format_args!("partitions   {} by {partitioner}", report.partitions.len()))?;
    out.line(format_args!("keys         {}", report.keys))?;
    out.line(format_args!(
        "a partition  min {}, mean {:.1}, max {}",
        report.min, report.mean, report.max
    ))?;
    if let Some(skew) = report.skew {
        out.line(format_args!("skew         {skew:.2} (max / mean, 1 is even)"))?;
    }
    out.line(format_args!("missing key  {}", report.missing_key_records))?;
    out.line(format_args!("empty key    {}", report.empty_key_records))?;
    out.line(format_args!("unkeyed      {} (in no partition above)", report.unkeyed_records))?;
    if args.partition_field.is_some() {
        out.line(format_args!(
            "explicit     {} (partition given in the data)",
            report.explicit_records
        ))?;
    }
    let assigned = report.assigned_records;
    match args.unkeyed {
        Unkeyed::Apart => {}
        Unkeyed::RoundRobin => {
            out.line(format_args!("in turn      {assigned} (unkeyed, placed by round robin)"))?;
        }
        drawn => out.line(format_args!(
            "drawn        {assigned} (unkeyed, placed by {drawn}, seed {})",
            args.seed
        ))?,
    }
    Ok(())
}

/// The key comes last: its width on a terminal is nobody's to know.
fn hot_keys(args: &Spread, report: &SpreadReport, out: &mut Out) -> Outcome<()> {
    let records = report.hot_keys.iter().map(|key| key.records).max().unwrap_or(0);
    let records_width = records.to_string().len().max("records".len());
    out.heading(format_args!("{:>records_width$}   share  partition  hot key", "records"))?;
    for key in &report.hot_keys {
        let places: Vec<_> = key.lies_on.iter().map(ToString::to_string).collect();
        let place = if places.is_empty() { "unkeyed".into() } else { places.join(",") };
        out.line(format_args!(
            "{:>records_width$}  {:>6}  {place:>9}  {}",
            key.records,
            percent(key.share),
            shortened(args.shown.text(Some(&key.key))),
        ))?;
    }
    Ok(())
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A bar of up to `width` characters, in eighths.
fn bar(records: u64, max: u64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = if max == 0 { 0.0 } else { records as f64 / max as f64 * (width * 8) as f64 };
    let eighths = eighths.round() as usize;
    let part = EIGHTHS.get(eighths % 8).copied().unwrap_or_default();
    "█".repeat(eighths / 8) + part
}

fn shortened(text: String) -> String {
    const MOST: usize = 48;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => text.get(..end).unwrap_or_default().to_string() + "…",
        None => text,
    }
}

fn totals(resolved: &Resolved, report: &SpreadReport) -> JsonTotals {
    JsonTotals {
        partitions: report.partitions.len(),
        partitioner: resolved.partitioner.name(),
        taken_for: resolved.client.map(ToString::to_string),
        rows: report.rows,
        records: report.records,
        placed_records: report.placed_records,
        unkeyed_records: report.unkeyed_records,
        explicit_records: report.explicit_records,
        assigned_records: report.assigned_records,
        missing_key_records: report.missing_key_records,
        empty_key_records: report.empty_key_records,
        keys: report.keys,
        min: report.min,
        max: report.max,
        mean: report.mean,
        skew: report.skew,
    }
}

fn partition(load: &PartitionLoad) -> JsonPartition {
    let &PartitionLoad { partition, records, share, keys } = load;
    JsonPartition { partition, records, share, keys }
}

fn hot_key(hot: &HotKey, args: &Spread) -> JsonHotKey {
    JsonHotKey {
        key: JsonKey::new(Some(&hot.key), &args.shown),
        records: hot.records,
        share: hot.share,
        lies_on: hot.lies_on.clone(),
    }
}
