//! Keys that are written behind each other: JavaScript has them in no one place.

use copartition::key::KeyFormat;
use copartition::{Error, Keys, Validity};

use crate::boundary::Failure;

/// A column of keys of its own.
#[derive(Default)]
pub(crate) struct WrittenKeys {
    bytes: Vec<u8>,
    /// Where each key ends.
    ends: Vec<i64>,
    /// A bitmap of those that are there.
    validity: Vec<u8>,
}

impl WrittenKeys {
    /// Writes a key behind the others.
    pub(crate) fn push(&mut self, key: Option<&[u8]>) {
        self.bytes.extend_from_slice(key.unwrap_or_default());
        self.end(key.is_some());
    }

    /// Writes the key that `text` stands for in a format; `row` names it in the error.
    ///
    /// # Errors
    ///
    /// `key_type` when it is not of this format.
    pub(crate) fn encode(
        &mut self,
        text: Option<&[u8]>,
        format: KeyFormat,
        row: usize,
    ) -> Result<(), Failure> {
        if let Some(text) = text {
            format.encode(text, &mut self.bytes).map_err(|error| error.at_row(row))?;
        }
        self.end(text.is_some());
        Ok(())
    }

    /// All of them, as the core has columns.
    pub(crate) fn keys(&self) -> Result<Keys<'_>, Error> {
        let len = self.ends.len().saturating_sub(1);
        let validity = Validity::new(&self.validity, 0, len)?;
        Keys::with_large_offsets(&self.bytes, &self.ends)?.with_validity(validity)
    }

    fn end(&mut self, is_there: bool) {
        if self.ends.is_empty() {
            self.ends.push(0);
        }
        let row = self.ends.len() - 1;
        if row.is_multiple_of(8) {
            self.validity.push(0);
        }
        if let Some(byte) = self.validity.last_mut() {
            *byte |= u8::from(is_there) << (row % 8);
        }
        self.ends.push(self.bytes.len() as i64);
    }
}
