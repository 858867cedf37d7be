use super::crc32::crc32_of;
use super::utf16::utf16;

/// CRC-32 over the low byte of each UTF-16 unit.
///
/// Behaviour: oleksiyk/kafka (no-kafka) 3.4.3 `lib/assignment/partitioners/hash_crc32.js`.
pub(crate) fn no_kafka_crc32(key: &[u8]) -> u32 {
    crc32_of(utf16(key).map(|unit| unit as u8))
}
