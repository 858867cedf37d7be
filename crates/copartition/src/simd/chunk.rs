#![expect(clippy::indexing_slicing, reason = "a column is checked, and lanes are below KEYS")]

use super::room::Room;
use super::{Hashes, Rows, Spread};
use crate::Keys;
use crate::keys::{Layout, viewed};

/// How many bytes behind a key's start are there to be read, so that few keys need more than that.
const BEHIND: usize = 64;

/// Keys of more bytes, together, are left to single calls: kernels count them in 31 bits, and some way
/// past the end.
const MOST_BYTES: usize = 1 << 30;

/// Up to `KEYS` keys of a column, in the form that kernels take.
///
/// `ROOM` bytes are for keys that do not lie in one piece, and for those at the very end of their
/// memory.
pub(crate) struct Chunk<const KEYS: usize, const ROOM: usize> {
    starts: [u32; KEYS],
    lengths: [u32; KEYS],
    room: Room<ROOM>,
    hashes: [u32; KEYS],
}

/// The keys of a chunk.
pub(crate) struct Hashed<'a> {
    /// How many there are.
    pub(crate) taken: usize,
    /// Their hashes; `None` where each has to be looked up.
    pub(crate) hashes: Option<&'a [u32]>,
    /// Their lengths, unless none can be empty.
    pub(crate) lengths: &'a [u32],
}

