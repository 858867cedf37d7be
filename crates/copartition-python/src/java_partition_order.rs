//! The order in which a Java producer lists partitions.

use copartition::assign;
use pyo3::prelude::*;

use crate::error::raise;
use crate::{key, partition_count, whole_number};

/// Returns a topic's partitions in the order in which a Java producer lists them.
///
/// Since kafka-clients 2.2 the order comes out of a hash map: it depends on the topic's name and on
/// `total`, the partitions of all topics that the producer knows, this one's included; by default,
/// and where it is less, it is `partitions`. `available` of the assigners is this list without the
/// partitions that have no leader.
///
/// Raises `Error` with the code `key_range` for more than 2^20 partitions.
///
/// >>> copartition.assign.java_partition_order('t', 3)
/// [1, 0, 2]
#[pyfunction]
#[pyo3(signature = (topic, partitions, total = None))]
pub(crate) fn java_partition_order(
    py: Python<'_>,
    topic: &Bound<'_, PyAny>,
    partitions: &Bound<'_, PyAny>,
    total: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<u32>> {
    let topic = key::read_text(topic, "topic")?;
    let n = partition_count::read(partitions)?;
    let total = match total {
        Some(total) => whole_number::read(total, "total", 0..=i32::MAX as u32)?,
        None => n.get(),
    };
    assign::java_partition_order(topic, n, total).map_err(|why| raise(py, &why))
}
