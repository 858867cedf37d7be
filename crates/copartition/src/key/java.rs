//! What the serializers of `org.apache.kafka.common.serialization` write, and their equivalents.

use alloc::string::String;
use alloc::vec::Vec;

/// Returns what Java's `StringSerializer` writes for UTF-16 units: UTF-8, and one `?` for each
/// surrogate without its pair.
///
/// Python raises for such a surrogate, and JavaScript writes U+FFFD ([`kafkajs_string`]): one text,
/// other partitions. No units give an empty key.
///
/// Behaviour: apache/kafka `StringSerializer`.
///
/// ```
/// use copartition::key;
///
/// assert_eq!(key::string("né".encode_utf16()), "né".as_bytes());
/// assert_eq!(key::string([0x61, 0xd800, 0x62]), b"a?b");
/// ```
///
/// [`kafkajs_string`]: super::kafkajs_string
pub fn string(units: impl IntoIterator<Item = u16>) -> Vec<u8> {
    utf8(units, '?')
}

/// Encodes UTF-16 units, with `replacement` for each surrogate without its pair.
pub(super) fn utf8(units: impl IntoIterator<Item = u16>, replacement: char) -> Vec<u8> {
    char::decode_utf16(units)
        .map(|character| character.unwrap_or(replacement))
        .collect::<String>()
        .into_bytes()
}

/// Returns what `IntegerSerializer` writes: four bytes, big-endian, two's complement.
///
/// The same as confluent_kafka's `IntegerSerializer`, and as .NET's `Serializers.Int32` (read, not
/// run).
///
/// Behaviour: apache/kafka `IntegerSerializer`.
///
/// ```
/// assert_eq!(copartition::key::int(-2), [0xff, 0xff, 0xff, 0xfe]);
/// ```
pub const fn int(value: i32) -> [u8; 4] {
    value.to_be_bytes()
}

/// Returns what `LongSerializer` writes: eight bytes, big-endian, two's complement.
///
/// Behaviour: apache/kafka `LongSerializer`.
///
/// ```
/// assert_eq!(copartition::key::long(42), [0, 0, 0, 0, 0, 0, 0, 42]);
/// ```
pub const fn long(value: i64) -> [u8; 8] {
    value.to_be_bytes()
}

/// Returns what `ShortSerializer` writes: two bytes, big-endian, two's complement.
///
/// Behaviour: apache/kafka `ShortSerializer`.
///
/// ```
/// assert_eq!(copartition::key::short(42), [0, 42]);
/// ```
pub const fn short(value: i16) -> [u8; 2] {
    value.to_be_bytes()
}

/// Returns what `FloatSerializer` writes: the four bytes of the IEEE 754 number, big-endian.
///
/// The payload of a NaN is kept, and -0.0 is not 0.0.
///
/// Behaviour: apache/kafka `FloatSerializer` (`floatToRawIntBits`).
///
/// ```
/// assert_eq!(copartition::key::float(1.5), [0x3f, 0xc0, 0, 0]);
/// ```
pub const fn float(value: f32) -> [u8; 4] {
    value.to_be_bytes()
}

/// Rounds a 64-bit number to the 32 bits of [`float`], as Java's `(float)` does, for a host that has
/// no such type; returns `None` for a finite number that would become infinite.
///
/// Of a NaN the sign and the upper 23 bits of the payload stay; one without any of these becomes
/// 7fc00000 or ffc00000.
///
/// ```
/// use copartition::key;
///
/// assert_eq!(key::float_of(0.1), Some(0.1));
/// assert_eq!(key::float_of(f64::INFINITY), Some(f32::INFINITY));
/// assert_eq!(key::float_of(1e39), None);
/// ```
pub const fn float_of(value: f64) -> Option<f32> {
    if value.is_nan() {
        // `as` may change a NaN.
        let bits = value.to_bits();
        let payload = (bits >> 29) as u32 & 0x007f_ffff;
        // Without a payload it would be infinity.
        let payload = if payload == 0 { 0x0040_0000 } else { payload };
        return Some(f32::from_bits((bits >> 32) as u32 & 0x8000_0000 | 0x7f80_0000 | payload));
    }
    let rounded = value as f32;
    if rounded.is_infinite() && value.is_finite() { None } else { Some(rounded) }
}

