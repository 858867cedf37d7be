//! `copartition spread`: how records spread over partitions.

use std::process::ExitCode;

use copartition::Resolved;
use copartition_analysis::documents::SpreadOut;
use copartition_analysis::report::Report;
use copartition_analysis::{self as analysis, KeyFinding, KeyState, SpreadReport, Unkeyed};

use crate::args::{Form, Spread};
use crate::output::{Out, Outcome, note, percent, shortened};
use crate::spread_counts;

pub(crate) fn run(args: &Spread, out: &mut Out) -> Outcome {
    let resolved = args.partitioner.resolve()?;
    if args.counts_only {
        return spread_counts::run(args, &resolved, out);
    }
    let page = args.html.open()?;
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
    let document = || SpreadOut::new(&resolved, &report, &args.shown.get());
    if let Some(page) = page {
        page.write(
            Report::spread(&args.input.name(), &resolved, &report, &args.shown.get()),
            args.shown.redact,
        )?;
    }
    match args.format.format {
        Form::Table => table(args, &resolved, &report, out)?,
        Form::Json => out.json(&document())?,
        Form::Ndjson => {
            let document = document();
            for load in &document.per_partition {
                out.row("partition", load)?;
            }
            for key in &document.hot_keys {
                out.row("hot_key", key)?;
            }
            out.row("total", &document.totals)?;
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
    conclude(report.records, report.placed_records, out)
}

/// Says what cannot be told, and gives the exit status.
pub(crate) fn conclude(records: u64, placed_records: u64, out: &mut Out) -> Outcome {
    if placed_records == 0 {
        out.flush()?;
        note(match records {
            0 => "cannot tell: there are no records",
            _ => "cannot tell: no record has a partition, all are unkeyed",
        });
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}

pub(crate) const WIDTH: usize = 80;

fn table(args: &Spread, resolved: &Resolved, report: &SpreadReport, out: &mut Out) -> Outcome<()> {
    let records_width = report.max.to_string().len().max("records".len());
    let most_keys = report.partitions.iter().map(|load| load.keys).max().unwrap_or(0);
    let keys_width = most_keys.to_string().len().max("keys".len());
    let most_bytes = report.partitions.iter().filter_map(|load| load.bytes).max();
    // Two spaces and the bytes, where they are known.
    let bytes_width = most_bytes.map_or(0, |most| 2 + most.to_string().len().max("bytes".len()));
    let seen = report.time_seen.filter(|_| args.input.is_since());
    let rates = |records: u64, bytes: Option<u64>| match (seen, bytes) {
        (Some(seen), Some(bytes)) => {
            format!("  {:>9.2}  {:>11.2}", seen.per_second(records), seen.per_second(bytes))
        }
        (Some(seen), None) => format!("  {:>9.2}", seen.per_second(records)),
        (None, _) => String::new(),
    };
    let of_rates = match (seen, most_bytes) {
        (Some(_), Some(_)) => "  records/s      bytes/s",
        (Some(_), None) => "  records/s",
        (None, _) => "",
    };
    let bar_width = WIDTH.saturating_sub(
        9 + 2 + records_width + 2 + 6 + 2 + keys_width + bytes_width + of_rates.len() + 2,
    );
    out.heading(format_args!(
        "partition  {:>records_width$}   share  {:>keys_width$}{:>bytes_width$}{of_rates}",
        "records",
        "keys",
        most_bytes.map_or("", |_| "bytes")
    ))?;
    for load in &report.partitions {
        let line = format!(
            "{:>9}  {:>records_width$}  {:>6}  {:>keys_width$}{:>bytes_width$}{}  {}",
            load.partition,
            load.records,
            percent(load.share),
            load.keys,
            load.bytes.map_or(String::new(), |bytes| bytes.to_string()),
            rates(load.records, load.bytes),
            bar(load.records, report.max, bar_width),
        );
        out.line(line.trim_end())?;
    }
    if !report.hot_keys.is_empty() {
        out.line("")?;
        hot_keys(args, report, out)?;
    }
    let totals = Totals {
        rows: report.rows,
        records: report.records,
        partitions: report.partitions.len(),
        keys: Some(report.keys),
        min: report.min,
        mean: report.mean,
        max: report.max,
        skew: report.skew,
        missing: report.missing_key_records,
        empty: report.empty_key_records,
        unkeyed: report.unkeyed_records,
        explicit: report.explicit_records,
        assigned: report.assigned_records,
    };
    totals.print(args, resolved, out)?;
    why(args, report, out)
}

/// What stands below a table.
pub(crate) struct Totals {
    pub(crate) rows: u64,
    pub(crate) records: u64,
    pub(crate) partitions: usize,
    /// The distinct keys, where they were counted.
    pub(crate) keys: Option<u64>,
    pub(crate) min: u64,
    pub(crate) mean: f64,
    pub(crate) max: u64,
    pub(crate) skew: Option<f64>,
    pub(crate) missing: u64,
    pub(crate) empty: u64,
    pub(crate) unkeyed: u64,
    pub(crate) explicit: u64,
    pub(crate) assigned: u64,
}

impl Totals {
    pub(crate) fn print(&self, args: &Spread, resolved: &Resolved, out: &mut Out) -> Outcome<()> {
        let Self { rows, records, partitions, min, mean, max, assigned, .. } = self;
        out.line("")?;
        out.heading("totals")?;
        out.line(format_args!("records      {records} in {rows} rows"))?;
        out.line(format_args!("partitions   {partitions} by {}", resolved.partitioner.name()))?;
        if let Some(keys) = self.keys {
            out.line(format_args!("keys         {keys}"))?;
        }
        out.line(format_args!("a partition  min {min}, mean {mean:.1}, max {max}"))?;
        if let Some(skew) = self.skew {
            out.line(format_args!("skew         {skew:.2} (max / mean, 1 is even)"))?;
        }
        out.line(format_args!("missing key  {}", self.missing))?;
        out.line(format_args!("empty key    {}", self.empty))?;
        out.line(format_args!("unkeyed      {} (in no partition above)", self.unkeyed))?;
        if args.input.knows_partitions() {
            let explicit = self.explicit;
            out.line(format_args!("explicit     {explicit} (partition given in the data)"))?;
        }
        match args.unkeyed {
            Unkeyed::Apart => Ok(()),
            Unkeyed::RoundRobin => {
                out.line(format_args!("in turn      {assigned} (unkeyed, placed by round robin)"))
            }
            drawn => out.line(format_args!(
                "drawn        {assigned} (unkeyed, placed by {drawn}, seed {})",
                args.seed
            )),
        }
    }
}

/// What explains the numbers, and what is to be said of the keys.
fn why(args: &Spread, report: &SpreadReport, out: &mut Out) -> Outcome<()> {
    let mut reasons = report.reasons();
    reasons.extend(report.rate().filter(|_| args.input.is_since()));
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
            shortened(args.shown.get().text(Some(&key.key)), 48),
        ))?;
    }
    Ok(())
}

/// A bar of up to `width` characters, in eighths.
pub(crate) fn bar(records: u64, max: u64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = if max == 0 { 0.0 } else { records as f64 / max as f64 * (width * 8) as f64 };
    let eighths = eighths.round() as usize;
    let part = EIGHTHS.get(eighths % 8).copied().unwrap_or_default();
    "█".repeat(eighths / 8) + part
}
