//! Many keys in one call.

use copartition::{EmptyKey, Keys, MissingKey, PartitionCount, Partitioner, Placement};

use crate::{cop_keys, cop_status};

/// Finds the partition that the client gives each key of a column, as cop_partition does.
///
/// `partitions` is the topic's partition count. `out` has room for `out_len` partitions, at least one
/// a key; what it has beyond them stays. It may be NULL when there are no keys, and must not overlap
/// them.
///
/// ```c
/// const int32_t offsets[] = {0, 6, 12, 18};
/// cop_keys keys = cop_keys_offsets32("user-1user-2user-3", 18, offsets, 4);
/// int32_t partitions[3]; // of 6: 2, 2, 5
/// cop_status status = cop_partition_batch(cop_partitioner_find("java"), &keys, 6, partitions, 3);
/// ```
///
/// Returns COP_STATUS_OK and writes the partition of each key, or COP_UNKEYED where the key does not
/// decide it. Otherwise `out` stays as it was: COP_STATUS_NULL_POINTER when `partitioner` (a name
/// that was not found), `keys`, `out` or what the column needs is NULL; COP_STATUS_PARTITION_COUNT;
/// COP_STATUS_OUTPUT_LENGTH when `out_len` is less than the keys, or `out` is not aligned;
/// COP_STATUS_OFFSETS when the column leaves its bytes, or its bitmap is too short;
/// COP_STATUS_REFUSED when the client itself refuses one of the keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_partition_batch(
    partitioner: Option<&Partitioner>,
    keys: Option<&cop_keys>,
    partitions: i32,
    out: *mut i32,
    out_len: usize,
) -> cop_status {
    let (Some(partitioner), Some(keys)) = (partitioner, keys) else {
        return cop_status::NullPointer;
    };
    let Some(n) = PartitionCount::new(partitions.cast_unsigned()) else {
        return cop_status::PartitionCount;
    };
    // SAFETY: the caller passes NULL or `out_len` writable int32_t.
    let out = unsafe { output(out, out_len, keys.len()) };
    status(out.and_then(|out| {
        // SAFETY: the caller passes a column that is as it says.
        unsafe { check_refused(partitioner, keys, n) }?;
        // SAFETY: as above.
        unsafe {
            keys.each(|row, keys| {
                let out = out.get_mut(row..).unwrap_or_default();
                Ok(partitioner.place_batch(keys, n, out)?)
            })
        }
    }))
}

/// Hashes each key of a column with the partitioner's own 32-bit hash, as cop_hash does.
///
/// `out` has room for `out_len` hashes, at least one a key; what it has beyond them stays. It may be
/// NULL when there are no keys, and must not overlap them.
///
/// Returns COP_STATUS_OK and writes the hash of each key, unsigned, and 0 where a key is missing.
/// Otherwise `out` stays as it was: COP_STATUS_NULL_POINTER, COP_STATUS_OUTPUT_LENGTH and
/// COP_STATUS_OFFSETS as for cop_partition_batch, or COP_STATUS_NO_HASH as for cop_hash.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_hash_batch(
    partitioner: Option<&Partitioner>,
    keys: Option<&cop_keys>,
    out: *mut u32,
    out_len: usize,
) -> cop_status {
    let (Some(partitioner), Some(keys)) = (partitioner, keys) else {
        return cop_status::NullPointer;
    };
    // SAFETY: the caller passes NULL or `out_len` writable uint32_t.
    let out = unsafe { output(out, out_len, keys.len()) };
    status(out.and_then(|out| {
        partitioner.hash_batch(&Keys::slices(&[]), &mut [])?;
        // SAFETY: the caller passes a column that is as it says.
        unsafe {
            keys.each(|row, keys| {
                let out = out.get_mut(row..).unwrap_or_default();
                Ok(partitioner.hash_batch(keys, out)?)
            })
        }
    }))
}

/// Counts the keys of a column on each partition, without writing a partition a key.
///
/// `partitions` is the topic's partition count, and `counts` has as many counts, or more, of which
/// the others stay: `counts_len` in all. It must not overlap the keys.
///
/// Returns COP_STATUS_OK, adds the number of keys on partition `p` to `counts[p]`, and the number of
/// keys that do not decide their partition to `*unkeyed`; so counts start at 0, and go on over many
/// columns. Otherwise all of them stay as they were: COP_STATUS_OUTPUT_LENGTH when `counts_len` is
/// less than `partitions`; COP_STATUS_NULL_POINTER, when `counts` or `unkeyed` is NULL too, and the
/// others as for cop_partition_batch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_count_batch(
    partitioner: Option<&Partitioner>,
    keys: Option<&cop_keys>,
    partitions: i32,
    counts: *mut u64,
    counts_len: usize,
    unkeyed: *mut u64,
) -> cop_status {
    let (Some(partitioner), Some(keys)) = (partitioner, keys) else {
        return cop_status::NullPointer;
    };
    let Some(n) = PartitionCount::new(partitions.cast_unsigned()) else {
        return cop_status::PartitionCount;
    };
    // SAFETY: the caller passes NULL or a writable uint64_t.
    let Some(unkeyed) = (unsafe { unkeyed.as_mut() }) else {
        return cop_status::NullPointer;
    };
    // SAFETY: the caller passes NULL or `counts_len` writable uint64_t.
    let counts = unsafe { output(counts, counts_len, n.get() as usize) };
    status(counts.and_then(|counts| {
        // SAFETY: the caller passes a column that is as it says.
        unsafe { check_refused(partitioner, keys, n) }?;
        // SAFETY: as above.
        unsafe {
            keys.each(|_, keys| {
                *unkeyed += partitioner.count_batch(keys, n, counts)?;
                Ok(())
            })
        }
    }))
}

/// Fails when there is a key that the client refuses: the core asks for each block alone, when those
/// before it are written.
///
/// # Safety
///
/// As [`cop_keys::each`].
unsafe fn check_refused(
    by: &Partitioner,
    keys: &cop_keys,
    n: PartitionCount,
) -> Result<(), cop_status> {
    if by.missing_key() != MissingKey::Refused && by.empty_key() != EmptyKey::Refused {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    unsafe {
        keys.each(|_, keys| {
            let refuses = |row| by.place(keys.get(row).as_deref(), n) == Placement::Refused;
            if (0..keys.len()).any(refuses) { Err(cop_status::Refused) } else { Ok(()) }
        })
    }
}

/// Borrows the first `wanted` of the caller's `len` results for the length of one call.
///
/// # Safety
///
/// `start` is NULL or points to `len` writable elements that nobody else uses during the call.
unsafe fn output<'a, T>(
    start: *mut T,
    len: usize,
    wanted: usize,
) -> Result<&'a mut [T], cop_status> {
    if start.is_null() {
        return if wanted == 0 { Ok(&mut []) } else { Err(cop_status::NullPointer) };
    }
    let size = wanted.checked_mul(size_of::<T>()).and_then(|size| isize::try_from(size).ok());
    if len < wanted || size.is_none() || !start.is_aligned() {
        return Err(cop_status::OutputLength);
    }
    // SAFETY: `start` is neither NULL nor unaligned, `wanted` is not too large, and the caller guarantees `len`
    // elements.
    Ok(unsafe { core::slice::from_raw_parts_mut(start, wanted) })
}

fn status(done: Result<(), cop_status>) -> cop_status {
    done.err().unwrap_or(cop_status::Ok)
}
