use super::super::portable;
use super::lanes::Words;
use super::vector::Vector;
use crate::hash::murmur2::{self as murmur, M, SEED};

pub(super) enum Murmur2 {}

/// The murmur2 of the eight bytes of each number, the highest first.
///
/// Callers have the vector's features.
#[inline(always)]
pub(super) fn of_longs<V: Vector>(longs: &[i64], out: &mut [u32]) {
    let (longs, longs_left) = longs.split_at(longs.len() / V::LANES * V::LANES);
    let (out, out_left) = out.split_at_mut(longs.len());
    for (longs, out) in longs.chunks_exact(V::LANES).zip(out.chunks_exact_mut(V::LANES)) {
        // SAFETY: the caller has the features, and both have as many numbers as the vector.
        unsafe {
            let [first, second] = V::halves(longs.as_ptr());
            let hash = Murmur2::word(Murmur2::seed(V::splat(8)), first);
            let hash = Murmur2::word(hash, second);
            let hash = Murmur2::finish(hash, V::splat(0), V::splat(0));
            hash.in_order().store(out.as_mut_ptr());
        }
    }
    portable::murmur2_of_longs(longs_left, out_left);
}

// SAFETY: nothing is called but functions of the vector.
unsafe impl Words for Murmur2 {
    #[inline(always)]
    unsafe fn seed<V: Vector>(length: V) -> V {
        // SAFETY: as of this function, here and below.
        unsafe { length.xor(V::splat(SEED)) }
    }

    #[inline(always)]
    unsafe fn word<V: Vector>(hash: V, word: V) -> V {
        // SAFETY: as above.
        unsafe {
            let m = V::splat(M);
            let mixed = word.times(m);
            let mixed = mixed.xor(mixed.shifted_right::<24>()).times(m);
            hash.times(m).xor(mixed)
        }
    }

    #[inline(always)]
    unsafe fn finish<V: Vector>(hash: V, tail: V, odd: V) -> V {
        // SAFETY: as above.
        unsafe {
            let m = V::splat(M);
            let beyond = V::splat(!0).shifted_left_by(odd.shifted_left::<3>());
            let mixed = hash.xor(tail.and_not(beyond)).times(m);
            let hash = mixed.replaced(odd.is(V::splat(0)), hash);
            let hash = hash.xor(hash.shifted_right::<13>()).times(m);
            hash.xor(hash.shifted_right::<15>())
        }
    }

    fn rest(rest: &[u8], hash: u32) -> u32 {
        murmur::rest(rest, hash)
    }

    fn whole(key: &[u8]) -> u32 {
        murmur::murmur2(key)
    }
}
