use core::ffi::c_void;

use copartition::PartitionCount;
use copartition::assign::{Partitions, RoundRobin, StickyCache};

use crate::{COP_UNKEYED, cop_status};

/// Round robin: the counter of one topic.
///
/// Start it with COP_ROUND_ROBIN_INIT, or all zeros, which is the same, for kafka-clients 4's
/// RoundRobinPartitioner, platformatic and kafka-node; with COP_ROUND_ROBIN_RESETTING_INIT for
/// Sarama and franz-go.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct cop_round_robin {
    /// The number of the record that comes next. It starts at 0, unless the client starts at a
    /// random number: kafka-clients up to 2.3 without a key, and kafkajs, which adds 1 first.
    pub counter: u32,
    /// 0: the counter runs through all 32 bits, and its sign bit is dropped. Otherwise it starts
    /// again at 0 when it reaches the number of partitions.
    pub resets: u32,
}

/// The sticky partition of one topic, kept until a record opens a batch (KIP-480).
///
/// Start it with COP_STICKY_CACHE_INIT, or all zeros, which is the same, for kafka-clients 2.4 to
/// 3.2 without a key and UniformStickyPartitioner; with COP_STICKY_CACHE_KAFKA_PYTHON_INIT for the
/// StickyPartitioner of kafka-python 3.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct cop_sticky_cache {
    /// The sticky partition, when `chosen` is not 0.
    pub partition: i32,
    /// 0: no partition is chosen yet.
    pub chosen: u32,
    /// 0: a partition, once chosen, is never checked again. Otherwise, as in kafka-python, one that
    /// is no longer available is left.
    pub kafka_python: u32,
}

/// Places the next record, and moves on.
///
/// `available` holds the ids of the `len` partitions that have a leader, in the client's own order:
/// distinct, in 0 .. `partitions`, which is not checked. NULL says all of them in ascending order,
/// whatever `len` is; a pointer with `len` 0 says none, and the record is placed as if all were
/// available. `partitions` is the topic's partition count.
///
/// Returns COP_STATUS_OK and writes the partition to `*out`. Otherwise `*out` and `*assigner` stay
/// as they were: COP_STATUS_NULL_POINTER when `assigner` or `out` is NULL, or
/// COP_STATUS_PARTITION_COUNT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_round_robin_partition(
    assigner: *mut cop_round_robin,
    available: *const i32,
    len: usize,
    partitions: i32,
    out: *mut i32,
) -> cop_status {
    if assigner.is_null() || out.is_null() {
        return cop_status::NullPointer;
    }
    // SAFETY: the caller passes NULL or `len` readable ids.
    let Some(partitions) = (unsafe { topic(available, len, partitions) }) else {
        return cop_status::PartitionCount;
    };
    // SAFETY: `assigner` is not NULL, and the caller passes a cop_round_robin.
    let cop_round_robin { counter, resets } = unsafe { assigner.read() };
    let mut state = match resets {
        0 => RoundRobin::starting_at(counter),
        _ => RoundRobin::resetting_at(counter),
    };
    let partition = state.partition(partitions).cast_signed();
    // SAFETY: neither is NULL, and the caller passes a cop_round_robin and a writable int32_t.
    unsafe {
        assigner.write(cop_round_robin { counter: state.counter(), resets });
        out.write(partition);
    }
    cop_status::Ok
}

/// Finds the sticky partition, and chooses it first if there is none.
///
/// `available`, `len` and `partitions` are as in cop_round_robin_partition. `draw` is called with
/// `opaque` where the client draws a random number, and returns all 32 bits, signed, as Java's
/// nextInt(): the same draws give the same partitions. A draw that gives the same number again and
/// again never ends a change to another partition, in Java as here. It must return: no exception
/// and no longjmp may leave it, and it must not use `assigner`.
///
/// Returns COP_STATUS_OK and writes the partition to `*out`. Otherwise `*out` and `*assigner` stay
/// as they were: COP_STATUS_NULL_POINTER when `assigner`, `draw` or `out` is NULL, or
/// COP_STATUS_PARTITION_COUNT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_sticky_cache_partition(
    assigner: *mut cop_sticky_cache,
    available: *const i32,
    len: usize,
    partitions: i32,
    draw: Option<unsafe extern "C" fn(opaque: *mut c_void) -> i32>,
    opaque: *mut c_void,
    out: *mut i32,
) -> cop_status {
    let (Some(draw), false) = (draw, assigner.is_null() || out.is_null()) else {
        return cop_status::NullPointer;
    };
    // SAFETY: the caller passes NULL or `len` readable ids.
    let Some(partitions) = (unsafe { topic(available, len, partitions) }) else {
        return cop_status::PartitionCount;
    };
    // SAFETY: `assigner` is not NULL, and the caller passes a cop_sticky_cache.
    let mut state = StickyCache::from(unsafe { assigner.read() });
    // SAFETY: `opaque` is what the caller wants its own function to be given.
    let partition = state.partition(partitions, || unsafe { draw(opaque) });
    // SAFETY: neither is NULL, and the caller passes a cop_sticky_cache and a writable int32_t.
    unsafe {
        (*assigner).keep(&state);
        out.write(partition.cast_signed());
    }
    cop_status::Ok
}

