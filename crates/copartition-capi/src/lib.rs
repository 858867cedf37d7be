//! copartition for C: types in, types out.
//!
//! The comments on exported items are written for readers of `include/copartition.h`, which
//! cbindgen copies them into; its first page (`cbindgen.toml`) has the conventions. Nothing here
//! allocates or panics, and a panic could not unwind into C: `extern "C"` aborts first.

#![expect(clippy::missing_safety_doc, reason = "C readers get prose, not a Rust heading")]

mod bytes;
mod text;

// The header's order; a blank line keeps rustfmt from sorting.
mod version;

mod status;

mod partitioner;

mod keys;

mod batch;

mod group;
mod hash;

mod key;

mod assign;

mod rdkafka;

pub use assign::{
    cop_round_robin, cop_round_robin_partition, cop_sticky_cache, cop_sticky_cache_on_new_batch,
    cop_sticky_cache_partition,
};
pub use batch::{cop_count_batch, cop_hash_batch, cop_partition_batch};
pub use group::cop_group_partition;
pub use hash::{cop_crc32, cop_fnv1a, cop_kafkajs_legacy, cop_murmur2};
pub use key::{
    cop_key_bool, cop_key_f32, cop_key_f64, cop_key_i16, cop_key_i32, cop_key_i64, cop_key_raw_f64,
    cop_key_schema_id_prefix, cop_key_uuid,
};
pub use keys::{
    cop_keys, cop_keys_fixed, cop_keys_i32, cop_keys_i64, cop_keys_offsets32, cop_keys_offsets64,
    cop_keys_pointers, cop_keys_set_validity,
};
pub use partitioner::{
    COP_UNKEYED, cop_hash, cop_partition, cop_partitioner_at, cop_partitioner_count,
    cop_partitioner_find, cop_partitioner_name,
};
pub use rdkafka::{
    cop_rdkafka_available, cop_rdkafka_partitioner, cop_rdkafka_random, cop_rdkafka_state,
    cop_rdkafka_state_init, cop_unkeyed, rd_kafka_topic_s,
};
pub use status::{cop_status, cop_status_message};
pub use version::cop_version;
