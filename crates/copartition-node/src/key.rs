//! Keys: which JavaScript values have bytes, and which would have to be guessed.

use std::fmt::Display;

use copartition::Error;

use crate::boundary::Failure;
use crate::text::{Room, Written};
use crate::value::Value;

/// Reads a key: text as UTF-8, bytes as they are, `None` for null and undefined.
///
/// # Errors
///
/// `key_type` for every other type, a lone surrogate, and a view whose buffer is detached or has
/// become too short for it.
#[inline(always)]
pub(crate) fn read<'call>(
    value: Value<'call>,
    room: &'call mut Room,
) -> Result<Option<&'call [u8]>, Failure> {
    read_as(value, "key", room)
}

/// The same for a key that is called otherwise.
///
/// # Errors
///
/// As for [`read`].
#[inline(always)]
pub(crate) fn read_as<'call>(
    value: Value<'call>,
    what: impl Display,
    room: &'call mut Room,
) -> Result<Option<&'call [u8]>, Failure> {
    match bytes(value, &what, room)? {
        None if !matches!(value.kind()?, "null" | "undefined") => {
            Err(unfit_argument(what, "a string, a Uint8Array, null or undefined", value))
        }
        key => Ok(key),
    }
}

/// Reads a key as the clients write it into a record: as [`read`], and U+FFFD for a lone surrogate.
///
/// # Errors
///
/// `key_type`, as for [`read`], but for the lone surrogate.
#[inline(always)]
pub(crate) fn read_sent<'call>(
    value: Value<'call>,
    room: &'call mut Room,
) -> Result<Option<&'call [u8]>, Failure> {
    if let Some(written) = value.write_utf8(room)? {
        return Ok(Some(room.text(written)));
    }
    let bytes = match value.typed_array()? {
        Some(array) => array.bytes(&mut room.long)?,
        None => None,
    };
    match bytes {
        None if !matches!(value.kind()?, "null" | "undefined") => {
            Err(unfit("a string, a Uint8Array, null or undefined", value))
        }
        key => Ok(key),
    }
}

/// Reads the data of a hash: a key that must be there.
///
/// # Errors
///
/// `key_type`, as for [`read`], and for null and undefined.
#[inline]
pub(crate) fn read_data<'call>(
    value: Value<'call>,
    room: &'call mut Room,
) -> Result<&'call [u8], Failure> {
    read_part(value, "key", room)
}

/// Reads what goes into a key; `what` names it.
#[inline]
pub(crate) fn read_part<'call>(
    value: Value<'call>,
    what: impl Display,
    room: &'call mut Room,
) -> Result<&'call [u8], Failure> {
    let unfit = || unfit_argument(&what, "a string or a Uint8Array", value);
    bytes(value, &what, room)?.ok_or_else(unfit)
}

/// Reads bytes that text does not stand for; `what` names them, and `wanted` says what they may be.
///
/// # Errors
///
/// `key_type`, as for [`read_data`], and for text.
pub(crate) fn read_bytes<'call>(
    value: Value<'call>,
    what: &str,
    wanted: &str,
    room: &'call mut Room,
) -> Result<&'call [u8], Failure> {
    let bytes = match value.typed_array()? {
        Some(array) => array.bytes(&mut room.long)?,
        None => None,
    };
    bytes.ok_or_else(|| unfit_argument(what, wanted, value))
}

/// Reads text; `what` names it.
///
/// # Errors
///
/// `key_type` when it is not a string, or has a lone surrogate.
pub(crate) fn read_text(value: Value<'_>, what: impl Display) -> Result<String, Failure> {
    let text = value.string()?.ok_or_else(|| unfit_argument(&what, "a string", value))?;
    if has_replacement(text.as_bytes()) {
        refuse_lone_surrogate(value, what)?;
    }
    Ok(text)
}

/// The commonest types first, each found out by reading it: asking costs as much. Inlined into the
/// two hot calls, where the results would otherwise go through memory: a tenth of a call.
#[inline(always)]
fn bytes<'call>(
    value: Value<'call>,
    what: impl Display,
    room: &'call mut Room,
) -> Result<Option<&'call [u8]>, Failure> {
    if let Some(written) = write_text(value, what, room)? {
        return Ok(Some(room.text(written)));
    }
    match value.typed_array()? {
        Some(array) => array.bytes(&mut room.long),
        None => Ok(None),
    }
}

#[inline(always)]
fn write_text(
    value: Value<'_>,
    what: impl Display,
    room: &mut Room,
) -> Result<Option<Written>, Failure> {
    let written = value.write_utf8(room)?;
    if written.is_some_and(|written| has_replacement(room.text(written))) {
        refuse_lone_surrogate(value, what)?;
    }
    Ok(written)
}

/// Whether U+FFFD occurs: written by the user, or by Node in place of a lone surrogate.
#[inline]
fn has_replacement(text: &[u8]) -> bool {
    // The first byte alone is looked for at the speed of memory, and hardly any key has it.
    text.iter().fold(false, |found, &byte| found | (byte == 0xef))
        && text.windows(3).any(|bytes| bytes == "\u{fffd}".as_bytes())
}

#[cold]
fn refuse_lone_surrogate(value: Value<'_>, what: impl Display) -> Result<(), Failure> {
    match value.lone_surrogate()? {
        None => Ok(()),
        Some((index, unit)) => {
            let got = format_args!("\"\\u{unit:04x}\" at index {index}");
            Err(Error::argument_type(&what.to_string(), "text without lone surrogates", got).into())
        }
    }
}

#[cold]
pub(crate) fn unfit(wanted: &str, value: Value<'_>) -> Failure {
    unfit_argument("key", wanted, value)
}

/// The failure of what goes beside a key or into it; `what` names it.
#[cold]
pub(crate) fn unfit_argument(what: impl Display, wanted: &str, value: Value<'_>) -> Failure {
    match class(value) {
        Ok(got) => Error::argument_type(&what.to_string(), wanted, got).into(),
        Err(failure) => failure,
    }
}

/// The value's type in JavaScript's words: a class where Node-API tells it without running code.
pub(crate) fn class(value: Value<'_>) -> Result<&'static str, Failure> {
    if let Some(array) = value.typed_array()? {
        array.class()
    } else if value.is_array_buffer()? {
        Ok("ArrayBuffer")
    } else if value.is_data_view()? {
        Ok("DataView")
    } else {
        value.kind()
    }
}
