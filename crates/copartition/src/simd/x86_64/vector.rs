use core::arch::x86_64::__m128i;

/// A vector of 32-bit numbers.
///
/// # Safety
///
/// Each function may be called only where the machine has the type's features; a pointer is to
/// [`Self::LANES`] numbers.
pub(super) unsafe trait Vector: Copy {
    /// How many numbers it has.
    const LANES: usize;

    /// Which of them something is true of.
    type Mask: Copy;

    unsafe fn splat(number: u32) -> Self;
    unsafe fn load(numbers: *const u32) -> Self;
    unsafe fn store(self, numbers: *mut u32);
    unsafe fn xor(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    /// The bits that `other` does not have.
    unsafe fn and_not(self, other: Self) -> Self;
    unsafe fn times(self, other: Self) -> Self;
    unsafe fn shifted_left<const BITS: u32>(self) -> Self;
    unsafe fn shifted_right<const BITS: u32>(self) -> Self;
    /// Shifts each number by its own number of bits.
    unsafe fn shifted_left_by(self, bits: Self) -> Self;
    /// Where it is less than `other`; both are below 2^31.
    unsafe fn is_below(self, other: Self) -> Self::Mask;
    unsafe fn is(self, other: Self) -> Self::Mask;
    /// Takes `other` where the mask says.
    unsafe fn replaced(self, mask: Self::Mask, other: Self) -> Self;
    /// True everywhere.
    unsafe fn all() -> Self::Mask;
    unsafe fn are_all<const MASKS: usize>(masks: [Self::Mask; MASKS]) -> bool;
    unsafe fn is_any<const MASKS: usize>(masks: [Self::Mask; MASKS]) -> bool;
    unsafe fn count<const MASKS: usize>(masks: [Self::Mask; MASKS]) -> u32;
    /// One bit for each number, of the first the lowest.
    unsafe fn bits(mask: Self::Mask) -> u32;
    /// Returns the first word of each row, then the second, the third, the fourth.
    unsafe fn words(row: impl Fn(usize) -> __m128i) -> [Self; 4];
}
