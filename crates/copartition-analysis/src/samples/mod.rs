//! The one reader of samples: where keys come from, whatever the format.
//!
//! A [`Source`] gives records in batches, so that nothing is called or allocated for each line. A
//! key stays bytes from the input to the answer. Another format or a live topic is one more module
//! here and one more implementation of [`Source`].

mod batch;
mod blocks;
mod byte_order_mark;
mod csv;
mod fields;
mod lines;
mod ndjson;

pub use batch::{Batch, Record};
pub use fields::{Fields, whole_number};

use std::io::Read;

use crate::Error;

/// Gives records, batch by batch.
pub trait Source {
    /// Returns the name that messages give this source, such as its file's.
    fn name(&self) -> &str;

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

    /// Returns what is suspicious about the records read so far, one line each.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns whether the records are lines of which the first starts like a JSON object: perhaps
    /// the input is NDJSON, and the format was not said.
    fn is_perhaps_ndjson(&self) -> bool {
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
    /// One JSON object a line, as `kcat -J` writes. A null or absent field is no key; a wanted field
    /// that is there twice is an error; a blank line is no record.
    Ndjson,
}

impl InputFormat {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Lines, Self::Csv, Self::Ndjson];

    /// Returns the format's name, such as `ndjson`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lines => "lines",
            Self::Csv => "csv",
            Self::Ndjson => "ndjson",
        }
    }

    /// Finds a format by its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns the format that a file's extension stands for: `.csv`, `.ndjson` and `.jsonl`.
    pub fn of_file(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "ndjson" | "jsonl" => Some(Self::Ndjson),
            _ => None,
        }
    }
}

/// Opens an input; `name` is what messages call it.
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
    let input = byte_order_mark::checked(format, name, input)?;
    let name = name.to_string();
    Ok(match format {
        InputFormat::Lines => Box::new(lines::Lines::new(name, input, fields)?),
        InputFormat::Csv => Box::new(csv::Csv::new(name, input, fields)?),
        InputFormat::Ndjson => Box::new(ndjson::Ndjson::new(name, input, fields)?),
    })
}
