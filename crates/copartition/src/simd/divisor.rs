use crate::PartitionCount;

/// A partition count, made ready for exact remainders of many 32-bit numbers without a division.
///
/// By T. Granlund and P. L. Montgomery, "Division by Invariant Integers using Multiplication"
/// (1994), section 4: a multiplication by a reciprocal of 33 bits, whose highest bit is added apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divisor {
    pub(super) n: u32,
    pub(super) reciprocal: u32,
    /// Both shifts are by 0 where n is 1.
    pub(super) first_shift: u32,
    pub(super) second_shift: u32,
}

impl Divisor {
    pub(crate) const fn new(n: PartitionCount) -> Self {
        let n = n.get();
        let bits = u32::BITS - (n - 1).leading_zeros();
        let above = (1_u64 << bits) - n as u64;
        let reciprocal = ((above << 32) / n as u64 + 1) as u32;
        let first_shift = if bits > 0 { 1 } else { 0 };
        Self { n, reciprocal, first_shift, second_shift: bits.saturating_sub(1) }
    }

    /// Returns the remainder of `number`.
    #[inline(always)]
    pub(crate) const fn remainder(self, number: u32) -> u32 {
        let high = ((number as u64 * self.reciprocal as u64) >> 32) as u32;
        let quotient = (((number - high) >> self.first_shift) + high) >> self.second_shift;
        number - quotient * self.n
    }
}
