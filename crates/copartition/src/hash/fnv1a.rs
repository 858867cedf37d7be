/// Hashes `data` with FNV-1a, 32 bit.
///
/// Behaviour: Go's `hash/fnv.New32a`, as IBM/sarama and segmentio/kafka-go use it. librdkafka's own
/// `rd_fnv1a` returns the absolute value of these bits; here that is the reduction's work.
///
/// ```
/// use copartition::hash::fnv1a;
///
/// assert_eq!(fnv1a(b"kafka"), 0x0d33c4e1);
/// assert_eq!(fnv1a(b"1468509572224"), 0x8000_0000);
/// assert_eq!(fnv1a(b""), 0x811c_9dc5);
/// ```
#[inline]
pub fn fnv1a(data: &[u8]) -> u32 {
    rest(data, BASIS)
}

pub(crate) const BASIS: u32 = 0x811c_9dc5;
pub(crate) const PRIME: u32 = 0x0100_0193;

/// Goes on where all bytes before `data` are in `h`.
#[inline]
pub(crate) fn rest(mut data: &[u8], mut h: u32) -> u32 {
    // Not a fold: the compiler unrolls it into two loops, which wins nothing on a chain of multiplies,
    // and keys of mixed lengths then mispredict the end of both.
    while let Some((&byte, rest)) = data.split_first() {
        h = (h ^ u32::from(byte)).wrapping_mul(PRIME);
        data = rest;
    }
    h
}
