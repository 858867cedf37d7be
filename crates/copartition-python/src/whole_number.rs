//! A whole number as Python gives it: anything with `__index__`, but no `bool`.

use std::fmt::Display;
use std::ops::RangeInclusive;

use copartition::Error;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

use crate::error::{raise, raise_key_type};

/// What an object is as a whole number.
pub(crate) enum WholeNumber {
    /// One of 64 bits.
    Is(i64),
    /// A larger one, as text.
    TooLarge(String),
    /// None at all: what it is instead.
    Not(String),
}

impl WholeNumber {
    /// Reads an object; what its own `__index__` raises comes through.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let not = || Ok(Self::Not(shown(object, object.repr())));
        if object.is_instance_of::<PyBool>() {
            return not();
        }
        match object.extract() {
            Ok(number) => Ok(Self::Is(number)),
            Err(why) if why.is_instance_of::<PyOverflowError>(py) => {
                Ok(Self::TooLarge(shown(object, object.str())))
            }
            Err(why) if why.is_instance_of::<PyTypeError>(py) => not(),
            Err(why) => Err(why),
        }
    }
}

/// Reads a number that a serializer or an assigner takes; `what` names it.
///
/// # Errors
///
/// `Error` with the code `key_range` when it is out of range, `KeyTypeError` when it is no whole
/// number.
pub(crate) fn read<N>(
    object: &Bound<'_, PyAny>,
    what: &str,
    range: RangeInclusive<N>,
) -> PyResult<N>
where
    N: Copy + Display + PartialOrd + TryFrom<i64>,
{
    let error = |got: &dyn Display| Error::key_range(what, range.start(), range.end(), got);
    match WholeNumber::of(object)? {
        WholeNumber::Is(given) => match N::try_from(given) {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(raise(object.py(), &error(&given))),
        },
        WholeNumber::TooLarge(got) => Err(raise(object.py(), &error(&got))),
        WholeNumber::Not(got) => Err(raise_key_type(object.py(), &error(&got))),
    }
}

/// Reads any number of them.
///
/// # Errors
///
/// As [`read`], and what iterating raises.
pub(crate) fn read_all<N>(
    objects: &Bound<'_, PyAny>,
    what: &str,
    range: RangeInclusive<N>,
) -> PyResult<Vec<N>>
where
    N: Copy + Display + PartialOrd + TryFrom<i64>,
{
    objects.try_iter()?.map(|object| read(&object?, what, range.clone())).collect()
}

/// The text, or the type where there is none: Python prints no int of more than 4,300 digits.
pub(crate) fn shown(object: &Bound<'_, PyAny>, text: PyResult<Bound<'_, PyString>>) -> String {
    text.or_else(|_| object.get_type().name()).map_or_else(|_| "?".into(), |text| text.to_string())
}
