//! Safe code over plain arrays, in loops that compilers turn into vectors.

#![expect(clippy::indexing_slicing, reason = "lanes are below LANES")]

use super::{Divisor, Rows};
use crate::Reduction;
use crate::hash::{self, murmur2 as murmur};

/// How many keys go side by side.
const LANES: usize = Rows::AT_ONCE;

/// How many keys may be left when the others are done; they are finished one by one.
const FEW: usize = LANES / 8;

type Lanes = [u32; LANES];

/// The murmur2 of each key.
#[inline(always)]
pub(super) fn murmur2(rows: Rows<'_>, out: &mut [u32]) {
    let readable = rows.readable() as u32;
    let blocks = rows.starts.as_chunks().0.iter().zip(rows.lengths.as_chunks().0);
    for (block, ((starts, lengths), out)) in blocks.zip(out.as_chunks_mut().0).enumerate() {
        murmur2_block(rows, readable, block * LANES, starts, lengths, out);
    }
}

#[inline(always)]
fn murmur2_block(
    rows: Rows<'_>,
    readable: u32,
    first: usize,
    starts: &Lanes,
    lengths: &Lanes,
    out: &mut Lanes,
) {
    let mut words = [[0; 4]; LANES];
    let mut tails = [0; LANES];
    for lane in 0..LANES {
        out[lane] = murmur::SEED ^ lengths[lane];
    }
    let mut done = 0;
    while done < readable && lengths.iter().filter(|&&length| length > done).count() > FEW {
        for lane in 0..LANES {
            words[lane] = four_words(rows.bytes, (starts[lane] + done) as usize);
        }
        step(&words, lengths, done, out, &mut tails);
        done += 16;
    }
    let hashes = *out;
    for lane in 0..LANES {
        let odd = lengths[lane] % 4;
        let tail = tails[lane] & ((1 << (8 * odd)) - 1);
        let mixed = (out[lane] ^ tail).wrapping_mul(murmur::M);
        out[lane] = murmur::finish(if odd > 0 { mixed } else { out[lane] });
    }
    for lane in 0..LANES {
        if lengths[lane] > done {
            out[lane] = murmur::rest(&rows.key(first + lane)[done as usize..], hashes[lane]);
        }
    }
}

/// The CRC-32 of each key.
pub(super) fn crc32(rows: Rows<'_>, out: &mut [u32]) {
    for (row, out) in out.iter_mut().enumerate() {
        *out = hash::crc32(rows.key(row));
    }
}

/// The FNV-1a of each key.
pub(super) fn fnv1a(rows: Rows<'_>, out: &mut [u32]) {
    for (row, out) in out.iter_mut().enumerate() {
        *out = hash::fnv1a(rows.key(row));
    }
}

/// The murmur2 of the four bytes of each number, the highest first.
#[inline(always)]
pub(super) fn murmur2_of_ints(ints: &[i32], out: &mut [u32]) {
    for (int, out) in ints.iter().zip(out) {
        *out = murmur::of_words([int.swap_bytes().cast_unsigned()]);
    }
}

/// The murmur2 of the eight bytes of each number, the highest first.
#[inline(always)]
pub(super) fn murmur2_of_longs(longs: &[i64], out: &mut [u32]) {
    for (long, out) in longs.iter().zip(out) {
        let bytes = long.swap_bytes().cast_unsigned();
        *out = murmur::of_words([bytes as u32, (bytes >> 32) as u32]);
    }
}

/// The partition of each hash.
#[inline(always)]
pub(super) fn reduce(reduction: Reduction, n: Divisor, hashes: &[u32], out: &mut [i32]) {
    // A loop for each: one that decides in every turn does not become vectors.
    match reduction {
        Reduction::Mask => remainders(n, hashes, out, |hash| Reduction::Mask.dividend(hash)),
        Reduction::Unsigned => remainders(n, hashes, out, |hash| hash),
        Reduction::Abs => remainders(n, hashes, out, |hash| Reduction::Abs.dividend(hash)),
        Reduction::JavaAbs => remainders(n, hashes, out, |hash| Reduction::JavaAbs.dividend(hash)),
    }
}

#[inline(always)]
fn remainders(n: Divisor, hashes: &[u32], out: &mut [i32], dividend: impl Fn(u32) -> u32) {
    for (&hash, out) in hashes.iter().zip(out) {
        *out = n.remainder(dividend(hash)).cast_signed();
    }
}

/// Mixes 16 bytes into the hash of each key that has so many left, and keeps the word that is cut.
#[inline(always)]
fn step(
    words: &[[u32; 4]; LANES],
    lengths: &Lanes,
    done: u32,
    hashes: &mut Lanes,
    tails: &mut Lanes,
) {
    for lane in 0..LANES {
        let whole = lengths[lane] & !3;
        let [a, b, c, d] = words[lane];
        let (mut hash, mut tail) = (hashes[lane], tails[lane]);
        let mut mix = |word: u32, at: u32| {
            let mixed = hash.wrapping_mul(murmur::M) ^ murmur::mix(word);
            hash = if at < whole { mixed } else { hash };
            tail = if at == whole { word } else { tail };
        };
        mix(a, done);
        mix(b, done + 4);
        mix(c, done + 8);
        mix(d, done + 12);
        hashes[lane] = hash;
        tails[lane] = tail;
    }
}

#[inline(always)]
fn four_words(bytes: &[u8], at: usize) -> [u32; 4] {
    let sixteen = bytes.get(at..).and_then(|bytes| bytes.first_chunk::<16>());
    let (words, _) = sixteen.map_or(&[][..], |bytes| &bytes[..]).as_chunks();
    core::array::from_fn(|index| words.get(index).map_or(0, |word| u32::from_le_bytes(*word)))
}
