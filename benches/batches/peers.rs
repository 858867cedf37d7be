//! What kernels are measured against: the loops that people write, and the cost of memory alone.

#![expect(clippy::indexing_slicing, reason = "the bounds checks are a part of what is timed")]
#![expect(clippy::needless_range_loop, reason = "as it is written by those who come from Java")]

use std::hint::black_box;

use crate::columns::Window;

/// Apache Kafka's `Utils.murmur2` line by line: bytes put together by hand, every index checked.
#[inline]
pub(crate) fn murmur2(data: &[u8]) -> u32 {
    const M: u32 = 0x5bd1_e995;
    let length = data.len();
    let mut h = 0x9747_b28c ^ length as u32;
    for i in 0..length / 4 {
        let at = 4 * i;
        let mut k = u32::from(data[at])
            | u32::from(data[at + 1]) << 8
            | u32::from(data[at + 2]) << 16
            | u32::from(data[at + 3]) << 24;
        k = k.wrapping_mul(M);
        k ^= k >> 24;
        k = k.wrapping_mul(M);
        h = h.wrapping_mul(M) ^ k;
    }
    let whole = length & !3;
    let rest = length % 4;
    if rest == 3 {
        h ^= u32::from(data[whole + 2]) << 16;
    }
    if rest >= 2 {
        h ^= u32::from(data[whole + 1]) << 8;
    }
    if rest >= 1 {
        h = (h ^ u32::from(data[whole])).wrapping_mul(M);
    }
    h ^= h >> 13;
    h = h.wrapping_mul(M);
    h ^ (h >> 15)
}

/// CRC-32 by one table, a byte a step.
#[inline]
pub(crate) fn crc32(data: &[u8]) -> u32 {
    static TABLE: [u32; 256] = table();
    let mut crc = !0_u32;
    for &byte in data {
        crc = (crc >> 8) ^ TABLE[usize::from(crc as u8 ^ byte)];
    }
    !crc
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
}

/// FNV-1a, a byte a step.
#[inline]
pub(crate) fn fnv1a(data: &[u8]) -> u32 {
    data.iter().fold(0x811c_9dc5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The Java client's partition of a hash.
#[inline]
pub(crate) fn masked(hash: u32, n: u32) -> i32 {
    ((hash & 0x7fff_ffff) % n).cast_signed()
}

/// librdkafka's `consistent`.
#[inline]
pub(crate) fn unsigned(hash: u32, n: u32) -> i32 {
    (hash % n).cast_signed()
}

/// Sarama's: the remainder of the signed hash, without its sign.
#[inline]
pub(crate) fn absolute(hash: u32, n: u32) -> i32 {
    (hash.cast_signed() % n.cast_signed()).abs()
}

/// The loop over a column that everybody writes first: slice, hash, `%`.
#[inline]
pub(crate) fn place(
    keys: Window<'_>,
    n: u32,
    out: &mut [i32],
    hash: impl Fn(&[u8]) -> u32,
    reduce: impl Fn(u32, u32) -> i32,
) {
    let n = black_box(n);
    for i in 0..keys.len() {
        let key = &keys.bytes[keys.offsets[i] as usize..keys.offsets[i + 1] as usize];
        out[i] = reduce(hash(key), n);
    }
}

/// The same into a histogram.
pub(crate) fn count(keys: Window<'_>, n: u32, counts: &mut [u64]) {
    let n = black_box(n);
    for i in 0..keys.len() {
        let key = &keys.bytes[keys.offsets[i] as usize..keys.offsets[i + 1] as usize];
        counts[masked(murmur2(key), n) as usize] += 1;
    }
}

/// Each number serialized as Kafka does it, then as any key.
pub(crate) fn place_numbers(keys: Window<'_>, n: u32, out: &mut [i32]) {
    let n = black_box(n);
    for i in 0..keys.ints.len() {
        out[i] = masked(murmur2(&keys.ints[i].to_be_bytes()), n);
    }
    for i in 0..keys.longs.len() {
        out[i] = masked(murmur2(&keys.longs[i].to_be_bytes()), n);
    }
}

/// Reads the keys and the offsets, writes four bytes a key, and does nothing else.
pub(crate) fn floor(keys: Window<'_>, out: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has AVX-512F.
            return unsafe { floor_avx512(keys, out) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { floor_avx2(keys, out) };
        }
    }
    read_and_write(keys, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn floor_avx512(keys: Window<'_>, out: &mut [i32]) {
    read_and_write(keys, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn floor_avx2(keys: Window<'_>, out: &mut [i32]) {
    read_and_write(keys, out);
}

/// 256 keys at a time, so that reading and writing go on side by side.
#[inline(always)]
fn read_and_write(keys: Window<'_>, out: &mut [i32]) {
    const ROWS: usize = 256;
    let mut sum = 0_u64;
    for (ends, out) in keys.offsets.chunks(ROWS).zip(out.chunks_mut(ROWS)) {
        let (Some(&first), Some(&last)) = (ends.first(), ends.last()) else { continue };
        let bytes = &keys.bytes[first as usize..last as usize];
        let words = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
        sum = sum.wrapping_add(words.fold(0, u64::wrapping_add));
        for (out, end) in out.iter_mut().zip(ends) {
            *out = *end;
        }
    }
    black_box(sum);
}
