/// MurmurHash3 x86 32-bit with seed 0, as people port it by mistake for Kafka's murmur2.
pub(crate) fn murmur3_seed0(key: &[u8]) -> u32 {
    seeded(key, 0)
}

/// MurmurHash3 x86 32-bit with Maxwell's seed.
///
/// Behaviour: zendesk/maxwell `MaxwellKafkaPartitioner`, `HashFunctionFactory`.
pub(crate) fn murmur3_maxwell(key: &[u8]) -> u32 {
    seeded(key, 25_342)
}

fn seeded(key: &[u8], seed: u32) -> u32 {
    let (words, tail) = key.as_chunks::<4>();
    let mut h = seed;
    for word in words {
        h = (h ^ mix(u32::from_le_bytes(*word))).rotate_left(13);
        h = h.wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
    let rest = tail.iter().rev().fold(0, |rest, &byte| rest << 8 | u32::from(byte));
    h ^= mix(rest) ^ key.len() as u32;
    h = (h ^ (h >> 16)).wrapping_mul(0x85eb_ca6b);
    h = (h ^ (h >> 13)).wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

fn mix(word: u32) -> u32 {
    word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593)
}
