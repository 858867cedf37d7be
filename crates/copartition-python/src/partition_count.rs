//! A partition count as Python gives it.

use copartition::{Error, PartitionCount};
use pyo3::prelude::*;

use crate::error::{raise, raise_type_error};
use crate::whole_number::WholeNumber;

/// Reads a partition count.
///
/// # Errors
///
/// `Error` when it is out of range, `TypeError` when it is no whole number; both with the code
/// `partition_count`.
pub(crate) fn read(count: &Bound<'_, PyAny>) -> PyResult<PartitionCount> {
    let py = count.py();
    match WholeNumber::of(count)? {
        WholeNumber::Is(number) => {
            PartitionCount::try_from(number).map_err(|error| raise(py, &error))
        }
        WholeNumber::TooLarge(got) => Err(raise(py, &Error::partition_count(got))),
        WholeNumber::Not(got) => Err(raise_type_error(py, &Error::partition_count(got))),
    }
}
