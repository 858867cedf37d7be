//! `copartition where`: the partition of a key.

use std::process::ExitCode;

use copartition::Placement;
use copartition_analysis::samples::{Batch, Fields, InputFormat, open};
use copartition_analysis::{Era, ReadCommands, read_commands, time_text};
use serde::Serialize;

use crate::args::{Form, Where};
use crate::output::{Failure, Out, Outcome, note};
use crate::placements::{Answers, JsonPlacement, Question, kind, partition};

/// The answer, as `--format json` prints it.
#[derive(Serialize)]
struct JsonAnswer {
    #[serde(flatten)]
    placement: JsonPlacement,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    history: Vec<JsonEra>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    commands: Vec<JsonCommands>,
}

/// Where the key was under one of the topic's counts.
#[derive(Serialize)]
struct JsonEra {
    partitions: u32,
    until: Option<i64>,
    placement: &'static str,
    partition: Option<u32>,
}

/// What prints one of the key's partitions.
#[derive(Serialize)]
struct JsonCommands {
    partition: u32,
    kcat: String,
    console_consumer: String,
}

pub(crate) fn run(args: &Where, out: &mut Out) -> Outcome {
    let mut history = args.history()?;
    let partitions = history.last().map(|era| era.count);
    let partitions = partitions.ok_or_else(|| copartition::Error::partition_count(""))?;
    if history.len() == 1 {
        history.clear();
    }
    let question =
        Question { resolved: args.partitioner.resolve()?, partitions, shown: args.shown.get() };
    if args.format.format == Form::Table {
        args.partitioner.say(&question.resolved);
    }
    if args.key.is_stdin() {
        if args.asks_more() {
            return Err(Failure::Error(
                "--history and --topic take one key, got - for stdin".into(),
            ));
        }
        return answer_stdin(args, &question, out);
    }
    if args.null_token.is_some() {
        return Err(Failure::Error(
            "null token must come with - as the key, which reads keys from stdin, got another key"
                .into(),
        ));
    }
    let key = args.key.bytes()?;
    let key = key.as_deref();
    question.partitioner().partition(key, question.partitions)?;
    let answer = JsonAnswer {
        placement: question.json(key),
        history: eras(&question, &history, key),
        commands: commands(&question, &history, key, args)?,
    };
    match args.format.format {
        Form::Table => text(out, &answer)?,
        Form::Json => out.json(&answer)?,
        Form::Ndjson => out.ndjson(&answer)?,
        Form::Csv => out.csv([question.csv_header(), question.csv_row(key)])?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The partition on a line of its own; then where the key was, and the commands.
fn text(out: &mut Out, answer: &JsonAnswer) -> Outcome<()> {
    let word = |partition: Option<u32>, placement: &str| {
        partition.map_or_else(|| placement.into(), |partition| partition.to_string())
    };
    out.line(word(answer.placement.partition, answer.placement.placement))?;
    let width = answer.history.iter().map(|era| era.partitions.to_string().len()).max();
    for (at, era) in answer.history.iter().enumerate() {
        let JsonEra { partitions, until, placement, partition } = era;
        let until = match until {
            Some(until) => format!("until {}", time_text(*until)),
            None if at + 1 == answer.history.len() => "now".into(),
            None => "before".into(),
        };
        let (width, on) = (width.unwrap_or(0), word(*partition, placement));
        out.line(format_args!("under {partitions:>width$}, {until}: {on}"))?;
    }
    for JsonCommands { kcat, console_consumer, .. } in &answer.commands {
        out.line(kcat)?;
        out.line(console_consumer)?;
    }
    Ok(())
}

/// Answers each line as soon as it is there.
fn answer_stdin(args: &Where, question: &Question, out: &mut Out) -> Outcome {
    let fields = Fields {
        null_token: args.null_token.as_ref().map(|token| token.as_encoded_bytes().to_vec()),
        key_format: args.key.format.key_format,
        ..Fields::default()
    };
    let stdin = Box::new(std::io::stdin().lock());
    let mut source = open(InputFormat::Lines, "stdin", stdin, &fields)?;
    let mut batch = Batch::new();
    let mut answers = Answers::start(question, args.format.format, out)?;
    let mut refused = None;
    loop {
        let more = source.read(&mut batch);
        for record in batch.records() {
            let key = record.key;
            let placement = question.place(key);
            if placement == Placement::Refused && refused.is_none() {
                refused = Some((record.line, key.map(<[u8]>::to_vec)));
            }
            answers.print(key, placement, out)?;
        }
        out.flush()?;
        if !more? {
            break;
        }
    }
    answers.end(out)?;
    source.warnings().iter().for_each(|warning| note(warning));
    match refused {
        None => Ok(ExitCode::SUCCESS),
        Some((line, key)) => {
            out.flush()?;
            let why = question.partitioner().partition(key.as_deref(), question.partitions);
            if let Err(why) = why {
                note(&format!("stdin:{line}: {why}"));
            }
            Ok(ExitCode::from(2))
        }
    }
}

fn eras(question: &Question, history: &[Era], key: Option<&[u8]>) -> Vec<JsonEra> {
    let era = |era: &Era| {
        let placement = question.partitioner().place(key, era.count);
        JsonEra {
            partitions: era.count.get(),
            until: era.until,
            placement: kind(placement),
            partition: partition(placement),
        }
    };
    history.iter().map(era).collect()
}

/// The commands for each partition that the key has had, today's first.
fn commands(
    question: &Question,
    history: &[Era],
    key: Option<&[u8]>,
    args: &Where,
) -> Outcome<Vec<JsonCommands>> {
    let Some(topic) = &args.topic else {
        return Ok(Vec::new());
    };
    let before = history.iter().rev().map(|era| era.count);
    let mut commands: Vec<JsonCommands> = Vec::new();
    for count in std::iter::once(question.partitions).chain(before) {
        if let Placement::Partition(partition) = question.partitioner().place(key, count)
            && commands.iter().all(|known| known.partition != partition)
        {
            let ReadCommands { kcat, console_consumer } =
                read_commands(&args.bootstrap_server, topic, partition)?;
            commands.push(JsonCommands { partition, kcat, console_consumer });
        }
    }
    if commands.is_empty() {
        note("no command: such a record may lie on any partition");
    }
    Ok(commands)
}
