use sha1::{Digest, Sha1};

use crate::PartitionCount;

/// SHA-1 of `key` as a 160-bit big-endian number, modulo n.
///
/// Behaviour: Parsely/pykafka 2.8.0 `pykafka/partitioners.py`, HashingPartitioner.
pub(crate) fn sha1_modulo(key: &[u8], n: PartitionCount) -> u32 {
    super::md5::modulo(&Sha1::digest(key), n)
}

/// The first four bytes of SHA-1, big-endian, as hand-made partitioners take them.
pub(crate) fn sha1_prefix(key: &[u8]) -> u32 {
    super::md5::prefix(&Sha1::digest(key))
}
