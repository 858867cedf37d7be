//! Safe code over plain arrays, in loops that compilers turn into vectors.

#![expect(clippy::indexing_slicing, reason = "lanes are below LANES")]

use super::{Divisor, Rows};
use crate::Reduction;
use crate::hash::{self, murmur2 as murmur};

/// How many keys go side by side: loops over fewer are unrolled before they could become vectors.
const LANES: usize = 64;

/// How many keys may be left when the others are done; they are finished one by one.
const FEW: u32 = LANES as u32 / 8;

type Lanes = [u32; LANES];

/// The murmur2 of each key.
#[inline(always)]
pub(super) fn murmur2(rows: Rows<'_>, out: &mut [u32]) {
    let readable = rows.readable() as u32;
    let (starts, last_starts) = rows.starts.as_chunks();
    let (lengths, last_lengths) = rows.lengths.as_chunks();
    let (hashes, last_hashes) = out.as_chunks_mut();
    let mut first = 0;
    for ((starts, lengths), out) in starts.iter().zip(lengths).zip(hashes) {
        murmur2_block(rows, readable, first, starts, lengths, out);
        first += LANES;
    }
    if !last_starts.is_empty() {
        let (mut starts, mut lengths, mut hashes) = ([0; LANES], [0; LANES], [0; LANES]);
        starts[..last_starts.len()].copy_from_slice(last_starts);
        lengths[..last_lengths.len()].copy_from_slice(last_lengths);
        murmur2_block(rows, readable, first, &starts, &lengths, &mut hashes);
        last_hashes.copy_from_slice(&hashes[..last_hashes.len()]);
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
    // Sums become vectors where minima and maxima do not.
    let how_many = |at_least: u32| {
        lengths.iter().fold(0, |many, &length| many + u32::from(length >= at_least))
    };
    let mut done = 0;
    while done < readable {
        for lane in 0..LANES {
            words[lane] = four_words(rows.bytes, (starts[lane] + done) as usize);
        }
        if how_many(done + 16) == LANES as u32 {
            step::<ALL_WHOLE>(&words, lengths, done, out, &mut tails);
        } else if how_many(done + 12) == 0 {
            step::<TWO_WHOLE>(&words, lengths, done, out, &mut tails);
        } else {
            step::<SOME_WHOLE>(&words, lengths, done, out, &mut tails);
        }
        done += 16;
        if how_many(done + 1) <= FEW {
            break;
        }
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

/// Where keys start, counted from the first, and how long they are, by their offsets.
#[inline(always)]
pub(super) fn spread(offsets: &[i32], starts: &mut [u32], lengths: &mut [u32]) {
    let (Some(&first), Some(ends)) = (offsets.first(), offsets.get(1..)) else { return };
    let lanes = starts.iter_mut().zip(lengths);
    for ((start, length), (&begin, &end)) in lanes.zip(offsets.iter().zip(ends)) {
        *start = begin.wrapping_sub(first).cast_unsigned();
        *length = end.wrapping_sub(begin).cast_unsigned();
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

/// Of each key four whole words.
const ALL_WHOLE: u8 = 0;
/// Of no key more than two, and the cut one behind them.
const TWO_WHOLE: u8 = 1;
const SOME_WHOLE: u8 = 2;

/// Mixes 16 bytes into the hash of each key that has so many left, and keeps the word that is cut.
#[inline(always)]
fn step<const HOW: u8>(
    words: &[[u32; 4]; LANES],
    lengths: &Lanes,
    done: u32,
    hashes: &mut Lanes,
    tails: &mut Lanes,
) {
    for lane in 0..LANES {
        let length = lengths[lane];
        let [a, b, c, d] = words[lane];
        let (mut hash, mut tail) = (hashes[lane], tails[lane]);
        let mut mix = |word: u32, at: u32| {
            let mixed = hash.wrapping_mul(murmur::M) ^ murmur::mix(word);
            // Of a key's words the last that is looked at is the cut one.
            tail = if HOW != ALL_WHOLE && at <= length { word } else { tail };
            hash = if HOW == ALL_WHOLE || at + 4 <= length { mixed } else { hash };
        };
        mix(a, done);
        mix(b, done + 4);
        if HOW == TWO_WHOLE {
            tail = if done + 8 <= length { c } else { tail };
        } else {
            mix(c, done + 8);
            mix(d, done + 12);
        }
        hashes[lane] = hash;
        tails[lane] = tail;
    }
}

/// The 16 bytes from `at` on.
#[inline(always)]
fn four_words(bytes: &[u8], at: usize) -> [u32; 4] {
    let (words, _) = bytes[at..at + 16].as_chunks();
    let word = |index: usize| u32::from_le_bytes(words[index]);
    [word(0), word(1), word(2), word(3)]
}
