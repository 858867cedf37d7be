//! The keys of Kafka Streams' windowed tables.

use alloc::vec::Vec;

/// Returns what `TimeWindowedSerializer` writes: the inner key, then the window's start.
///
/// `start` is in milliseconds since 1970, eight bytes, big-endian; Kafka Streams refuses one below
/// 0, which is written here all the same. It places such a key by its inner key alone
/// (`kafka-streams:windowed`).
///
/// Behaviour: apache/kafka `WindowKeySchema.toBinary` as `TimeWindowedSerializer` calls it.
///
/// ```
/// assert_eq!(copartition::key::time_windowed(b"a", 1), b"a\0\0\0\0\0\0\0\x01");
/// ```
pub fn time_windowed(inner: &[u8], start: i64) -> Vec<u8> {
    [inner, &start.to_be_bytes()].concat()
}

/// Returns what `SessionWindowedSerializer` writes: the inner key, the window's end, its start.
///
/// Both are in milliseconds since 1970, eight bytes, big-endian; Kafka Streams refuses an end
/// before its start, which is written here all the same. It places such a key by its inner key
/// alone (`kafka-streams:session_windowed`).
///
/// Behaviour: apache/kafka `SessionKeySchema.toBinary`.
///
/// ```
/// assert_eq!(
///     copartition::key::session_windowed(b"a", 1, 2),
///     b"a\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\x01"
/// );
/// ```
pub fn session_windowed(inner: &[u8], start: i64, end: i64) -> Vec<u8> {
    [inner, &end.to_be_bytes()[..], &start.to_be_bytes()].concat()
}
