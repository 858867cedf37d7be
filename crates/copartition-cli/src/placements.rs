//! Placements of keys, as `where` and `place` print them.

use copartition::{PartitionCount, Partitioner, Placement, Resolved, UNKEYED};
use copartition_analysis::Shown;
use copartition_analysis::documents::{SCHEMA, ShownKey};
use copartition_analysis::samples::Batch;
use serde::Serialize;

use crate::args::Form;
use crate::output::{Out, Outcome};

/// What is asked, whatever the key.
pub(crate) struct Question {
    pub(crate) resolved: Resolved,
    pub(crate) partitions: PartitionCount,
    pub(crate) shown: Shown,
}

/// One placement, as `--format json` prints it.
#[derive(Serialize)]
pub(crate) struct JsonPlacement {
    schema: u32,
    #[serde(flatten)]
    key: ShownKey,
    partitions: u32,
    partitioner: &'static str,
    taken_for: Option<String>,
    hash: Option<u32>,
    pub(crate) placement: &'static str,
    pub(crate) partition: Option<u32>,
}

impl Question {
    pub(crate) fn partitioner(&self) -> &'static Partitioner {
        self.resolved.partitioner
    }

    pub(crate) fn place(&self, key: Option<&[u8]>) -> Placement {
        self.partitioner().place(key, self.partitions)
    }

    pub(crate) fn json(&self, key: Option<&[u8]>) -> JsonPlacement {
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
        }
    }

    pub(crate) fn csv_header(&self) -> [String; 7] {
        let [key, bytes] = self.shown.field_names();
        let named = ["partitions", "partitioner", "hash", "placement", "partition"];
        let [partitions, partitioner, hash, placement, partition] = named.map(String::from);
        [key, bytes, partitions, partitioner, hash, placement, partition]
    }

    pub(crate) fn csv_row(&self, key: Option<&[u8]>) -> [String; 7] {
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

    fn hash(&self, key: Option<&[u8]>) -> Option<u32> {
        self.shown.hash(key.and_then(|key| self.partitioner().hash(key).ok()))
    }
}

/// Prints the placements of many keys, one after the other.
pub(crate) struct Answers<'a> {
    question: &'a Question,
    form: Form,
    rows: u64,
}

impl<'a> Answers<'a> {
    /// Prints what stands before all rows.
    pub(crate) fn start(question: &'a Question, form: Form, out: &mut Out) -> Outcome<Self> {
        if form == Form::Csv {
            out.csv([question.csv_header()])?;
        }
        Ok(Self { question, form, rows: 0 })
    }

    /// Prints where one key goes; as a table that is a word a line.
    pub(crate) fn print(
        &mut self,
        key: Option<&[u8]>,
        placement: Placement,
        out: &mut Out,
    ) -> Outcome<()> {
        match self.form {
            Form::Table => match placement {
                Placement::Partition(partition) => out.line(partition)?,
                placement => out.line(kind(placement))?,
            },
            Form::Ndjson => out.ndjson(&self.question.json(key))?,
            Form::Csv => out.csv([self.question.csv_row(key)])?,
            Form::Json => {
                out.line(if self.rows == 0 { "[" } else { "," })?;
                out.json(&self.question.json(key))?;
            }
        }
        self.rows += 1;
        Ok(())
    }

    /// Prints where the keys of a batch go.
    pub(crate) fn print_batch(
        &mut self,
        batch: &Batch,
        partitions: &[i32],
        out: &mut Out,
    ) -> Outcome<()> {
        if self.form != Form::Table {
            for (record, &partition) in batch.records().zip(partitions) {
                let partition = u32::try_from(partition).map(Placement::Partition);
                self.print(record.key, partition.unwrap_or(Placement::Unkeyed), out)?;
            }
            return Ok(());
        }
        let (mut text, mut number) =
            (Vec::with_capacity(4 * partitions.len()), itoa::Buffer::new());
        for &partition in partitions {
            text.extend_from_slice(match partition {
                UNKEYED => kind(Placement::Unkeyed).as_bytes(),
                partition => number.format(partition).as_bytes(),
            });
            text.push(b'\n');
        }
        self.rows += partitions.len() as u64;
        out.bytes(&text)
    }

    /// Prints what stands behind all rows.
    pub(crate) fn end(self, out: &mut Out) -> Outcome<()> {
        match self.form {
            Form::Json => out.line(if self.rows == 0 { "[]" } else { "]" }),
            Form::Table | Form::Ndjson | Form::Csv => Ok(()),
        }
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
