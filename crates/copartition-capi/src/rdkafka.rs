use core::ffi::{c_int, c_void};
use core::ptr;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use copartition::assign::UnkeyedTopic;
use copartition::hash::murmur2;
use copartition::{PartitionCount, Partitioner, Placement, Unkeyed};

use crate::bytes::bytes;
use crate::cop_status;

/// What is done with the records that a partitioner leaves unkeyed when it is dropped into
/// librdkafka.
///
/// A number never changes its meaning, and new ones come after the last.
#[repr(C)]
pub enum cop_unkeyed {
    /// librdkafka places them in its own way: at random among the partitions that have a leader.
    Client = 0,
    /// One partition after the other.
    RoundRobin = 1,
    /// One partition for 10 milliseconds, then another one.
    Sticky = 2,
    /// None: the record fails with RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION.
    Error = 3,
}

/// A topic of librdkafka, `rd_kafka_topic_t` in rdkafka.h, which need not be included.
#[expect(non_camel_case_types, reason = "its name in C")]
pub struct rd_kafka_topic_s(());

/// Draws a partition: librdkafka's rd_kafka_msg_partitioner_random, or one of the same type.
#[expect(non_camel_case_types, reason = "a name in C")]
pub type cop_rdkafka_random = Option<
    unsafe extern "C" fn(
        rkt: *const rd_kafka_topic_s,
        key: *const c_void,
        len: usize,
        partitions: i32,
        rkt_opaque: *mut c_void,
        msg_opaque: *mut c_void,
    ) -> i32,
>;

/// Tells whether a partition has a leader: librdkafka's rd_kafka_topic_partition_available, or one
/// of the same type.
#[expect(non_camel_case_types, reason = "a name in C")]
pub type cop_rdkafka_available =
    Option<unsafe extern "C" fn(rkt: *const rd_kafka_topic_s, partition: i32) -> c_int>;

/// What cop_rdkafka_partitioner goes by, for one topic; made by cop_rdkafka_state_init.
///
/// It belongs to the caller, and has to outlive the topic's last record. Set the fields before the
/// first record is sent; after that only the library writes to the last three, while any number of
/// threads may be in cop_rdkafka_partitioner.
#[repr(C)]
pub struct cop_rdkafka_state {
    /// The partitioner that is dropped in.
    pub partitioner: *const Partitioner,
    /// A cop_unkeyed.
    pub unkeyed: u32,
    /// Draws a partition for COP_UNKEYED_CLIENT and COP_UNKEYED_STICKY.
    pub random: cop_rdkafka_random,
    /// Tells round robin and sticky which partitions to pass over; NULL: none. Where less than half
    /// have a leader, none is passed: librdkafka may just have met the topic.
    pub available: cop_rdkafka_available,
    /// Where round robin is. It starts at a number of the clock's, so that many producers that send
    /// a few records each do not all begin at partition 0.
    pub counter: u32,
    /// The sticky partition.
    pub sticky: u32,
    /// When the next sticky partition is drawn.
    pub sticky_until: u32,
}

/// Prepares a state for cop_rdkafka_partitioner.
///
/// `partitioner` is a name that was found; `unkeyed` a cop_unkeyed. `random` is librdkafka's
/// rd_kafka_msg_partitioner_random, and may be NULL with COP_UNKEYED_ROUND_ROBIN and
/// COP_UNKEYED_ERROR. `available` is rd_kafka_topic_partition_available, or NULL to pass over no
/// partition.
///
/// ```c
/// static cop_rdkafka_state orders;
/// cop_status status = cop_rdkafka_state_init(
///     &orders, cop_partitioner_find("java"), COP_UNKEYED_CLIENT,
///     rd_kafka_msg_partitioner_random, rd_kafka_topic_partition_available);
/// if (status == COP_STATUS_OK) {
///     rd_kafka_topic_conf_set_opaque(topic_conf, &orders);
///     rd_kafka_topic_conf_set_partitioner_cb(topic_conf, cop_rdkafka_partitioner);
/// }
/// ```
///
/// Returns COP_STATUS_OK and writes `*state`. Otherwise `*state` stays as it was:
/// COP_STATUS_NULL_POINTER when `state`, `partitioner` (a name that was not found) or a `random`
/// that is needed is NULL, or COP_STATUS_UNKNOWN_UNKEYED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_rdkafka_state_init(
    state: *mut cop_rdkafka_state,
    partitioner: Option<&'static Partitioner>,
    unkeyed: u32,
    random: cop_rdkafka_random,
    available: cop_rdkafka_available,
) -> cop_status {
    let (Some(partitioner), false) = (partitioner, state.is_null()) else {
        return cop_status::NullPointer;
    };
    let Some(choice) = choice(unkeyed) else {
        return cop_status::UnknownUnkeyed;
    };
    if matches!(choice, Unkeyed::Client | Unkeyed::Sticky) && random.is_none() {
        return cop_status::NullPointer;
    }
    // Hashed, because many clocks tick in steps that 2, 4 and 8 partitions divide.
    let counter = murmur2(&now().as_nanos().to_le_bytes());
    let started = cop_rdkafka_state {
        partitioner: ptr::from_ref(partitioner),
        unkeyed,
        random,
        available,
        counter,
        sticky: 0,
        sticky_until: 0,
    };
    // SAFETY: `state` is not NULL, and the caller passes a writable cop_rdkafka_state.
    unsafe { state.write(started) };
    cop_status::Ok
}

