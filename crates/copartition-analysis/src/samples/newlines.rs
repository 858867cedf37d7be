/// Appends where each `\n` of a block is to `found`, counted from `first`, the place of the block's
/// first byte.
///
/// 64 bytes at once become the bits of a word: asking for the next line end over and over takes three
/// times as long, more than a short key's hash.
pub(super) fn newlines(block: &[u8], first: i32, found: &mut Vec<i32>) {
    let (chunks, rest) = block.as_chunks::<CHUNK>();
    let mut at = first;
    for chunk in chunks {
        push_bits(mask(chunk), at, found);
        at += CHUNK as i32;
    }
    let mut last = [0; CHUNK];
    last.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
    push_bits(mask(&last), at, found);
}

const CHUNK: usize = 64;

/// Returns a bit for each byte, the first one's lowest: whether it is a `\n`.
#[inline]
fn mask(chunk: &[u8; CHUNK]) -> u64 {
    // Each byte its own bit of the eight, in a loop that becomes vectors.
    let mut bits = [0_u8; CHUNK];
    for ((bit, byte), of_eight) in bits.iter_mut().zip(chunk).zip(OF_EIGHT.as_flattened()) {
        *bit = if *byte == b'\n' { *of_eight } else { 0 };
    }
    let (eights, _) = bits.as_chunks::<8>();
    // The product's highest byte is the sum of all eight.
    let sum =
        |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    eights.iter().rev().fold(0, |mask, eight| mask << 8 | sum(eight))
}

const OF_EIGHT: [[u8; 8]; CHUNK / 8] = [[1, 2, 4, 8, 16, 32, 64, 128]; CHUNK / 8];

#[inline]
fn push_bits(mut mask: u64, first: i32, found: &mut Vec<i32>) {
    while mask != 0 {
        found.push(first + mask.trailing_zeros() as i32);
        mask &= mask - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_end_is_found_wherever_it_is_and_nothing_else() {
        let mut cases = 0;
        // Each byte beside a line end, and blocks of all lengths around one and two chunks.
        for length in (0..=200).chain([4095, 4096, 4097]) {
            for step in [1, 2, 3, 7, 63, 64, 65, 1000] {
                let block: Vec<u8> = (0..length)
                    .map(|at| if at % step == step - 1 { b'\n' } else { at as u8 | 0x80 })
                    .collect();
                let mut found = vec![-1];
                newlines(&block, 5, &mut found);
                let places = (0..length).filter(|at| at % step == step - 1);
                let wanted: Vec<i32> = [-1].into_iter().chain(places.map(|at| at + 5)).collect();
                assert_eq!(found, wanted, "{length} bytes, every {step}");
                cases += 1;
            }
        }
        assert_eq!(cases, 204 * 8);
        for byte in 0..=u8::MAX {
            let mut found = Vec::new();
            newlines(&[byte; 65], 0, &mut found);
            assert_eq!(found.len(), if byte == b'\n' { 65 } else { 0 }, "{byte}");
        }
    }
}
