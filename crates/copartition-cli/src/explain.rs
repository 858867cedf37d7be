//! `copartition explain`: the partitioners side by side.

use std::process::ExitCode;

use copartition::Placement;
use copartition_analysis::documents::{SCHEMA, ShownKey};
use copartition_analysis::{Answer, Asked, SameHere, explain};
use serde::Serialize;

use crate::args::{Explain, Form};
use crate::output::{Failure, Out, Outcome};
use crate::placements::{kind, number, partition};

/// The whole document of `--format json`.
#[derive(Serialize)]
struct JsonExplanation {
    schema: u32,
    #[serde(flatten)]
    key: ShownKey,
    partitions: u32,
    answers: Vec<JsonAnswer>,
    same_here: Vec<JsonSameHere>,
}

/// Two rules that cannot be told apart at this count, and a count at which they can.
#[derive(Serialize)]
struct JsonSameHere {
    rules: [&'static str; 2],
    part_at: u32,
}

/// One partitioner's answer; a line of its own in `--format ndjson`.
#[derive(Serialize)]
struct JsonAnswer {
    partitioner: &'static str,
    kind: &'static str,
    default: bool,
    keyed: String,
    hash: Option<u32>,
    placement: &'static str,
    partition: Option<u32>,
    empty_key: String,
    missing_key: String,
}

#[derive(Serialize)]
struct JsonLine<'a> {
    schema: u32,
    #[serde(flatten)]
    key: ShownKey,
    partitions: u32,
    #[serde(flatten)]
    answer: &'a JsonAnswer,
}

pub(crate) fn run(args: &Explain, out: &mut Out) -> Outcome {
    if args.key.is_stdin() {
        return Err(Failure::Error("explain takes one key, got - for stdin".into()));
    }
    let key = args.key.bytes()?;
    let key = key.as_deref();
    let partitions = args.count.get()?;
    let asked = if args.all { Asked::All } else { Asked::Current };
    let shown = args.shown.get();
    let mut explained = explain(key, partitions, asked);
    // Redacted here, once for the table and for all formats.
    for group in &mut explained.groups {
        group.answers.iter_mut().for_each(|answer| answer.hash = shown.hash(answer.hash));
    }
    explained.rules.iter_mut().for_each(|answer| answer.hash = shown.hash(answer.hash));
    let json = |whose: &'static str, answer: &Answer| JsonAnswer {
        partitioner: answer.partitioner.name(),
        kind: whose,
        default: answer.default,
        keyed: answer.partitioner.keyed().to_string(),
        hash: answer.hash,
        placement: kind(answer.placement),
        partition: partition(answer.placement),
        empty_key: answer.partitioner.empty_key().to_string(),
        missing_key: answer.partitioner.missing_key().to_string(),
    };
    let clients = explained.groups.iter().flat_map(|group| &group.answers);
    let clients = clients.map(|answer| json("client", answer));
    let rules = explained.rules.iter().map(|answer| json("rule", answer));
    let answers: Vec<_> = clients.chain(rules).collect();
    let json_key = || ShownKey::new(key, &shown);
    match args.format.format {
        Form::Table => {
            let (key, n) = (shown.text(key), partitions.get());
            out.line(format_args!("{key} over {n} partition{}", if n == 1 { "" } else { "s" }))?;
            for group in &explained.groups {
                out.line("")?;
                table(out, &title(group.placement), &group.answers)?;
            }
            if !explained.rules.is_empty() {
                out.line("")?;
                rule_table(out, &explained.rules)?;
            }
            if !explained.same_here.is_empty() {
                out.line("")?;
            }
            for SameHere { rules: (one, other), part_at } in &explained.same_here {
                let (one, other, n) = (one.name(), other.name(), partitions.get());
                let part_at = part_at.get();
                out.line(format_args!(
                    "{one} and {other} are the same at {n}, and differ at {part_at}"
                ))?;
            }
        }
        Form::Json => out.json(&JsonExplanation {
            schema: SCHEMA,
            key: json_key(),
            partitions: partitions.get(),
            answers,
            same_here: explained.same_here.iter().map(same_here).collect(),
        })?,
        Form::Ndjson => {
            for answer in &answers {
                out.ndjson(&JsonLine {
                    schema: SCHEMA,
                    key: json_key(),
                    partitions: partitions.get(),
                    answer,
                })?;
            }
        }
        Form::Csv => {
            let header = [
                "partitioner",
                "kind",
                "default",
                "keyed",
                "hash",
                "placement",
                "partition",
                "empty_key",
                "missing_key",
            ];
            let rows = answers.into_iter().map(|answer| {
                [
                    answer.partitioner.into(),
                    answer.kind.into(),
                    answer.default.to_string(),
                    answer.keyed,
                    number(answer.hash),
                    answer.placement.into(),
                    number(answer.partition),
                    answer.empty_key,
                    answer.missing_key,
                ]
            });
            out.csv(std::iter::once(header.map(String::from)).chain(rows))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn same_here(same: &SameHere) -> JsonSameHere {
    let (one, other) = same.rules;
    JsonSameHere { rules: [one.name(), other.name()], part_at: same.part_at.get() }
}

fn title(placement: Placement) -> String {
    match placement {
        Placement::Partition(partition) => format!("partition {partition}"),
        other => kind(other).into(),
    }
}

fn table(out: &mut Out, title: &str, answers: &[Answer]) -> Outcome<()> {
    let empty_key = |answer: &Answer| answer.partitioner.empty_key().to_string();
    let name_width = widest(title.len(), answers, |answer| answer.partitioner.name().len() + 2);
    let hash_width = widest("hash".len(), answers, |answer| hash(answer).len());
    let empty_width = widest("empty key".len(), answers, |answer| empty_key(answer).len());
    out.heading(format_args!(
        "{title:name_width$}  {:>hash_width$}  {:empty_width$}  missing key",
        "hash", "empty key",
    ))?;
    for answer in answers {
        let star = if answer.default { "*" } else { " " };
        out.line(format_args!(
            "{star} {:width$}  {:>hash_width$}  {:empty_width$}  {}",
            answer.partitioner.name(),
            hash(answer),
            empty_key(answer),
            answer.partitioner.missing_key(),
            width = name_width - 2,
        ))?;
    }
    Ok(())
}

fn rule_table(out: &mut Out, answers: &[Answer]) -> Outcome<()> {
    let name_width = widest(4, answers, |answer| answer.partitioner.name().len() + 2);
    let hash_width = widest("hash".len(), answers, |answer| hash(answer).len());
    out.heading(format_args!("{:name_width$}  {:>hash_width$}  placement", "rule", "hash"))?;
    for answer in answers {
        out.line(format_args!(
            "  {:width$}  {:>hash_width$}  {}",
            answer.partitioner.name(),
            hash(answer),
            title(answer.placement),
            width = name_width - 2,
        ))?;
    }
    Ok(())
}

fn hash(answer: &Answer) -> String {
    answer.hash.map_or_else(|| "-".into(), |hash| hash.to_string())
}

fn widest(least: usize, answers: &[Answer], width: impl Fn(&Answer) -> usize) -> usize {
    answers.iter().map(width).max().unwrap_or(0).max(least)
}