/// Places a record: librdkafka's partitioner callback, for
/// rd_kafka_topic_conf_set_partitioner_cb.
///
/// `rkt_opaque` is the topic's cop_rdkafka_state, set by rd_kafka_topic_conf_set_opaque. `key` is
/// the serialized key of `len` bytes: NULL is no key, a pointer with `len` 0 is an empty key.
/// librdkafka asks about records without a key only when `sticky.partitioning.linger.ms` is 0, and
/// may ask about one record twice.
///
/// Returns a partition, in 0 .. `partitions`. Otherwise INT32_MAX, which librdkafka takes for no
/// partition: the record fails with RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, at once or, when the
/// topic was not known yet, in its delivery report. That is so for a key that the partitioner
/// refuses, for an unkeyed record with COP_UNKEYED_ERROR, and for a state that is NULL or was not
/// prepared.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_rdkafka_partitioner(
    rkt: *const rd_kafka_topic_s,
    key: *const c_void,
    len: usize,
    partitions: i32,
    rkt_opaque: *mut c_void,
    msg_opaque: *mut c_void,
) -> i32 {
    let state = rkt_opaque.cast::<cop_rdkafka_state>();
    let Some(n) = PartitionCount::new(partitions.cast_unsigned()) else {
        return NO_PARTITION;
    };
    if state.is_null() {
        return NO_PARTITION;
    }
    // SAFETY: `state` is not NULL, and the caller passes a cop_rdkafka_state that lives on. Only
    // fields that nobody writes are read here.
    let (partitioner, unkeyed, random, available) = unsafe {
        ((*state).partitioner.as_ref(), (*state).unkeyed, (*state).random, (*state).available)
    };
    let (Some(partitioner), Some(unkeyed)) = (partitioner, choice(unkeyed)) else {
        return NO_PARTITION;
    };
    // SAFETY: the caller passes NULL or `len` readable bytes.
    let key = unsafe { bytes(key, len) };
    match partitioner.place(key, n) {
        Placement::Partition(partition) => return partition.cast_signed(),
        Placement::Refused => return NO_PARTITION,
        Placement::Unkeyed => {}
    }
    let draw = || {
        random.map_or(NO_PARTITION, |random| {
            // SAFETY: librdkafka calls its partitioners with what it has passed to this one.
            unsafe { random(rkt, ptr::null(), 0, partitions, rkt_opaque, msg_opaque) }
        })
    };
    let is_available = |partition: u32| {
        available.is_none_or(|available| {
            // SAFETY: it may be asked from within a partitioner, about the topic that this got.
            unsafe { available(rkt, partition.cast_signed()) != 0 }
        })
    };
    // SAFETY: `state` is valid, and from the first record on only this function writes to these.
    let [counter, sticky, sticky_until] = unsafe {
        [
            AtomicU32::from_ptr(&raw mut (*state).counter),
            AtomicU32::from_ptr(&raw mut (*state).sticky),
            AtomicU32::from_ptr(&raw mut (*state).sticky_until),
        ]
    };
    let placed = match unkeyed {
        Unkeyed::Client => return draw(),
        Unkeyed::Error => None,
        Unkeyed::RoundRobin => {
            // Taken first, so that no other thread has the same turn.
            let turn = counter.fetch_add(1, Relaxed);
            let mut topic = UnkeyedTopic { counter: turn, ..UnkeyedTopic::default() };
            let placed = topic.partition_where(unkeyed, n, is_available, 0, draw);
            let passed = topic.counter.wrapping_sub(turn).wrapping_sub(1);
            if passed != 0 {
                counter.fetch_add(passed, Relaxed);
            }
            placed
        }
        Unkeyed::Sticky => {
            // Two threads may both draw the next partition; the last one's stays.
            let mut topic = UnkeyedTopic {
                sticky: sticky.load(Relaxed),
                sticky_until: sticky_until.load(Relaxed).into(),
                ..UnkeyedTopic::default()
            };
            let before = topic;
            let placed = topic.partition_where(unkeyed, n, is_available, now_ms(), draw);
            if topic != before {
                sticky.store(topic.sticky, Relaxed);
                sticky_until.store(topic.sticky_until as u32, Relaxed);
            }
            placed
        }
    };
    placed.map_or(NO_PARTITION, u32::cast_signed)
}

/// Beyond every topic's last partition. -1, RD_KAFKA_PARTITION_UA, would leave the record waiting
/// until its time is over.
const NO_PARTITION: i32 = i32::MAX;

/// Finds a choice by its number in C.
const fn choice(unkeyed: u32) -> Option<Unkeyed> {
    Some(match unkeyed {
        0 => Unkeyed::Client,
        1 => Unkeyed::RoundRobin,
        2 => Unkeyed::Sticky,
        3 => Unkeyed::Error,
        _ => return None,
    })
}

/// Milliseconds of a clock of 32 bits: every 49 days it seems set back, and then a sticky partition
/// ends early.
fn now_ms() -> u64 {
    u64::from(now().as_millis() as u32)
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
