//! What a partitioner answers about a batch of keys, as an object of the keys' own kind.

use copartition::{Error, PartitionCount, Partitioner};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arrow::Numbers;
use crate::column::{Column, to_numpy};
use crate::error::raise;
use crate::given_keys::{GivenKeys, Host};

/// Returns the partition of each key.
pub(crate) fn partition<'py>(
    py: Python<'py>,
    partitioner: &Partitioner,
    n: PartitionCount,
    keys: GivenKeys<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let host = keys.host();
    let mut placed = Vec::new();
    keys.each(py, |keys| {
        let first = placed.len();
        let out = more(&mut placed, keys.len())?;
        partitioner.place_batch(keys, n, out).map_err(|why| raised(why.behind(first)))
    })?;
    answer(py, host, Numbers::partitions(placed))
}

/// Returns the hash of each key.
pub(crate) fn hash<'py>(
    py: Python<'py>,
    partitioner: &Partitioner,
    keys: GivenKeys<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let host = keys.host();
    let mut hashes = Vec::new();
    let mut are_there = Vec::new();
    keys.each(py, |keys| {
        let out = more(&mut hashes, keys.len())?;
        partitioner.hash_batch(keys, out).map_err(raised)?;
        let is_there = more(&mut are_there, keys.len())?;
        is_there.fill(true);
        if keys.may_be_missing() {
            for (row, is_there) in is_there.iter_mut().enumerate() {
                *is_there = keys.get(row).is_some();
            }
        }
        Ok(())
    })?;
    let hashes = hashes.into_iter().map(u32::cast_signed).collect();
    answer(py, host, Numbers::hashes(hashes, &are_there))
}

/// Returns the number of keys on each partition, and of the unkeyed ones.
pub(crate) fn count<'py>(
    py: Python<'py>,
    partitioner: &Partitioner,
    n: PartitionCount,
    keys: GivenKeys<'py>,
) -> PyResult<(Vec<u64>, u64)> {
    let mut counts = Vec::new();
    more(&mut counts, n.get() as usize)?;
    let (mut first, mut unkeyed) = (0, 0);
    keys.each(py, |keys| {
        let counted = partitioner.count_batch(keys, n, &mut counts);
        unkeyed += counted.map_err(|why| raised(why.behind(first)))?;
        first += keys.len();
        Ok(())
    })?;
    Ok((counts, unkeyed))
}

fn answer(py: Python<'_>, host: Host, numbers: Numbers) -> PyResult<Bound<'_, PyAny>> {
    match host {
        Host::Arrow => Ok(Bound::new(py, Column::new(numbers))?.into_any()),
        Host::NumPy => to_numpy(py, &numbers),
        Host::Python => Ok(PyList::new(py, numbers.iter())?.into_any()),
    }
}

/// Makes room for more, all zero.
///
/// # Errors
///
/// `MemoryError`: a column may claim any length.
fn more<T: Copy + Default>(values: &mut Vec<T>, count: usize) -> PyResult<&mut [T]> {
    let first = values.len();
    values.try_reserve(count).map_err(|why| PyMemoryError::new_err(why.to_string()))?;
    values.resize(first + count, T::default());
    Ok(values.get_mut(first..).unwrap_or_default())
}

#[cold]
fn raised(why: Error) -> PyErr {
    Python::attach(|py| raise(py, &why))
}
