//! Whole numbers, read as the doubles they are, or as BigInts: never rounded, never cut.

use std::fmt::Display;
use std::ops::RangeInclusive;

use copartition::Error;

use crate::boundary::Failure;
use crate::key;
use crate::value::Value;

/// The whole numbers that a double tells from their neighbors.
pub(crate) const SAFE: RangeInclusive<i64> = -((1 << 53) - 1)..=(1 << 53) - 1;

/// Reads a number in `range`, whose ends doubles hold exactly; `what` names it.
///
/// # Errors
///
/// `key_range` when it is not whole or out of range, `key_type` when it is not a number.
pub(crate) fn read(
    value: Value<'_>,
    what: impl Display,
    range: RangeInclusive<i64>,
) -> Result<i64, Failure> {
    let Some(number) = value.number()? else {
        return Err(key::unfit_argument(what, "a number", value));
    };
    let whole = number as i64;
    if whole as f64 == number && range.contains(&whole) {
        return Ok(whole);
    }
    Err(out_of(range, what, value))
}

/// Reads a number in `range`, or a BigInt, which columns of 64 bits have.
///
/// # Errors
///
/// As for [`read`].
pub(crate) fn read_either(
    value: Value<'_>,
    what: impl Display,
    range: RangeInclusive<i64>,
) -> Result<i64, Failure> {
    match value.bigint()? {
        Some((whole, true)) if range.contains(&whole) => Ok(whole),
        Some(_) => Err(out_of(range, what, value)),
        None => read(value, what, range),
    }
}

/// Reads 64 bits: a BigInt, or a number as far as numbers are exact.
///
/// # Errors
///
/// As for [`read`]; the range in the text is that of the type that came.
pub(crate) fn read_long(value: Value<'_>, what: impl Display) -> Result<i64, Failure> {
    match value.bigint()? {
        Some((whole, true)) => Ok(whole),
        Some((_, false)) => Err(out_of(i64::MIN..=i64::MAX, what, value)),
        None if value.number()?.is_some() => read(value, format_args!("{what} as a number"), SAFE),
        None => Err(key::unfit_argument(what, "a bigint or a number", value)),
    }
}

#[cold]
fn out_of(range: RangeInclusive<i64>, what: impl Display, value: Value<'_>) -> Failure {
    match value.printed() {
        // As JavaScript prints it: 1e+300, not 300 zeros.
        Ok(got) => {
            let got = got.unwrap_or_default();
            Error::key_range(&what.to_string(), range.start(), range.end(), got).into()
        }
        Err(failure) => failure,
    }
}
