use super::Partitions;
use super::partitions::to_positive;

/// The sticky partition of one topic: kept until a record opens a batch (KIP-480).
///
/// `draw` gives raw signed 32-bit numbers, as Java's `nextInt()`; each is taken where the real
/// class takes it, and none besides. A draw that would always give the same number never ends a
/// change to another partition, in Java as here.
///
/// The record that opens a batch goes to the *new* partition: [`StickyCache::place`] runs the
/// producer's loop. Records with a key or an explicit partition call [`StickyCache::on_new_batch`]
/// too when they open a batch (Java only).
///
/// ```
/// use copartition::{PartitionCount, assign::StickyCache};
///
/// let n = PartitionCount::try_from(3)?;
/// let mut draws = [4, -1, 2].into_iter();
/// let mut draw = || draws.next().unwrap_or_default();
/// let mut assigner = StickyCache::new();
///
/// // The first record: 4 draws partition 1, which has no batch. -1 is 2^31-1 without its sign and
/// // draws 1 again, so once more: 2.
/// assert_eq!(assigner.place(n, |_| false, &mut draw), 2);
/// // The next ones find room there, and no draw is taken.
/// assert_eq!(assigner.place(n, |_| true, &mut draw), 2);
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StickyCache {
    partition: Option<u32>,
    kafka_python: bool,
}

impl StickyCache {
    /// Starts without a partition, as kafka-clients 2.4 to 3.2 without a key, and up to 3.9 with
    /// `DefaultPartitioner` or `UniformStickyPartitioner` set.
    ///
    /// A partition once chosen is never checked again: neither for a leader nor for the count.
    ///
    /// Behaviour: apache/kafka 3.9.1 `StickyPartitionCache.java`, `KafkaProducer.doSend`.
    pub const fn new() -> Self {
        Self { partition: None, kafka_python: false }
    }

    /// Starts without a partition, as kafka-python 3.
    ///
    /// A partition that is no longer available is left, and another is drawn among the others, so
    /// that one draw always suffices (`random.choice`: a draw stands for its index). A new batch
    /// before any partition was chosen chooses none.
    ///
    /// Behaviour: dpkp/kafka-python 3.0.12 `kafka/partitioner/sticky.py`, `KafkaProducer.send`.
    ///
    /// ```
    /// use copartition::{PartitionCount, assign::{Partitions, StickyCache}};
    ///
    /// let n = PartitionCount::try_from(3)?;
    /// let mut assigner = StickyCache::kafka_python();
    /// assert_eq!(assigner.partition(n, || 1), 1);
    /// assert_eq!(assigner.partition(Partitions::available(n, &[0, 2]), || 1), 2);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub const fn kafka_python() -> Self {
        Self { partition: None, kafka_python: true }
    }

    /// Returns the sticky partition if one is chosen, for a caller that keeps it itself.
    pub const fn current(&self) -> Option<u32> {
        self.partition
    }

    /// Goes on with this sticky partition, or with none.
    ///
    /// ```
    /// use copartition::assign::StickyCache;
    ///
    /// assert_eq!(StickyCache::new().at(Some(3)).current(), Some(3));
    /// ```
    #[must_use]
    pub const fn at(self, partition: Option<u32>) -> Self {
        Self { partition, ..self }
    }

    /// Returns the sticky partition, in `0 .. n`, and chooses it first if there is none.
    pub fn partition<'a>(
        &mut self,
        partitions: impl Into<Partitions<'a>>,
        draw: impl FnMut() -> i32,
    ) -> u32 {
        let partitions = partitions.into();
        match self.partition {
            Some(partition) if !self.kafka_python || partitions.has_candidate(partition) => {
                partition
            }
            _ => self.change(None, partitions, draw),
        }
    }

    /// Changes the sticky partition, because a record for partition `prev` opens a batch, and
    /// returns it.
    ///
    /// When it is no longer `prev`, someone else has changed it and it stays. With two or more
    /// available the new one is another one; with one, it is that one, without a draw; with none,
    /// one draw among all, which may give the same. `None` only of [`StickyCache::kafka_python`],
    /// when no partition has been chosen yet.
    pub fn on_new_batch<'a>(
        &mut self,
        prev: u32,
        partitions: impl Into<Partitions<'a>>,
        draw: impl FnMut() -> i32,
    ) -> Option<u32> {
        match self.partition {
            Some(partition) if partition != prev => Some(partition),
            None if self.kafka_python => None,
            _ => Some(self.change(self.partition, partitions.into(), draw)),
        }
    }

    /// Returns the partition to which the producer sends the next record without a key.
    ///
    /// `has_room` tells whether the open batch of a partition has room for the record; when it has
    /// not, or there is none, the producer calls [`Self::on_new_batch`] and asks again.
    pub fn place<'a>(
        &mut self,
        partitions: impl Into<Partitions<'a>>,
        mut has_room: impl FnMut(u32) -> bool,
        mut draw: impl FnMut() -> i32,
    ) -> u32 {
        let partitions = partitions.into();
        let first = self.partition(partitions, &mut draw);
        if has_room(first) {
            return first;
        }
        self.on_new_batch(first, partitions, &mut draw);
        self.partition(partitions, draw)
    }

    fn change(
        &mut self,
        old: Option<u32>,
        partitions: Partitions<'_>,
        mut draw: impl FnMut() -> i32,
    ) -> u32 {
        let mut number = || to_positive(draw());
        let is_other = |id| Some(id) != old;
        let new = match partitions.available_count() {
            0 => partitions.at(number()),
            1 => partitions.at(0),
            _ if self.kafka_python => {
                let number = number();
                partitions.at_of(number, is_other).unwrap_or_else(|| partitions.at(number))
            }
            _ => loop {
                let new = partitions.at(number());
                // Java's lists name a partition once; one that does not could hold no other.
                if is_other(new) || partitions.at_of(0, is_other).is_none() {
                    break new;
                }
            },
        };
        self.partition = Some(new);
        new
    }
}