/// Returns what `DoubleSerializer` writes: the eight bytes of the IEEE 754 number, big-endian.
///
/// Every NaN becomes 7ff8000000000000, and -0.0 is not 0.0. [`raw_double`] keeps a NaN's payload.
///
/// Behaviour: apache/kafka `DoubleSerializer` (`doubleToLongBits`).
///
/// ```
/// use copartition::key;
///
/// assert_eq!(key::double(1.5), [0x3f, 0xf8, 0, 0, 0, 0, 0, 0]);
/// assert_eq!(key::double(-f64::NAN), [0x7f, 0xf8, 0, 0, 0, 0, 0, 0]);
/// ```
pub const fn double(value: f64) -> [u8; 8] {
    if value.is_nan() { 0x7ff8_0000_0000_0000_u64.to_be_bytes() } else { raw_double(value) }
}

/// Returns what confluent_kafka's `DoubleSerializer` writes: the eight bytes as they are.
///
/// It differs from Java's [`double`] for a NaN with a sign or a payload alone.
///
/// Behaviour: confluent-kafka-python `serialization/__init__.py`.
///
/// ```
/// assert_eq!(copartition::key::raw_double(-f64::NAN)[0], 0xff);
/// ```
pub const fn raw_double(value: f64) -> [u8; 8] {
    value.to_be_bytes()
}

/// Returns what `BooleanSerializer` writes: 1 or 0 in one byte.
///
/// Behaviour: apache/kafka `BooleanSerializer`.
///
/// ```
/// assert_eq!(copartition::key::boolean(true), [1]);
/// ```
pub const fn boolean(value: bool) -> [u8; 1] {
    [value as u8]
}

/// Returns what `UUIDSerializer` writes for a UUID's 16 bytes: 36 lower-case characters.
///
/// Behaviour: apache/kafka `UUIDSerializer`. Other clients may send the 16 bytes themselves.
///
/// ```
/// let uuid = 0x123e_4567_e89b_12d3_a456_4266_1417_4000_u128.to_be_bytes();
/// assert_eq!(&copartition::key::uuid(uuid), b"123e4567-e89b-12d3-a456-426614174000");
/// ```
pub fn uuid(uuid: [u8; 16]) -> [u8; 36] {
    let mut digits =
        uuid.into_iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| match digit {
            0..10 => b'0' + digit,
            _ => b'a' + digit - 10,
        });
    core::array::from_fn(|at| match at {
        8 | 13 | 18 | 23 => b'-',
        _ => digits.next().unwrap_or_default(),
    })
}

/// Which part of a buffer `ByteBufferSerializer` sends: it changed with kafka-clients 3.4.0, and
/// back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ByteBufferSerializer {
    /// `rewind()`: from 0 to the limit, wherever the position is, so that a buffer that was filled
    /// and not flipped sends its whole capacity. Every version but the others.
    #[default]
    Rewinds,
    /// `flip()`: from 0 to the position; the whole array when position and limit span it.
    /// kafka-clients 3.4.0 to 3.5.1, and 3.6.0 (KAFKA-4852, undone by KAFKA-15602).
    Flips,
}

/// Returns the part of a heap buffer that `ByteBufferSerializer` sends.
///
/// `array` is the buffer's whole capacity. Returns `None` unless
/// `position <= limit <= array.len()`, as `java.nio.ByteBuffer` demands.
///
/// A serializer that flips leaves a heap buffer alone, and sends it whole each time, when it begins
/// at its array's offset 0 and has as many bytes remaining as the array has; a slice may be such a
/// buffer. Any other it flips, direct and read-only ones always: at position 0 that is an empty
/// key, and so is one that was flipped and is sent again, since its limit has moved.
///
/// Behaviour: apache/kafka `ByteBufferSerializer` of the versions that [`ByteBufferSerializer`]
/// names.
///
/// ```
/// use copartition::key::{self, ByteBufferSerializer::{Flips, Rewinds}};
///
/// // Two of four bytes were put, and the buffer was not flipped.
/// assert_eq!(key::byte_buffer(b"ab\0\0", 2, 4, Rewinds), Some(&b"ab\0\0"[..]));
/// assert_eq!(key::byte_buffer(b"ab\0\0", 2, 4, Flips), Some(&b"ab"[..]));
/// // Then it was.
/// assert_eq!(key::byte_buffer(b"ab\0\0", 0, 2, Rewinds), Some(&b"ab"[..]));
/// assert_eq!(key::byte_buffer(b"ab\0\0", 0, 2, Flips), Some(&b""[..]));
/// ```
pub fn byte_buffer(
    array: &[u8],
    position: usize,
    limit: usize,
    serializer: ByteBufferSerializer,
) -> Option<&[u8]> {
    let whole = limit.checked_sub(position)? == array.len();
    // Of an array that cannot hold the limit nothing is sent, whichever end is taken.
    let sent = array.get(..limit)?;
    match serializer {
        ByteBufferSerializer::Flips if !whole => sent.get(..position),
        _ => Some(sent),
    }
}
