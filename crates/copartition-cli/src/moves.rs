//! `copartition moves`: what moves when a partition count or a partitioner changes.

use std::cmp::Reverse;
use std::process::ExitCode;

use copartition::{PartitionCount, Placement, Resolved, resolve};
use copartition_analysis::documents::Moved;
use copartition_analysis::report::Report;
use copartition_analysis::{self as analysis, Flow, Shown, Side};

use crate::args::{Form, Moves, say};
use crate::output::{Failure, Out, Outcome, note};

pub(crate) fn run(args: &Moves, out: &mut Out) -> Outcome {
    let from = args.partitioner.resolve()?;
    let to = args.to_partitioner.as_deref().map_or(Ok(from), resolve)?;
    if args.format.format == Form::Table {
        args.partitioner.say(&from);
        if let Some(name) = &args.to_partitioner {
            say(name, &to);
        }
    }
    let page = args.html.open()?;
    let name = args.input.is_asked().then(|| args.input.name());
    let opened = args.input.is_asked().then(|| args.input.open()).transpose()?;
    let n = match &opened {
        Some(opened) => opened.count(),
        // clap wants the count without a topic.
        None => args.input.given_count()?.ok_or(Failure::Error(String::new()))?,
    };
    let side = |of: Resolved, count: PartitionCount| Side { partitioner: of.partitioner, count };
    let mut moves = analysis::Moves::new(side(from, n), side(to, args.to()?.unwrap_or(n)));
    let is_sampled = opened.is_some();
    if let Some(opened) = opened {
        opened.read(|source| moves.add(source))?;
    }
    if moves.elsewhere_records() > 0 {
        note(&format!(
            "{} of {} records lie elsewhere than {} over {} partitions puts them, and what moves \
             them is not told here: see copartition identify",
            moves.elsewhere_records(),
            moves.records(),
            from.partitioner.name(),
            n.get()
        ));
    }
    let shown = args.shown.get();
    let document = || Moved::new([&from, &to], &moves, is_sampled, &shown);
    if let Some(page) = page {
        page.write(Report::moves(name.as_deref(), &moves, &shown), args.shown.redact)?;
    }
    match args.format.format {
        Form::Table => table(&moves, out)?,
        Form::Json => out.json(&document())?,
        Form::Ndjson => {
            let document = document();
            for flow in document.flows.iter().flatten() {
                out.row("flow", flow)?;
            }
            for key in document.moved.iter().flatten() {
                out.row("moved_key", key)?;
            }
            out.row("total", &document.totals)?;
        }
        Form::Csv => csv(&moves, &shown, out)?,
    }
    if is_sampled && moves.keys() == 0 {
        out.flush()?;
        note("cannot tell what moves: there are no keys, and only the expected share is shown");
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}

fn word(placement: Placement) -> String {
    match placement {
        Placement::Partition(partition) => partition.to_string(),
        Placement::Unkeyed => "unkeyed".into(),
        Placement::Refused => "refused".into(),
    }
}

/// The partitions of a table that is still read across.
const MOST_COLUMNS: u32 = 24;
/// How many flows are listed where there are too many partitions for a table.
const MOST_FLOWS: usize = 10;

fn table(moves: &analysis::Moves, out: &mut Out) -> Outcome<()> {
    let [from, to] = [moves.from(), moves.to()];
    out.heading(moves.sentence())?;
    for fact in moves.facts() {
        out.wrapped("", &fact)?;
    }
    out.line("")?;
    let policies = [
        (
            "empty key",
            moves.empty_key(),
            [from, to].map(|of| of.partitioner.empty_key().to_string()),
        ),
        (
            "missing key",
            moves.missing_key(),
            [from, to].map(|of| of.partitioner.missing_key().to_string()),
        ),
    ];
    for (what, (before, after), [policy, policy_after]) in policies {
        let words = |placement, policy: &str| match placement {
            Placement::Unkeyed => policy.to_string(),
            placement => word(placement),
        };
        let (before, after) = (words(before, &policy), words(after, &policy_after));
        let text = if before == after {
            format!("{before} in both")
        } else {
            format!("{before} -> {after}")
        };
        let records = moves.missing_key_records();
        let records = match what {
            "missing key" if records > 0 => format!(", in {records} records"),
            _ => String::new(),
        };
        out.line(format_args!("{what:<11}  {text}{records}"))?;
    }
    if moves.keys() > 0 {
        out.line("")?;
        flows(moves, out)?;
    }
    let list = moves.checklist();
    if !list.is_empty() {
        out.line("")?;
        out.heading("before you do so")?;
    }
    for item in list {
        out.wrapped_behind("- ", &item)?;
    }
    Ok(())
}

/// The keys that go from each partition to each, as a table where it is not too wide.
fn flows(moves: &analysis::Moves, out: &mut Out) -> Outcome<()> {
    let flows = moves.flows();
    let (n, m) = (moves.from().count.get(), moves.to().count.get());
    if n > MOST_COLUMNS || m > MOST_COLUMNS {
        let mut moving: Vec<Flow> = flows.into_iter().filter(|flow| flow.from != flow.to).collect();
        moving.sort_by_key(|flow| Reverse(flow.records));
        out.heading(format_args!(
            "{:>10}  {:>10}  {:>10}  {:>12}",
            "from", "to", "keys", "records"
        ))?;
        for flow in moving.iter().take(MOST_FLOWS) {
            let Flow { from, to, keys, records } = flow;
            out.line(format_args!("{from:>10}  {to:>10}  {keys:>10}  {records:>12}"))?;
        }
        return match moving.len().saturating_sub(MOST_FLOWS) {
            0 => Ok(()),
            more => out.line(format_args!("and {more} more: --format json has all")),
        };
    }
    let keys = |from: u32, to: u32| {
        flows.iter().find(|flow| (flow.from, flow.to) == (from, to)).map_or(0, |flow| flow.keys)
    };
    let most = flows.iter().map(|flow| flow.keys).max().unwrap_or(0);
    let width = most.to_string().len().max(m.to_string().len());
    let columns: String = (0..m).map(|to| format!(" {to:>width$}")).collect();
    out.heading(format_args!("keys  to{columns}"))?;
    for from in 0..n {
        let row: String = (0..m)
            .map(|to| match keys(from, to) {
                0 => format!(" {:>width$}", "."),
                keys => format!(" {keys:>width$}"),
            })
            .collect();
        out.line(format_args!("from {from:>2} {row}"))?;
    }
    Ok(())
}

fn csv(moves: &analysis::Moves, shown: &Shown, out: &mut Out) -> Outcome<()> {
    let [key, bytes] = shown.field_names();
    let header = [key, bytes, "from".into(), "to".into(), "records".into()];
    let moved = moves.moved_keys();
    let rows = moved.iter().map(|moved| {
        let [key, bytes] = shown.fields(Some(moved.key));
        [key, bytes, word(moved.from), word(moved.to), moved.records.to_string()]
    });
    out.csv(std::iter::once(header).chain(rows))
}
