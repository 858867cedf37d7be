//! The hash functions.

use copartition::hash;
use pyo3::prelude::*;

use crate::key::read_data;

/// Returns the 32-bit murmur2 hash of Java's client, unsigned.
///
/// `data` is `str` (its UTF-8) or a bytes-like object. Java prints the same 32 bits signed:
/// subtract 2**32 from 2**31 up.
///
/// >>> copartition.murmur2('kafka')
/// 3496464228
/// >>> copartition.murmur2('21') - 2**32
/// -973932308
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn murmur2(data: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(hash::murmur2(&read_data(data)?))
}

/// Returns the CRC-32 (IEEE) of librdkafka's default partitioner, as `zlib.crc32` does.
///
/// `data` is `str` (its UTF-8) or a bytes-like object.
///
/// >>> copartition.crc32('kafka')
/// 1539077399
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn crc32(data: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(hash::crc32(&read_data(data)?))
}

/// Returns the 32-bit FNV-1a hash of Sarama's default partitioner, unsigned.
///
/// `data` is `str` (its UTF-8) or a bytes-like object.
///
/// >>> copartition.fnv1a('kafka')
/// 221496545
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn fnv1a(data: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(hash::fnv1a(&read_data(data)?))
}

/// Returns the hash of kafkajs before 2.0.0 (today's `LegacyPartitioner`), unsigned.
///
/// `data` is `str` (its UTF-8) or a bytes-like object. It is murmur2 with two bugs, which decide
/// where the keys of kafkajs 1.x lie.
///
/// >>> copartition.kafkajs_legacy('kafka')
/// 840273835
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn kafkajs_legacy(data: &Bound<'_, PyAny>) -> PyResult<u32> {
    Ok(hash::kafkajs_legacy(&read_data(data)?))
}
