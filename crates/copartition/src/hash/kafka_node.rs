use super::java_string::hash;
use super::utf16::utf16;

/// Hashes a key as kafka-node does: `String.hashCode` without the sign bit, and 1 for 0.
///
/// Behaviour: SOHU-Co/kafka-node 5.0.0 `lib/partitioner.js`, which masks after each step; the last
/// mask decides, since no lower bit depends on the sign bit.
pub(crate) fn kafka_node(key: &[u8]) -> u32 {
    match hash(utf16(key)) & 0x7fff_ffff {
        0 => 1,
        masked => masked,
    }
}
