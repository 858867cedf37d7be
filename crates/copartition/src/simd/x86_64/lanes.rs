//! Hashes that take a key's words one after the other: each lane has a key of its own.

#![expect(clippy::indexing_slicing, reason = "lanes and groups are constants")]
#![expect(clippy::needless_range_loop, reason = "a group is a place in several arrays")]

use core::arch::asm;
use core::arch::x86_64::{_MM_HINT_T0, _mm_loadu_si128, _mm_prefetch};

use super::super::Rows;
use super::vector::Vector;

/// How far ahead key bytes are asked for: the hardware does not see the pattern of rows.
const AHEAD: usize = 8192;

/// How many keys may wait for others of their length.
const WAITING: usize = 2 * Rows::AT_ONCE;

/// A hash of a key's words, and of the one to three bytes behind them.
///
/// # Safety
///
/// Each function over vectors may be called only where the machine has the vector's features.
pub(super) unsafe trait Words {
    /// What a hash of `length` bytes starts with.
    unsafe fn seed<V: Vector>(length: V) -> V;
    /// Takes four bytes more.
    unsafe fn word<V: Vector>(hash: V, word: V) -> V;
    /// Takes the `odd` lowest bytes of `tail`, 0 to 3, and finishes.
    unsafe fn finish<V: Vector>(hash: V, tail: V, odd: V) -> V;
    /// Takes all the rest, and finishes.
    fn rest(rest: &[u8], hash: u32) -> u32;
    /// The hash of a whole key.
    fn whole(key: &[u8]) -> u32;
}

/// Hashes each key, `GROUPS` vectors side by side.
///
/// Callers have the vector's features.
#[inline(always)]
pub(super) fn hash<W: Words, V: Vector, const GROUPS: usize>(rows: Rows<'_>, out: &mut [u32]) {
    const { assert!(Rows::AT_ONCE.is_multiple_of(GROUPS * V::LANES)) };
    let lanes = GROUPS * V::LANES;
    assert!(rows.starts.len() == out.len() && rows.lengths.len() == out.len());
    assert!(out.len().is_multiple_of(lanes));
    let readable = rows.readable();
    if readable == 0 {
        for (row, out) in out.iter_mut().enumerate() {
            *out = W::whole(rows.key(row));
        }
        return;
    }
    let mut ahead = Ahead::new(&rows);
    let mut waiting = Waiting::new();
    for first in (0..out.len()).step_by(lanes) {
        // SAFETY: the caller has the features; the lanes are in the slices; of every row `readable`
        // bytes may be read.
        unsafe {
            ahead.to(&rows, first + lanes - 1);
            let starts = rows.starts.as_ptr().add(first);
            let mut length = [V::splat(0); GROUPS];
            let (mut seed, mut any) = (length, [V::all(); GROUPS]);
            for group in 0..GROUPS {
                length[group] = V::load(rows.lengths.as_ptr().add(first + group * V::LANES));
                seed[group] = W::seed(length[group]);
                any[group] = V::splat(0).is_below(length[group]);
            }
            if !V::is_any(any) {
                out[first..first + lanes].fill(W::whole(b""));
                continue;
            }
            let few = lanes as u32 / 4;
            let start = |starts: *const u32, lane, _| *starts.add(lane) as usize;
            let run = run::<W, V, GROUPS>(
                &rows,
                &mut ahead,
                starts,
                start,
                (length, seed),
                readable,
                few,
            );
            for group in 0..GROUPS {
                let hash =
                    W::finish(run.hash[group], run.tail[group], length[group].and(V::splat(3)));
                hash.store(out.as_mut_ptr().add(first + group * V::LANES));
            }
            if V::is_any(run.left) {
                for group in 0..GROUPS {
                    let mut hashes = [0; 16];
                    run.hash[group].store(hashes.as_mut_ptr());
                    let mut left = V::bits(run.left[group]);
                    while left != 0 {
                        let lane = left.trailing_zeros() as usize;
                        left &= left - 1;
                        let row = first + group * V::LANES + lane;
                        waiting.push::<W>(&rows, row, run.done, hashes[lane], out);
                    }
                }
                while waiting.len >= lanes {
                    waiting.run::<W, V, GROUPS>(&rows, out);
                }
            }
        }
    }
    while waiting.len > 0 {
        // SAFETY: as above.
        unsafe { waiting.run::<W, V, GROUPS>(&rows, out) };
    }
}

