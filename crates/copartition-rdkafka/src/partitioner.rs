use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use copartition::assign::UnkeyedTopics;
use copartition::{DropIn, Error, PartitionCount, Placement, Unkeyed};

/// A partitioner for a producer of the `rdkafka` crate, any other client's.
///
/// Records that it leaves unkeyed go where [`Unkeyed`] says: `client` is librdkafka's own way, a
/// random partition among those that have a leader; `round_robin` and `sticky` are of each topic
/// for itself. What cannot be placed, a key that the partitioner refuses or an unkeyed record with
/// `error`, fails with [`UnknownPartition`](rdkafka::types::RDKafkaErrorCode::UnknownPartition): of
/// `send`, or in the delivery report when the topic was not known yet.
///
/// It may be asked by any number of threads; keyed records take no lock.
///
/// ```
/// use copartition_rdkafka::Partitioner;
/// use rdkafka::producer::Partitioner as _;
///
/// let sarama = Partitioner::named("sarama:hash", "round_robin")?;
/// assert_eq!(sarama.partition("orders", Some(b"user-2"), 6, |_| true), 3);
///
/// let first = sarama.partition("orders", None, 6, |_| true);
/// assert_eq!(sarama.partition("orders", None, 6, |_| true), (first + 1) % 6);
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Debug)]
pub struct Partitioner {
    drop_in: DropIn,
    unkeyed: Mutex<UnkeyedTopics>,
}

impl Partitioner {
    /// Makes one of a partitioner's name and a choice for unkeyed records.
    ///
    /// # Errors
    ///
    /// `unknown_partitioner` and `unknown_unkeyed`.
    ///
    /// ```
    /// use copartition_rdkafka::Partitioner;
    ///
    /// let error = Partitioner::named("jaba", "client").unwrap_err();
    /// assert_eq!(error.to_string(), r#"unknown partitioner "jaba", nearest names: java"#);
    /// ```
    pub fn named(partitioner: &str, unkeyed: &str) -> Result<Self, Error> {
        DropIn::named(partitioner, unkeyed).map(Self::from)
    }

    /// Tells whether it places records without a key, which librdkafka otherwise does by itself.
    pub(crate) fn places_missing_keys(&self) -> bool {
        !self.drop_in.leaves_missing_key()
    }

    fn place_unkeyed(
        &self,
        topic: &str,
        n: PartitionCount,
        is_available: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        match self.drop_in.unkeyed() {
            Unkeyed::Client => {
                // As rd_kafka_msg_partitioner_random, which cannot be called without the topic.
                let [first, second] = [draw(), draw()].map(|draw| draw.unsigned_abs() % n.get());
                Some(if is_available(first) { first } else { second })
            }
            Unkeyed::Error => None,
            Unkeyed::RoundRobin | Unkeyed::Sticky => {
                let mut topics = self.unkeyed.lock().unwrap_or_else(PoisonError::into_inner);
                topics.partition_where(topic, n, is_available, now_ms(), draw)
            }
        }
    }
}

impl From<DropIn> for Partitioner {
    fn from(drop_in: DropIn) -> Self {
        Self { drop_in, unkeyed: Mutex::new(UnkeyedTopics::new(drop_in.unkeyed())) }
    }
}

impl rdkafka::producer::Partitioner for Partitioner {
    fn partition(
        &self,
        topic_name: &str,
        key: Option<&[u8]>,
        partition_cnt: i32,
        is_partition_available: impl Fn(i32) -> bool,
    ) -> i32 {
        let Ok(n) = PartitionCount::try_from(partition_cnt) else {
            return NO_PARTITION;
        };
        let partition = match self.drop_in.partitioner().place(key, n) {
            Placement::Partition(partition) => Some(partition),
            Placement::Unkeyed => {
                let is_available = |partition: u32| is_partition_available(partition.cast_signed());
                self.place_unkeyed(topic_name, n, is_available)
            }
            Placement::Refused => None,
        };
        partition.map_or(NO_PARTITION, u32::cast_signed)
    }
}

/// Beyond every topic's last partition, so that librdkafka fails the record. `PARTITION_UA`, -1,
/// would leave it waiting until its time is over.
const NO_PARTITION: i32 = i32::MAX;

/// Draws 32 bits: each `RandomState` has other keys.
fn draw() -> i32 {
    RandomState::new().hash_one(()) as i32
}

fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or_default()
}
