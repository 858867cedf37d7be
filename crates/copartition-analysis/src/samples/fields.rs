use copartition::key::KeyFormat;

use super::Batch;
use crate::Error;

/// Which fields of an input hold what, and how its keys are written.
///
/// CSV fields are named by the header. NDJSON fields are named by their dotted path; a field whose
/// own name holds dots is found as well.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    /// The key. CSV and NDJSON need it; lines are their own key.
    pub key: Option<String>,
    /// The record's partition, where the input knows it.
    pub partition: Option<String>,
    /// How many records a row stands for; 1 when not given.
    pub weight: Option<String>,
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

    pub(super) fn needed_key(&self, source: &str, format: &str) -> Result<&str, Error> {
        self.key
            .as_deref()
            .ok_or_else(|| Error::of(source, format_args!("{format} needs a key field, got none")))
    }
}

/// Reads the text of a weight: a whole number of 0 or more.
pub(super) fn weight(text: &[u8]) -> Option<u64> {
    digits(text)?.parse().ok()
}

/// Reads the text of a partition; the count it must stay below is checked where it is known.
pub(super) fn partition(text: &[u8]) -> Option<u32> {
    digits(text)?.parse().ok()
}

pub(super) fn weight_wanted(field: &str) -> String {
    format!("weight in field {field} must be a whole number from 0 to {}", u64::MAX)
}

pub(super) fn partition_wanted(field: &str) -> String {
    format!("partition in field {field} must be a whole number of 0 or more")
}

/// Rust's own parsing would take a leading `+`.
fn digits(text: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(text).ok()?;
    text.bytes().all(|byte| byte.is_ascii_digit()).then_some(text)
}
