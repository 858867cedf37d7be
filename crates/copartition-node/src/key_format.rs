//! The option `keyFormat`: what the bytes are of keys that are given as text or numbers.

use std::fmt::Display;

use copartition::Error;
use copartition::key::KeyFormat;

use crate::boundary::Failure;
use crate::key;
use crate::text::Room;
use crate::value::Value;

/// Reads the format's name.
///
/// # Errors
///
/// `key_type` when no format has it.
pub(crate) fn read(name: Value<'_>) -> Result<KeyFormat, Failure> {
    let text = key::read_text(name, "keyFormat")?;
    KeyFormat::named(&text).ok_or_else(|| {
        let names = KeyFormat::ALL.map(KeyFormat::name).join(", ");
        let wanted = format!("one of {names}");
        Error::argument_type("keyFormat", &wanted, format_args!("{text:?}")).into()
    })
}

/// Finds the format that numbers are to be written in.
///
/// # Errors
///
/// `key_type` when none is given, which would have to be guessed, or one of text.
pub(crate) fn of_numbers(format: Option<KeyFormat>) -> Result<KeyFormat, Error> {
    use KeyFormat::{Double, Float, Int, KafkajsNumber, Long, Short};
    match format {
        Some(format @ (Int | Long | Short | Float | Double | KafkajsNumber)) => Ok(format),
        _ => {
            let wanted = "one of numbers where keys are numbers, such as int or long";
            let got = format.map_or("undefined", KeyFormat::name);
            Err(Error::argument_type("keyFormat", wanted, got))
        }
    }
}

/// Reads a key that a format is to be applied to: numbers have a text here, as JavaScript prints
/// them.
///
/// # Errors
///
/// `key_type`, as [`key::read_as`], and for numbers as [`of_numbers`].
pub(crate) fn text<'call>(
    value: Value<'call>,
    what: impl Display,
    format: KeyFormat,
    room: &'call mut Room,
) -> Result<Option<&'call [u8]>, Failure> {
    if !matches!(value.kind()?, "number" | "bigint") {
        return key::read_as(value, what, room);
    }
    of_numbers(Some(format))?;
    room.long = value.printed()?.unwrap_or_default().into_bytes();
    Ok(Some(&room.long))
}
