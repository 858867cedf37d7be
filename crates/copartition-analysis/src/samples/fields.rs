use std::str::FromStr;

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
