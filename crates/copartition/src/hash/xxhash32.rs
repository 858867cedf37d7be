/// xxHash, 32 bits, seed 0.
///
/// Behaviour: kafka-rust/kafka-rust 0.10.0 `src/producer.rs`, DefaultPartitioner.
pub(crate) fn xxhash32(key: &[u8]) -> u32 {
    twox_hash::XxHash32::oneshot(0, key)
}
