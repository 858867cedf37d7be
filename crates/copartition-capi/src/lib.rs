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

mod group;
mod hash;

pub use group::cop_group_partition;
pub use hash::{cop_crc32, cop_fnv1a, cop_kafkajs_legacy, cop_murmur2};
pub use partitioner::{
    COP_UNKEYED, cop_hash, cop_partition, cop_partitioner_at, cop_partitioner_count,
    cop_partitioner_find, cop_partitioner_name,
};
pub use status::{cop_status, cop_status_message};
pub use version::cop_version;