/// Hashes of keys, so far.
struct Run<V: Vector, const GROUPS: usize> {
    hash: [V; GROUPS],
    tail: [V; GROUPS],
    /// How many bytes of each key are in its hash, if it has so many.
    done: usize,
    /// Which keys have more.
    left: [V::Mask; GROUPS],
}

/// Hashes 16 bytes of each lane in a turn, until no more than a few have more or `until` is done.
///
/// # Safety
///
/// The machine has the features. Of each row 16 bytes may be read from where `start` says, given
/// `starts`, the lane, and how many bytes are done, less than `until`: counted from behind those.
#[inline(always)]
unsafe fn run<W: Words, V: Vector, const GROUPS: usize>(
    rows: &Rows<'_>,
    ahead: &mut Ahead,
    mut starts: *const u32,
    start: impl Fn(*const u32, usize, usize) -> usize,
    (length, mut hash): ([V; GROUPS], [V; GROUPS]),
    until: usize,
    few: u32,
) -> Run<V, GROUPS> {
    // SAFETY: as of this function, all through.
    unsafe {
        let mut tail = [V::splat(0); GROUPS];
        // Where the words so far are whole: the next one is either whole or the tail.
        let mut whole = [V::all(); GROUPS];
        let mut done = 0;
        loop {
            ahead.step(rows);
            let mut words = [[V::splat(0); 4]; GROUPS];
            // Says that they may have changed: the compiler would work out all addresses before the
            // loop, which is one store and one load for each key more.
            let mut bytes = rows.bytes.as_ptr().wrapping_add(done);
            asm!("/* {0} {1} */", inout(reg) starts, inout(reg) bytes, options(nostack, preserves_flags));
            for (group, words) in words.iter_mut().enumerate() {
                *words = V::words(|lane| {
                    let start = start(starts, group * V::LANES + lane, done);
                    _mm_loadu_si128(bytes.wrapping_add(start).cast())
                });
            }
            let mut full = [V::all(); GROUPS];
            for group in 0..GROUPS {
                full[group] = V::splat(done as u32 + 15).is_below(length[group]);
            }
            // Not closures: those would be functions without the features.
            macro_rules! take {
                ($index:literal) => {
                    for group in 0..GROUPS {
                        hash[group] = W::word(hash[group], words[group][$index]);
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
            macro_rules! take_whole {
                ($index:literal) => {
                    for group in 0..GROUPS {
                        let taken = W::word(hash[group], words[group][$index]);
                        hash[group] = hash[group].replaced(whole[group], taken);
                    }
                };
            }
            if V::are_all(full) {
                take!(0);
                take!(1);
                take!(2);
                take!(3);
            } else {
                look!(0);
                take_whole!(0);
                look!(1);
                take_whole!(1);
                look!(2);
                if V::is_any(whole) {
                    take_whole!(2);
                    look!(3);
                    take_whole!(3);
                }
            }
            done += 16;
            let mut left = [V::all(); GROUPS];
            for group in 0..GROUPS {
                left[group] = V::splat(done as u32).is_below(length[group]);
            }
            if V::count(left) <= few || done >= until {
                return Run { hash, tail, done, left };
            }
        }
    }
}

/// Keys that were longer than most beside them.
struct Waiting {
    len: usize,
    rows: [u32; WAITING],
    /// Where the bytes start that are not in the hash yet.
    starts: [u32; WAITING],
    /// How many they are.
    lengths: [u32; WAITING],
    hashes: [u32; WAITING],
}

impl Waiting {
    #[inline(always)]
    fn new() -> Self {
        let none = [0; WAITING];
        Self { len: 0, rows: none, starts: none, lengths: none, hashes: none }
    }

    /// Lets a key wait of which so many bytes are in its hash; one at the very end of the bytes is
    /// finished at once, since nothing past it may be read.
    #[inline(always)]
    fn push<W: Words>(
        &mut self,
        rows: &Rows<'_>,
        row: usize,
        done: usize,
        hash: u32,
        out: &mut [u32],
    ) {
        let key = rows.key(row);
        let start = rows.starts[row] as usize + done;
        let length = key.len() - done;
        if start + length.next_multiple_of(16) > rows.bytes.len() {
            out[row] = W::rest(&key[done..], hash);
            return;
        }
        self.rows[self.len] = row as u32;
        self.starts[self.len] = start as u32;
        self.lengths[self.len] = length as u32;
        self.hashes[self.len] = hash;
        self.len += 1;
    }

    /// Takes as many keys as go side by side, and hashes them until few are left, which wait again.
    #[inline(always)]
    unsafe fn run<W: Words, V: Vector, const GROUPS: usize>(
        &mut self,
        rows: &Rows<'_>,
        out: &mut [u32],
    ) {
        const LANES: usize = Rows::AT_ONCE;
        let lanes = GROUPS * V::LANES;
        let taken = self.len.min(lanes);
        self.len -= taken;
        let waited = self.len..self.len + taken;
        let few = if self.len == 0 { lanes / 8 } else { lanes / 4 };
        if taken <= few {
            for at in waited {
                let start = self.starts[at] as usize;
                let rest = &rows.bytes[start..start + self.lengths[at] as usize];
                out[self.rows[at] as usize] = W::rest(rest, self.hashes[at]);
            }
            return;
        }
        // A lane without a key reads where the first row is.
        let (mut starts, mut lengths, mut hashes) =
            ([rows.starts[0]; LANES], [0; LANES], [0; LANES]);
        let (mut keys, mut last) = ([0; LANES], [0; LANES]);
        starts[..taken].copy_from_slice(&self.starts[waited.clone()]);
        lengths[..taken].copy_from_slice(&self.lengths[waited.clone()]);
        hashes[..taken].copy_from_slice(&self.hashes[waited.clone()]);
        keys[..taken].copy_from_slice(&self.rows[waited]);
        for lane in 0..LANES {
            last[lane] = lengths[lane].saturating_sub(1) as usize / 16 * 16;
        }
        // SAFETY: the caller has the features. What waits was found to be readable to the end of its
        // last 16 bytes, and those are read again where a key has no more.
        unsafe {
            let mut length = [V::splat(0); GROUPS];
            let mut seed = length;
            for group in 0..GROUPS {
                length[group] = V::load(lengths.as_ptr().add(group * V::LANES));
                seed[group] = V::load(hashes.as_ptr().add(group * V::LANES));
            }
            let start = |starts: *const u32, lane: usize, done: usize| {
                let at = *starts.add(lane) as usize + done.min(*last.get_unchecked(lane));
                at.wrapping_sub(done)
            };
            let (from, mut nowhere) = (starts.as_ptr(), Ahead { at: 0, until: 0 });
            let run = run::<W, V, GROUPS>(
                rows,
                &mut nowhere,
                from,
                start,
                (length, seed),
                usize::MAX,
                few as u32,
            );
            let (mut finished, mut left) = ([0; LANES], 0_u64);
            for group in 0..GROUPS {
                let lane = group * V::LANES;
                run.hash[group].store(hashes.as_mut_ptr().add(lane));
                let hash =
                    W::finish(run.hash[group], run.tail[group], length[group].and(V::splat(3)));
                hash.store(finished.as_mut_ptr().add(lane));
                left |= u64::from(V::bits(run.left[group])) << lane;
            }
            for lane in 0..taken {
                let row = keys[lane] as usize;
                if left >> lane & 1 == 0 {
                    out[row] = finished[lane];
                } else {
                    self.rows[self.len] = row as u32;
                    self.starts[self.len] = starts[lane] + run.done as u32;
                    self.lengths[self.len] = lengths[lane] - run.done as u32;
                    self.hashes[self.len] = hashes[lane];
                    self.len += 1;
                }
            }
        }
    }
}

/// How far the bytes of a column were asked for, and how far they are to be.
struct Ahead {
    at: usize,
    until: usize,
}

impl Ahead {
    #[inline(always)]
    fn new(rows: &Rows<'_>) -> Self {
        // Those before were asked for with the chunk before.
        Self { at: if rows.more_ahead { AHEAD } else { usize::MAX }, until: 0 }
    }

    /// Wants the bytes up to some way behind the key of a row.
    #[inline(always)]
    fn to(&mut self, rows: &Rows<'_>, row: usize) {
        self.until = rows.starts[row] as usize + AHEAD;
    }

    /// Asks for the next ones: in one go they would hold up those that are needed now.
    #[inline(always)]
    fn step(&mut self, rows: &Rows<'_>) {
        if self.at < self.until {
            for line in 0..8 {
                let address = rows.bytes.as_ptr().wrapping_add(self.at + 64 * line);
                // SAFETY: every x86-64 machine has it, and an address need not exist.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
            }
            self.at += 512;
        }
    }
}
