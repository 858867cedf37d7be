//! `copartition split`: keys that lie on more than one partition.

use std::process::ExitCode;

use copartition_analysis::documents::SplitKeys;
use copartition_analysis::report::Report;
use copartition_analysis::{self as analysis, Observed, SplitKey, split};

use crate::args::{Form, Split};
use crate::log_entry::{offset, time};
use crate::output::{Out, Outcome, note, shortened};

pub(crate) fn run(args: &Split, out: &mut Out) -> Outcome {
    let page = args.html.open()?;
    let input = args.input.open()?;
    let mut observed = Observed::new(input.count(), args.most_keys);
    input.read(|source| observed.add(source))?;
    let found = split(&observed);
    let document = || SplitKeys::new(&observed, &found, &args.shown.get());
    if let Some(page) = page {
        page.write(
            Report::split(&args.input.name(), &observed, &found, &args.shown.get()),
            args.shown.redact,
        )?;
    }
    match args.format.format {
        Form::Table => table(args, &observed, &found, out)?,
        Form::Json => out.json(&document())?,
        Form::Ndjson => {
            let document = document();
            for key in &document.split {
                out.row("split_key", key)?;
            }
            out.row("total", &document.totals)?;
        }
        Form::Csv => csv(args, &found, out)?,
    }
    let cannot_tell = match (found.keys, found.split.len()) {
        (0, _) if observed.records() == 0 => Some("there are no records".into()),
        (0, _) => Some("no record has a key".into()),
        (keys, 0) if observed.is_sampled() => {
            Some(format!("{keys} keys of more were looked at; see --most-keys and --sample-keys"))
        }
        _ => None,
    };
    if let Some(why) = cannot_tell {
        out.flush()?;
        note(&format!("cannot tell: {why}"));
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::from(u8::from(!found.split.is_empty())))
}

fn csv(args: &Split, found: &analysis::Split<'_>, out: &mut Out) -> Outcome<()> {
    let [key, bytes] = args.shown.get().field_names();
    let named =
        ["undead", "partition", "records", "last_offset", "last_timestamp", "last_is_tombstone"];
    let [undead, partition, records, offset, timestamp, tombstone] = named.map(String::from);
    let header = [key, bytes, undead, partition, records, offset, timestamp, tombstone];
    let rows = found.split.iter().flat_map(|split| {
        let [key, bytes] = args.shown.get().fields(Some(split.key));
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
    observed: &Observed,
    found: &analysis::Split<'_>,
    out: &mut Out,
) -> Outcome<()> {
    out.heading(found.sentence())?;
    for fact in found.facts() {
        out.wrapped("", &fact)?;
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
                shortened(args.shown.get().text(Some(key.key)), 48),
            ))?;
        }
    }
    match found.split.len().saturating_sub(args.top) {
        more @ 1.. if args.top > 0 => {
            out.line(format_args!("and {more} more: --top or --format ndjson"))?;
        }
        _ => {}
    }
    out.line("")?;
    out.heading("totals")?;
    out.line(format_args!("records      {}", observed.records()))?;
    out.line(format_args!("partitions   {}", observed.count().get()))?;
    let sampled = if observed.is_sampled() { " (of more: a sample by digest)" } else { "" };
    out.line(format_args!("keys         {}{sampled}", found.keys))?;
    out.line(format_args!("missing key  {}", observed.missing_key_records()))
}
