//! Hashes of words or bytes one after the other, each lane with a key of its own.

#![expect(clippy::indexing_slicing, reason = "lanes and groups are constants")]

use core::arch::x86_64::{_MM_HINT_T0, _mm_loadu_si128, _mm_prefetch};

use super::super::{Rows, portable};
use super::vector::Vector;
use crate::hash::murmur2::{M, SEED};

/// How far ahead key bytes are asked for: the hardware does not see the pattern of rows.
const AHEAD: usize = 8192;

/// What of a group's keys is not in their hashes when only few have more.
const FEW_OF: usize = 4;

/// The murmur2 of each key, `GROUPS` vectors side by side.
///
/// Callers have the vector's features.
#[inline(always)]
pub(super) fn murmur2<V: Vector, const GROUPS: usize>(rows: Rows<'_>, out: &mut [u32]) {
    const { assert!(Rows::AT_ONCE.is_multiple_of(GROUPS * V::LANES)) };
    let readable = rows.readable();
    if readable == 0 {
        return portable::murmur2(rows, out);
    }
    let mut ahead = Ahead::new(&rows);
    let lanes = GROUPS * V::LANES;
    assert!(rows.starts.len() == out.len() && rows.lengths.len() == out.len());
    assert!(out.len().is_multiple_of(lanes));
    for first in (0..out.len()).step_by(lanes) {
        // SAFETY: the caller has the features; the lanes are in the slices; of every row `readable`
        // bytes may be read.
        unsafe { murmur2_side_by_side::<V, GROUPS>(&rows, first, readable, &mut ahead, out) };
    }
}

#[inline(always)]
unsafe fn murmur2_side_by_side<V: Vector, const GROUPS: usize>(
    rows: &Rows<'_>,
    first: usize,
    readable: usize,
    ahead: &mut Ahead,
    out: &mut [u32],
) {
    // SAFETY: as of this function, all through.
    unsafe {
        let lengths = rows.lengths.as_ptr().add(first);
        let few = (GROUPS * V::LANES / FEW_OF) as u32;
        let m = V::splat(M);
        let zero = V::splat(0);
        let mut length = [zero; GROUPS];
        let mut hash = [zero; GROUPS];
        let mut tail = [zero; GROUPS];
        // Where the words so far are whole: the next one is either whole or the tail.
        let mut whole = [V::all(); GROUPS];
        for group in 0..GROUPS {
            length[group] = V::load(lengths.add(group * V::LANES));
            hash[group] = length[group].xor(V::splat(SEED));
        }
        ahead.until(rows, first + GROUPS * V::LANES - 1);
        let mut done = 0;
        let mut left;
        loop {
            let words = words::<V, GROUPS>(rows, first, done);
            // Not a closure: it would be a function without the features.
            macro_rules! mix {
                ($index:literal, $group:ident) => {{
                    let mixed = words[$group][$index].times(m);
                    let mixed = mixed.xor(mixed.shifted_right::<24>()).times(m);
                    hash[$group].times(m).xor(mixed)
                }};
            }
            macro_rules! mix_whole {
                ($index:literal) => {
                    for group in 0..GROUPS {
                        hash[group] = mix!($index, group);
                    }
                };
            }
            macro_rules! look {
                ($index:literal) => {
                    for group in 0..GROUPS {
                        tail[group] = tail[group].replaced(whole[group], words[group][$index]);
                        let above = V::splat(done as u32 + 4 * $index + 3);
                        whole[group] = above.is_below(length[group]);
                    }
                };
            }
            macro_rules! mix_some {
                ($index:literal) => {
                    for group in 0..GROUPS {
                        hash[group] = hash[group].replaced(whole[group], mix!($index, group));
                    }
                };
            }
            let full = V::splat(done as u32 + 15);
            let mut all = [V::all(); GROUPS];
            for group in 0..GROUPS {
                all[group] = full.is_below(length[group]);
            }
            if V::are_all(all) {
                mix_whole!(0);
                mix_whole!(1);
                mix_whole!(2);
                mix_whole!(3);
            } else {
                look!(0);
                mix_some!(0);
                look!(1);
                mix_some!(1);
                look!(2);
                if V::is_any(whole) {
                    mix_some!(2);
                    look!(3);
                    mix_some!(3);
                }
            }
            done += 16;
            let mut more = [V::all(); GROUPS];
            for group in 0..GROUPS {
                more[group] = V::splat(done as u32).is_below(length[group]);
            }
            left = more;
            if V::count(more) <= few || done >= readable {
                break;
            }
        }
        let any_left = V::is_any(left);
        for group in 0..GROUPS {
            let lane = first + group * V::LANES;
            if any_left {
                let (mut hashes, mut tails) = ([0; 16], [0; 16]);
                hash[group].store(hashes.as_mut_ptr());
                tail[group].store(tails.as_mut_ptr());
                for (index, row) in (lane..lane + V::LANES).enumerate() {
                    if *rows.lengths.get_unchecked(row) > done as u32 {
                        (hashes[index], tails[index]) =
                            portable::murmur2_rest(rows.key(row), done as u32, hashes[index]);
                    }
                }
                hash[group] = V::load(hashes.as_ptr());
                tail[group] = V::load(tails.as_ptr());
            }
            let odd = length[group].and(V::splat(3));
            let beyond = V::splat(!0).shifted_left_by(odd.shifted_left::<3>());
            let mixed = hash[group].xor(tail[group].and_not(beyond)).times(m);
            let hash = mixed.replaced(odd.is(zero), hash[group]);
            let hash = hash.xor(hash.shifted_right::<13>()).times(m);
            hash.xor(hash.shifted_right::<15>()).store(out.as_mut_ptr().add(lane));
        }
    }
}

/// The FNV-1a of each key, `GROUPS` vectors side by side.
///
/// Callers have the vector's features.
#[inline(always)]
pub(super) fn fnv1a<V: Vector, const GROUPS: usize>(rows: Rows<'_>, out: &mut [u32]) {
    portable::fnv1a(rows, out);
}

/// Words of four bytes from `done` on: of each key the first, then the second, third and fourth.
#[inline(always)]
unsafe fn words<V: Vector, const GROUPS: usize>(
    rows: &Rows<'_>,
    first: usize,
    done: usize,
) -> [[V; 4]; GROUPS] {
    // SAFETY: as of this function, all through.
    unsafe {
        let starts = rows.starts.as_ptr().add(first);
        let bytes = rows.bytes.as_ptr().add(done);
        let mut words = [[V::splat(0); 4]; GROUPS];
        for group in 0..GROUPS {
            let starts = starts.add(group * V::LANES);
            words[group] =
                V::words(|lane| _mm_loadu_si128(bytes.add(*starts.add(lane) as usize).cast()));
        }
        words
    }
}

/// How far the bytes of a column were asked for.
struct Ahead {
    at: usize,
    more: bool,
}

impl Ahead {
    #[inline(always)]
    fn new(rows: &Rows<'_>) -> Self {
        Self { at: 0, more: rows.more_ahead }
    }

    /// Asks for the bytes up to some way behind the key of a row.
    #[inline(always)]
    unsafe fn until(&mut self, rows: &Rows<'_>, row: usize) {
        // SAFETY: as of this function; an address that is asked for need not exist.
        unsafe {
            let until = *rows.starts.get_unchecked(row) as usize + AHEAD;
            while self.more && self.at < until {
                for line in 0..8 {
                    let address = rows.bytes.as_ptr().wrapping_add(self.at + 64 * line);
                    _mm_prefetch::<_MM_HINT_T0>(address.cast());
                }
                self.at += 512;
            }
        }
    }
}
