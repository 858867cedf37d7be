//! `copartition spread`: how records spread over partitions.

use std::process::ExitCode;

use copartition::Resolved;
use copartition_analysis::documents::{SCHEMA, ShownKey};
use copartition_analysis::{
    self as analysis, HashLuck, HotKey, KeyFinding, KeyState, LoadPattern, PartitionLoad,
    SpreadReport, Unkeyed,
};
use serde::Serialize;

use crate::args::{Form, Spread};
use crate::output::{Out, Outcome, note};

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
    assigner: String,
    seed: u64,
    keys_exact: bool,
    hash_luck: Option<JsonLuck>,
    key_weight: Option<JsonWeight>,
    fullest: Option<JsonFullest>,
    keyless: Option<JsonKeyless>,
    pattern: Option<JsonPattern>,
    survivors: Option<f64>,
    key_health: Vec<JsonFinding>,
}

#[derive(Serialize)]
struct JsonLuck {
    verdict: &'static str,
    keys: u64,
    chi_square: Option<f64>,
    degrees_of_freedom: u32,
    p: Option<f64>,
    fewest: f64,
    most: f64,
    used: u32,
    expected_used: f64,
}

#[derive(Serialize)]
struct JsonWeight {
    effective_keys: f64,
    heaviest_share: f64,
    keys_above_even: u64,
    most_even_partitions: u64,
}

#[derive(Serialize)]
struct JsonFullest {
    partition: u32,
    times_mean: f64,
    by_keys: f64,
    by_weight: f64,
}

#[derive(Serialize)]
struct JsonKeyless {
    records: u64,
    share: f64,
    min: u64,
    max: u64,
}

#[derive(Serialize)]
struct JsonPattern {
    name: &'static str,
    first: u32,
    step: Option<u32>,
}

#[derive(Serialize)]
struct JsonFinding {
    aspect: &'static str,
    state: &'static str,
    verdict: String,
    advice: Option<String>,
}

#[derive(Serialize)]
struct JsonPartition {
    partition: u32,
    records: u64,
    share: f64,
    keys: u64,
    bytes: Option<u64>,
    keyless: u64,
}

