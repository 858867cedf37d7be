use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;

use super::partitions::to_positive;
use super::{Partitions, RoundRobin};
use crate::{PartitionCount, Unkeyed};

/// How long [`Unkeyed::Sticky`] keeps a partition, in milliseconds: the default of librdkafka's
/// `sticky.partitioning.linger.ms`.
pub const STICKY_LINGER_MS: u64 = 10;

/// The unkeyed records of one topic, as [`Unkeyed`] says.
///
/// Its fields are for a caller that keeps them itself; all zeros is a good start.
///
/// ```
/// use copartition::{PartitionCount, Unkeyed, assign::UnkeyedTopic};
///
/// let n = PartitionCount::try_from(3)?;
/// let mut topic = UnkeyedTopic::default();
/// let mut draws = [7, 11].into_iter();
/// let mut at = |now_ms| {
///     topic.partition(Unkeyed::Sticky, n, now_ms, || draws.next().unwrap_or_default())
/// };
/// assert_eq!([at(1_000), at(1_009), at(1_010)], [Some(1), Some(1), Some(2)]);
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnkeyedTopic {
    /// The number of the record that comes next in a round robin, as of [`RoundRobin`].
    pub counter: u32,
    /// The sticky partition, while `sticky_until` is not over.
    pub sticky: u32,
    /// When the next sticky partition is drawn, in milliseconds of the caller's clock; 0 is at once.
    pub sticky_until: u64,
}

impl UnkeyedTopic {
    /// Starts a topic: a round robin at a draw, a raw signed 32-bit number, so that many producers
    /// that send a few records each do not all send them to partition 0.
    ///
    /// ```
    /// use copartition::{PartitionCount, Unkeyed, assign::UnkeyedTopic};
    ///
    /// let n = PartitionCount::try_from(6)?;
    /// let mut topic = UnkeyedTopic::starting_at(Unkeyed::RoundRobin, 4);
    /// let mut next = || topic.partition(Unkeyed::RoundRobin, n, 0, || 0);
    /// assert_eq!([next(), next(), next()], [Some(4), Some(5), Some(0)]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn starting_at(unkeyed: Unkeyed, draw: i32) -> Self {
        let counter = if unkeyed == Unkeyed::RoundRobin { to_positive(draw) } else { 0 };
        Self { counter, ..Self::default() }
    }

    /// Returns the next unkeyed record's partition, in `0 .. n`, and moves on; `None` when the
    /// client itself is to place it, or nobody.
    ///
    /// `now_ms` may be of any clock, and `draw` gives raw signed 32-bit numbers; only
    /// [`Unkeyed::Sticky`] asks for them. A sticky partition is left early when it is no longer
    /// available, and when the clock was set back.
    ///
    /// Behaviour of sticky: confluentinc/librdkafka 2.16.0 `rd_kafka_msg_sticky_partition`.
    pub fn partition<'a>(
        &mut self,
        unkeyed: Unkeyed,
        partitions: impl Into<Partitions<'a>>,
        now_ms: u64,
        mut draw: impl FnMut() -> i32,
    ) -> Option<u32> {
        let partitions = partitions.into();
        match unkeyed {
            Unkeyed::Client | Unkeyed::Error => None,
            Unkeyed::RoundRobin => {
                let mut turn = RoundRobin::starting_at(self.counter);
                let partition = turn.partition(partitions);
                self.counter = turn.counter();
                Some(partition)
            }
            Unkeyed::Sticky => {
                let left = self.sticky_until.saturating_sub(now_ms);
                let kept = (1..=STICKY_LINGER_MS).contains(&left);
                if !kept || !partitions.has_candidate(self.sticky) {
                    self.sticky = partitions.at(to_positive(draw()));
                    self.sticky_until = now_ms.saturating_add(STICKY_LINGER_MS);
                }
                Some(self.sticky)
            }
        }
    }

    /// Returns the same for a client that tells of one partition at a time whether it is available.
    ///
    /// Partitions that are not are passed, to the next one that is. Where less than half are, none is
    /// passed: librdkafka finds the leaders of a topic that it has just met one after the other, and
    /// all records that waited for it would go to the first.
    ///
    /// ```
    /// use copartition::{PartitionCount, Unkeyed, assign::UnkeyedTopic};
    ///
    /// let n = PartitionCount::try_from(4)?;
    /// let mut topic = UnkeyedTopic::default();
    /// let mut next = || {
    ///     topic.partition_where(Unkeyed::RoundRobin, n, |partition| partition != 1, 0, || 0)
    /// };
    /// assert_eq!([next(), next(), next(), next()], [Some(0), Some(2), Some(3), Some(0)]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn partition_where(
        &mut self,
        unkeyed: Unkeyed,
        n: PartitionCount,
        is_available: impl Fn(u32) -> bool,
        now_ms: u64,
        draw: impl FnMut() -> i32,
    ) -> Option<u32> {
        let first = self.partition(unkeyed, n, now_ms, draw)?;
        if is_available(first) {
            return Some(first);
        }
        let in_turn = (first..n.get()).chain(0..first).zip(0..);
        let mut available = in_turn.filter(|(partition, _)| is_available(*partition));
        let next: Option<(u32, u32)> = available.next();
        let half = n.get().div_ceil(2) as usize;
        let Some((partition, passed)) = next.filter(|_| available.count() + 1 >= half) else {
            return Some(first);
        };
        match unkeyed {
            // Each passed turn is over, or the partition behind it would get two.
            Unkeyed::RoundRobin => self.counter = self.counter.wrapping_add(passed),
            _ => self.sticky = partition,
        }
        Some(partition)
    }
}

