//! The one reader of samples: where keys come from, whatever the format.
//!
//! A [`Source`] gives records in batches, so that nothing is called or allocated for each line. A
//! key stays bytes from the input to the answer. Another format or a live topic is one more module
//! here and one more implementation of [`Source`].

mod batch;
mod blocks;
mod by;
mod byte_order_mark;
mod compressed;
mod console_consumer;
mod csv;
mod dump_log;
mod fields;
mod given;
mod json_bytes;
mod kcat;
mod key_sample;
mod labels;
mod lines;
mod lost;
mod ndjson;
#[cfg(feature = "kafka")]
mod offsets;
#[cfg(feature = "parquet")]
mod parquet;
mod properties;
#[cfg(feature = "kafka")]
mod topic;

pub use batch::{Batch, LogEntry, Record};
pub use by::By;
pub use fields::{Fields, whole_number};
pub use given::{Given, Rows};
pub use key_sample::{KeySample, KeyShare};
#[cfg(feature = "kafka")]
pub use offsets::Offsets;
pub use properties::{Properties, Property};
#[cfg(feature = "kafka")]
pub use topic::{Coordinator, Topic, TopicRequest};

use std::io::Read;

use crate::Error;

/// Gives records, batch by batch.
pub trait Source {
    /// Returns the name that messages give this source, such as its file's.
    fn name(&self) -> &str;

    /// Returns what messages call the place of a record, by its [`line`](Record::line).
    fn place(&self, line: u64) -> String {
        format!("{}:{line}", self.name())
    }

    /// Replaces the batch's records with the next ones; `false` when there are no more.
    ///
    /// A batch may be empty although more follow. Records that an interactive input has ready are
    /// given at once.
    ///
    /// # Errors
    ///
    /// An input that cannot be read, or a malformed record, with its line number. The batch then
    /// holds the records before it.
    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error>;

    /// Returns the values by which records are told apart, such as those of a header, in the order in
    /// which they were first read.
    fn labels(&self) -> &[String] {
        &[]
    }

    /// Returns what is suspicious about the records read so far, one line each.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether the records are lines of which the first starts like a JSON object: perhaps
    /// the input is NDJSON, and the format was not said.
    fn is_perhaps_ndjson(&self) -> bool {
        false
    }

    /// Returns whether only a part of the keys is given, each with all its records.
    fn is_sample_of_keys(&self) -> bool {
        false
    }
}

/// How an input's bytes become records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputFormat {
    /// One key a line. A blank line is an empty key; `\r` before `\n` belongs to the key, and so does
    /// a byte order mark at the start. Both are warned about.
    Lines,
    /// Comma-separated values with a header line, strictly as in RFC 4180. An empty field is an empty
    /// key; a blank line is no record.
    Csv,
    /// The same with tabs for commas.
    Tsv,
    /// One JSON object a line. A null or absent field is no key; a wanted field that is there twice is
    /// an error; a blank line is no record. Without a key field, what `kcat -J` writes.
    Ndjson,
    /// What `kcat -J` writes: JSON whose keys are bytes.
    Kcat,
    /// What kafka-console-consumer prints with `print.key=true`.
    ConsoleConsumer,
    /// What kafka-dump-log prints with `--print-data-log`.
    DumpLog,
    /// A Parquet file, which is not read in one go: [`open_parquet`] reads it.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl InputFormat {
    /// Every format.
    pub const ALL: [Self; 7 + cfg!(feature = "parquet") as usize] = [
        Self::Lines,
        Self::Csv,
        Self::Tsv,
        Self::Ndjson,
        Self::Kcat,
        Self::ConsoleConsumer,
        Self::DumpLog,
        #[cfg(feature = "parquet")]
        Self::Parquet,
    ];

    /// Returns the format's name, such as `ndjson`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Ndjson => "ndjson",
            Self::Kcat => "kcat",
            Self::ConsoleConsumer => "console-consumer",
            Self::DumpLog => "dump-log",
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
        }
    }

    /// Finds a format by its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the format that a file's extension stands for: `.csv`, `.tsv`, `.ndjson` and `.jsonl`,
    /// with `.gz` or `.zst` behind it or not, and `.parquet`.
    pub fn of_file(name: &str) -> Option<Self> {
        let (_, extension) = compressed::plain_name(name).rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "tsv" => Some(Self::Tsv),
            "ndjson" | "jsonl" => Some(Self::Ndjson),
            #[cfg(feature = "parquet")]
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }

    /// Whether the format has fields of its own, the partition among them, and takes no names.
    pub const fn has_own_fields(self) -> bool {
        matches!(self, Self::Kcat | Self::ConsoleConsumer | Self::DumpLog)
    }
}

/// Opens an input; `name` is what messages call it. One that ends in `.gz` or `.zst` is decompressed.
///
/// # Errors
///
/// Fields that this format does not have, no key field where the format needs one, or an input in
/// UTF-16.
pub fn open(
    format: InputFormat,
    name: &str,
    input: Box<dyn Read>,
    fields: &Fields,
) -> Result<Box<dyn Source>, Error> {
    let input = compressed::decompressed(name, input)?;
    let input = byte_order_mark::checked(format, name, input)?;
    let name = name.to_string();
    Ok(match format {
        InputFormat::Lines => Box::new(lines::Lines::new(name, input, fields)?),
        InputFormat::Csv => Box::new(csv::Csv::new(name, input, fields, "csv", b',')?),
        InputFormat::Tsv => Box::new(csv::Csv::new(name, input, fields, "tsv", b'\t')?),
        InputFormat::Ndjson if fields.key.is_none() => {
            Box::new(kcat::Kcat::new(name, input, fields, false)?)
        }
        InputFormat::Ndjson => Box::new(ndjson::Ndjson::new(name, input, fields)?),
        InputFormat::Kcat => Box::new(kcat::Kcat::new(name, input, fields, true)?),
        InputFormat::ConsoleConsumer => {
            Box::new(console_consumer::ConsoleConsumer::new(name, input, fields)?)
        }
        InputFormat::DumpLog => Box::new(dump_log::DumpLog::new(name, input, fields)?),
        #[cfg(feature = "parquet")]
        InputFormat::Parquet => {
            return Err(Error::of(
                &name,
                "parquet must be a file that is not compressed, got a stream",
            ));
        }
    })
}

/// Opens a Parquet file, whose lines in messages are its rows from 1; `name` is what messages call it.
///
/// Columns are named by their dotted path, and hold one value a row. A key is a column of bytes or
/// text; of numbers or booleans only with a key format of their kind.
///
/// # Errors
///
/// No key field, a column that is not there or holds lists, or a file that is not Parquet.
#[cfg(feature = "parquet")]
pub fn open_parquet(
    name: &str,
    file: std::fs::File,
    fields: &Fields,
) -> Result<Box<dyn Source>, Error> {
    Ok(Box::new(parquet::Parquet::new(name, file, fields)?))
}
