use crate::PartitionCount;

/// Python 2's `hash(key) % n` on a 64-bit machine, without hash randomisation: Python's `%` is never
/// negative.
///
/// Behaviour: CPython 2.7 `Objects/stringobject.c`; kafka-python before 1.0.0, pykafka before 2016.
pub(crate) fn python2_modulo(key: &[u8], n: PartitionCount) -> u32 {
    let Some(&first) = key.first() else {
        return 0;
    };
    let start = i64::from(first) << 7;
    let hash = key.iter().fold(start, |h, &byte| h.wrapping_mul(1_000_003) ^ i64::from(byte));
    // -1 is how CPython tells of an error, so no hash is -1.
    let hash = match hash ^ key.len() as i64 {
        -1 => -2,
        hash => hash,
    };
    hash.rem_euclid(i64::from(n.get())) as u32
}
