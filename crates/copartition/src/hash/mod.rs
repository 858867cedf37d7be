//! The hash functions, one a file: bytes in, 32 unsigned bits out.
//!
//! Java prints the same 32 bits signed: `h as i32` gives Java's number. No function here can fail,
//! and each takes zero bytes. A hash over text decodes bytes as its client does.

mod crc32;
mod debezium;
pub(crate) mod fnv1a;
mod java_bytes;
mod java_string;
mod kafka_node;
mod kafkajs_legacy;
#[cfg(feature = "digests")]
mod md5;
pub(crate) mod murmur2;
mod murmur3;
mod no_kafka;
mod phash2;
mod python2;
mod ruby_characters;
#[cfg(feature = "digests")]
mod sha1;
mod siphash;
mod utf16;
#[cfg(feature = "digests")]
mod xxhash32;

pub use crc32::crc32;
pub use fnv1a::fnv1a;
pub use java_string::java_string;
pub use kafkajs_legacy::kafkajs_legacy;
pub use murmur2::murmur2;

pub(crate) use debezium::{debezium_murmur, debezium_string};
pub(crate) use java_bytes::java_bytes;
pub(crate) use java_string::java_string_of_bytes;
pub(crate) use kafka_node::kafka_node;
#[cfg(feature = "digests")]
pub(crate) use md5::{md5_modulo, md5_prefix, md5_sum};
pub(crate) use murmur2::{
    murmur2_seed0, murmur2_session_windowed, murmur2_signed_tail, murmur2_windowed,
};
pub(crate) use murmur3::{murmur3_maxwell, murmur3_seed0};
pub(crate) use no_kafka::no_kafka_crc32;
pub(crate) use phash2::phash2;
pub(crate) use python2::python2_modulo;
pub(crate) use ruby_characters::{crc32_of_characters, murmur2_of_characters};
#[cfg(feature = "digests")]
pub(crate) use sha1::{sha1_modulo, sha1_prefix};
pub(crate) use siphash::siphash;
#[cfg(feature = "digests")]
pub(crate) use xxhash32::xxhash32;
