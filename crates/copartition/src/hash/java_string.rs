use super::utf16::java_utf16;

/// Hashes text as Java's `String.hashCode`, over its UTF-16 units.
///
/// Behaviour: java.lang.String; Kafka uses it for coordinator partitions.
///
/// ```
/// use copartition::hash::java_string;
///
/// assert_eq!(java_string("polygenelubricants"), 0x8000_0000);
/// assert_eq!(java_string(""), 0);
/// ```
pub fn java_string(text: &str) -> u32 {
    hash(text.encode_utf16())
}

/// The same for a key's bytes, decoded as Java decodes UTF-8.
pub(crate) fn java_string_of_bytes(key: &[u8]) -> u32 {
    hash(java_utf16(key))
}

pub(super) fn hash(units: impl Iterator<Item = u16>) -> u32 {
    units.fold(0, |h: u32, unit| h.wrapping_mul(31).wrapping_add(u32::from(unit)))
}
