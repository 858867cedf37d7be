use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;

use super::{Partitions, RoundRobin};

/// Java's `RoundRobinPartitioner`: a counter a topic, from 0, and what a new batch does to it.
///
/// The producer used to ask twice for a record that opens a batch, so the class skips partitions
/// (KAFKA-9965) in a way that differs by version. Give it Java's list:
/// [`java_partition_order`](super::java_partition_order).
///
/// ```
/// use copartition::{PartitionCount, assign::RoundRobinPartitioner};
///
/// // Every record opens a batch.
/// let n = PartitionCount::try_from(4)?;
/// let mut assigner = RoundRobinPartitioner::since_2_4();
/// let four: Vec<u32> = (0..4).map(|_| assigner.place("t", n, |_| false)).collect();
/// assert_eq!(four, [1, 3, 1, 3]);
///
/// let mut assigner = RoundRobinPartitioner::since_4_0();
/// let four: Vec<u32> = (0..4).map(|_| assigner.place("t", n, |_| false)).collect();
/// assert_eq!(four, [0, 1, 2, 3]);
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRobinPartitioner {
    topics: BTreeMap<String, RoundRobin>,
    new_batch: NewBatch,
}

/// What happens to a record that opens a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NewBatch {
    /// It is placed twice.
    PlacedTwice,
    /// It is placed twice, but the second time where the batch was wanted: topic and partition.
    Repeated(Option<(String, u32)>),
    /// It is placed once.
    PlacedOnce,
}

impl RoundRobinPartitioner {
    /// Starts as the class of kafka-clients 2.4.0 to 3.9.1 does: a record that opens a batch takes
    /// two turns and goes where the second falls.
    ///
    /// Behaviour: apache/kafka 3.9.1 `RoundRobinPartitioner.java`, `KafkaProducer.doSend`.
    pub const fn since_2_4() -> Self {
        Self::with(NewBatch::PlacedTwice)
    }

    /// Starts as the class of kafka-clients 3.9.2 does: the partition of a new batch is remembered
    /// and given once more (KAFKA-17632).
    ///
    /// It is remembered in a `ThreadLocal`: this is the machine of one sending thread. A record
    /// sent to an explicit partition leaves one behind when it opens a batch, and the next record
    /// follows it.
    ///
    /// Behaviour: apache/kafka 3.9.2 `RoundRobinPartitioner.java`.
    ///
    /// ```
    /// use copartition::{PartitionCount, assign::RoundRobinPartitioner};
    ///
    /// let n = PartitionCount::try_from(5)?;
    /// let mut assigner = RoundRobinPartitioner::since_3_9_2();
    /// assert_eq!(assigner.partition("t", n), 0);
    /// assigner.on_new_batch("t", 4); // for a record that names partition 4
    /// assert_eq!(assigner.partition("t", n), 4);
    /// assert_eq!(assigner.partition("t", n), 1);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub const fn since_3_9_2() -> Self {
        Self::with(NewBatch::Repeated(None))
    }

    /// Starts as the class of kafka-clients 4.0.0 and later does: each record takes one turn
    /// (KAFKA-18295).
    ///
    /// Behaviour: apache/kafka 4.4.0 `RoundRobinPartitioner.java`.
    pub const fn since_4_0() -> Self {
        Self::with(NewBatch::PlacedOnce)
    }

    /// Returns the partition of the topic's next turn, in `0 .. n`.
    pub fn partition<'a>(&mut self, topic: &str, partitions: impl Into<Partitions<'a>>) -> u32 {
        if let NewBatch::Repeated(repeated) = &mut self.new_batch
            && let Some((of, partition)) = repeated.take()
            && of == topic
        {
            return partition;
        }
        match self.topics.get_mut(topic) {
            Some(counter) => counter.partition(partitions),
            None => {
                let mut counter = RoundRobin::new();
                let partition = counter.partition(partitions);
                self.topics.insert(topic.to_owned(), counter);
                partition
            }
        }
    }

    /// Says that a record for partition `prev` found no room and a batch has to be opened.
    ///
    /// Only 3.9.2 remembers it; 4.0.0 and later have no such method.
    pub fn on_new_batch(&mut self, topic: &str, prev: u32) {
        if let NewBatch::Repeated(repeated) = &mut self.new_batch {
            *repeated = Some((topic.to_owned(), prev));
        }
    }

    /// Returns the partition to which the producer sends the next record.
    ///
    /// `has_room` tells whether the open batch of a partition has room for the record. When it has
    /// not, or there is none, the producers before 4.0.0 call [`Self::on_new_batch`] and ask again;
    /// later ones do not care.
    pub fn place<'a>(
        &mut self,
        topic: &str,
        partitions: impl Into<Partitions<'a>>,
        mut has_room: impl FnMut(u32) -> bool,
    ) -> u32 {
        let partitions = partitions.into();
        let first = self.partition(topic, partitions);
        if matches!(self.new_batch, NewBatch::PlacedOnce) || has_room(first) {
            return first;
        }
        self.on_new_batch(topic, first);
        self.partition(topic, partitions)
    }

    const fn with(new_batch: NewBatch) -> Self {
        Self { topics: BTreeMap::new(), new_batch }
    }
}
