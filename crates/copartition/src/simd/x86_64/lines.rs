use alloc::vec::Vec;
use core::arch::x86_64::*;

use super::safe_lines::{AT_ONCE, padded};

/// Appends where each `\n` is.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn line_ends(bytes: &[u8], first: i32, found: &mut Vec<i32>) {
    let (chunks, rest) = bytes.as_chunks();
    let mut at = first;
    for chunk in chunks {
        push_bits(mask(chunk), at, found);
        at = at.wrapping_add(AT_ONCE as i32);
    }
    push_bits(mask(&padded(rest)), at, found);
}

/// Returns a bit for each byte, the first one's lowest: whether it is a `\n`.
#[target_feature(enable = "avx2")]
#[inline]
fn mask(bytes: &[u8; AT_ONCE]) -> u64 {
    let wanted = _mm256_set1_epi8(b'\n'.cast_signed());
    // SAFETY: there are 64 bytes.
    let [low, high] = unsafe {
        let bytes: *const __m256i = bytes.as_ptr().cast();
        [_mm256_loadu_si256(bytes), _mm256_loadu_si256(bytes.add(1))]
    };
    let bits = |bytes| _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, wanted)).cast_unsigned();
    u64::from(bits(high)) << 32 | u64::from(bits(low))
}

/// Appends the place of each bit.
///
/// Eight are written at once, whether or not there are as many: lines are short, and a loop that ends
/// with the last bit would be mispredicted.
#[inline(always)]
fn push_bits(mut mask: u64, first: i32, found: &mut Vec<i32>) {
    let (len, count) = (found.len(), mask.count_ones() as usize);
    found.reserve(AT_ONCE);
    for eight in 0..AT_ONCE / 8 {
        for place in 8 * eight..8 * eight + 8 {
            let end = first.wrapping_add(mask.trailing_zeros().cast_signed());
            // SAFETY: there is room for 64.
            unsafe { found.as_mut_ptr().add(len + place).write(end) };
            mask &= mask.wrapping_sub(1);
        }
        if count <= 8 * eight + 8 {
            break;
        }
    }
    // SAFETY: so many were written.
    unsafe { found.set_len(len + count) };
}
