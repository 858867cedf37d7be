//! The hash functions, one a file: bytes in, 32 unsigned bits out.
//!
//! Java prints the same 32 bits signed: `h as i32` gives Java's number. No function here can fail,
//! and each takes zero bytes.

mod crc32;
mod fnv1a;
mod java_string;
mod kafkajs_legacy;
mod murmur2;
#[cfg(feature = "digests")]
mod sha1;

pub use crc32::crc32;
pub use fnv1a::fnv1a;
pub use java_string::java_string;
pub use kafkajs_legacy::kafkajs_legacy;
pub use murmur2::murmur2;
#[cfg(feature = "digests")]
pub(crate) use sha1::sha1_modulo;