/// Where the bytes of a chunk are.
enum Place<'a> {
    Column(&'a [u8]),
    /// Anywhere in these, in any order.
    Viewed(&'a [u8]),
    Room,
    /// A key is too long for the room, or the keys of the column are too far apart.
    Nowhere,
}

impl<const KEYS: usize, const ROOM: usize> Chunk<KEYS, ROOM> {
    pub(crate) const fn new() -> Self {
        const { assert!(KEYS.is_multiple_of(Rows::AT_ONCE) && ROOM >= 8 * KEYS + BEHIND) };
        Self { starts: [0; KEYS], lengths: [0; KEYS], room: Room::new(), hashes: [0; KEYS] }
    }

    /// Hashes up to `most` keys from `row` on, of those that the column has.
    ///
    /// Of a missing key the hash is of any bytes.
    #[inline]
    pub(crate) fn hash(
        &mut self,
        keys: &Keys<'_>,
        row: usize,
        most: usize,
        hashes: Hashes,
    ) -> Hashed<'_> {
        let taken = most.min(KEYS);
        match (keys.layout(), hashes.ints) {
            (Layout::Ints(ints), Some((hash, _))) => {
                hash(&ints[row..row + taken], &mut self.hashes[..taken]);
                Hashed { taken, hashes: Some(&self.hashes[..taken]), lengths: &[] }
            }
            (Layout::Longs(longs), Some((_, hash))) => {
                hash(&longs[row..row + taken], &mut self.hashes[..taken]);
                Hashed { taken, hashes: Some(&self.hashes[..taken]), lengths: &[] }
            }
            _ => {
                self.room.clear();
                let (taken, place) = self.fill(keys, row, taken, hashes.spread);
                let (bytes, more_ahead) = match place {
                    Place::Column(bytes) => (bytes, true),
                    Place::Viewed(bytes) => (bytes, false),
                    Place::Room => {
                        self.room.add(&[0; BEHIND]);
                        (self.room.bytes(), false)
                    }
                    Place::Nowhere => return Hashed { taken, hashes: None, lengths: &[] },
                };
                let lanes = taken.next_multiple_of(Rows::AT_ONCE);
                self.starts[taken..lanes].fill(0);
                self.lengths[taken..lanes].fill(0);
                let (starts, lengths) = (&self.starts[..lanes], &self.lengths[..lanes]);
                let rows = Rows { bytes, starts, lengths, more_ahead };
                (hashes.rows)(rows, &mut self.hashes[..lanes]);
                Hashed { taken, hashes: Some(&self.hashes[..taken]), lengths }
            }
        }
    }

    #[inline]
    fn fill<'a>(
        &mut self,
        keys: &Keys<'a>,
        row: usize,
        taken: usize,
        spread: Spread,
    ) -> (usize, Place<'a>) {
        match keys.layout() {
            Layout::Offsets32(bytes, offsets) => {
                let offsets = &offsets[row..=row + taken];
                let (taken, place) = self.between(bytes, offsets, 0);
                spread(&offsets[..=taken], &mut self.starts, &mut self.lengths);
                (taken, place)
            }
            Layout::Offsets64(bytes, offsets) => {
                let offsets = &offsets[row..=row + taken];
                let (taken, place) = self.between(bytes, offsets, 0);
                let lanes = self.starts.iter_mut().zip(&mut self.lengths);
                for ((start, length), pair) in lanes.zip(offsets[..=taken].windows(2)) {
                    *start = (pair[0] - offsets[0]) as u32;
                    *length = (pair[1] - pair[0]) as u32;
                }
                (taken, place)
            }
            Layout::Separated(bytes, separators) => {
                let separators = &separators[row..=row + taken];
                let (taken, place) = self.between(bytes, separators, 1);
                spread(&separators[..=taken], &mut self.starts, &mut self.lengths);
                for length in &mut self.lengths[..taken] {
                    *length -= 1;
                }
                (taken, place)
            }
            Layout::Fixed(bytes, width) => self.fixed(&bytes[row * width..], width, taken),
            Layout::Views(views, buffers) => self.viewed(&views[row..], buffers, taken),
            Layout::Slices(slices) => self.pack(slices[row..row + taken].iter().copied()),
            Layout::Ints(ints) => {
                self.numbers(ints[row..row + taken].iter().map(|int| int.to_be_bytes()))
            }
            Layout::Longs(longs) => {
                self.numbers(longs[row..row + taken].iter().map(|long| long.to_be_bytes()))
            }
            Layout::Dictionary(..) => (taken, Place::Nowhere),
        }
    }

    /// Takes keys with `gap` bytes between them.
    #[inline]
    fn between<'a, O: Copy + Into<i64>>(
        &mut self,
        bytes: &'a [u8],
        offsets: &[O],
        gap: usize,
    ) -> (usize, Place<'a>) {
        let first = offsets[0].into();
        let at = |index: usize| (offsets[index].into() - first) as usize;
        let ends = |taken: usize| (at(taken - 1), at(taken) - gap);
        self.placed(&bytes[first as usize + gap..], offsets.len() - 1, ends)
    }

    #[inline]
    fn fixed<'a>(&mut self, bytes: &'a [u8], width: usize, taken: usize) -> (usize, Place<'a>) {
        let ends = |taken: usize| ((taken - 1) * width, taken * width);
        let (taken, place) = self.placed(bytes, taken, ends);
        let lanes = self.starts[..taken].iter_mut().zip(&mut self.lengths[..taken]);
        for ((start, len), lane) in lanes.zip(0_u32..) {
            *start = lane.wrapping_mul(width as u32);
            *len = width as u32;
        }
        (taken, place)
    }

    /// Decides how many keys to take, and leaves them where they are or brings them into the room.
    ///
    /// `ends` says of a number of keys where the last starts and where it ends.
    #[inline]
    fn placed<'a>(
        &mut self,
        bytes: &'a [u8],
        mut taken: usize,
        ends: impl Fn(usize) -> (usize, usize),
    ) -> (usize, Place<'a>) {
        loop {
            let (last, end) = ends(taken);
            if end <= MOST_BYTES && last + BEHIND <= bytes.len() {
                return (taken, Place::Column(bytes));
            }
            if end + BEHIND <= ROOM {
                self.room.add(&bytes[..end]);
                return (taken, Place::Room);
            }
            if taken == 1 {
                return (1, Place::Nowhere);
            }
            taken /= 2;
        }
    }

    /// Leaves keys where they are when all are in their views, or all in one buffer, as they are
    /// when whoever made the column wrote one after the other.
    ///
    /// `views` are all from the first on: what is behind the last key may be read.
    #[inline]
    fn viewed<'a>(
        &mut self,
        views: &'a [[u8; 16]],
        buffers: &[&'a [u8]],
        taken: usize,
    ) -> (usize, Place<'a>) {
        let near = &views[..taken];
        let word = |view: &[u8; 16], at: usize| {
            u32::from_le_bytes([view[at], view[at + 1], view[at + 2], view[at + 3]])
        };
        let lanes = self.starts.iter_mut().zip(&mut self.lengths);
        if near.iter().fold(true, |are, view| are & (word(view, 0) <= 12)) {
            for ((lane, view), (start, length)) in (0_u32..).zip(near).zip(lanes) {
                (*start, *length) = (16 * lane + 4, word(view, 0));
            }
            let bytes = views.as_flattened();
            if 16 * taken + BEHIND <= bytes.len() {
                return (taken, Place::Viewed(bytes));
            }
        } else if let Some(&buffer) = buffers.get(word(&near[0], 8) as usize) {
            let mut run = 0;
            for (view, (start, length)) in near.iter().zip(lanes) {
                let (at, len) = (word(view, 12), word(view, 0));
                let end = u64::from(at) + u64::from(len.max(BEHIND as u32));
                let is_here =
                    (13..=MOST_BYTES as u32).contains(&len) && word(view, 8) == word(&near[0], 8);
                if !is_here || end > buffer.len() as u64 {
                    break;
                }
                (*start, *length) = (at, len);
                run += 1;
            }
            if run >= taken.min(Rows::AT_ONCE) {
                return (run, Place::Viewed(buffer));
            }
        }
        self.pack_views(views, buffers, taken)
    }

    /// Brings keys into the room that are partly in their views.
    #[inline]
    fn pack_views<'a>(
        &mut self,
        views: &[[u8; 16]],
        buffers: &[&[u8]],
        taken: usize,
    ) -> (usize, Place<'a>) {
        let mut start = 0;
        let mut packed = 0;
        for (row, view) in views[..taken].iter().enumerate() {
            let key = viewed(view, buffers).unwrap_or_default();
            let end = start + key.len();
            if end + BEHIND > ROOM {
                break;
            }
            // What follows a key may be copied with it, where there is enough: so many bytes in one
            // go, whatever the length, where a copy of so long a key is mispredicted.
            let from = if key.len() <= 12 {
                views.as_flattened().get(16 * row + 4..)
            } else {
                let [.., e, f, g, h, i, j, k, l] = *view;
                let [buffer, at] = [[e, f, g, h], [i, j, k, l]].map(u32::from_le_bytes);
                buffers.get(buffer as usize).and_then(|buffer| buffer.get(at as usize..))
            };
            match from.and_then(|from| from.first_chunk()) {
                Some(block) if key.len() <= Room::<ROOM>::BLOCK => {
                    self.room.add_of_block(block, key.len());
                }
                _ => self.room.add(key),
            }
            (self.starts[packed], self.lengths[packed]) = (start as u32, key.len() as u32);
            start = end;
            packed += 1;
        }
        if packed == 0 { (1, Place::Nowhere) } else { (packed, Place::Room) }
    }

    /// Brings keys into the room, until it is full.
    #[inline]
    fn pack<'a>(&mut self, keys: impl Iterator<Item = Option<&'a [u8]>>) -> (usize, Place<'a>) {
        let mut start = 0;
        let mut taken = 0;
        let lanes = self.starts.iter_mut().zip(&mut self.lengths);
        for (key, (at, length)) in keys.zip(lanes) {
            let key = key.unwrap_or_default();
            let end = start + key.len();
            if end + BEHIND > ROOM {
                break;
            }
            self.room.add(key);
            (*at, *length) = (start as u32, key.len() as u32);
            start = end;
            taken += 1;
        }
        if taken == 0 { (1, Place::Nowhere) } else { (taken, Place::Room) }
    }

    #[inline]
    fn numbers<'a, const WIDTH: usize>(
        &mut self,
        keys: impl Iterator<Item = [u8; WIDTH]>,
    ) -> (usize, Place<'a>) {
        let mut taken = 0;
        for key in keys {
            self.room.add(&key);
            self.starts[taken] = (taken * WIDTH) as u32;
            self.lengths[taken] = WIDTH as u32;
            taken += 1;
        }
        (taken, Place::Room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_a_kernel_cannot_count_are_left_to_single_calls() {
        // The sizes are claimed, so that no test needs as much memory.
        let mut chunk = Chunk::<32, 2048>::new();
        for (end, fits) in [(MOST_BYTES, true), (MOST_BYTES + 1, false), (1 << 31, false)] {
            let (taken, place) = chunk.placed(&[0; 64], 1, |_| (0, end));
            assert_eq!((taken, matches!(place, Place::Column(_))), (1, fits), "{end}");
        }
        let view = |len: u32| {
            let [a, b, c, d] = len.to_le_bytes();
            [a, b, c, d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        };
        // Of this length, there is no key in so short a buffer.
        let long = [view(MOST_BYTES as u32 + 1)];
        let (taken, place) = chunk.viewed(&long, &[&[0; 99]], 1);
        assert!(taken == 1 && matches!(place, Place::Room | Place::Nowhere));
    }
}
