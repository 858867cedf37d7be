//! The Python package's native module, `copartition._native`: types in, types out.
//!
//! One file a noun: how a [`key`], a [`partition_count`], an assigner's partitions
//! ([`topic_partitions`]) and other numbers ([`whole_number`]) are read, how an [`error`] is
//! raised, the classes of [`partitioner`], [`partitioner_info`], [`clients`] and [`settings`], and
//! [`partition_method`], the call that is made for every record; for `copartition.key`
//! [`key_bytes`] and [`candidate`], for `copartition.assign` [`round_robin`], [`sticky_cache`] with
//! its [`draw`], and [`java_partition_order`]; for the clients' modules [`drop_in`],
//! [`known_count`] and [`produce_method`]; the questions of [`analysis`], asked of [`columns`]; for
//! Polars, which calls without Python, the plugin [`polars`]; for batches what is given,
//! [`given_keys`] out of [`arrow`], [`mod@numpy`] or Python's objects, as [`integers`] or
//! [`encoded_keys`], what a [`batch`] is asked, and the [`column`] that comes back. Doc comments on
//! `#[pyfunction]` and `#[pyclass]` items are the docstrings; their examples are run against the
//! installed wheel.

mod analysis;
mod arrow;
mod batch;
mod candidate;
mod clients;
mod column;
mod columns;
mod draw;
mod drop_in;
mod encoded_keys;
mod error;
mod given_keys;
mod hash;
mod integers;
mod java_partition_order;
mod key;
mod key_bytes;
mod known_count;
mod numpy;
mod partition_count;
mod partition_method;
mod partitioner;
mod partitioner_info;
mod polars;
mod produce_method;
mod round_robin;
mod settings;
mod sticky_cache;
mod topic_partitions;
mod whole_number;

/// Kafka partitioners: the partition each client gives a key, bit for bit.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::analysis::{
        compare, doctor, identify, keys_for, moves, probe_keys, split, spread, verify,
    };
    #[pymodule_export]
    use crate::clients::{ClientInfo, clients};
    #[pymodule_export]
    use crate::column::Column;
    #[pymodule_export]
    use crate::drop_in::DropIn;
    #[pymodule_export]
    use crate::error::{Error, KeyTypeError};
    #[pymodule_export]
    use crate::hash::{crc32, fnv1a, kafkajs_legacy, murmur2};
    #[pymodule_export]
    use crate::known_count::KnownCount;
    #[pymodule_export]
    use crate::partitioner::{Partitioner, group_partition, partition};
    #[pymodule_export]
    use crate::partitioner_info::{PartitionerInfo, partitioners};
    #[pymodule_export]
    use crate::produce_method::add_produce;
    #[pymodule_export]
    use crate::settings::{Settings, settings};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's own spelling")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// Key bytes: what each client's serializer writes for a value, and what bytes could be.
    ///
    /// Two producers with one partitioner still disagree when their key bytes differ: 42 is text in
    /// one language, four bytes in the next and eight in a third. Every function returns the bytes
    /// of a key. `None` is no key for every serializer, and is not taken here.
    ///
    /// >>> [copartition.partition(key, 12) for key in
    /// ...     ('42', copartition.key.int(42), copartition.key.long(42))]
    /// [4, 0, 4]
    #[pymodule(module = "copartition", gil_used = false)]
    mod key {
        #[pymodule_export]
        use crate::candidate::{Candidate, candidates};
        #[pymodule_export]
        use crate::key_bytes::{
            boolean, byte_buffer, double, float, int, json_string, kafkajs_number, kafkajs_string,
            kafkajs_uint8_array, long, raw_double, schema_id_header, schema_id_prefix,
            schema_id_prefix_protobuf, session_windowed, short, string, time_windowed, uuid,
        };
    }

    /// Assigners: how clients spread the records that no key places.
    ///
    /// Each is the state of one topic of one producer. `partitions` is the topic's partition count,
    /// 1 to 2147483647. `available` lists the partitions that have a leader, distinct and in the
    /// client's own order; `None` stands for all of them, ascending, and an empty list for none.
    ///
    /// >>> assigner = copartition.assign.RoundRobin()
    /// >>> [assigner.partition(3) for _ in range(4)]
    /// [0, 1, 2, 0]
    #[pymodule(module = "copartition", gil_used = false)]
    mod assign {
        #[pymodule_export]
        use crate::java_partition_order::java_partition_order;
        #[pymodule_export]
        use crate::round_robin::RoundRobin;
        #[pymodule_export]
        use crate::sticky_cache::StickyCache;
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        Partitioner::add_partition(&module.py().get_type::<Partitioner>())?;
        KnownCount::add_partition(&module.py().get_type::<KnownCount>())
    }
}
