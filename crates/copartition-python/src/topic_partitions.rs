//! A topic's partitions as Python gives them: how many, and which are available.

use copartition::assign::Partitions;
use copartition::{Error, PartitionCount};
use pyo3::prelude::*;

use crate::error::raise;
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
    /// As a partition count's; for an available partition that the topic has not, or that is listed
    /// twice, `Error` with the code `key_range`.
    pub(crate) fn read(
        partitions: &Bound<'_, PyAny>,
        available: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        const WHAT: &str = "available partition";
        let n = partition_count::read(partitions)?;
        let last = n.get() - 1;
        let read = |ids| whole_number::read_all(ids, WHAT, 0..=last);
        let available = available.map(read).transpose()?;
        // A sticky partition that is the only one, listed twice, would be drawn for ever.
        if let Some(id) = available.as_deref().and_then(twice) {
            let error = Error::key_range(WHAT, 0, last, format_args!("{id} twice"));
            return Err(raise(partitions.py(), &error));
        }
        Ok(Self { n, available })
    }

    pub(crate) fn get(&self) -> Partitions<'_> {
        match &self.available {
            Some(ids) => Partitions::available(self.n, ids),
            None => Partitions::all(self.n),
        }
    }
}

fn twice(ids: &[u32]) -> Option<u32> {
    let mut sorted = ids.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find_map(|pair| match pair {
        [one, next] if one == next => Some(*one),
        _ => None,
    })
}
