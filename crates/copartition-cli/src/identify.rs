//! `copartition identify`: who placed the keys of a topic.

use std::process::ExitCode;

use copartition::{Client, Rule, Usage};
use copartition_analysis::documents::{Identified, RecordCounts, WhoPlacedTotals};
use copartition_analysis::report::Report;
use copartition_analysis::{
    Candidate, Change, HashedForm, Identification, Observed, Part, Shown, Verdict, clients_of,
    identify,
};
use serde::Serialize;

use crate::args::{Form, GroupBy, Identify};
use crate::log_entry::{offset, time};
use crate::output::{Out, Outcome, note, percent, visible};

/// The last line of `--format ndjson`.
#[derive(Serialize)]
struct JsonTotal {
    #[serde(flatten)]
    records: RecordCounts,
    #[serde(flatten)]
    totals: WhoPlacedTotals,
}

pub(crate) fn run(args: &Identify, out: &mut Out) -> Outcome {
    let label = match &args.by {
        Some(GroupBy::Label(by)) => Some(by.clone()),
        Some(GroupBy::Offset) | None => None,
    };
    let page = args.html.open()?;
    let input = args.input.open_by(label)?;
    let mut observed = Observed::new(input.count(), Observed::MOST_IDENTIFIED_KEYS);
    input.read(|source| observed.add(source))?;
    if observed.is_sampled() {
        note(&format!(
            "a sample of {} keys, with all their records, by digest",
            observed.key_count()
        ));
    }
    let identified = identify(&observed);
    let document = || Identified::new(&observed, &identified);
    let shown = Shown { redact: args.redact, ..Shown::default() };
    if let Some(page) = page {
        page.write(
            Report::identify(&args.input.name(), &observed, &identified, &shown),
            args.redact,
        )?;
    }
    match args.format.format {
        Form::Table => table(args, &identified, &observed, out)?,
        Form::Json => out.json(&document())?,
        Form::Ndjson => {
            let Identified { records, placed, .. } = document();
            for part in &placed.parts {
                out.row("part", part)?;
            }
            for change in &placed.changes {
                out.row("change", change)?;
            }
            for key in &placed.deciding_keys {
                out.row("deciding_key", key)?;
            }
            out.row("total", &JsonTotal { records, totals: placed.totals })?;
        }
        Form::Csv => csv(&identified, out)?,
    }
    Ok(ExitCode::from(match identified.verdict {
        Verdict::One | Verdict::OtherCount | Verdict::OtherBytes => 0,
        Verdict::NoKeys | Verdict::TooFew | Verdict::Several => 3,
        _ => 1,
    }))
}

fn csv(identified: &Identification, out: &mut Out) -> Outcome<()> {
    let header =
        ["verdict", "rule", "usage", "clients", "partitions", "hashed", "records", "share"];
    let verdict = identified.verdict.name();
    let rows = identified.parts.iter().flat_map(|part| {
        part.candidates.iter().map(move |candidate| {
            let clients = clients_of(candidate.rule);
            [
                verdict.into(),
                candidate.rule.name().into(),
                candidate.usage().map_or("", |usage| usage.name()).into(),
                names(clients.iter().copied()).join(" "),
                part.count.get().to_string(),
                part.form.name().into(),
                part.records.to_string(),
                part.share.to_string(),
            ]
        })
    });
    let nothing = identified.parts.is_empty().then(|| {
        let n = identified.count.get().to_string();
        [verdict, "", "", "", &n, "", "", ""].map(String::from)
    });
    out.csv(std::iter::once(header.map(String::from)).chain(rows).chain(nothing))
}

/// The verdict in a sentence; then what explains the records, and what else there is to know.
fn table(
    args: &Identify,
    identified: &Identification,
    observed: &Observed,
    out: &mut Out,
) -> Outcome<()> {
    out.heading(identified.sentence())?;
    if !identified.parts.is_empty() {
        out.line("")?;
        parts(args, identified, out)?;
    }
    if !identified.deciding_keys.is_empty() {
        out.line("")?;
        deciding_keys(identified, out)?;
    }
    if observed.key_count() > 0 {
        for change in &identified.changes {
            out.line("")?;
            bounds(change, out)?;
        }
    }
    match &args.by {
        Some(GroupBy::Label(_)) if !observed.labels().is_empty() => {
            out.line("")?;
            labels(identified, observed, out)?;
        }
        Some(GroupBy::Offset) => spans(identified, out)?,
        _ => {}
    }
    out.line("")?;
    out.heading("totals")?;
    out.line(format_args!("records      {}", observed.records()))?;
    out.line(format_args!("partitions   {}", identified.count.get()))?;
    out.line(format_args!("keys         {}", identified.keys))?;
    out.line(format_args!("missing key  {}", observed.missing_key_records()))?;
    let not_asked = match observed.empty_key_records() {
        0 => "",
        _ => " (not asked: clients that hash all other keys alike differ)",
    };
    out.line(format_args!("empty key    {}{not_asked}", observed.empty_key_records()))
}

