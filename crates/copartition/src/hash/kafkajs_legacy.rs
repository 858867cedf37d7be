/// Hashes `data` as kafkajs did before 2.0.0: murmur2 with two bugs, kept bit for bit.
///
/// Behaviour: tulios/kafkajs 2.2.4 `src/producer/partitioners/legacy/murmur2.js`.
///
/// 1. Products are JavaScript doubles: rounded to 53 bits, and only then cut to 32.
/// 2. The block count is not floored, so a partial last group is first taken as a whole word
///    (missing bytes 0) and then again as the tail.
///
/// ```
/// use copartition::hash::kafkajs_legacy;
///
/// assert_eq!(kafkajs_legacy(b"user-123"), 0x0c89_0212);
/// assert_eq!(kafkajs_legacy(b""), 0x106e_08dc);
/// ```
pub fn kafkajs_legacy(data: &[u8]) -> u32 {
    let mut h = 0x9747_b28c ^ data.len() as u32;
    let (words, tail) = data.as_chunks::<4>();
    for word in words {
        h = times_m(h) ^ mix(u32::from_le_bytes(*word));
    }
    let tail = match *tail {
        [] => return finish(h),
        [a] => u32::from_le_bytes([a, 0, 0, 0]),
        [a, b] => u32::from_le_bytes([a, b, 0, 0]),
        [a, b, c, ..] => u32::from_le_bytes([a, b, c, 0]),
    };
    h = times_m(h) ^ mix(tail);
    finish(times_m(h ^ tail))
}

fn mix(word: u32) -> u32 {
    let k = times_m(word);
    times_m(k ^ (k >> 24))
}

fn finish(h: u32) -> u32 {
    let h = times_m(h ^ (h >> 13));
    h ^ (h >> 15)
}

/// `(x | 0) * m` in doubles, then ToInt32. The product is below 2^62, so `as i64` is exact, and
/// the cut to 32 bits is ToInt32's modulo.
fn times_m(x: u32) -> u32 {
    (f64::from(x.cast_signed()) * 1_540_483_477.0) as i64 as u32
}
