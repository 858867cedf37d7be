//! A partition count as Python gives it: anything with `__index__`, but no `bool`.

use copartition::{Error, PartitionCount};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::error::{raise, raise_type_error};

/// Reads a partition count.
///
/// # Errors
///
/// `Error` when it is out of range, `TypeError` when it is no whole number; both with the code
/// `partition_count`.
pub(crate) fn read(count: &Bound<'_, PyAny>) -> PyResult<PartitionCount> {
    let py = count.py();
    if count.is_instance_of::<PyBool>() {
        return Err(not_whole(count));
    }
    match count.extract::<i64>() {
        Ok(number) => PartitionCount::try_from(number).map_err(|error| raise(py, &error)),
        Err(why) if why.is_instance_of::<PyOverflowError>(py) => {
            Err(raise(py, &Error::partition_count(shown(count, count.str()))))
        }
        Err(why) if why.is_instance_of::<PyTypeError>(py) => Err(not_whole(count)),
        Err(why) => Err(why),
    }
}

#[cold]
fn not_whole(count: &Bound<'_, PyAny>) -> PyErr {
    let got = shown(count, count.repr());
    raise_type_error(count.py(), &Error::partition_count(got))
}

/// The text, or the type where there is none: Python prints no int of more than 4,300 digits.
fn shown(count: &Bound<'_, PyAny>, text: PyResult<Bound<'_, pyo3::types::PyString>>) -> String {
    text.or_else(|_| count.get_type().name()).map_or_else(|_| "?".into(), |text| text.to_string())
}
