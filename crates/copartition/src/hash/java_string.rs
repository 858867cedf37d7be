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
    text.encode_utf16().fold(0, |h, unit| h.wrapping_mul(31).wrapping_add(u32::from(unit)))
}
