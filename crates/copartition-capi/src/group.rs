use core::ffi::c_char;

use copartition::{PartitionCount, group_partition};

use crate::cop_status;
use crate::text::text;

/// Finds the partition of __consumer_offsets that holds a consumer group.
///
/// `group` is the group's id, and `partitions` the partition count of __consumer_offsets: 50 unless
/// the broker says otherwise. The same formula places a transactional id in __transaction_state. It
/// is Apache Kafka's; other brokers may differ.
///
/// Returns COP_STATUS_OK and writes the partition to `*out`, or leaves `*out` as it was and returns
/// COP_STATUS_NULL_POINTER when `group` or `out` is NULL, COP_STATUS_PARTITION_COUNT, or
/// COP_STATUS_REFUSED when `group` is not UTF-8: what a broker would make of such bytes is not
/// guessed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_group_partition(
    group: *const c_char,
    partitions: i32,
    out: *mut i32,
) -> cop_status {
    if group.is_null() || out.is_null() {
        return cop_status::NullPointer;
    }
    let Some(partitions) = PartitionCount::new(partitions.cast_unsigned()) else {
        return cop_status::PartitionCount;
    };
    // SAFETY: the caller passes NUL-terminated text.
    let Some(group) = (unsafe { text(group) }) else {
        return cop_status::Refused;
    };
    // SAFETY: `out` is not NULL, and the caller passes a writable int32_t.
    unsafe { out.write(group_partition(group, partitions).cast_signed()) };
    cop_status::Ok
}
