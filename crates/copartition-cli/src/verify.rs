//! `copartition verify`: whether records lie where a partitioner puts them.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::process::ExitCode;

use copartition::{PartitionCount, Resolved};
use copartition_analysis::samples::{Batch, Fields, InputFormat, open};
use copartition_analysis::{self as analysis, Era, Identification, Mismatch, identify, time_of};
use serde::Serialize;

use crate::args::{Form, Verify};
use crate::identified::JsonIdentified;
use crate::output::{Failure, JsonKey, Out, Outcome, SCHEMA, note, percent};

/// The whole document of `--format json`.
#[derive(Serialize)]
struct Json {
    schema: u32,
    #[serde(flatten)]
    totals: JsonTotals,
    mismatches: Vec<JsonMismatch>,
    /// Who placed the records that lie elsewhere.
    elsewhere: Option<JsonIdentified>,
}

#[derive(Serialize)]
struct JsonTotals {
    partitioner: &'static str,
    taken_for: Option<String>,
    partitions: Vec<u32>,
    records: u64,
    right_records: u64,
    wrong_records: u64,
    unkeyed_records: u64,
    keys: usize,
    passed: Option<bool>,
}

#[derive(Serialize)]
struct JsonMismatch {
    source: String,
    line: u64,
    offset: Option<i64>,
    timestamp: Option<i64>,
    #[serde(flatten)]
    key: JsonKey,
    partition: u32,
    wanted: Vec<u32>,
}

/// A line of `--format ndjson`.
#[derive(Serialize)]
struct JsonLine<T> {
    schema: u32,
    row: &'static str,
    #[serde(flatten)]
    content: T,
}

pub(crate) fn run(args: &Verify, out: &mut Out) -> Outcome {
    let resolved = args.partitioner.resolve()?;
    let since = args.since.as_deref().map(time_of).transpose()?;
    let only = args.keys.as_deref().map(keys_of).transpose()?;
    let input = args.input.open()?;
    let history = history(args, input.count())?;
    let mut verify = analysis::Verify::new(resolved.partitioner, history.clone(), args.top);
    if let Some(since) = since {
        verify = verify.since(since);
    }
    let least_keys = args.min_keys.or(only.as_ref().map(HashSet::len)).unwrap_or(1);
    if let Some(only) = only {
        verify = verify.only(only);
    }
    if args.format.format == Form::Table {
        args.partitioner.say(&resolved);
    }
    input.read(|source| verify.add(source))?;

    let is_allowed = args.max_mismatch.allows(verify.wrong_records(), checked(&verify));
    let enough = verify.keys() >= least_keys && checked(&verify) > 0;
    let passed = (enough || !is_allowed).then_some(is_allowed);
    let elsewhere = verify.elsewhere().filter(|elsewhere| elsewhere.records() > 0).map(identify);
    let totals = JsonTotals {
        partitioner: resolved.partitioner.name(),
        taken_for: resolved.client.map(ToString::to_string),
        partitions: history.iter().map(|era| era.count.get()).collect(),
        records: verify.records(),
        right_records: verify.right_records(),
        wrong_records: verify.wrong_records(),
        unkeyed_records: verify.unkeyed_records(),
        keys: verify.keys(),
        passed,
    };
    let mismatch = |mismatch: &Mismatch| JsonMismatch {
        source: mismatch.source.clone(),
        line: mismatch.line,
        offset: mismatch.offset,
        timestamp: mismatch.timestamp,
        key: JsonKey::new(mismatch.key.as_deref(), &args.shown),
        partition: mismatch.partition,
        wanted: mismatch.wanted.clone(),
    };
    match args.format.format {
        Form::Table => table(args, &resolved, &verify, elsewhere.as_ref(), out)?,
        Form::Json => out.json(&Json {
            schema: SCHEMA,
            totals,
            mismatches: verify.mismatches().iter().map(mismatch).collect(),
            elsewhere: elsewhere.as_ref().map(|elsewhere| JsonIdentified::new(elsewhere, &[])),
        })?,
        Form::Ndjson => {
            for content in verify.mismatches().iter().map(mismatch) {
                out.ndjson(&JsonLine { schema: SCHEMA, row: "mismatch", content })?;
            }
            if let Some(elsewhere) = &elsewhere {
                let content = JsonIdentified::new(elsewhere, &[]);
                out.ndjson(&JsonLine { schema: SCHEMA, row: "elsewhere", content })?;
            }
            out.ndjson(&JsonLine { schema: SCHEMA, row: "total", content: totals })?;
        }
        Form::Csv => csv(args, &verify, out)?,
    }
    if passed.is_none() {
        out.flush()?;
        note(&match (verify.records(), least_keys) {
            (0, _) => "cannot tell: there are no such records".into(),
            (_, 0 | 1) => "cannot tell: no record is placed by its key".into(),
            (_, least) => {
                format!("cannot tell: {} keys were checked, and {least} are wanted", verify.keys())
            }
        });
    }
    Ok(ExitCode::from(match passed {
        Some(true) => 0,
        Some(false) => 1,
        None => 3,
    }))
}

/// How many records have a place of their own.
fn checked(verify: &analysis::Verify) -> u64 {
    verify.right_records() + verify.wrong_records()
}

