//! `copartition split`: keys that lie on more than one partition.

use std::process::ExitCode;

use copartition_analysis::{self as analysis, Observed, Seen, SplitKey, split};
use serde::Serialize;

use crate::args::{Form, Split};
use crate::identified::{offset, time};
use crate::output::{JsonKey, Out, Outcome, SCHEMA, note};

/// The whole document of `--format json`.
#[derive(Serialize)]
struct Json {
    schema: u32,
    #[serde(flatten)]
    totals: JsonTotals,
    split: Vec<JsonSplitKey>,
}

#[derive(Serialize)]
struct JsonTotals {
    partitions: u32,
    records: u64,
    missing_key_records: u64,
    sampled: bool,
    keys: usize,
    split_keys: usize,
    undead_keys: usize,
}

#[derive(Serialize)]
struct JsonSplitKey {
    #[serde(flatten)]
    key: JsonKey,
    undead: bool,
    lies_on: Vec<JsonSeen>,
}

#[derive(Serialize)]
struct JsonSeen {
    partition: u32,
    records: u64,
    last_offset: Option<i64>,
    last_timestamp: Option<i64>,
    last_is_tombstone: Option<bool>,
}

/// A line of `--format ndjson`.
#[derive(Serialize)]
struct JsonLine<T> {
    schema: u32,
    row: &'static str,
    #[serde(flatten)]
    content: T,
}

pub(crate) fn run(args: &Split, out: &mut Out) -> Outcome {
    let input = args.input.open()?;
    let mut observed = Observed::new(input.count(), args.most_keys);
    input.read(|source| observed.add(source))?;
    let found = split(&observed);
    let totals = totals(&observed, &found);
    match args.format.format {
        Form::Table => table(args, &totals, &found, out)?,
        Form::Json => out.json(&Json {
            schema: SCHEMA,
            totals,
            split: found.split.iter().map(|key| split_key(key, args)).collect(),
        })?,
        Form::Ndjson => {
            for key in &found.split {
                let content = split_key(key, args);
                out.ndjson(&JsonLine { schema: SCHEMA, row: "split_key", content })?;
            }
            out.ndjson(&JsonLine { schema: SCHEMA, row: "total", content: totals })?;
        }
        Form::Csv => csv(args, &found, out)?,
    }
    let cannot_tell = match (found.keys, found.split.len()) {
        (0, _) if observed.records() == 0 => Some("there are no records".into()),
        (0, _) => Some("no record has a key".into()),
        (keys, 0) if observed.is_sampled() => Some(format!(
            "{keys} keys of more were looked at; --most-keys N remembers more of them"
        )),
        _ => None,
    };
    if let Some(why) = cannot_tell {
        out.flush()?;
        note(&format!("cannot tell: {why}"));
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::from(u8::from(!found.split.is_empty())))
}

fn totals(observed: &Observed, found: &analysis::Split<'_>) -> JsonTotals {
    JsonTotals {
        partitions: observed.count().get(),
        records: observed.records(),
        missing_key_records: observed.missing_key_records(),
        sampled: observed.is_sampled(),
        keys: found.keys,
        split_keys: found.split.len(),
        undead_keys: found.split.iter().filter(|key| key.undead).count(),
    }
}

fn split_key(key: &SplitKey<'_>, args: &Split) -> JsonSplitKey {
    let seen = |seen: &Seen| JsonSeen {
        partition: seen.partition,
        records: seen.records,
        last_offset: seen.last.offset,
        last_timestamp: seen.last.timestamp,
        last_is_tombstone: seen.last.tombstone,
    };
    JsonSplitKey {
        key: JsonKey::new(Some(key.key), &args.shown),
        undead: key.undead,
        lies_on: key.lies_on.iter().map(seen).collect(),
    }
}

fn csv(args: &Split, found: &analysis::Split<'_>, out: &mut Out) -> Outcome<()> {
    let [key, bytes] = args.shown.field_names();
    let named =
        ["undead", "partition", "records", "last_offset", "last_timestamp", "last_is_tombstone"];
    let [undead, partition, records, offset, timestamp, tombstone] = named.map(String::from);
    let header = [key, bytes, undead, partition, records, offset, timestamp, tombstone];
    let rows = found.split.iter().flat_map(|split| {
        let [key, bytes] = args.shown.fields(Some(split.key));
        split.lies_on.iter().map(move |seen| {
            let number = |number: Option<i64>| number.map(|it| it.to_string()).unwrap_or_default();
            [
                key.clone(),
                bytes.clone(),
                split.undead.to_string(),
                seen.partition.to_string(),
                seen.records.to_string(),
                number(seen.last.offset),
                number(seen.last.timestamp),
                seen.last.tombstone.map(|it| it.to_string()).unwrap_or_default(),
            ]
        })
    });
    out.csv(std::iter::once(header).chain(rows))
}

/// The answer in a sentence; then a block of rows a key, those with a delete that never took effect
/// first.
fn table(
    args: &Split,
    totals: &JsonTotals,
    found: &analysis::Split<'_>,
    out: &mut Out,
) -> Outcome<()> {
    let (split, keys) = (totals.split_keys, totals.keys);
    let of = format!("{keys} {}", if keys == 1 { "key" } else { "keys" });
    let lie = if split == 1 { "lies" } else { "lie" };
    out.heading(match split {
        0 => format!("none of {of} lies on more than one partition"),
        _ => format!("{split} of {of} {lie} on more than one partition"),
    })?;
    if totals.undead_keys > 0 {
        out.line(format_args!(
            "{} deleted on one partition and alive on another: such a delete never took effect",
            totals.undead_keys
        ))?;
    }
    if split > 0 {
        out.line("why: several producers, or a partition count that has grown; see identify")?;
    }
    let mut shown: Vec<&SplitKey<'_>> = found.split.iter().collect();
    shown.sort_by_key(|key| !key.undead);
    shown.truncate(args.top);
    if !shown.is_empty() {
        out.line("")?;
        out.heading(format_args!(
            "partition  {:>9}  {:>12}  {:24}  key",
            "records", "last offset", "of"
        ))?;
    }
    for key in shown {
        for seen in &key.lies_on {
            let deleted = match (key.undead, seen.last.tombstone) {
                (true, Some(true)) => " (deleted here)",
                (true, Some(false)) => " (alive here)",
                _ => "",
            };
            out.line(format_args!(
                "{:>9}  {:>9}  {:>12}  {:24}  {}{deleted}",
                seen.partition,
                seen.records,
                offset(Some(&seen.last)),
                time(Some(&seen.last)),
                args.shown.text(Some(key.key)),
            ))?;
        }
    }
    if split > args.top && args.top > 0 {
        out.line(format_args!("and {} more: --top or --format ndjson", split - args.top))?;
    }
    out.line("")?;
    out.heading("totals")?;
    out.line(format_args!("records      {}", totals.records))?;
    out.line(format_args!("partitions   {}", totals.partitions))?;
    let sampled = if totals.sampled { " (of more: a sample by digest)" } else { "" };
    out.line(format_args!("keys         {keys}{sampled}"))?;
    out.line(format_args!("missing key  {}", totals.missing_key_records))
}
