use core::ffi::{c_char, c_void};
use core::ptr;

use copartition::{PARTITIONERS, PartitionCount, Partitioner, Placement};

use crate::bytes::bytes;
use crate::cop_status;
use crate::text::{nul_terminated, text};

/// What cop_partition writes when the key does not decide the partition: the client or its caller
/// chooses when the record is sent. Never a partition.
pub const COP_UNKEYED: i32 = -1;

/// Finds a partitioner by name: a client's, a setting's or a rule's.
///
/// `name` is `client[@version][:setting]` in the client's own words ("java", "librdkafka:murmur2",
/// "kafkajs@1.16.0"), or what the client calls it elsewhere ("murmur2_random"). No version means
/// today's, no setting the client's default.
///
/// Returns NULL when there is no such name, and when `name` is NULL or not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_partitioner_find(name: *const c_char) -> Option<&'static Partitioner> {
    // SAFETY: the caller passes NULL or NUL-terminated text.
    unsafe { text(name) }.and_then(Partitioner::find)
}

/// Returns the name that always finds this partitioner, such as "librdkafka:consistent_random" for
/// the one found as "librdkafka".
///
/// The text lives as long as the program. NULL for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn cop_partitioner_name(partitioner: Option<&Partitioner>) -> *const c_char {
    PARTITIONERS
        .iter()
        .zip(&NAMES)
        .find(|(row, _)| partitioner.is_some_and(|given| ptr::eq(*row, given)))
        .map_or(ptr::null(), |(_, name)| name.as_ptr().cast())
}

/// Returns how many partitioners there are.
#[unsafe(no_mangle)]
pub extern "C" fn cop_partitioner_count() -> usize {
    PARTITIONERS.len()
}

/// Returns the partitioner at `index`, from 0; NULL when `index` is not below
/// cop_partitioner_count().
///
/// The order may change between versions: keep names, not indexes.
#[unsafe(no_mangle)]
pub extern "C" fn cop_partitioner_at(index: usize) -> Option<&'static Partitioner> {
    PARTITIONERS.get(index)
}

/// Finds the partition that the client gives a key.
///
/// `key` is the serialized key of `len` bytes. NULL is no key, whatever `len` is; a pointer with
/// `len` 0 is an empty key, which is a key. `partitions` is the topic's partition count.
///
/// Returns COP_STATUS_OK and writes the partition to `*out`, or COP_UNKEYED when the key does not
/// decide it. Otherwise `*out` stays as it was: COP_STATUS_NULL_POINTER when `partitioner` (a name
/// that was not found) or `out` is NULL, COP_STATUS_PARTITION_COUNT, or COP_STATUS_REFUSED when the
/// client itself refuses such a key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_partition(
    partitioner: Option<&Partitioner>,
    key: *const c_void,
    len: usize,
    partitions: i32,
    out: *mut i32,
) -> cop_status {
    let (Some(partitioner), false) = (partitioner, out.is_null()) else {
        return cop_status::NullPointer;
    };
    let Some(partitions) = PartitionCount::new(partitions.cast_unsigned()) else {
        return cop_status::PartitionCount;
    };
    // SAFETY: the caller passes NULL or `len` readable bytes.
    let partition = match partitioner.place(unsafe { bytes(key, len) }, partitions) {
        Placement::Partition(partition) => partition.cast_signed(),
        Placement::Unkeyed => unkeyed(),
        Placement::Refused => return cop_status::Refused,
    };
    // SAFETY: `out` is not NULL, and the caller passes a writable int32_t.
    unsafe { out.write(partition) };
    cop_status::Ok
}

/// Hashes a key with the partitioner's own 32-bit hash.
///
/// `key` is the serialized key of `len` bytes; a pointer with `len` 0 is an empty key. NULL is no
/// key, and has no hash.
///
/// Returns COP_STATUS_OK and writes the hash, unsigned, to `*out`. Otherwise `*out` stays as it
/// was: COP_STATUS_NULL_POINTER when `partitioner`, `key` or `out` is NULL, or COP_STATUS_NO_HASH
/// when the partitioner ignores keys or its hash is wider than 32 bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_hash(
    partitioner: Option<&Partitioner>,
    key: *const c_void,
    len: usize,
    out: *mut u32,
) -> cop_status {
    // SAFETY: the caller passes NULL or `len` readable bytes.
    let key = unsafe { bytes(key, len) };
    let (Some(partitioner), Some(key), false) = (partitioner, key, out.is_null()) else {
        return cop_status::NullPointer;
    };
    let Some(hash) = partitioner.rule().and_then(|rule| rule.hash(key)) else {
        return cop_status::NoHash;
    };
    // SAFETY: `out` is not NULL, and the caller passes a writable uint32_t.
    unsafe { out.write(hash) };
    cop_status::Ok
}

/// Out of line: as a constant it would sit in a register that every keyed call saves and restores,
/// a tenth of the time of a short key.
#[cold]
#[inline(never)]
fn unkeyed() -> i32 {
    COP_UNKEYED
}

/// The names as C's text, in the order of PARTITIONERS.
static NAMES: [[u8; NAME_SIZE]; PARTITIONERS.len()] = names();

/// Room for a name and its NUL; a longer name would not compile.
const NAME_SIZE: usize = 48;

#[expect(clippy::indexing_slicing, reason = "runs at compile time, where a bad index is an error")]
const fn names() -> [[u8; NAME_SIZE]; PARTITIONERS.len()] {
    let mut names = [[0; NAME_SIZE]; PARTITIONERS.len()];
    let mut at = 0;
    while at < PARTITIONERS.len() {
        names[at] = nul_terminated(PARTITIONERS[at].name());
        at += 1;
    }
    names
}
