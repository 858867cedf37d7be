use md5::{Digest, Md5};

use crate::PartitionCount;

/// MD5 of `key` as a 128-bit big-endian number, modulo n, as hand-made partitioners take it.
pub(crate) fn md5_modulo(key: &[u8], n: PartitionCount) -> u32 {
    modulo(&Md5::digest(key), n)
}

/// The first four bytes of MD5, big-endian, as hand-made partitioners take them.
pub(crate) fn md5_prefix(key: &[u8]) -> u32 {
    prefix(&Md5::digest(key))
}

/// The sum of the sixteen bytes of MD5.
///
/// Behaviour: spreedly/kaffe 2.2.0 `lib/kaffe/partition_selector.ex`.
pub(crate) fn md5_sum(key: &[u8]) -> u32 {
    Md5::digest(key).iter().map(|&byte| u32::from(byte)).sum()
}

/// A digest as one big-endian number, modulo n.
pub(super) fn modulo(digest: &[u8], n: PartitionCount) -> u32 {
    let n = u64::from(n.get());
    // The remainder stays below n < 2^31, so one more byte fits easily.
    digest.iter().fold(0, |rest, &byte| (rest << 8 | u64::from(byte)) % n) as u32
}

/// A digest's first four bytes, big-endian.
pub(super) fn prefix(digest: &[u8]) -> u32 {
    digest.iter().take(4).fold(0, |prefix, &byte| prefix << 8 | u32::from(byte))
}
