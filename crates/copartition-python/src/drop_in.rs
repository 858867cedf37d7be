//! `DropIn`, what the drop-in modules of the Python clients share.

use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Instant;

use copartition::assign::{Partitions, UnkeyedTopics};
use copartition::{ErrorId, PartitionCount, Unkeyed};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::draw::Draws;
use crate::error::{raise, raise_not_text};
use crate::{key, partition_count};

/// A partitioner as the Python clients ask it about each record, with its unkeyed records.
///
/// `client` is what the client itself places a record without a key with: it is called as this is.
///
/// Any number of threads may share one; a record that the key places takes no lock.
///
/// >>> java = copartition._native.DropIn('java', 'round_robin')
/// >>> java('user-3', [0, 1, 2, 3, 4, 5], [0, 1])
/// 5
/// >>> java(None, [0, 1, 2, 3, 4, 5], [3])
/// 3
#[pyclass(frozen, subclass, module = "copartition._native")]
pub(crate) struct DropIn {
    drop_in: copartition::DropIn,
    topics: Mutex<UnkeyedTopics>,
    client: Option<Py<PyAny>>,
}

#[pymethods]
impl DropIn {
    #[new]
    #[pyo3(signature = (partitioner, unkeyed, client = None))]
    fn new(
        partitioner: &Bound<'_, PyAny>,
        unkeyed: &Bound<'_, PyAny>,
        client: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let name = text(partitioner, ErrorId::UnknownPartitioner)?;
        let drop_in = copartition::DropIn::named(name, text(unkeyed, ErrorId::UnknownUnkeyed)?)
            .map_err(|error| raise(partitioner.py(), &error))?;
        let topics = Mutex::new(UnkeyedTopics::new(drop_in.unkeyed()));
        Ok(Self { drop_in, topics, client })
    }

    /// Returns the record's partition, for a client that hands the topic's lists and not its name:
    /// unkeyed records of all topics then share one round robin or sticky partition.
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        key: &Bound<'py, PyAny>,
        all_partitions: &Bound<'py, PyAny>,
        available: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let n = i64::try_from(all_partitions.len()?)?;
        let n = PartitionCount::try_from(n).map_err(|error| raise(py, &error))?;
        let placed = match self.keyed(key, n)? {
            Some(partition) => Some(partition),
            None => self.unkeyed(py, "", n, Some(available))?,
        };
        match (placed, &self.client) {
            (Some(partition), _) => partition.into_bound_py_any(py),
            (None, Some(client)) => client.bind(py).call1((py.None(), all_partitions, available)),
            (None, None) => Ok(py.None().into_bound(py)),
        }
    }

    /// Returns the partition of the key, or `None` when the key does not decide it.
    ///
    /// >>> copartition._native.DropIn('java', 'client').partition_of('user-3', 6)
    /// 5
    fn partition_of(
        &self,
        key: &Bound<'_, PyAny>,
        partitions: &Bound<'_, PyAny>,
    ) -> PyResult<Option<u32>> {
        self.keyed(key, partition_count::read(partitions)?)
    }

    /// Returns the partition of the topic's next unkeyed record, or `None` when the client itself
    /// is to place it.
    ///
    /// `available` are the ids of the partitions that have a leader; `None` stands for all.
    ///
    /// >>> java = copartition._native.DropIn('java', 'round_robin')
    /// >>> java.next_unkeyed('orders', 6, {4})
    /// 4
    #[pyo3(signature = (topic, partitions, available = None))]
    fn next_unkeyed(
        &self,
        topic: &Bound<'_, PyAny>,
        partitions: &Bound<'_, PyAny>,
        available: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<u32>> {
        let n = partition_count::read(partitions)?;
        self.unkeyed(topic.py(), key::read_text(topic, "topic")?, n, available)
    }

    /// The name that always means this partitioner.
    ///
    /// >>> copartition._native.DropIn('murmur2_random', 'client').partitioner
    /// 'librdkafka:murmur2_random'
    #[getter]
    fn partitioner(&self) -> &'static str {
        self.drop_in.partitioner().name()
    }

    /// What is done with the records that the partitioner leaves unkeyed.
    ///
    /// >>> copartition._native.DropIn('java', 'sticky').unkeyed
    /// 'sticky'
    #[getter(unkeyed)]
    fn unkeyed_name(&self) -> &'static str {
        self.drop_in.unkeyed().name()
    }

    /// Whether a record without a key is for the client itself to place, in any topic.
    ///
    /// >>> [copartition._native.DropIn(name, 'client').leaves_keyless
    /// ...     for name in ('librdkafka:murmur2_random', 'librdkafka:murmur2')]
    /// [True, False]
    #[getter]
    fn leaves_keyless(&self) -> bool {
        self.drop_in.leaves_missing_key()
    }

    fn __repr__(&self) -> String {
        let (name, unkeyed) = (self.partitioner(), self.unkeyed_name());
        format!("partitioner('{name}', unkeyed='{unkeyed}')")
    }

    /// A copy, or what another process gets, starts its round robin or sticky partition anew.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let named = (slf.get().partitioner(), slf.get().unkeyed_name());
        (slf.get_type(), named).into_pyobject(slf.py())
    }
}

impl DropIn {
    /// Returns the partitioner and the choice for unkeyed records.
    pub(crate) const fn get(&self) -> &copartition::DropIn {
        &self.drop_in
    }

    #[inline]
    fn keyed(&self, key: &Bound<'_, PyAny>, n: PartitionCount) -> PyResult<Option<u32>> {
        Self::place(&self.drop_in, key, n)
    }

    /// Returns the partition of the key, or `None` when the key does not decide it.
    #[inline]
    pub(crate) fn place(
        drop_in: &copartition::DropIn,
        key: &Bound<'_, PyAny>,
        n: PartitionCount,
    ) -> PyResult<Option<u32>> {
        let bytes = key::read(key)?;
        drop_in.partition(bytes.as_deref(), n).map_err(|error| raise(key.py(), &error))
    }

    fn unkeyed(
        &self,
        py: Python<'_>,
        topic: &str,
        n: PartitionCount,
        available: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<u32>> {
        if self.drop_in.unkeyed() == Unkeyed::Client {
            return Ok(None);
        }
        let available = available.map(|ids| below(ids, n)).transpose()?;
        let partitions = match &available {
            Some(ids) => Partitions::available(n, ids),
            None => Partitions::all(n),
        };
        // Nothing of Python's runs while it is locked, so that the draw is made before.
        let draws = Draws::of(py, None);
        let draw = draws.next();
        draws.finish(())?;
        let mut topics = self.topics.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(topics.partition(topic, partitions, now_ms(), || draw))
    }
}

/// The ids below `n`: a client's lists are of two moments, and the topic may have grown between.
fn below(ids: &Bound<'_, PyAny>, n: PartitionCount) -> PyResult<Vec<u32>> {
    let mut below = Vec::with_capacity(ids.len().unwrap_or(0));
    for id in ids.try_iter()? {
        let id: u32 = id?.extract()?;
        if id < n.get() {
            below.push(id);
        }
    }
    Ok(below)
}

fn now_ms() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(START.elapsed().as_millis()).unwrap_or(u64::MAX)
}

fn text<'a>(name: &'a Bound<'_, PyAny>, id: ErrorId) -> PyResult<&'a str> {
    name.cast::<PyString>().map_err(|_| raise_not_text(name, id))?.to_str()
}