fn history(args: &Verify, now: PartitionCount) -> Outcome<Vec<Era>> {
    let Some(text) = &args.history else {
        return Ok(vec![Era { count: now, until: None }]);
    };
    let history = Era::history(text)?;
    match history.last() {
        Some(last) if last.count != now => Err(Failure::Error(format!(
            "history must end with the topic's partition count {}, got {}",
            now.get(),
            last.count.get()
        ))),
        _ => Ok(history),
    }
}

/// The keys in a file: the field `key` of NDJSON, or the lines.
fn keys_of(path: &OsStr) -> Outcome<HashSet<Vec<u8>>> {
    let name = path.to_string_lossy();
    let file = File::open(path).map_err(|why| Failure::Error(format!("{name}: {why}")))?;
    let format = InputFormat::of_file(&name).unwrap_or(InputFormat::Lines);
    let key = (format != InputFormat::Lines).then(|| "key".to_string());
    let mut source = open(format, &name, Box::new(file), &Fields { key, ..Fields::default() })?;
    let (mut batch, mut keys) = (Batch::new(), HashSet::new());
    while source.read(&mut batch)? {
        keys.extend(batch.records().filter_map(|record| record.key.map(<[u8]>::to_vec)));
    }
    if source.is_perhaps_ndjson() {
        note(&format!("{name}: looks like NDJSON, and each line was taken for a key"));
    }
    Ok(keys)
}

fn csv(args: &Verify, verify: &analysis::Verify, out: &mut Out) -> Outcome<()> {
    let [key, bytes] = args.shown.field_names();
    let named = ["source", "line", "offset", "timestamp", "partition", "wanted"];
    let [source, line, offset, timestamp, partition, wanted] = named.map(String::from);
    let header = [source, line, offset, timestamp, key, bytes, partition, wanted];
    let number = |number: Option<i64>| number.map(|it| it.to_string()).unwrap_or_default();
    let rows = verify.mismatches().iter().map(|mismatch| {
        let [key, bytes] = args.shown.fields(mismatch.key.as_deref());
        [
            mismatch.source.clone(),
            mismatch.line.to_string(),
            number(mismatch.offset),
            number(mismatch.timestamp),
            key,
            bytes,
            mismatch.partition.to_string(),
            partitions(mismatch, " "),
        ]
    });
    out.csv(std::iter::once(header).chain(rows))
}

fn partitions(mismatch: &Mismatch, between: &str) -> String {
    let wanted: Vec<String> = mismatch.wanted.iter().map(ToString::to_string).collect();
    wanted.join(between)
}

fn table(
    args: &Verify,
    resolved: &Resolved,
    verify: &analysis::Verify,
    elsewhere: Option<&Identification>,
    out: &mut Out,
) -> Outcome<()> {
    let name = resolved.partitioner.name();
    let (wrong, checked) = (verify.wrong_records(), checked(verify));
    let of = format!("{checked} {}", if checked == 1 { "record" } else { "records" });
    let keys = verify.keys();
    let keys = format!("{keys} {}", if keys == 1 { "key" } else { "keys" });
    out.heading(match (wrong, checked) {
        (_, 0) => format!("no record is placed by {name}"),
        (0, 1) => format!("the only record lies where {name} puts it"),
        (0, _) => format!("all {of} of {keys} lie where {name} puts them"),
        (1, _) => format!("1 of {of} lies elsewhere than {name} puts it"),
        _ => format!("{wrong} of {of} lie elsewhere than {name} puts them"),
    })?;
    if let Some(elsewhere) = elsewhere {
        out.wrapped("", &format!("of the records elsewhere: {}", elsewhere.sentence()))?;
    }
    if !verify.mismatches().is_empty() {
        out.line("")?;
        mismatches(args, verify, out)?;
    }
    out.line("")?;
    out.heading("totals")?;
    let share = |records: u64| percent(records as f64 / checked.max(1) as f64);
    let right = verify.right_records();
    out.line(format_args!("records      {}", verify.records()))?;
    out.line(format_args!("right        {right} ({})", share(right)))?;
    out.line(format_args!("elsewhere    {wrong} ({})", share(wrong)))?;
    out.line(format_args!("unkeyed      {} (may lie anywhere)", verify.unkeyed_records()))?;
    out.line(format_args!("keys         {}", verify.keys()))
}

/// The key comes last: its width on a terminal is nobody's to know.
fn mismatches(args: &Verify, verify: &analysis::Verify, out: &mut Out) -> Outcome<()> {
    let at = |mismatch: &Mismatch| format!("{}:{}", mismatch.source, mismatch.line);
    let width = verify.mismatches().iter().map(|it| at(it).len()).max().unwrap_or(0).max(2);
    out.heading(format_args!("partition  should be  {:width$}  {:24}  key", "at", "time"))?;
    for mismatch in verify.mismatches() {
        let wanted = match mismatch.wanted.as_slice() {
            [] => "refused".into(),
            _ => partitions(mismatch, "|"),
        };
        let time = mismatch.timestamp.map_or_else(|| "-".into(), analysis::time_text);
        out.line(format_args!(
            "{:>9}  {wanted:>9}  {:width$}  {time:24}  {}",
            mismatch.partition,
            at(mismatch),
            args.shown.text(mismatch.key.as_deref()),
        ))?;
    }
    Ok(())
}
