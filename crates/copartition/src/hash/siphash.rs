#![expect(deprecated, reason = "the only SipHash-2-4 with a fixed key in the standard library")]

use core::hash::{Hasher, SipHasher};

/// The low 32 bits of SipHash-2-4 with a key of zeros.
///
/// Behaviour: kafka-rust/kafka-rust 0.5.0 and before, run at 0.5.0.
pub(crate) fn siphash(key: &[u8]) -> u32 {
    let mut hasher = SipHasher::new();
    hasher.write(key);
    hasher.finish() as u32
}
