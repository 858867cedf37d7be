//! CRC-32 by carry-less multiplication, of as many keys at once as a vector has 32-bit lanes.
//!
//! A CRC of zeros is zero: so that all keys end together, each one has zeros before it. The method
//! and the constants are those of V. Gopal and others, "Fast CRC Computation for Generic Polynomials
//! Using PCLMULQDQ Instruction" (Intel, 2009), for the reflected polynomial.

#![expect(clippy::indexing_slicing, reason = "lanes and blocks are constants")]

use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_set_epi64x, _mm_setr_epi8};

use super::super::{Rows, portable};
use super::vector::Blocks;

/// x^(128+32) and x^(128-32), which move a block past the next one.
const PAST_ONE: (i64, i64) = (0x1_7519_97d0, 0xccaa_009e);
/// x^64, which folds 96 bits to 64.
const TO_64: i64 = 0x1_63cd_6124;
/// The polynomial, and the quotient of x^64 by it.
const POLYNOMIAL: (i64, i64) = (0x1_db71_0641, 0x1_f701_1641);

/// Inside one line of the cache: of a vector that is stored across two, a single number can only be
/// read after both are written.
#[repr(align(64))]
struct Aligned([u32; 16]);

/// The CRC-32 of each key.
///
/// Callers have the features of the vector, and VPCLMULQDQ.
#[inline(always)]
pub(super) fn crc32<V: Blocks>(rows: Rows<'_>, out: &mut [u32]) {
    assert!(rows.starts.len() == out.len() && rows.lengths.len() == out.len());
    assert!(out.len().is_multiple_of(V::LANES));
    if !are_inside(&rows) {
        return portable::crc32(rows, out);
    }
    for first in (0..out.len()).step_by(V::LANES) {
        // SAFETY: the caller has the features; the lanes are in the slices; all keys are inside the
        // bytes, and 16 bytes may be read from where each starts.
        unsafe { side_by_side::<V>(&rows, first, out) };
    }
}

/// Tells whether all keys are inside the bytes, and 16 bytes may be read from where each starts.
#[inline(always)]
fn are_inside(rows: &Rows<'_>) -> bool {
    // In loops of their own that become vectors.
    let highest = |numbers: &[u32]| numbers.iter().fold(0, |most, &number| number.max(most));
    if highest(rows.starts) > i32::MAX as u32 || highest(rows.lengths) > i32::MAX as u32 {
        return false;
    }
    let ends = rows.starts.iter().zip(rows.lengths);
    let last = ends.fold(0, |last, (&start, &length)| last.max(start + length.max(16)));
    last as usize <= rows.bytes.len()
}

/// The 16 bytes from `start` on.
#[inline(always)]
unsafe fn row(rows: &Rows<'_>, start: u32) -> __m128i {
    // SAFETY: as of this function.
    unsafe { _mm_loadu_si128(rows.bytes.as_ptr().add(start as usize).cast()) }
}

#[inline(always)]
unsafe fn side_by_side<V: Blocks>(rows: &Rows<'_>, first: usize, out: &mut [u32]) {
    // SAFETY: as of this function, all through.
    unsafe {
        let starts = V::load(rows.starts.as_ptr().add(first));
        let lengths = V::load(rows.lengths.as_ptr().add(first));
        let longest = &rows.lengths[first..first + V::LANES];
        let longest = longest.iter().fold(0, |most, &length| length.max(most));

        if longest == 0 {
            return out[first..first + V::LANES].fill(0);
        }
        let count =
            V::repeated(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
        let past_one = V::repeated(_mm_set_epi64x(PAST_ONE.1, PAST_ONE.0));
        let mut crc = [V::splat(0); 4];
        if longest <= 16 {
            let before = V::splat(16).minus(lengths);
            let starts = rows.starts.as_ptr().add(first);
            // Not a closure: it would be a function without the features.
            macro_rules! take {
                ($index:literal) => {
                    let block = V::of(|number| row(rows, *starts.add(4 * number + $index)));
                    let place = count.minus_bytes(before.byte_of_word::<$index>());
                    crc[$index] = block.shuffled(place).inverted_below_4(place);
                };
            }
            take!(0);
            take!(1);
            take!(2);
            take!(3);
        } else {
            let mut left = longest.next_multiple_of(16);
            while left > 0 {
                // So many bytes before the key have to be zero; where it is less than 0, so many
                // bytes of the key are done.
                let before = V::splat(left).minus(lengths);
                let zeros = before.highest_of(V::splat(0));
                let mut at = Aligned([0; 16]);
                starts.plus(zeros.minus(before)).store(at.0.as_mut_ptr());
                let (before, zeros) = (before.within_100(), zeros.within_100());
                macro_rules! fold {
                    ($index:literal) => {
                        let block = V::of(|number| row(rows, at.0[4 * number + $index]));
                        let place = count.minus_bytes(zeros.byte_of_word::<$index>());
                        let block = block.shuffled(place);
                        // All ones, which a CRC starts with, are those of the first four bytes.
                        let place = count.minus_bytes(before.byte_of_word::<$index>());
                        let low = crc[$index].product::<0x00>(past_one);
                        let high = crc[$index].product::<0x11>(past_one);
                        crc[$index] = low.xor(high).xor(block.inverted_below_4(place));
                    };
                }
                fold!(0);
                fold!(1);
                fold!(2);
                fold!(3);
                left -= 16;
            }
        }

        let low = V::repeated(_mm_set_epi64x(0xffff_ffff, 0xffff_ffff));
        let to_64 = V::repeated(_mm_set_epi64x(0, TO_64));
        let polynomial = V::repeated(_mm_set_epi64x(POLYNOMIAL.1, POLYNOMIAL.0));
        let mut reduced = V::splat(0);
        macro_rules! reduce {
            ($index:literal) => {
                let crc = crc[$index];
                let crc = crc.bytes_dropped::<8>().xor(crc.product::<0x10>(past_one));
                let folded = crc.and(low).product::<0x00>(to_64);
                let crc = crc.bytes_dropped::<4>().xor(folded);
                let quotient = crc.and(low).product::<0x10>(polynomial);
                let crc = crc.xor(quotient.and(low).product::<0x00>(polynomial));
                reduced = reduced.with_word_1_of::<$index>(crc);
            };
        }
        reduce!(0);
        reduce!(1);
        reduce!(2);
        reduce!(3);
        // A key of less than four bytes has only so many of the ones in it: the others are here.
        let bits = lengths.lowest_of(V::splat(4)).shifted_left::<3>();
        let ones = V::splat(!0).shifted_right_by(bits);
        reduced.xor(ones).xor(V::splat(!0)).store(out.as_mut_ptr().add(first));
    }
}
