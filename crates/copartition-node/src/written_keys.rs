//! Keys that are written behind each other: JavaScript has them in no one place.

use copartition::key::KeyFormat;
use copartition::{Error, Keys, Validity};

use crate::boundary::Failure;
use crate::chunk::Chunk;

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
    /// Copies the keys of all pieces of a column.
    ///
    /// # Errors
    ///
    /// As [`Chunk::with_keys`].
    pub(crate) fn of(chunks: &[Chunk<'_>], format: Option<KeyFormat>) -> Result<Self, Failure> {
        let mut written = Self::default();
        for chunk in chunks {
            chunk.with_keys(written.len(), format, &mut |keys| {
                (0..keys.len()).for_each(|row| written.push(keys.get(row).as_deref()));
                Ok(())
            })?;
        }
        Ok(written)
    }

    /// How many there are, the missing ones included.
    pub(crate) fn len(&self) -> usize {
        self.ends.len().saturating_sub(1)
    }

    /// Key `row`; `None` when it is missing.
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
        let (start, end) = (*self.ends.get(row)? as usize, *self.ends.get(row + 1)? as usize);
        let is_there = self.validity.get(row / 8)? >> (row % 8) & 1 == 1;
        if is_there { self.bytes.get(start..end) } else { None }
    }

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
        let validity = Validity::new(&self.validity, 0, self.len())?;
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
