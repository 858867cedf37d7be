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
    seeded(data, SEED)
}

/// The same with seed 0, as hand-made ports have it.
pub(crate) fn murmur2_seed0(data: &[u8]) -> u32 {
    seeded(data, 0)
}

/// The same with the last one to three bytes read as C's signed `char`.
///
/// Behaviour: the Ruby gem digest-murmurhash 1.1.1 (`ext/digest/murmurhash/2.c`) where `char` is
/// signed, as on x86; ruby-kafka's murmur2.
pub(crate) fn murmur2_signed_tail(data: &[u8]) -> u32 {
    let (words, tail) = data.as_chunks::<4>();
    let h = blocks(words, SEED ^ data.len() as u32);
    if tail.is_empty() {
        return finish(h);
    }
    let shifted = tail.iter().enumerate();
    let tail = shifted.fold(0, |tail, (i, &byte)| {
        tail ^ i32::from(byte.cast_signed()).cast_unsigned() << (8 * i)
    });
    finish((h ^ tail).wrapping_mul(M))
}

/// The same over all but the last eight bytes.
///
/// Behaviour: apache/kafka `WindowedStreamPartitioner`, run at kafka-streams 3.9.2 and 4.4.0: a
/// time-windowed key is the inner key and the window's start, and Streams places it by the inner
/// key alone. A key of fewer bytes is not such a key, and Streams refuses it; it is hashed whole.
pub(crate) fn murmur2_windowed(key: &[u8]) -> u32 {
    murmur2(key.split_last_chunk::<8>().map_or(key, |(inner, _)| inner))
}

/// The same over all but the last sixteen bytes: a session's end and start.
pub(crate) fn murmur2_session_windowed(key: &[u8]) -> u32 {
    murmur2(key.split_last_chunk::<16>().map_or(key, |(inner, _)| inner))
}

#[inline]
fn seeded(data: &[u8], seed: u32) -> u32 {
    // Lengths are cut to 32 bits, as Java's int is; a Kafka key cannot be longer.
    rest(data, seed ^ data.len() as u32)
}

/// Goes on where all bytes before `data`, a number of whole words, are in `h`.
#[inline]
pub(crate) fn rest(data: &[u8], h: u32) -> u32 {
    let (words, tail) = data.as_chunks::<4>();
    let h = blocks(words, h);
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

pub(crate) const SEED: u32 = 0x9747_b28c;
pub(crate) const M: u32 = 0x5bd1_e995;

#[inline]
pub(crate) fn blocks(words: &[[u8; 4]], mut h: u32) -> u32 {
    for word in words {
        h = h.wrapping_mul(M) ^ mix(u32::from_le_bytes(*word));
    }
    h
}

/// The murmur2 of a key of whole words.
#[inline]
pub(crate) fn of_words<const WORDS: usize>(words: [u32; WORDS]) -> u32 {
    let seed = SEED ^ (4 * WORDS as u32);
    finish(words.into_iter().fold(seed, |h, word| h.wrapping_mul(M) ^ mix(word)))
}

#[inline]
pub(crate) fn mix(word: u32) -> u32 {
    let k = word.wrapping_mul(M);
    (k ^ (k >> 24)).wrapping_mul(M)
}

#[inline]
pub(crate) fn finish(h: u32) -> u32 {
    let h = (h ^ (h >> 13)).wrapping_mul(M);
    h ^ (h >> 15)
}
