/// Hashes `data` with Kafka's murmur2 (32 bit, seed 0x9747b28c).
///
/// Behaviour: apache/kafka `Utils.murmur2`, unchanged from 0.8.2 to 4.2. Java prints the result
/// signed.
///
/// ```
/// use copartition::hash::murmur2;
///
/// assert_eq!(murmur2(b"ab"), 316155434);
/// assert_eq!(murmur2(b"21").cast_signed(), -973932308);
/// assert_eq!(murmur2(b""), 275646681);
/// ```
#[inline]
pub fn murmur2(data: &[u8]) -> u32 {
    let (words, tail) = data.as_chunks::<4>();
    // Lengths are cut to 32 bits, as Java's int is; a Kafka key cannot be longer.
    let mut h = SEED ^ data.len() as u32;
    for word in words {
        h = h.wrapping_mul(M) ^ mix(u32::from_le_bytes(*word));
    }
    let tail = match (tail, data.last_chunk()) {
        ([], _) => return finish(h),
        // One load and a shift, where a match on the number of bytes would be mispredicted: keys of
        // mixed lengths take a fifth less time.
        (_, Some(last)) => u32::from_le_bytes(*last) >> (32 - 8 * tail.len()),
        (&[a], None) => u32::from_le_bytes([a, 0, 0, 0]),
        (&[a, b], None) => u32::from_le_bytes([a, b, 0, 0]),
        (&[a, b, c, ..], None) => u32::from_le_bytes([a, b, c, 0]),
    };
    finish((h ^ tail).wrapping_mul(M))
}

const SEED: u32 = 0x9747_b28c;
const M: u32 = 0x5bd1_e995;

#[inline]
fn mix(word: u32) -> u32 {
    let k = word.wrapping_mul(M);
    (k ^ (k >> 24)).wrapping_mul(M)
}

#[inline]
fn finish(h: u32) -> u32 {
    let h = (h ^ (h >> 13)).wrapping_mul(M);
    h ^ (h >> 15)
}
