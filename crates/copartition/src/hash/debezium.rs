use super::java_string::java_string_of_bytes;

/// Debezium's number for one text field by `String.hashCode`: without the sign bit, and 0 for the
/// largest.
///
/// Behaviour: debezium/debezium `PartitionRouting`, run at 2.7.4 and 3.4.3.
pub(crate) fn debezium_string(key: &[u8]) -> u32 {
    positive(java_string_of_bytes(key))
}

/// The same over Debezium's own `MurmurHash3`, an early draft of the 128-bit one: the key's bytes
/// are signed in the last block, and the constants change with each block.
pub(crate) fn debezium_murmur(key: &[u8]) -> u32 {
    const SEED: u64 = 9001;
    let (blocks, tail) = key.as_chunks::<16>();
    let mut state = State {
        h1: 0x9368_e53c_2f6a_f274 ^ SEED,
        h2: 0x586d_cd20_8f7c_d3fd ^ SEED,
        c1: 0x87c3_7b91_1142_53d5,
        c2: 0x4cf5_ad43_2745_937f,
    };
    for block in blocks {
        let both = u128::from_le_bytes(*block);
        state.mix(both as u64, (both >> 64) as u64);
    }
    if !tail.is_empty() {
        let (low, high) = tail.split_at_checked(8).unwrap_or((tail, &[]));
        state.mix(signed(low), signed(high));
    }
    let State { mut h1, mut h2, .. } = state;
    h2 ^= key.len() as u64;
    h1 = h1.wrapping_add(h2);
    h2 = h2.wrapping_add(h1);
    h1 = finish(h1).wrapping_add(finish(h2));
    positive((h1 >> 32) as u32)
}

struct State {
    h1: u64,
    h2: u64,
    c1: u64,
    c2: u64,
}

impl State {
    fn mix(&mut self, k1: u64, k2: u64) {
        let Self { h1, h2, c1, c2 } = *self;
        let k1 = k1.wrapping_mul(c1).rotate_left(23).wrapping_mul(c2);
        let h1 = (h1 ^ k1).wrapping_add(h2);
        let h2 = h2.rotate_left(41);
        let k2 = k2.wrapping_mul(c2).rotate_left(23).wrapping_mul(c1);
        let h2 = (h2 ^ k2).wrapping_add(h1);
        self.h1 = h1.wrapping_mul(3).wrapping_add(0x52dc_e729);
        self.h2 = h2.wrapping_mul(3).wrapping_add(0x3849_5ab5);
        self.c1 = c1.wrapping_mul(5).wrapping_add(0x7b7d_159c);
        self.c2 = c2.wrapping_mul(5).wrapping_add(0x6bce_6396);
    }
}

fn signed(bytes: &[u8]) -> u64 {
    let shifted = bytes.iter().enumerate();
    shifted
        .fold(0, |word, (i, byte)| word ^ i64::from(byte.cast_signed()).cast_unsigned() << (8 * i))
}

fn finish(mut k: u64) -> u64 {
    k = (k ^ (k >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    k = (k ^ (k >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    k ^ (k >> 33)
}

fn positive(hash: u32) -> u32 {
    match hash & 0x7fff_ffff {
        0x7fff_ffff => 0,
        positive => positive,
    }
}
