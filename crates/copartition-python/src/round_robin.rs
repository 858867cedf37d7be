//! Round robin.

use std::sync::{Mutex, PoisonError};

use copartition::assign;
use pyo3::prelude::*;

use crate::partitioner::given;
use crate::topic_partitions::TopicPartitions;
use crate::whole_number;

/// Places one record after the other on the next partition, with the counter of one topic.
///
/// As kafka-clients 4's `RoundRobinPartitioner`, whose counter starts at 0 and drops its sign bit;
/// `counter` starts elsewhere, as kafka-clients up to 2.3 and kafkajs do without a key. `resetting`
/// starts again at 0 when the list has become shorter than the counter, as Sarama's and franz-go's
/// round robin do.
///
/// Any number of threads may share one: each call takes one turn.
///
/// >>> assigner = copartition.assign.RoundRobin()
/// >>> [assigner.partition(3) for _ in range(4)]
/// [0, 1, 2, 0]
#[pyclass(frozen, module = "copartition.assign")]
pub(crate) struct RoundRobin(Mutex<assign::RoundRobin>);

#[pymethods]
impl RoundRobin {
    #[new]
    #[pyo3(
        signature = (counter = None, *, resetting = false),
        text_signature = "(counter=0, *, resetting=False)"
    )]
    fn new(
        #[pyo3(from_py_with = given)] counter: Option<Bound<'_, PyAny>>,
        resetting: bool,
    ) -> PyResult<Self> {
        let counter = match &counter {
            Some(counter) => whole_number::read(counter, "counter", 0..=u32::MAX)?,
            None => 0,
        };
        let assigner = match resetting {
            true => assign::RoundRobin::resetting_at(counter),
            false => assign::RoundRobin::starting_at(counter),
        };
        Ok(Self(Mutex::new(assigner)))
    }

    /// Returns the next record's partition and moves on.
    ///
    /// >>> assigner = copartition.assign.RoundRobin()
    /// >>> order = copartition.assign.java_partition_order('t', 3)
    /// >>> [assigner.partition(3, order) for _ in range(4)]
    /// [1, 0, 2, 1]
    #[pyo3(signature = (partitions, available = None))]
    fn partition(
        &self,
        partitions: &Bound<'_, PyAny>,
        available: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let partitions = TopicPartitions::read(partitions, available)?;
        // Nothing of Python's runs while it is locked.
        let mut assigner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(assigner.partition(partitions.get()))
    }
}
