//! Where a broker keeps a group's or a transaction's state.

use crate::hash::java_string;
use crate::{PartitionCount, Reduction};

/// Apache Kafka's default partition count of `__consumer_offsets`, `__transaction_state` and
/// `__share_group_state`.
pub const COORDINATOR_PARTITIONS: PartitionCount = match PartitionCount::new(50) {
    Some(count) => count,
    None => unreachable!(),
};

/// Returns the partition of `__consumer_offsets` that holds `group`.
///
/// The same formula places a transactional id in `__transaction_state`. It is Apache Kafka's
/// (`GroupCoordinatorService.partitionFor`, the same from 0.8.2 to 4.2): `String.hashCode` over
/// UTF-16, then Java's `abs`. Brokers that are not Apache Kafka may differ.
///
/// ```
/// use copartition::{COORDINATOR_PARTITIONS, group_partition};
///
/// assert_eq!(group_partition("my-group", COORDINATOR_PARTITIONS), 12);
/// assert_eq!(group_partition("polygenelubricants", COORDINATOR_PARTITIONS), 0);
/// ```
pub fn group_partition(group: &str, n: PartitionCount) -> u32 {
    Reduction::JavaAbs.partition(java_string(group), n)
}
