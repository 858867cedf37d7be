//! `copartition where`: the partition of a key.

use std::process::ExitCode;

use copartition::{PartitionCount, Partitioner, Placement, Resolved};
use copartition_analysis::documents::{SCHEMA, ShownKey};
use copartition_analysis::samples::{Batch, Fields, InputFormat, open};
use copartition_analysis::{Era, ReadCommands, Shown, read_commands, time_text};
use serde::Serialize;

use crate::args::{Form, Where};
use crate::output::{Failure, Out, Outcome, note};

/// One placement, as `--format json` prints it.
#[derive(Serialize)]
struct JsonPlacement {
    schema: u32,
    #[serde(flatten)]
    key: ShownKey,
    partitions: u32,
    partitioner: &'static str,
    taken_for: Option<String>,
    hash: Option<u32>,
    placement: &'static str,
    partition: Option<u32>,
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

/// What is asked, whatever the key.
struct Question {
    resolved: Resolved,
    /// The last of the topic's counts.
    partitions: PartitionCount,
    /// All of them where they were asked for.
    history: Vec<Era>,
    shown: Shown,
}

pub(crate) fn run(args: &Where, out: &mut Out) -> Outcome {
    let mut history = args.history()?;
    let partitions = history.last().map(|era| era.count);
    let partitions = partitions.ok_or_else(|| copartition::Error::partition_count(""))?;
    if history.len() == 1 {
        history.clear();
    }
    let question = Question {
        resolved: args.partitioner.resolve()?,
        partitions,
        history,
        shown: args.shown.get(),
    };
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
    let answer = JsonPlacement {
        history: question.eras(key),
        commands: question.commands(key, args)?,
        ..question.json(key)
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
fn text(out: &mut Out, answer: &JsonPlacement) -> Outcome<()> {
    let word = |partition: Option<u32>, placement: &str| {
        partition.map_or_else(|| placement.into(), |partition| partition.to_string())
    };
    out.line(word(answer.partition, answer.placement))?;
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
    let form = args.format.format;
    let mut rows: u64 = 0;
    let mut refused = None;
    if form == Form::Csv {
        out.csv([question.csv_header()])?;
    }
    loop {
        let more = source.read(&mut batch);
        for record in batch.records() {
            let key = record.key;
            let placement = question.place(key);
            if placement == Placement::Refused && refused.is_none() {
                refused = Some((record.line, key.map(<[u8]>::to_vec)));
            }
            match form {
                Form::Table => out.line(word(placement))?,
                Form::Ndjson => out.ndjson(&question.json(key))?,
                Form::Csv => out.csv([question.csv_row(key)])?,
                Form::Json => {
                    out.line(if rows == 0 { "[" } else { "," })?;
                    out.json(&question.json(key))?;
                }
            }
            rows += 1;
        }
        out.flush()?;
        if !more? {
            break;
        }
    }
    if form == Form::Json {
        out.line(if rows == 0 { "[]" } else { "]" })?;
    }
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

impl Question {
    fn partitioner(&self) -> &'static Partitioner {
        self.resolved.partitioner
    }

    fn place(&self, key: Option<&[u8]>) -> Placement {
        self.partitioner().place(key, self.partitions)
    }

    fn hash(&self, key: Option<&[u8]>) -> Option<u32> {
        self.shown.hash(key.and_then(|key| self.partitioner().hash(key).ok()))
    }

    fn json(&self, key: Option<&[u8]>) -> JsonPlacement {
        let placement = self.place(key);
        JsonPlacement {
            schema: SCHEMA,
            key: ShownKey::new(key, &self.shown),
            partitions: self.partitions.get(),
            partitioner: self.partitioner().name(),
            taken_for: self.resolved.client.map(ToString::to_string),
            hash: self.hash(key),
            placement: kind(placement),
            partition: partition(placement),
            history: Vec::new(),
            commands: Vec::new(),
        }
    }

    fn eras(&self, key: Option<&[u8]>) -> Vec<JsonEra> {
        let era = |era: &Era| {
            let placement = self.partitioner().place(key, era.count);
            JsonEra {
                partitions: era.count.get(),
                until: era.until,
                placement: kind(placement),
                partition: partition(placement),
            }
        };
        self.history.iter().map(era).collect()
    }

    /// The commands for each partition that the key has had, today's first.
    fn commands(&self, key: Option<&[u8]>, args: &Where) -> Outcome<Vec<JsonCommands>> {
        let Some(topic) = &args.topic else {
            return Ok(Vec::new());
        };
        let before = self.history.iter().rev().map(|era| era.count);
        let mut commands: Vec<JsonCommands> = Vec::new();
        for count in std::iter::once(self.partitions).chain(before) {
            if let Placement::Partition(partition) = self.partitioner().place(key, count)
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

    fn csv_header(&self) -> [String; 7] {
        let [key, bytes] = self.shown.field_names();
        let named = ["partitions", "partitioner", "hash", "placement", "partition"];
        let [partitions, partitioner, hash, placement, partition] = named.map(String::from);
        [key, bytes, partitions, partitioner, hash, placement, partition]
    }

    fn csv_row(&self, key: Option<&[u8]>) -> [String; 7] {
        let placement = self.place(key);
        let [key_text, bytes] = self.shown.fields(key);
        [
            key_text,
            bytes,
            self.partitions.get().to_string(),
            self.partitioner().name().into(),
            number(self.hash(key)),
            kind(placement).into(),
            number(partition(placement)),
        ]
    }
}

/// What a placement is, as JSON and CSV spell it.
pub(crate) fn kind(placement: Placement) -> &'static str {
    match placement {
        Placement::Partition(_) => "partition",
        Placement::Unkeyed => "unkeyed",
        Placement::Refused => "refused",
    }
}

pub(crate) fn partition(placement: Placement) -> Option<u32> {
    match placement {
        Placement::Partition(partition) => Some(partition),
        Placement::Unkeyed | Placement::Refused => None,
    }
}

/// A number's CSV field, empty where there is none.
pub(crate) fn number(number: Option<u32>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

fn word(placement: Placement) -> String {
    partition(placement).map_or_else(|| kind(placement).into(), |partition| partition.to_string())
}
