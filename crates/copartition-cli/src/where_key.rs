//! `copartition where`: the partition of a key.

use std::process::ExitCode;

use copartition::{PartitionCount, Partitioner, Placement, Resolved};
use copartition_analysis::samples::{Batch, Fields, InputFormat, open};
use serde::Serialize;

use crate::args::{Form, Shown, Where};
use crate::output::{Failure, JsonKey, Out, Outcome, SCHEMA, note};

/// One placement, as `--format json` prints it.
#[derive(Serialize)]
struct JsonPlacement {
    schema: u32,
    #[serde(flatten)]
    key: JsonKey,
    partitions: u32,
    partitioner: &'static str,
    taken_for: Option<String>,
    hash: Option<u32>,
    placement: &'static str,
    partition: Option<u32>,
}

/// What is asked, whatever the key.
struct Question<'a> {
    resolved: Resolved,
    partitions: PartitionCount,
    shown: &'a Shown,
}

pub(crate) fn run(args: &Where, out: &mut Out) -> Outcome {
    let question = Question {
        resolved: args.partitioner.resolve()?,
        partitions: args.count.get()?,
        shown: &args.shown,
    };
    if args.format.format == Form::Table {
        args.partitioner.say(&question.resolved);
    }
    if args.key.is_stdin() {
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
    match args.format.format {
        Form::Table => out.line(word(question.place(key)))?,
        Form::Json => out.json(&question.json(key))?,
        Form::Ndjson => out.ndjson(&question.json(key))?,
        Form::Csv => out.csv([question.csv_header(), question.csv_row(key)])?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Answers each line as soon as it is there.
fn answer_stdin(args: &Where, question: &Question<'_>, out: &mut Out) -> Outcome {
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

impl Question<'_> {
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
            key: JsonKey::new(key, self.shown),
            partitions: self.partitions.get(),
            partitioner: self.partitioner().name(),
            taken_for: self.resolved.client.map(ToString::to_string),
            hash: self.hash(key),
            placement: kind(placement),
            partition: partition(placement),
        }
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
