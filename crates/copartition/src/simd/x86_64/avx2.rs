#![expect(
    unsafe_op_in_unsafe_fn,
    reason = "each function is one operation under the promise of the trait"
)]

use core::arch::x86_64::*;

use super::vector::{Blocks, Vector};

/// Eight lanes.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

// SAFETY: what the machine has to have is AVX2.
unsafe impl Vector for Avx2 {
    const LANES: usize = 8;
    type Mask = __m256i;

    #[inline(always)]
    unsafe fn splat(number: u32) -> Self {
        Self(_mm256_set1_epi32(number.cast_signed()))
    }
    #[inline(always)]
    unsafe fn load(numbers: *const u32) -> Self {
        Self(_mm256_loadu_si256(numbers.cast()))
    }
    #[inline(always)]
    unsafe fn store(self, numbers: *mut u32) {
        _mm256_storeu_si256(numbers.cast(), self.0);
    }
    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        Self(_mm256_xor_si256(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        Self(_mm256_and_si256(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        Self(_mm256_andnot_si256(other.0, self.0))
    }
    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        Self(_mm256_add_epi32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn minus(self, other: Self) -> Self {
        Self(_mm256_sub_epi32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn times(self, other: Self) -> Self {
        Self(_mm256_mullo_epi32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn times_high(self, other: Self) -> Self {
        let even = _mm256_srli_epi64::<32>(_mm256_mul_epu32(self.0, other.0));
        let odd =
            _mm256_mul_epu32(_mm256_srli_epi64::<32>(self.0), _mm256_srli_epi64::<32>(other.0));
        Self(_mm256_blend_epi32::<0b1010_1010>(even, odd))
    }
    #[inline(always)]
    unsafe fn absolute(self) -> Self {
        Self(_mm256_abs_epi32(self.0))
    }
    #[inline(always)]
    unsafe fn shifted_left<const BITS: u32>(self) -> Self {
        Self(_mm256_sll_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)))
    }
    #[inline(always)]
    unsafe fn shifted_right<const BITS: u32>(self) -> Self {
        Self(_mm256_srl_epi32(self.0, _mm_cvtsi32_si128(BITS as i32)))
    }
    #[inline(always)]
    unsafe fn shifted_left_by(self, bits: Self) -> Self {
        Self(_mm256_sllv_epi32(self.0, bits.0))
    }
    #[inline(always)]
    unsafe fn shifted_right_by(self, bits: Self) -> Self {
        Self(_mm256_srlv_epi32(self.0, bits.0))
    }
    #[inline(always)]
    unsafe fn is_below(self, other: Self) -> __m256i {
        _mm256_cmpgt_epi32(other.0, self.0)
    }
    #[inline(always)]
    unsafe fn is(self, other: Self) -> __m256i {
        _mm256_cmpeq_epi32(self.0, other.0)
    }
    #[inline(always)]
    unsafe fn replaced(self, mask: __m256i, other: Self) -> Self {
        Self(_mm256_blendv_epi8(self.0, other.0, mask))
    }
    #[inline(always)]
    unsafe fn all() -> __m256i {
        _mm256_set1_epi32(-1)
    }
    #[inline(always)]
    unsafe fn are_all<const MASKS: usize>(masks: [__m256i; MASKS]) -> bool {
        let mut every = Self::all();
        for mask in masks {
            every = _mm256_and_si256(every, mask);
        }
        _mm256_testc_si256(every, Self::all()) == 1
    }
    #[inline(always)]
    unsafe fn is_any<const MASKS: usize>(masks: [__m256i; MASKS]) -> bool {
        let mut any = _mm256_setzero_si256();
        for mask in masks {
            any = _mm256_or_si256(any, mask);
        }
        _mm256_testz_si256(any, any) == 0
    }
    #[inline(always)]
    unsafe fn count<const MASKS: usize>(masks: [__m256i; MASKS]) -> u32 {
        let mut count = 0;
        for mask in masks {
            count += Self::bits(mask).count_ones();
        }
        count
    }
    #[inline(always)]
    unsafe fn bits(mask: __m256i) -> u32 {
        _mm256_movemask_ps(_mm256_castsi256_ps(mask)).cast_unsigned()
    }
    #[inline(always)]
    unsafe fn halves(longs: *const i64) -> [Self; 2] {
        let order = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
        let order = _mm256_broadcastsi128_si256(order);
        let longs: *const __m256i = longs.cast();
        let low = _mm256_shuffle_epi8(_mm256_loadu_si256(longs), order);
        let high = _mm256_shuffle_epi8(_mm256_loadu_si256(longs.add(1)), order);
        let (low, high) = (_mm256_castsi256_ps(low), _mm256_castsi256_ps(high));
        [
            Self(_mm256_castps_si256(_mm256_shuffle_ps::<0b10_00_10_00>(low, high))),
            Self(_mm256_castps_si256(_mm256_shuffle_ps::<0b11_01_11_01>(low, high))),
        ]
    }
    #[inline(always)]
    unsafe fn in_order(self) -> Self {
        Self(_mm256_permute4x64_epi64::<0b11_01_10_00>(self.0))
    }
    #[inline(always)]
    unsafe fn words(row: impl Fn(usize) -> __m128i) -> [Self; 4] {
        // Every fourth row in one vector: the transposition below stays inside 128 bits.
        let rows = |first: usize| {
            let rows = _mm256_castsi128_si256(row(first));
            _mm256_inserti128_si256::<1>(rows, row(first + 4))
        };
        let (a, b, c, d) = (rows(0), rows(1), rows(2), rows(3));
        let (ab_low, ab_high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        let (cd_low, cd_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
        [
            Self(_mm256_unpacklo_epi64(ab_low, cd_low)),
            Self(_mm256_unpackhi_epi64(ab_low, cd_low)),
            Self(_mm256_unpacklo_epi64(ab_high, cd_high)),
            Self(_mm256_unpackhi_epi64(ab_high, cd_high)),
        ]
    }
}

// SAFETY: what the machine has to have is AVX2, and VPCLMULQDQ.
unsafe impl Blocks for Avx2 {
    #[inline(always)]
    unsafe fn repeated(block: __m128i) -> Self {
        Self(_mm256_broadcastsi128_si256(block))
    }
    #[inline(always)]
    unsafe fn of(block: impl Fn(usize) -> __m128i) -> Self {
        Self(_mm256_inserti128_si256::<1>(_mm256_castsi128_si256(block(0)), block(1)))
    }
    #[inline(always)]
    unsafe fn highest_of(self, other: Self) -> Self {
        Self(_mm256_max_epi32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn lowest_of(self, other: Self) -> Self {
        Self(_mm256_min_epu32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn within_100(self) -> Self {
        let low = _mm256_max_epi32(self.0, _mm256_set1_epi32(-100));
        Self(_mm256_min_epi32(low, _mm256_set1_epi32(100)))
    }
    #[inline(always)]
    unsafe fn minus_bytes(self, other: Self) -> Self {
        Self(_mm256_sub_epi8(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn byte_of_word<const WORD: usize>(self) -> Self {
        Self(_mm256_shuffle_epi8(self.0, _mm256_set1_epi8(4 * WORD as i8)))
    }
    #[inline(always)]
    unsafe fn shuffled(self, places: Self) -> Self {
        Self(_mm256_shuffle_epi8(self.0, places.0))
    }
    #[inline(always)]
    unsafe fn inverted_below_4(self, places: Self) -> Self {
        let below = _mm256_min_epu8(places.0, _mm256_set1_epi8(3));
        Self(_mm256_xor_si256(self.0, _mm256_cmpeq_epi8(below, places.0)))
    }
    #[inline(always)]
    unsafe fn bytes_dropped<const BYTES: i32>(self) -> Self {
        Self(_mm256_bsrli_epi128::<BYTES>(self.0))
    }
    #[inline(always)]
    unsafe fn product<const HALVES: i32>(self, other: Self) -> Self {
        Self(_mm256_clmulepi64_epi128::<HALVES>(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn with_word_1_of<const WORD: usize>(self, other: Self) -> Self {
        let spread = _mm256_shuffle_epi32::<0b01_01_01_01>(other.0);
        Self(match WORD {
            0 => _mm256_blend_epi32::<0b0001_0001>(self.0, spread),
            1 => _mm256_blend_epi32::<0b0010_0010>(self.0, spread),
            2 => _mm256_blend_epi32::<0b0100_0100>(self.0, spread),
            _ => _mm256_blend_epi32::<0b1000_1000>(self.0, spread),
        })
    }
}
