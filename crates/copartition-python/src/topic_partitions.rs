//! A topic's partitions as Python gives them: how many, and which are available.

use copartition::PartitionCount;
use copartition::assign::Partitions;
use pyo3::prelude::*;

use crate::{partition_count, whole_number};

/// How many partitions a topic has, and which of them are available.
pub(crate) struct TopicPartitions {
    n: PartitionCount,
    available: Option<Vec<u32>>,
}

impl TopicPartitions {
    /// Reads both; no `available` are all of them.
    ///
    /// # Errors
    ///
    /// As a partition count's; for an available partition that the topic has not, `Error` with the
    /// code `key_range`.
    pub(crate) fn read(
        partitions: &Bound<'_, PyAny>,
        available: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let n = partition_count::read(partitions)?;
        let last = n.get() - 1;
        let read = |ids| whole_number::read_all(ids, "available partition", 0..=last);
        let available = available.map(read).transpose()?;
        Ok(Self { n, available })
    }

    pub(crate) fn get(&self) -> Partitions<'_> {
        match &self.available {
            Some(ids) => Partitions::available(self.n, ids),
            None => Partitions::all(self.n),
        }
    }
}