fn parts(args: &Identify, identified: &Identification, out: &mut Out) -> Outcome<()> {
    let most = identified.parts.iter().map(|part| part.records).max().unwrap_or(0);
    let width = most.to_string().len().max("records".len());
    out.heading(format_args!("{:>width$}   share  partitions  rule", "records"))?;
    let mut said: Vec<&str> = Vec::new();
    for part in &identified.parts {
        let mut head = format!("{:>width$}  {:>6}", part.records, percent(part.share));
        let shown = shown(part, args.all);
        for candidate in &shown {
            let bytes = match part.form {
                HashedForm::Itself => String::new(),
                form => format!(" over {}", form.words()),
            };
            out.line(format_args!(
                "{head}  {:>10}  {}{bytes}",
                part.count.get(),
                candidate.rule.name()
            ))?;
            head = " ".repeat(head.len());
            if !said.contains(&candidate.rule.name()) {
                said.push(candidate.rule.name());
                clients(candidate.rule, args.all, out)?;
            }
            same_here(candidate, part, args.all, out)?;
        }
        let hidden = part.candidates.len() - shown.len();
        if hidden > 0 {
            out.line(format_args!(
                "    and {hidden} of retired clients and hand-made ones: --all"
            ))?;
        }
    }
    if identified.unexplained_share > 0.0 {
        let records: u64 = identified.parts.iter().map(|part| part.records).sum();
        let all = records as f64 / (1.0 - identified.unexplained_share);
        let rest = (all - records as f64).round();
        out.line(format_args!(
            "{rest:>width$}  {:>6}  {:>10}  no rule that is known",
            percent(identified.unexplained_share),
            "-"
        ))?;
    }
    Ok(())
}

/// The candidates that people run today, or all where there is no such one.
fn shown(part: &Part, all: bool) -> Vec<&Candidate> {
    let is_current =
        |candidate: &&Candidate| candidate.usage().is_some_and(|usage| usage <= Usage::Setting);
    let current: Vec<&Candidate> = part.candidates.iter().filter(is_current).collect();
    if all || current.is_empty() { part.candidates.iter().collect() } else { current }
}

/// Who has a rule; what is no default only where no client has it by default.
fn clients(rule: &Rule, all: bool, out: &mut Out) -> Outcome<()> {
    let clients = clients_of(rule);
    if all {
        for client in &clients {
            out.wrapped("    ", &format!("{}: {client}", client.usage.name()))?;
        }
        return Ok(());
    }
    let Some(commonest) = clients.first().map(|client| client.usage) else {
        return Ok(());
    };
    let of_usage = clients.iter().copied().filter(|client| client.usage == commonest);
    let what = match commonest {
        Usage::Default => "by default: ",
        Usage::Setting => "by a setting: ",
        Usage::Retired => "formerly: ",
        _ => "hand-made: ",
    };
    out.wrapped("    ", &format!("{what}{}", names(of_usage).join(", ")))
}

