//! The sticky partition of KIP-480.

use std::sync::{Mutex, MutexGuard, PoisonError};

use copartition::assign;
use pyo3::prelude::*;

use crate::draw::Draws;
use crate::topic_partitions::TopicPartitions;
use crate::whole_number;

/// Keeps to one partition of a topic until a record opens a batch (KIP-480).
///
/// As kafka-clients 2.4 to 3.2 do without a key, and up to 3.9 with `DefaultPartitioner` or
/// `UniformStickyPartitioner` set; `kafka_python` is the `StickyPartitioner` of kafka-python 3,
/// which leaves a partition that is no longer available.
///
/// `draw` is called without arguments and returns a signed 32-bit number, as Java's `nextInt()`, as
/// often as the real class draws; by default it is made of `random.getrandbits(32)`, so that
/// `random.seed` makes it repeatable. A `draw` that always returns one number may never end.
/// Nothing changes when it raises.
///
/// Any number of threads may share one. Where two choose at once, the first choice stands and the
/// second call asks again, as in Java.
///
/// >>> assigner = copartition.assign.StickyCache()
/// >>> sticky = assigner.partition(6)
/// >>> assigner.partition(6) == sticky, assigner.on_new_batch(sticky, 6) == sticky
/// (True, False)
#[pyclass(frozen, module = "copartition.assign")]
pub(crate) struct StickyCache(Mutex<assign::StickyCache>);

#[pymethods]
impl StickyCache {
    #[new]
    #[pyo3(signature = (*, kafka_python = false))]
    fn new(kafka_python: bool) -> Self {
        Self(Mutex::new(match kafka_python {
            true => assign::StickyCache::kafka_python(),
            false => assign::StickyCache::new(),
        }))
    }

    /// Returns the sticky partition, and chooses it first if there is none.
    ///
    /// >>> copartition.assign.StickyCache().partition(6, draw=lambda: 10)
    /// 4
    #[pyo3(signature = (partitions, available = None, draw = None))]
    fn partition(
        &self,
        partitions: &Bound<'_, PyAny>,
        available: Option<&Bound<'_, PyAny>>,
        draw: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let py = partitions.py();
        let partitions = TopicPartitions::read(partitions, available)?;
        self.choose(py, draw, |cache, draws| cache.partition(partitions.get(), || draws.next()))
    }

    /// Changes the sticky partition, because a record for partition `prev` opens a batch, and
    /// returns it.
    ///
    /// It stays when it is no longer `prev`: someone else has changed it. `None` comes back of
    /// kafka-python's alone, when no partition has been chosen yet.
    ///
    /// >>> assigner = copartition.assign.StickyCache()
    /// >>> assigner.partition(6, draw=lambda: 10)
    /// 4
    /// >>> assigner.on_new_batch(4, 6, draw=lambda: 11)
    /// 5
    /// >>> assigner.on_new_batch(4, 6)
    /// 5
    #[pyo3(signature = (prev, partitions, available = None, draw = None))]
    fn on_new_batch(
        &self,
        prev: &Bound<'_, PyAny>,
        partitions: &Bound<'_, PyAny>,
        available: Option<&Bound<'_, PyAny>>,
        draw: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<u32>> {
        let py = prev.py();
        let prev = whole_number::read(prev, "prev", 0..=i32::MAX as u32)?;
        let partitions = TopicPartitions::read(partitions, available)?;
        self.choose(py, draw, |cache, draws| {
            cache.on_new_batch(prev, partitions.get(), || draws.next())
        })
    }

    /// Returns the partition to which the producer sends the next record without a key.
    ///
    /// `has_room` is called with a partition, and tells whether its open batch has room for the
    /// record; when it has not, or there is none, the producer calls `on_new_batch` and asks again.
    ///
    /// >>> assigner = copartition.assign.StickyCache()
    /// >>> draws = iter([4, -1, 2])
    /// >>> assigner.place(3, lambda partition: False, draw=lambda: next(draws))
    /// 2
    #[pyo3(signature = (partitions, has_room, available = None, draw = None))]
    fn place(
        &self,
        partitions: &Bound<'_, PyAny>,
        has_room: &Bound<'_, PyAny>,
        available: Option<&Bound<'_, PyAny>>,
        draw: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let py = partitions.py();
        let partitions = TopicPartitions::read(partitions, available)?;
        self.choose(py, draw, |cache, draws| {
            let has_room =
                |partition| draws.ask(|| has_room.call1((partition,))?.is_truthy()).unwrap_or(true);
            cache.place(partitions.get(), has_room, || draws.next())
        })
    }
}

impl StickyCache {
    /// Lets a copy choose, which then takes the cache's place unless another one has.
    ///
    /// Python code draws: were the cache locked meanwhile, two threads could wait for each other,
    /// and a draw that asks the cache itself for ever.
    fn choose<T>(
        &self,
        py: Python<'_>,
        draw: Option<&Bound<'_, PyAny>>,
        choice: impl Fn(&mut assign::StickyCache, &Draws<'_, '_>) -> T,
    ) -> PyResult<T> {
        loop {
            let before = self.lock().clone();
            let mut after = before.clone();
            let draws = Draws::of(py, draw);
            let chosen = choice(&mut after, &draws);
            let chosen = draws.finish(chosen)?;
            let mut now = self.lock();
            if *now == before {
                *now = after;
                return Ok(chosen);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, assign::StickyCache> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
