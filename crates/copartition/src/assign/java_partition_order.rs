use alloc::vec::Vec;

use crate::hash::java_string;
use crate::{Error, PartitionCount};

/// The most partitions that are listed: more than a cluster holds, and few enough for any memory.
const MOST_PARTITIONS: u32 = 1 << 20;

/// Returns a topic's partitions in the order in which a Java producer lists them.
///
/// Since kafka-clients 2.2 the list comes out of a `HashMap` of all partitions that the producer
/// knows, so it depends on the topic's name and on `total`, the partitions of all its topics, this
/// one's included (a `total` below `n` counts as `n`). When some have no leader, the list of the
/// available ones is this one without them. Before 2.2 the order was the broker's.
///
/// Behaviour: apache/kafka 4.4.0 `MetadataSnapshot.java` and `TopicPartition.java`, over
/// java.util.HashMap. Two partitions in one bucket are in ascending order, as a broker lists them.
///
/// # Errors
///
/// `key_range` for a topic of more than 2^20 partitions, which would be a list of gigabytes.
///
/// ```
/// use copartition::{PartitionCount, assign::java_partition_order};
///
/// let n = PartitionCount::try_from(3)?;
/// assert_eq!(java_partition_order("t", n, 3)?, [1, 0, 2]);
/// assert_eq!(java_partition_order("a", n, 3)?, [2, 1, 0]);
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn java_partition_order(topic: &str, n: PartitionCount, total: u32) -> Result<Vec<u32>, Error> {
    if n.get() > MOST_PARTITIONS {
        return Err(Error::key_range("partitions", 1, MOST_PARTITIONS, n.get()));
    }
    let topic = java_string(topic);
    let mask = capacity(total.max(n.get())) - 1;
    let bucket = |partition: u32| {
        let hash = partition.wrapping_add(31).wrapping_mul(31).wrapping_add(topic);
        (hash ^ (hash >> 16)) & mask
    };
    let mut order: Vec<u32> = (0..n.get()).collect();
    order.sort_by_cached_key(|&partition| bucket(partition));
    Ok(order)
}

/// The number of buckets of a `HashMap` with so many entries: the least power of two that is at
/// most three quarters full, and never above 2^30.
fn capacity(entries: u32) -> u32 {
    let full = (entries.min(1 << 30)).next_power_of_two();
    if u64::from(entries) * 4 > u64::from(full) * 3 { (full * 2).min(1 << 30) } else { full }
}