/// Each client once; a port by what is written.
fn names(clients: impl Iterator<Item = &'static Client>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for client in clients {
        let name = if client.usage == Usage::Port { client.written } else { client.name };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn same_here(candidate: &Candidate, part: &Part, all: bool, out: &mut Out) -> Outcome<()> {
    let is_at_most =
        |rule, usage| clients_of(rule).first().is_some_and(|client| client.usage <= usage);
    let name = |rule: &Rule| match clients_of(rule).first() {
        Some(client) if client.usage != Usage::Port => {
            format!("{} ({})", rule.name(), client.partitioner)
        }
        _ => rule.name().to_string(),
    };
    let mut alike = Vec::new();
    for same in &candidate.same_here {
        // What parts for other keys alone is a curiosity, unless many run it.
        let least = if same.part_at.is_some() { Usage::Setting } else { Usage::Default };
        if !all && !is_at_most(same.rule, least) {
            continue;
        }
        let rule = name(same.rule);
        match same.part_at {
            Some(at) => out.wrapped(
                "    ",
                &format!("the same at {}: {rule}; they part at {}", part.count.get(), at.get()),
            )?,
            None => alike.push(rule),
        }
    }
    match alike.is_empty() {
        true => Ok(()),
        false => out.wrapped("    ", &format!("alike for such keys: {}", alike.join(", "))),
    }
}

fn deciding_keys(identified: &Identification, out: &mut Out) -> Outcome<()> {
    let keys = &identified.deciding_keys;
    out.heading(match keys.len() {
        1 => "this key decides: send it with the producer, and see where it lies",
        _ => "these keys decide: send them with the producer, and see where they lie",
    })?;
    for deciding in keys {
        out.line(&deciding.key)?;
        let mut at: Vec<(u32, Vec<&str>)> = Vec::new();
        for (rule, partition) in &deciding.partitions {
            match at.iter_mut().find(|(on, _)| on == partition) {
                Some((_, rules)) => rules.push(rule.name()),
                None => at.push((*partition, vec![rule.name()])),
            }
        }
        let at: Vec<String> = at
            .iter()
            .map(|(partition, rules)| format!("on {partition}: {}", rules.join(", ")))
            .collect();
        out.wrapped("    ", &at.join("; "))?;
    }
    Ok(())
}

/// As many partitions fit a screen; the others are in JSON.
const MOST_ROWS: usize = 24;

fn bounds(change: &Change, out: &mut Out) -> Outcome<()> {
    let (from, to) = (change.from.get(), change.to.get());
    if change.bounds.is_empty() {
        return out.line(format_args!(
            "from {from} to {to} partitions: the input has no offsets, which would tell since when"
        ));
    }
    out.heading(format_args!("from {from} to {to} partitions, as far as records tell"))?;
    out.line(format_args!(
        "partition  {:>14}  {:24}  {:>15}  since",
        format!("last under {from}"),
        "of",
        format!("first under {to}")
    ))?;
    for bound in change.bounds.iter().take(MOST_ROWS) {
        let (last, first) = (bound.last_before.as_ref(), bound.first_after.as_ref());
        out.line(format_args!(
            "{:>9}  {:>14}  {:24}  {:>15}  {}",
            bound.partition,
            offset(last),
            time(last),
            offset(first),
            time(first)
        ))?;
    }
    more(change.bounds.len(), out)
}

fn more(rows: usize, out: &mut Out) -> Outcome<()> {
    match rows.checked_sub(MOST_ROWS) {
        None | Some(0) => Ok(()),
        Some(more) => out.line(format_args!("and {more} more partitions: --format json")),
    }
}

/// A part's name above a column.
fn title(part: &Part, identified: &Identification) -> String {
    let rule = part.candidates.first().map_or("?", |candidate| candidate.rule.name());
    let bytes = match part.form {
        HashedForm::Itself => String::new(),
        form => format!("({})", form.name()),
    };
    let over = match part.count == identified.count {
        true => String::new(),
        false => format!("/{}", part.count.get()),
    };
    format!("{rule}{bytes}{over}")
}

/// What part of each label's records each part explains.
fn labels(identified: &Identification, observed: &Observed, out: &mut Out) -> Outcome<()> {
    let titles: Vec<String> = identified.parts.iter().map(|part| title(part, identified)).collect();
    let mut head = format!("{:>9}", "records");
    for title in titles.iter().map(String::as_str).chain(["none"]) {
        let width = title.len().max(6);
        head += &format!("  {title:>width$}");
    }
    out.heading(head + "  label")?;
    for (i, label) in observed.labels().iter().enumerate() {
        let of = |labels: &[u64]| labels.get(i).copied().unwrap_or(0);
        let all = of(&identified.labels);
        let share = |records: u64| percent(records as f64 / all.max(1) as f64);
        let mut row = format!("{all:>9}");
        let mut rest = all;
        for (part, title) in identified.parts.iter().zip(&titles) {
            let records = of(&part.labels);
            rest = rest.saturating_sub(records);
            let width = title.len().max(6);
            row += &format!("  {:>width$}", share(records));
        }
        row += &format!("  {:>6}", share(rest));
        out.line(row + "  " + &visible(label))?;
    }
    Ok(())
}

/// Where in the log each part lies.
fn spans(identified: &Identification, out: &mut Out) -> Outcome<()> {
    for part in &identified.parts {
        out.line("")?;
        out.heading(format_args!(
            "where records lie that only {} explains",
            title(part, identified)
        ))?;
        if part.spans.is_empty() {
            out.line("the input has no offsets")?;
            continue;
        }
        out.line(format_args!(
            "partition  {:>14}  {:24}  {:>14}  at",
            "first offset", "at", "last offset"
        ))?;
        for span in part.spans.iter().take(MOST_ROWS) {
            let (first, last) = (Some(&span.first), Some(&span.last));
            out.line(format_args!(
                "{:>9}  {:>14}  {:24}  {:>14}  {}",
                span.partition,
                offset(first),
                time(first),
                offset(last),
                time(last)
            ))?;
        }
        more(part.spans.len(), out)?;
    }
    Ok(())
}
