//! `copartition verify`: whether records lie where a partitioner puts them.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::process::ExitCode;

use copartition_analysis::documents::Verified;
use copartition_analysis::samples::{Batch, Fields, InputFormat, open};
use copartition_analysis::{self as analysis, Era, Mismatch, time_of};

use crate::args::{Form, Verify};
use crate::output::{Failure, Out, Outcome, note, percent, shortened};

pub(crate) fn run(args: &Verify, out: &mut Out) -> Outcome {
    let resolved = args.partitioner.resolve()?;
    let since = args.since.as_deref().map(time_of).transpose()?;
    let only = args.keys.as_deref().map(keys_of).transpose()?;
    let input = args.input.open()?;
    let history = Era::history_until(args.history.as_deref(), input.count())?;
    let mut verify = analysis::Verify::new(resolved.partitioner, history, args.top);
    if let Some(since) = since {
        verify = verify.since(since);
    }
    if let Some(only) = only {
        verify = verify.only(only);
    }
    if args.format.format == Form::Table {
        args.partitioner.say(&resolved);
    }
    input.read(|source| verify.add(source))?;

    let passed = verify.passed(args.max_mismatch, args.min_keys);
    let document = || Verified::new(&resolved, &verify, passed, &args.shown.get());
    match args.format.format {
        Form::Table => table(args, &verify, out)?,
        Form::Json => out.json(&document())?,
        Form::Ndjson => {
            let document = document();
            for mismatch in &document.mismatches {
                out.row("mismatch", mismatch)?;
            }
            if let Some(elsewhere) = &document.elsewhere {
                out.row("elsewhere", elsewhere)?;
            }
            out.row("total", &document.totals)?;
        }
        Form::Csv => csv(args, &verify, out)?,
    }
    if let (None, Some(why)) = (passed, verify.cannot_tell(args.min_keys)) {
        out.flush()?;
        note(&why);
    }
    Ok(ExitCode::from(match passed {
        Some(true) => 0,
        Some(false) => 1,
        None => 3,
    }))
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
    let [key, bytes] = args.shown.get().field_names();
    let named = ["source", "line", "offset", "timestamp", "partition", "wanted"];
    let [source, line, offset, timestamp, partition, wanted] = named.map(String::from);
    let header = [source, line, offset, timestamp, key, bytes, partition, wanted];
    let number = |number: Option<i64>| number.map(|it| it.to_string()).unwrap_or_default();
    let rows = verify.mismatches().iter().map(|mismatch| {
        let [key, bytes] = args.shown.get().fields(mismatch.key.as_deref());
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

fn table(args: &Verify, verify: &analysis::Verify, out: &mut Out) -> Outcome<()> {
    out.heading(verify.sentence())?;
    if let Some(elsewhere) = verify.placed_elsewhere() {
        out.wrapped("", &format!("of the records elsewhere: {}", elsewhere.sentence()))?;
    }
    if !verify.mismatches().is_empty() {
        out.line("")?;
        mismatches(args, verify, out)?;
    }
    out.line("")?;
    out.heading("totals")?;
    let share = |records: u64| percent(records as f64 / verify.checked_records().max(1) as f64);
    let (right, wrong) = (verify.right_records(), verify.wrong_records());
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
            shortened(args.shown.get().text(mismatch.key.as_deref()), 48),
        ))?;
    }
    Ok(())
}
