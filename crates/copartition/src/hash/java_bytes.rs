/// Hashes a key as Java's `Arrays.hashCode(byte[])`: signed bytes, from 1.
///
/// Behaviour: java.util.Arrays; the old Scala producer's `ByteArrayPartitioner`.
pub(crate) fn java_bytes(key: &[u8]) -> u32 {
    key.iter().fold(1, |h: u32, byte| {
        h.wrapping_mul(31).wrapping_add(i32::from(byte.cast_signed()).cast_unsigned())
    })
}
