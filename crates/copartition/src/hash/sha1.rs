use sha1::{Digest, Sha1};

use crate::PartitionCount;

/// SHA-1 of `key` as a 160-bit big-endian number, modulo n.
///
/// Behaviour: Parsely/pykafka 2.8.0 `pykafka/partitioners.py`, HashingPartitioner.
pub(crate) fn sha1_modulo(key: &[u8], n: PartitionCount) -> u32 {
    let n = u64::from(n.get());
    let digest = Sha1::digest(key);
    // The remainder stays below n < 2^31, so one more byte fits easily.
    digest.iter().fold(0, |rest, &byte| (rest << 8 | u64::from(byte)) % n) as u32
}
