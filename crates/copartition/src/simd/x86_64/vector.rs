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
    unsafe fn plus(self, other: Self) -> Self;
    unsafe fn minus(self, other: Self) -> Self;
    unsafe fn times(self, other: Self) -> Self;
    /// The upper 32 bits of each product.
    unsafe fn times_high(self, other: Self) -> Self;
    /// Without the sign; that of -2^31 is 2^31.
    unsafe fn absolute(self) -> Self;
    unsafe fn shifted_left<const BITS: u32>(self) -> Self;
    unsafe fn shifted_right<const BITS: u32>(self) -> Self;
    /// Shifts each number by its own number of bits.
    unsafe fn shifted_left_by(self, bits: Self) -> Self;
    /// The same to the right.
    unsafe fn shifted_right_by(self, bits: Self) -> Self;
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
    /// Returns the first four bytes of each number and the last four, the highest first, in an order
    /// that [`Self::in_order`] undoes.
    unsafe fn halves(longs: *const i64) -> [Self; 2];
    unsafe fn in_order(self) -> Self;
    /// Returns the first word of each row, then the second, the third, the fourth.
    unsafe fn words(row: impl Fn(usize) -> __m128i) -> [Self; 4];
}

/// The same vector as blocks of 16 bytes, four words each.
///
/// # Safety
///
/// As of [`Vector`]; the machine has VPCLMULQDQ too.
pub(super) unsafe trait Blocks: Vector {
    /// The same block everywhere.
    unsafe fn repeated(block: __m128i) -> Self;
    unsafe fn of(block: impl Fn(usize) -> __m128i) -> Self;
    /// The higher number of each two; both are signed.
    unsafe fn highest_of(self, other: Self) -> Self;
    /// The lower number of each two; both are unsigned.
    unsafe fn lowest_of(self, other: Self) -> Self;
    /// Numbers above 100 become 100, and those below -100 become -100; they are signed.
    unsafe fn within_100(self) -> Self;
    unsafe fn minus_bytes(self, other: Self) -> Self;
    /// The lowest byte of a word of each block, everywhere in the block.
    unsafe fn byte_of_word<const WORD: usize>(self) -> Self;
    /// The bytes of each block in another order: 0 where a place is negative.
    unsafe fn shuffled(self, places: Self) -> Self;
    /// Inverts the bytes whose place is 0 to 3.
    unsafe fn inverted_below_4(self, places: Self) -> Self;
    /// Drops the first bytes of each block; zeros follow its last.
    unsafe fn bytes_dropped<const BYTES: i32>(self) -> Self;
    /// The carry-less product of one half of each block and one of the other's.
    unsafe fn product<const HALVES: i32>(self, other: Self) -> Self;
    /// Takes the second word of each block of another for one of its own.
    unsafe fn with_word_1_of<const WORD: usize>(self, other: Self) -> Self;
}
