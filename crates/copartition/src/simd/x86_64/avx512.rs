#![expect(
    unsafe_op_in_unsafe_fn,
    reason = "each function is one operation under the promise of the trait"
)]

use core::arch::x86_64::*;

use super::vector::{Blocks, Vector};

/// Sixteen lanes.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

// SAFETY: what the machine has to have is AVX-512 F, BW, DQ and VL.
unsafe impl Vector for Avx512 {
    const LANES: usize = 16;
    type Mask = __mmask16;

    #[inline(always)]
    unsafe fn splat(number: u32) -> Self {
        Self(_mm512_set1_epi32(number.cast_signed()))
    }
    #[inline(always)]
    unsafe fn load(numbers: *const u32) -> Self {
        Self(_mm512_loadu_si512(numbers.cast()))
    }
    #[inline(always)]
    unsafe fn store(self, numbers: *mut u32) {
        _mm512_storeu_si512(numbers.cast(), self.0);
    }
    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        Self(_mm512_xor_si512(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        Self(_mm512_and_si512(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        Self(_mm512_andnot_si512(other.0, self.0))
    }
    #[inline(always)]
    unsafe fn plus(self, other: Self) -> Self {
        Self(_mm512_add_epi32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn minus(self, other: Self) -> Self {
        Self(_mm512_sub_epi32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn times(self, other: Self) -> Self {
        Self(_mm512_mullo_epi32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn times_high(self, other: Self) -> Self {
        let even = _mm512_srli_epi64::<32>(_mm512_mul_epu32(self.0, other.0));
        let odd =
            _mm512_mul_epu32(_mm512_srli_epi64::<32>(self.0), _mm512_srli_epi64::<32>(other.0));
        Self(_mm512_mask_mov_epi32(even, 0b1010_1010_1010_1010, odd))
    }
    #[inline(always)]
    unsafe fn absolute(self) -> Self {
        Self(_mm512_abs_epi32(self.0))
    }
    #[inline(always)]
    unsafe fn shifted_left<const BITS: u32>(self) -> Self {
        Self(_mm512_slli_epi32::<BITS>(self.0))
    }
    #[inline(always)]
    unsafe fn shifted_right<const BITS: u32>(self) -> Self {
        Self(_mm512_srli_epi32::<BITS>(self.0))
    }
    #[inline(always)]
    unsafe fn shifted_left_by(self, bits: Self) -> Self {
        Self(_mm512_sllv_epi32(self.0, bits.0))
    }
    #[inline(always)]
    unsafe fn shifted_right_by(self, bits: Self) -> Self {
        Self(_mm512_srlv_epi32(self.0, bits.0))
    }
    #[inline(always)]
    unsafe fn is_below(self, other: Self) -> __mmask16 {
        _mm512_cmplt_epi32_mask(self.0, other.0)
    }
    #[inline(always)]
    unsafe fn is(self, other: Self) -> __mmask16 {
        _mm512_cmpeq_epi32_mask(self.0, other.0)
    }
    #[inline(always)]
    unsafe fn replaced(self, mask: __mmask16, other: Self) -> Self {
        Self(_mm512_mask_mov_epi32(self.0, mask, other.0))
    }
    #[inline(always)]
    unsafe fn all() -> __mmask16 {
        !0
    }
    #[inline(always)]
    unsafe fn are_all<const MASKS: usize>(masks: [__mmask16; MASKS]) -> bool {
        masks.into_iter().fold(!0, |every, mask| every & mask) == !0
    }
    #[inline(always)]
    unsafe fn is_any<const MASKS: usize>(masks: [__mmask16; MASKS]) -> bool {
        masks.into_iter().fold(0, |any, mask| any | mask) != 0
    }
    #[inline(always)]
    unsafe fn count<const MASKS: usize>(masks: [__mmask16; MASKS]) -> u32 {
        masks.into_iter().fold(0, |count, mask| count + mask.count_ones())
    }
    #[inline(always)]
    unsafe fn bits(mask: __mmask16) -> u32 {
        mask.into()
    }
    #[inline(always)]
    unsafe fn halves(longs: *const i64) -> [Self; 2] {
        let order = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
        let order = _mm512_broadcast_i32x4(order);
        let longs: *const __m512i = longs.cast();
        let low = _mm512_shuffle_epi8(_mm512_loadu_si512(longs), order);
        let high = _mm512_shuffle_epi8(_mm512_loadu_si512(longs.add(1)), order);
        let (low, high) = (_mm512_castsi512_ps(low), _mm512_castsi512_ps(high));
        [
            Self(_mm512_castps_si512(_mm512_shuffle_ps::<0b10_00_10_00>(low, high))),
            Self(_mm512_castps_si512(_mm512_shuffle_ps::<0b11_01_11_01>(low, high))),
        ]
    }
    #[inline(always)]
    unsafe fn in_order(self) -> Self {
        Self(_mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7), self.0))
    }
    #[inline(always)]
    unsafe fn words(row: impl Fn(usize) -> __m128i) -> [Self; 4] {
        // Every fourth row in one vector: the transposition below stays inside 128 bits.
        let rows = |first: usize| {
            let rows = _mm512_castsi128_si512(row(first));
            let rows = _mm512_inserti32x4::<1>(rows, row(first + 4));
            let rows = _mm512_inserti32x4::<2>(rows, row(first + 8));
            _mm512_inserti32x4::<3>(rows, row(first + 12))
        };
        let (a, b, c, d) = (rows(0), rows(1), rows(2), rows(3));
        let (ab_low, ab_high) = (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let (cd_low, cd_high) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        [
            Self(_mm512_unpacklo_epi64(ab_low, cd_low)),
            Self(_mm512_unpackhi_epi64(ab_low, cd_low)),
            Self(_mm512_unpacklo_epi64(ab_high, cd_high)),
            Self(_mm512_unpackhi_epi64(ab_high, cd_high)),
        ]
    }
}

// SAFETY: what the machine has to have is AVX-512 F, BW, DQ and VL, and VPCLMULQDQ.
unsafe impl Blocks for Avx512 {
    #[inline(always)]
    unsafe fn repeated(block: __m128i) -> Self {
        Self(_mm512_broadcast_i32x4(block))
    }
    #[inline(always)]
    unsafe fn of(block: impl Fn(usize) -> __m128i) -> Self {
        let blocks = _mm512_castsi128_si512(block(0));
        let blocks = _mm512_inserti32x4::<1>(blocks, block(1));
        let blocks = _mm512_inserti32x4::<2>(blocks, block(2));
        Self(_mm512_inserti32x4::<3>(blocks, block(3)))
    }
    #[inline(always)]
    unsafe fn highest_of(self, other: Self) -> Self {
        Self(_mm512_max_epi32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn lowest_of(self, other: Self) -> Self {
        Self(_mm512_min_epu32(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn within_100(self) -> Self {
        let low = _mm512_max_epi32(self.0, _mm512_set1_epi32(-100));
        Self(_mm512_min_epi32(low, _mm512_set1_epi32(100)))
    }
    #[inline(always)]
    unsafe fn minus_bytes(self, other: Self) -> Self {
        Self(_mm512_sub_epi8(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn byte_of_word<const WORD: usize>(self) -> Self {
        Self(_mm512_shuffle_epi8(self.0, _mm512_set1_epi8(4 * WORD as i8)))
    }
    #[inline(always)]
    unsafe fn shuffled(self, places: Self) -> Self {
        Self(_mm512_shuffle_epi8(self.0, places.0))
    }
    #[inline(always)]
    unsafe fn inverted_below_4(self, places: Self) -> Self {
        let below = _mm512_cmplt_epu8_mask(places.0, _mm512_set1_epi8(4));
        Self(_mm512_mask_sub_epi8(self.0, below, _mm512_set1_epi8(-1), self.0))
    }
    #[inline(always)]
    unsafe fn bytes_dropped<const BYTES: i32>(self) -> Self {
        Self(_mm512_bsrli_epi128::<BYTES>(self.0))
    }
    #[inline(always)]
    unsafe fn product<const HALVES: i32>(self, other: Self) -> Self {
        Self(_mm512_clmulepi64_epi128::<HALVES>(self.0, other.0))
    }
    #[inline(always)]
    unsafe fn with_word_1_of<const WORD: usize>(self, other: Self) -> Self {
        let words = 0b0001_0001_0001_0001 << WORD;
        Self(_mm512_mask_shuffle_epi32::<0b01_01_01_01>(self.0, words, other.0))
    }
}
