use std::str::FromStr;

use copartition::key::KeyFormat;

use super::{Batch, By};
use crate::{Error, time_of};

/// Which fields of an input hold what, and how its keys are written.
///
/// CSV fields are named by the header. NDJSON fields are named by their dotted path; a field whose
/// own name holds dots is found as well. Parquet columns are named by their dotted path. The other
/// formats have fields of their own, and refuse names.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    /// The key. CSV, Parquet and NDJSON need it, unless that is what `kcat -J` writes; lines are
    /// their own key.
    pub key: Option<String>,
    /// The record's partition, where the input knows it.
    pub partition: Option<String>,
    /// How many records a row stands for; 1 when not given.
    pub weight: Option<String>,
    /// The record's offset in its partition.
    pub offset: Option<String>,
    /// Its timestamp: milliseconds since 1970, or text as [`time_of`] reads it.
    pub timestamp: Option<String>,
    /// Its value, of which only the length is taken, and whether it is there.
    pub value: Option<String>,
    /// What records are told apart by.
    pub by: Option<By>,
    /// The text that means no key.
    pub null_token: Option<Vec<u8>>,
    /// How a key's text becomes bytes.
    pub key_format: KeyFormat,
}

impl Fields {
    /// Writes a key's bytes into the batch's next key; `false` when `text` means no key.
    pub(super) fn key_into(
        &self,
        text: &[u8],
        batch: &mut Batch,
    ) -> Result<bool, copartition::Error> {
        if self.null_token.as_deref() == Some(text) {
            return Ok(false);
        }
        self.key_format.encode(text, batch.next_key())?;
        Ok(true)
    }

    /// Refuses named fields where the format has its own.
    pub(super) fn none_named(&self, source: &str, format: &str) -> Result<(), Error> {
        let Self { key, partition, weight, offset, timestamp, value, .. } = self;
        let named = [key, partition, weight, offset, timestamp, value];
        match named.into_iter().flatten().next() {
            Some(field) => Err(Error::of(
                source,
                format_args!(
                    "input format must be csv, tsv, ndjson or parquet to have a field {field}, \
                     got {format}"
                ),
            )),
            None => Ok(()),
        }
    }

    pub(super) fn needed_key(&self, source: &str, format: &str) -> Result<&str, Error> {
        self.key
            .as_deref()
            .ok_or_else(|| Error::of(source, format_args!("{format} needs a key field, got none")))
    }
}

/// Reads the digits of a whole number of 0 or more; `None` for anything else, such as a sign, which
/// Rust's own parsing would take.
///
/// ```
/// use copartition_analysis::samples::whole_number;
///
/// assert_eq!(whole_number::<u32>(b"6"), Some(6));
/// assert_eq!(whole_number::<u32>(b"+6"), None);
/// ```
pub fn whole_number<N: FromStr>(text: &[u8]) -> Option<N> {
    let text = std::str::from_utf8(text).ok()?;
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

pub(super) fn weight_wanted(field: &str) -> String {
    format!("weight in field {field} must be a whole number from 0 to {}", u64::MAX)
}

/// The count that a partition must stay below is checked where it is known.
pub(super) fn partition_wanted(field: &str) -> String {
    format!("partition in field {field} must be a whole number of 0 or more")
}

pub(super) fn offset_wanted(field: &str) -> String {
    format!("offset in field {field} must be a whole number from 0 to {}", i64::MAX)
}

pub(super) fn timestamp_wanted(field: &str) -> String {
    format!(
        "timestamp in field {field} must be milliseconds since 1970 or like 2026-11-30T02:10:08Z"
    )
}

/// Reads a timestamp; a negative one, with which Kafka says that there is none, is none.
pub(super) fn timestamp(text: &[u8]) -> Result<Option<i64>, ()> {
    let text = std::str::from_utf8(text).map_err(|_| ())?;
    match text.strip_prefix('-').and_then(|digits| whole_number::<u64>(digits.as_bytes())) {
        Some(_) => Ok(None),
        None if text.is_empty() => Err(()),
        None => time_of(text).map(Some).map_err(|_| ()),
    }
}
