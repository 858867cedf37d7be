use super::lanes::Words;
use super::vector::Vector;
use crate::hash::murmur2::{self as murmur, M, SEED};

pub(super) enum Murmur2 {}

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
