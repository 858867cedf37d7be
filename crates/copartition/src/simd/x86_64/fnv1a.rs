use super::lanes::Words;
use super::vector::Vector;
use crate::hash::fnv1a as fnv;

pub(super) enum Fnv1a {}

// SAFETY: nothing is called but functions of the vector.
unsafe impl Words for Fnv1a {
    #[inline(always)]
    unsafe fn seed<V: Vector>(_length: V) -> V {
        // SAFETY: as of this function, here and below.
        unsafe { V::splat(fnv::BASIS) }
    }

    #[inline(always)]
    unsafe fn word<V: Vector>(hash: V, word: V) -> V {
        // SAFETY: as above.
        unsafe {
            let hash = byte(hash, word);
            let hash = byte(hash, word.shifted_right::<8>());
            let hash = byte(hash, word.shifted_right::<16>());
            byte(hash, word.shifted_right::<24>())
        }
    }

    #[inline(always)]
    unsafe fn finish<V: Vector>(hash: V, tail: V, odd: V) -> V {
        // SAFETY: as above.
        unsafe {
            let one = byte(hash, tail);
            let two = byte(one, tail.shifted_right::<8>());
            let three = byte(two, tail.shifted_right::<16>());
            let hash = hash.replaced(odd.is(V::splat(1)), one);
            let hash = hash.replaced(odd.is(V::splat(2)), two);
            hash.replaced(odd.is(V::splat(3)), three)
        }
    }

    fn rest(rest: &[u8], hash: u32) -> u32 {
        fnv::rest(rest, hash)
    }

    fn whole(key: &[u8]) -> u32 {
        fnv::fnv1a(key)
    }
}

/// Takes the lowest byte.
#[inline(always)]
unsafe fn byte<V: Vector>(hash: V, bytes: V) -> V {
    // SAFETY: as of this function.
    unsafe { hash.xor(bytes.and(V::splat(0xff))).times(V::splat(fnv::PRIME)) }
}
