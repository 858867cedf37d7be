//! Seeded random keys: every length, every last byte, and hashes at the edges of the sign.

use std::collections::HashMap;

/// The partition counts to ask for. Powers of two alone would hide a missing mask.
pub const COUNTS: [u32; 13] = [1, 2, 3, 6, 7, 8, 10, 12, 16, 50, 100, 1000, 2_147_483_647];

/// Hashes where signed and unsigned arithmetic part, and their neighbors.
const EDGES: [u32; 8] =
    [0, 1, 0x7fff_fffe, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0x8000_0002, 0xffff_ffff];

/// Makes `count` keys from a seed: one in nine has a murmur2, CRC-32 or FNV-1a hash at an edge.
///
/// Lengths run through 0 ..= `longest` with every last byte in turn; one key in 500 is long.
pub fn random_keys(seed: u64, count: usize, longest: usize) -> Vec<Vec<u8>> {
    let mut random = Random(seed);
    let fnv1a_suffixes = EDGES.map(fnv1a_suffixes);
    (0..count)
        .map(|i| {
            let length = if i % 500 == 499 { 1000 + random.below(9000) } else { i % (longest + 1) };
            let mut key = random.bytes(length);
            if let Some(last) = key.last_mut() {
                *last = u8::try_from(i / (longest + 1) % 256).unwrap_or(0);
            }
            let turn = i / 18;
            match i % 18 {
                5 => with_murmur2(key, EDGES[turn % EDGES.len()]),
                11 => with_crc32(key, EDGES[turn % EDGES.len()]),
                // Searched for, not solved: a hundred are enough.
                17 if turn % 10 == 0 => {
                    with_fnv1a(&mut random, &fnv1a_suffixes[turn / 10 % EDGES.len()])
                }
                _ => key,
            }
        })
        .collect()
}

/// SplitMix64: small, and the same everywhere.
pub struct Random(u64);

impl Random {
    /// Starts from a seed: the same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.next().to_le_bytes()[0]).collect()
    }
}

const M: u32 = 0x5bd1_e995;

/// Puts four bytes before the tail that give the key this murmur2 hash.
///
/// Each step of the hash can be undone, so the block follows from the hash wanted.
fn with_murmur2(mut key: Vec<u8>, hash: u32) -> Vec<u8> {
    let inverse = inverse(M);
    let blocks = key.len() / 4 * 4;
    let length = u32::try_from(key.len() + 4).unwrap_or(0);
    let mut before = 0x9747_b28c ^ length;
    for block in key[..blocks].chunks_exact(4) {
        before = before.wrapping_mul(M) ^ murmur2_block(little_endian(block));
    }

    let mut after = hash ^ (hash >> 15) ^ (hash >> 30);
    after = after.wrapping_mul(inverse);
    after = after ^ (after >> 13) ^ (after >> 26);
    let tail = &key[blocks..];
    if !tail.is_empty() {
        after = after.wrapping_mul(inverse) ^ little_endian(tail);
    }

    let mut block = (after ^ before.wrapping_mul(M)).wrapping_mul(inverse);
    block = (block ^ (block >> 24)).wrapping_mul(inverse);
    key.splice(blocks..blocks, block.to_le_bytes());
    key
}

fn murmur2_block(word: u32) -> u32 {
    let word = word.wrapping_mul(M);
    (word ^ (word >> 24)).wrapping_mul(M)
}

/// Puts four bytes at the end that give the key this CRC-32: the register is run backwards.
fn with_crc32(mut key: Vec<u8>, hash: u32) -> Vec<u8> {
    let mut register = !hash;
    for _ in 0..32 {
        register = match register >> 31 {
            1 => ((register ^ 0xedb8_8320) << 1) | 1,
            _ => register << 1,
        };
    }
    let before = !copartition::hash::crc32(&key);
    key.extend((register ^ before).to_le_bytes());
    key
}

const FNV_PRIME: u32 = 0x0100_0193;

/// The two last bytes that lead to `hash`, by the state before them.
fn fnv1a_suffixes(hash: u32) -> HashMap<u32, [u8; 2]> {
    let inverse = inverse(FNV_PRIME);
    let back = |state: u32, byte: u8| state.wrapping_mul(inverse) ^ u32::from(byte);
    (0..=u16::MAX)
        .map(|suffix| {
            let suffix = suffix.to_le_bytes();
            (back(back(hash, suffix[1]), suffix[0]), suffix)
        })
        .collect()
}

/// A random key whose FNV-1a state meets one of the suffixes: about one in 65,536 does.
fn with_fnv1a(random: &mut Random, suffixes: &HashMap<u32, [u8; 2]>) -> Vec<u8> {
    loop {
        let key = random.next().to_le_bytes();
        if let Some(suffix) = suffixes.get(&copartition::hash::fnv1a(&key)) {
            return [&key[..], suffix].concat();
        }
    }
}

/// The number that multiplies `odd` to 1, modulo 2^32: each of Newton's steps doubles its bits.
fn inverse(odd: u32) -> u32 {
    (0..5)
        .fold(odd, |inverse, _| inverse.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(inverse))))
}

fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |word, byte| (word << 8) | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_is_met_by_each_hash() {
        let keys = random_keys(1, 20_000, 64);
        let functions: [fn(&[u8]) -> u32; 3] =
            [copartition::hash::murmur2, copartition::hash::crc32, copartition::hash::fnv1a];
        for function in functions {
            for edge in EDGES {
                let met = keys.iter().filter(|key| function(key) == edge).count();
                assert!(met >= 10, "{edge:#x} met {met} times");
            }
        }
    }

    #[test]
    fn every_length_ends_in_every_byte() {
        let keys = random_keys(1, 20_000, 64);
        let plain = keys.iter().filter(|key| (1..=64).contains(&key.len()));
        let seen: std::collections::HashSet<_> =
            plain.map(|key| (key.len() % 4, key.last())).collect();
        assert_eq!(seen.len(), 4 * 256);
    }
}
