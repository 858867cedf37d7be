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
pub fn fnv1a(mut data: &[u8]) -> u32 {
    let mut h = 0x811c_9dc5_u32;
    // Not a fold: the compiler unrolls it into two loops, which wins nothing on a chain of multiplies,
    // and keys of mixed lengths then mispredict the end of both.
    while let Some((&byte, rest)) = data.split_first() {
        h = (h ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        data = rest;
    }
    h
}
