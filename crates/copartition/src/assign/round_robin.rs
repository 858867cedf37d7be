use core::num::NonZeroU32;

use super::Partitions;

/// Round robin: one partition after the other, with the counter of one topic.
///
/// The counter is 32 bits wide, as Java's and Go's; it wraps. Without availability `n` stands for
/// the list, otherwise [`Partitions::available`].
///
/// ```
/// use copartition::{PartitionCount, assign::RoundRobin};
///
/// let n = PartitionCount::try_from(3)?;
/// let mut assigner = RoundRobin::new();
/// let four: Vec<u32> = (0..4).map(|_| assigner.partition(n)).collect();
/// assert_eq!(four, [0, 1, 2, 0]);
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundRobin {
    counter: u32,
    turn: Turn,
}

/// What a counter means, and what follows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Turn {
    /// Its sign bit is dropped.
    #[default]
    Masked,
    /// It starts again at 0 when it has reached the list's length.
    Resetting,
    /// So many records share a value.
    Chunks(NonZeroU32),
    /// It is the index used last.
    Stepping,
}

impl RoundRobin {
    /// Starts at the list's first partition and drops the counter's sign bit.
    ///
    /// Behaviour: apache/kafka 4.4.0 `RoundRobinPartitioner.java`: after 2^31-1 the sequence
    /// starts again at 0. @platformatic/kafka 2.12.1 and kafka-node 5.0.0 count on instead; they
    /// agree for 2^31 records.
    pub const fn new() -> Self {
        Self::starting_at(0)
    }

    /// Starts as if `counter` records had been placed, for a client that starts elsewhere.
    ///
    /// Behaviour: apache/kafka 2.3.1 `DefaultPartitioner.java` starts at a random number. So does
    /// tulios/kafkajs 2.2.4 `src/producer/partitioners/legacy/partitioner.js`, of both its
    /// partitioners, but it adds 1 before the first record: `counter` is its start plus 1.
    ///
    /// ```
    /// use copartition::{PartitionCount, assign::RoundRobin};
    ///
    /// let n = PartitionCount::try_from(3)?;
    /// let mut assigner = RoundRobin::starting_at(2_147_483_646);
    /// let six: Vec<u32> = (0..6).map(|_| assigner.partition(n)).collect();
    /// assert_eq!(six, [0, 1, 0, 1, 2, 0]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub const fn starting_at(counter: u32) -> Self {
        Self { counter, turn: Turn::Masked }
    }

    /// Starts at the list's first partition, and again there when the list has become shorter.
    ///
    /// Behaviour: IBM/sarama 1.61.1 `partitioner.go` (`NewRoundRobinPartitioner`) and
    /// twmb/franz-go 1.22.3 `pkg/kgo/partitioner.go` (`RoundRobinPartitioner`).
    ///
    /// ```
    /// use copartition::{PartitionCount, assign::RoundRobin};
    ///
    /// let mut assigner = RoundRobin::resetting();
    /// let mut placed = Vec::new();
    /// for n in [3, 3, 3, 3, 5, 5, 2, 2, 2] {
    ///     placed.push(assigner.partition(PartitionCount::try_from(n)?));
    /// }
    /// assert_eq!(placed, [0, 1, 2, 0, 1, 2, 0, 1, 0]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub const fn resetting() -> Self {
        Self::resetting_at(0)
    }

    /// Goes on as [`Self::resetting`] does when its counter has reached `counter`.
    pub const fn resetting_at(counter: u32) -> Self {
        Self { counter, turn: Turn::Resetting }
    }

    /// Starts at the list's first partition and gives each `size` records in a row; a size of 0
    /// counts as 1.
    ///
    /// Behaviour: segmentio/kafka-go 0.4.51 `balancer.go` (`RoundRobin`, its `ChunkSize`; `Hash`
    /// without a key, in chunks of 1). No sign bit is dropped; the counter wraps at 2^32.
    ///
    /// ```
    /// use copartition::{PartitionCount, assign::RoundRobin};
    ///
    /// let n = PartitionCount::try_from(3)?;
    /// let mut assigner = RoundRobin::chunks(2);
    /// let nine: Vec<u32> = (0..9).map(|_| assigner.partition(n)).collect();
    /// assert_eq!(nine, [0, 0, 1, 1, 2, 2, 0, 0, 1]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub const fn chunks(size: u32) -> Self {
        let size = match NonZeroU32::new(size) {
            Some(size) => size,
            None => NonZeroU32::MIN,
        };
        Self { counter: 0, turn: Turn::Chunks(size) }
    }

    /// Starts at the list's second partition and steps from the index used last.
    ///
    /// Behaviour: Parsely/pykafka 2.8.0 `partitioners.py` (`RandomPartitioner`, which draws
    /// nothing): it keeps the index used last, not a count.
    ///
    /// ```
    /// use copartition::{PartitionCount, assign::RoundRobin};
    ///
    /// let n = PartitionCount::try_from(3)?;
    /// let mut assigner = RoundRobin::stepping();
    /// let four: Vec<u32> = (0..4).map(|_| assigner.partition(n)).collect();
    /// assert_eq!(four, [1, 2, 0, 1]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub const fn stepping() -> Self {
        Self { counter: 0, turn: Turn::Stepping }
    }

    /// Returns the counter as it stands before the next record, for a caller that keeps it itself.
    ///
    /// ```
    /// use copartition::{PartitionCount, assign::RoundRobin};
    ///
    /// let n = PartitionCount::try_from(3)?;
    /// let mut assigner = RoundRobin::new();
    /// assigner.partition(n);
    /// assert_eq!(RoundRobin::starting_at(assigner.counter()), assigner);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub const fn counter(&self) -> u32 {
        self.counter
    }

    /// Returns the next record's partition, in `0 .. n`, and moves on.
    pub fn partition<'a>(&mut self, partitions: impl Into<Partitions<'a>>) -> u32 {
        let partitions = partitions.into();
        let number = match self.turn {
            Turn::Masked => self.counter & 0x7fff_ffff,
            Turn::Resetting if self.counter >= partitions.candidates() => 0,
            Turn::Resetting => self.counter,
            Turn::Chunks(size) => self.counter / size,
            Turn::Stepping => (self.counter + 1) % partitions.candidates(),
        };
        self.counter = match self.turn {
            Turn::Masked | Turn::Chunks(_) => self.counter.wrapping_add(1),
            Turn::Resetting => number + 1,
            Turn::Stepping => number,
        };
        partitions.at(number)
    }
}