/// The unkeyed records of all topics of one producer, each topic for itself.
///
/// ```
/// use copartition::{PartitionCount, Unkeyed, assign::UnkeyedTopics};
///
/// let n = PartitionCount::try_from(6)?;
/// let mut topics = UnkeyedTopics::new(Unkeyed::RoundRobin);
/// let mut next = |topic| topics.partition(topic, n, 0, || 4);
/// // The first draw says where a topic starts.
/// let turns = [next("a"), next("b"), next("a"), next("a")];
/// assert_eq!(turns, [Some(4), Some(4), Some(5), Some(0)]);
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnkeyedTopics {
    unkeyed: Unkeyed,
    topics: BTreeMap<String, UnkeyedTopic>,
}

impl UnkeyedTopics {
    /// Starts without any topic.
    pub const fn new(unkeyed: Unkeyed) -> Self {
        Self { unkeyed, topics: BTreeMap::new() }
    }

    /// Returns the partition of the topic's next unkeyed record, as [`UnkeyedTopic::partition`];
    /// a topic starts as [`UnkeyedTopic::starting_at`] a draw.
    pub fn partition<'a>(
        &mut self,
        topic: &str,
        partitions: impl Into<Partitions<'a>>,
        now_ms: u64,
        mut draw: impl FnMut() -> i32,
    ) -> Option<u32> {
        let unkeyed = self.unkeyed;
        self.topic(topic, &mut draw)?.partition(unkeyed, partitions, now_ms, draw)
    }

    /// Returns the same, as [`UnkeyedTopic::partition_where`].
    pub fn partition_where(
        &mut self,
        topic: &str,
        n: PartitionCount,
        is_available: impl Fn(u32) -> bool,
        now_ms: u64,
        mut draw: impl FnMut() -> i32,
    ) -> Option<u32> {
        let unkeyed = self.unkeyed;
        self.topic(topic, &mut draw)?.partition_where(unkeyed, n, is_available, now_ms, draw)
    }

    /// Finds the topic, or starts it; none for a choice that places nothing.
    fn topic(&mut self, name: &str, draw: impl FnOnce() -> i32) -> Option<&mut UnkeyedTopic> {
        if matches!(self.unkeyed, Unkeyed::Client | Unkeyed::Error) {
            return None;
        }
        // An owned name is for a new topic alone, so this is no `entry`.
        if !self.topics.contains_key(name) {
            let start = if self.unkeyed == Unkeyed::RoundRobin { draw() } else { 0 };
            let started = UnkeyedTopic::starting_at(self.unkeyed, start);
            self.topics.insert(name.to_owned(), started);
        }
        self.topics.get_mut(name)
    }
}
