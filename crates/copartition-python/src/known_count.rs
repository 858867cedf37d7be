//! `KnownCount`, a topic's partition count as a producer has asked for it.

use std::ffi::CStr;
use std::time::{Duration, Instant};

use copartition::{PartitionCount, Placement};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::drop_in::DropIn;
use crate::partition_count;
use crate::partition_method::{PlacesKeys, add_to};

/// A topic's partition count as a producer has asked for it, and the partitions of keys under it.
///
/// It is fresh for so many seconds. For a client that has no partitioner of Python's; immutable,
/// and any number of threads may share one.
///
/// >>> from copartition._native import DropIn, KnownCount
/// >>> count = KnownCount(DropIn('java', 'client'), 6, 300.0)
/// >>> count.partition('user-3')
/// 5
/// >>> count.partitions, count.is_fresh
/// (6, True)
#[pyclass(frozen, module = "copartition._native")]
pub(crate) struct KnownCount {
    drop_in: copartition::DropIn,
    n: PartitionCount,
    /// `None` is for ever.
    until: Option<Instant>,
}

// `partition` is added by partition_method.
#[pymethods]
impl KnownCount {
    #[new]
    fn new(drop_in: &DropIn, partitions: &Bound<'_, PyAny>, seconds: f64) -> PyResult<Self> {
        let n = partition_count::read(partitions)?;
        // Infinity, and whatever is beyond the clock, is for ever.
        let fresh = Duration::try_from_secs_f64(seconds).ok();
        let until = fresh.and_then(|fresh| Instant::now().checked_add(fresh));
        Ok(Self { drop_in: *drop_in.get(), n, until })
    }

    /// The number of partitions.
    #[getter]
    fn partitions(&self) -> u32 {
        self.n.get()
    }

    /// Whether it need not be asked for again yet.
    #[getter]
    fn is_fresh(&self) -> bool {
        self.until.is_none_or(|until| Instant::now() < until)
    }
}

impl KnownCount {
    /// Adds the method `partition`.
    pub(crate) fn add_partition(class: &Bound<'_, PyType>) -> PyResult<()> {
        add_to::<Self>(class, DOC)
    }
}

const DOC: &CStr = c"partition($self, key, /)
--

Returns the partition of the key, or `None` when the key does not decide it or the count is no
longer fresh.

Raises `KeyTypeError`, or `Error` with the code `refused` or `unkeyed`.
";

impl PlacesKeys for KnownCount {
    #[inline]
    fn place(&self, key: &[u8]) -> Option<u32> {
        match self.drop_in.partitioner().place(Some(key), self.n) {
            Placement::Partition(partition) if self.is_fresh() => Some(partition),
            _ => None,
        }
    }

    fn place_any(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        if self.is_fresh() { DropIn::place(&self.drop_in, key, self.n) } else { Ok(None) }
    }
}
