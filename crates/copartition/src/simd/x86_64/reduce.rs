use super::super::{Divisor, portable};
use super::vector::Vector;
use crate::Reduction;

/// The partition of each hash.
///
/// Callers have the vector's features.
#[inline(always)]
pub(super) fn reduce<V: Vector>(by: Reduction, n: Divisor, hashes: &[u32], out: &mut [i32]) {
    // A loop for each, which decides nothing.
    macro_rules! remainders {
        ($hash:ident, $dividend:expr) => {{
            let (hashes, hashes_left) = hashes.split_at(hashes.len() / V::LANES * V::LANES);
            let (out, out_left) = out.split_at_mut(hashes.len());
            for (hashes, out) in hashes.chunks_exact(V::LANES).zip(out.chunks_exact_mut(V::LANES)) {
                // SAFETY: the caller has the features, and both have as many numbers as the vector.
                unsafe {
                    let $hash = V::load(hashes.as_ptr());
                    remainder(n, $dividend).store(out.as_mut_ptr().cast());
                }
            }
            portable::reduce(by, n, hashes_left, out_left);
        }};
    }
    match by {
        Reduction::Mask => remainders!(hash, hash.and(V::splat(0x7fff_ffff))),
        Reduction::Unsigned => remainders!(hash, hash),
        Reduction::Abs => remainders!(hash, hash.absolute()),
        Reduction::JavaAbs => remainders!(hash, hash.absolute().and(V::splat(0x7fff_ffff))),
    }
}

/// As [`Divisor::remainder`].
#[inline(always)]
unsafe fn remainder<V: Vector>(n: Divisor, numbers: V) -> V {
    // SAFETY: as of this function.
    unsafe {
        let high = numbers.times_high(V::splat(n.reciprocal));
        let half = numbers.minus(high).shifted_right_by(V::splat(n.first_shift));
        let quotient = half.plus(high).shifted_right_by(V::splat(n.second_shift));
        numbers.minus(quotient.times(V::splat(n.n)))
    }
}
