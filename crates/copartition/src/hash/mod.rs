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

/// A hash over key bytes, by name, so that tables can hold it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hash {
    Murmur2,
    Crc32,
    Fnv1a,
    KafkajsLegacy,
}

impl Hash {
    #[inline]
    pub(crate) fn of(self, key: &[u8]) -> u32 {
        match self {
            Self::Murmur2 => murmur2(key),
            Self::Crc32 => crc32(key),
            Self::Fnv1a => fnv1a(key),
            Self::KafkajsLegacy => kafkajs_legacy(key),
        }
    }
}
