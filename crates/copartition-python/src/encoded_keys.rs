//! Keys whose bytes a key format makes of texts.

use std::ops::Deref;

use copartition::key::KeyFormat;
use copartition::{Error, Keys};

/// Calls `then` with the keys as they are, or with the bytes that a format makes of them as texts.
///
/// # Errors
///
/// As [`with_encoded`].
pub(crate) fn with_format<R>(
    keys: &Keys<'_>,
    format: Option<KeyFormat>,
    then: impl FnOnce(&Keys<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    match format {
        None | Some(KeyFormat::Utf8) => then(keys),
        Some(format) => with_encoded((0..keys.len()).map(|row| keys.get(row)), format, then),
    }
}

/// Calls `then` with the bytes that the format makes of each text; `None` is no key.
///
/// # Errors
///
/// `key_type` when a text is not of this format, and what `then` fails with.
pub(crate) fn with_encoded<R>(
    texts: impl Iterator<Item = Option<impl Deref<Target = [u8]>>>,
    format: KeyFormat,
    then: impl FnOnce(&Keys<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    let mut bytes = Vec::new();
    // Grows as it reads: a column may claim any length.
    let mut ends = Vec::new();
    for text in texts {
        if let Some(text) = &text {
            format.encode(text, &mut bytes)?;
        }
        ends.push((bytes.len(), text.is_some()));
    }
    let mut start = 0;
    let keys = ends.into_iter().map(|(end, is_there)| {
        let key = bytes.get(start..end);
        start = end;
        key.filter(|_| is_there)
    });
    then(&Keys::slices(&keys.collect::<Vec<_>>()))
}