/// Changes the sticky partition, because a record for partition `prev` opens a batch.
///
/// The producer then asks again where the record goes. Java's calls this for records with a key or
/// an explicit partition too. When the sticky partition is no longer `prev`, it stays. With two or
/// more available the new one is another one; with one it is that one, and nothing is drawn; with
/// none, one of all is drawn, which may be the same.
///
/// `available`, `len`, `partitions`, `draw` and `opaque` are as in cop_sticky_cache_partition.
///
/// Returns COP_STATUS_OK and writes the sticky partition to `*out`; COP_UNKEYED when kafka-python
/// has not chosen one yet. Otherwise `*out` and `*assigner` stay as they were:
/// COP_STATUS_NULL_POINTER when `assigner`, `draw` or `out` is NULL, or COP_STATUS_PARTITION_COUNT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_sticky_cache_on_new_batch(
    assigner: *mut cop_sticky_cache,
    prev: i32,
    available: *const i32,
    len: usize,
    partitions: i32,
    draw: Option<unsafe extern "C" fn(opaque: *mut c_void) -> i32>,
    opaque: *mut c_void,
    out: *mut i32,
) -> cop_status {
    let (Some(draw), false) = (draw, assigner.is_null() || out.is_null()) else {
        return cop_status::NullPointer;
    };
    // SAFETY: the caller passes NULL or `len` readable ids.
    let Some(partitions) = (unsafe { topic(available, len, partitions) }) else {
        return cop_status::PartitionCount;
    };
    // SAFETY: `assigner` is not NULL, and the caller passes a cop_sticky_cache.
    let mut state = StickyCache::from(unsafe { assigner.read() });
    let prev = prev.cast_unsigned();
    // SAFETY: `opaque` is what the caller wants its own function to be given.
    let partition = state.on_new_batch(prev, partitions, || unsafe { draw(opaque) });
    // SAFETY: neither is NULL, and the caller passes a cop_sticky_cache and a writable int32_t.
    unsafe {
        (*assigner).keep(&state);
        out.write(partition.map_or(COP_UNKEYED, u32::cast_signed));
    }
    cop_status::Ok
}

/// Takes a topic's partitions as C gives them; `None` for a count that cannot be.
///
/// # Safety
///
/// `available` is NULL or points to `len` ids that nobody writes during the call.
unsafe fn topic<'a>(available: *const i32, len: usize, count: i32) -> Option<Partitions<'a>> {
    let count = PartitionCount::new(count.cast_unsigned())?;
    if available.is_null() {
        return Some(Partitions::all(count));
    }
    // SAFETY: `available` is not NULL, the caller guarantees `len` ids, and u32 is laid out as i32.
    let ids = unsafe { core::slice::from_raw_parts(available.cast::<u32>(), len) };
    Some(Partitions::available(count, ids))
}

impl From<cop_sticky_cache> for StickyCache {
    fn from(assigner: cop_sticky_cache) -> Self {
        let cop_sticky_cache { partition, chosen, kafka_python } = assigner;
        let client = if kafka_python == 0 { Self::new() } else { Self::kafka_python() };
        client.at((chosen != 0).then_some(partition.cast_unsigned()))
    }
}

impl cop_sticky_cache {
    fn keep(&mut self, state: &StickyCache) {
        if let Some(partition) = state.current() {
            self.partition = partition.cast_signed();
            self.chosen = 1;
        }
    }
}
