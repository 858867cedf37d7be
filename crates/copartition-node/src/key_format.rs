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

/// The format of a column of numbers.
///
/// # Errors
///
/// `key_type` without one: four bytes and eight are different keys.
pub(crate) fn of_numbers(format: Option<KeyFormat>) -> Result<KeyFormat, Error> {
    let wanted = "given for numbers, such as int or long";
    format.ok_or_else(|| Error::argument_type("keyFormat", wanted, "undefined"))
}

/// Reads a key that a format is to be applied to: numbers have a text here, as JavaScript prints
/// them.
///
/// # Errors
///
/// `key_type`, as [`key::read_as`].
pub(crate) fn text<'call>(
    value: Value<'call>,
    what: impl Display,
    room: &'call mut Room,
) -> Result<Option<&'call [u8]>, Failure> {
    if !matches!(value.kind()?, "number" | "bigint") {
        return key::read_as(value, what, room);
    }
    room.long = value.printed()?.unwrap_or_default().into_bytes();
    Ok(Some(&room.long))
}
