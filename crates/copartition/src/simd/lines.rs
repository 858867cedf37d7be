use alloc::vec::Vec;

/// So many bytes are looked at at once: the bits of a word tell of them.
pub(super) const AT_ONCE: usize = 64;

/// Appends where each `\n` is.
#[inline(always)]
pub(super) fn line_ends(bytes: &[u8], first: i32, found: &mut Vec<i32>) {
    let (chunks, rest) = bytes.as_chunks();
    let last = [padded(rest)];
    let mut at = first;
    for chunk in chunks.iter().chain(&last) {
        let mut mask = mask(chunk);
        while mask != 0 {
            found.push(at + mask.trailing_zeros() as i32);
            mask &= mask - 1;
        }
        at = at.wrapping_add(AT_ONCE as i32);
    }
}

/// Returns the bytes behind the last chunk, and zeros.
#[inline(always)]
pub(super) fn padded(rest: &[u8]) -> [u8; AT_ONCE] {
    let mut last = [0; AT_ONCE];
    last.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
    last
}

/// Returns a bit for each byte, the first one's lowest: whether it is a `\n`.
#[inline(always)]
fn mask(bytes: &[u8; AT_ONCE]) -> u64 {
    // Each byte its own bit of the eight, in a loop that becomes vectors.
    let mut bits = [0_u8; AT_ONCE];
    for ((bit, byte), of_eight) in bits.iter_mut().zip(bytes).zip(OF_EIGHT.as_flattened()) {
        *bit = if *byte == b'\n' { *of_eight } else { 0 };
    }
    let (eights, _) = bits.as_chunks::<8>();
    // The product's highest byte is the sum of all eight.
    let sum =
        |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    eights.iter().rev().fold(0, |mask, eight| mask << 8 | sum(eight))
}

const OF_EIGHT: [[u8; 8]; AT_ONCE / 8] = [[1, 2, 4, 8, 16, 32, 64, 128]; AT_ONCE / 8];