#[derive(Serialize)]
struct JsonHotKey {
    #[serde(flatten)]
    key: ShownKey,
    records: u64,
    share: f64,
    lies_on: Vec<u32>,
    records_at_most: u64,
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
    let input = args.input.open()?;
    let (partitioner, n) = (resolved.partitioner, input.count());
    let mut spread = analysis::Spread::new(partitioner, n, args.unkeyed, args.seed)?;
    if args.format.format == Form::Table {
        args.partitioner.say(&resolved);
    }
    input.read(|source| spread.add(source))?;
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
            totals: totals(args, &resolved, &report),
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
            let content = totals(args, &resolved, &report);
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

const WIDTH: usize = 80;

fn table(args: &Spread, resolved: &Resolved, report: &SpreadReport, out: &mut Out) -> Outcome<()> {
    let records_width = report.max.to_string().len().max("records".len());
    let most_keys = report.partitions.iter().map(|load| load.keys).max().unwrap_or(0);
    let keys_width = most_keys.to_string().len().max("keys".len());
    let most_bytes = report.partitions.iter().filter_map(|load| load.bytes).max();
    // Two spaces and the bytes, where they are known.
    let bytes_width = most_bytes.map_or(0, |most| 2 + most.to_string().len().max("bytes".len()));
    let bar_width =
        WIDTH.saturating_sub(9 + 2 + records_width + 2 + 6 + 2 + keys_width + bytes_width + 2);
    out.heading(format_args!(
        "partition  {:>records_width$}   share  {:>keys_width$}{:>bytes_width$}",
        "records",
        "keys",
        most_bytes.map_or("", |_| "bytes")
    ))?;
    for load in &report.partitions {
        let line = format!(
            "{:>9}  {:>records_width$}  {:>6}  {:>keys_width$}{:>bytes_width$}  {}",
            load.partition,
            load.records,
            percent(load.share),
            load.keys,
            load.bytes.map_or(String::new(), |bytes| bytes.to_string()),
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
    if args.input.knows_partitions() {
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
    why(report, out)
}

/// What explains the numbers, and what is to be said of the keys.
fn why(report: &SpreadReport, out: &mut Out) -> Outcome<()> {
    let reasons = report.reasons();
    if !reasons.is_empty() {
        out.line("")?;
        out.heading("why")?;
    }
    for reason in reasons {
        out.wrapped_behind(&format!("{:<11}  ", reason.about), &reason.sentence)?;
    }
    let is_poor = |finding: &&KeyFinding| finding.state == KeyState::Poor;
    let mut poor = report.key_health.iter().filter(is_poor).peekable();
    if poor.peek().is_some() {
        out.line("")?;
        out.heading("key health")?;
    }
    for finding in poor {
        let advice = finding.advice.as_deref().unwrap_or_default();
        let label = format!("{:<11}  ", finding.aspect.name());
        out.wrapped_behind(&label, &format!("{}; {advice}", finding.verdict))?;
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
            shortened(args.shown.get().text(Some(&key.key))),
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

fn totals(args: &Spread, resolved: &Resolved, report: &SpreadReport) -> JsonTotals {
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
        assigner: args.unkeyed.to_string(),
        seed: args.seed,
        keys_exact: report.is_exact,
        hash_luck: report.luck.as_ref().map(luck),
        key_weight: report.weight.as_ref().map(|weight| JsonWeight {
            effective_keys: weight.effective_keys,
            heaviest_share: weight.heaviest_share,
            keys_above_even: weight.keys_above_even,
            most_even_partitions: weight.most_even_partitions,
        }),
        fullest: report.fullest.as_ref().map(|fullest| JsonFullest {
            partition: fullest.partition,
            times_mean: fullest.times_mean,
            by_keys: fullest.by_keys,
            by_weight: fullest.by_weight,
        }),
        keyless: report.keyless.as_ref().map(|keyless| JsonKeyless {
            records: keyless.records,
            share: keyless.share,
            min: keyless.min,
            max: keyless.max,
        }),
        pattern: report.pattern.map(pattern),
        survivors: report.survivors,
        key_health: report.key_health.iter().map(finding).collect(),
    }
}

fn luck(luck: &HashLuck) -> JsonLuck {
    JsonLuck {
        verdict: luck.verdict.name(),
        keys: luck.keys,
        chi_square: luck.chi_square,
        degrees_of_freedom: luck.degrees_of_freedom,
        p: luck.p,
        fewest: luck.fewest,
        most: luck.most,
        used: luck.used,
        expected_used: luck.expected_used,
    }
}

fn pattern(pattern: LoadPattern) -> JsonPattern {
    match pattern {
        LoadPattern::OnePartition { partition } => {
            JsonPattern { name: "one_partition", first: partition, step: None }
        }
        LoadPattern::EveryNth { step, first } => {
            JsonPattern { name: "every_nth", first, step: Some(step) }
        }
    }
}

fn finding(finding: &KeyFinding) -> JsonFinding {
    JsonFinding {
        aspect: finding.aspect.name(),
        state: finding.state.name(),
        verdict: finding.verdict.clone(),
        advice: finding.advice.clone(),
    }
}

fn partition(load: &PartitionLoad) -> JsonPartition {
    let &PartitionLoad { partition, records, share, keys, bytes, keyless } = load;
    JsonPartition { partition, records, share, keys, bytes, keyless }
}

fn hot_key(hot: &HotKey, args: &Spread) -> JsonHotKey {
    JsonHotKey {
        key: ShownKey::new(Some(&hot.key), &args.shown.get()),
        records: hot.records,
        share: hot.share,
        lies_on: hot.lies_on.clone(),
        records_at_most: hot.records_at_most,
    }
}
