//! The framing that schema-registry serializers put around a payload.

use alloc::vec::Vec;

/// Returns a payload behind its schema id: a zero byte, the id in four bytes, the payload.
///
/// Avro and JSON Schema keys look so, from any client; a Protobuf key does only from
/// `@kafkajs/confluent-schema-registry`, which leaves the message indexes out. Another id for the
/// same schema is another key, and so another partition.
///
/// Behaviour: confluentinc/confluent-kafka-python `schema_registry/serde.py`
/// (`prefix_schema_id_serializer`), kafkajs/confluent-schema-registry 4.1.0 `wireEncoder.ts`.
///
/// ```
/// let key = copartition::key::schema_id_prefix(7, b"\x0auser-1");
/// assert_eq!(key, b"\x00\x00\x00\x00\x07\x0auser-1");
/// ```
pub fn schema_id_prefix(schema_id: u32, payload: &[u8]) -> Vec<u8> {
    prefix(schema_id, &[], payload)
}

/// Returns the five bytes alone that [`schema_id_prefix`] puts before a payload, for a caller that
/// has its own buffer.
///
/// ```
/// assert_eq!(copartition::key::schema_id_prefix_bytes(7), [0, 0, 0, 0, 7]);
/// ```
pub const fn schema_id_prefix_bytes(schema_id: u32) -> [u8; 5] {
    let [a, b, c, d] = schema_id.to_be_bytes();
    [0, a, b, c, d]
}

/// Returns a Protobuf payload behind its schema id and message indexes, which are zig-zag varints:
/// how many, then each; `[0]`, the first message of the file, is the single byte 0.
///
/// `message_indexes` is the path to the message in its file: each from 0 to 2^31-1. No
/// serializer writes an empty path; here it is written as `[0]` is.
///
/// Behaviour: confluentinc/confluent-kafka-python `schema_registry/protobuf.py`.
///
/// ```
/// use copartition::key::schema_id_prefix_protobuf;
///
/// assert_eq!(schema_id_prefix_protobuf(100_001, &[0], b"x"), b"\x00\x00\x01\x86\xa1\x00x");
/// assert_eq!(schema_id_prefix_protobuf(7, &[2, 1], b"x"), b"\x00\x00\x00\x00\x07\x04\x04\x02x");
/// ```
pub fn schema_id_prefix_protobuf(
    schema_id: u32,
    message_indexes: &[u32],
    payload: &[u8],
) -> Vec<u8> {
    prefix(schema_id, &indexes(message_indexes, zigzag), payload)
}

/// Returns the same with the plain varints of confluent_kafka's `use.deprecated.format`.
///
/// ```
/// use copartition::key::schema_id_prefix_protobuf_deprecated as deprecated;
///
/// assert_eq!(deprecated(7, &[2, 1], b"x"), b"\x00\x00\x00\x00\x07\x02\x02\x01x");
/// ```
pub fn schema_id_prefix_protobuf_deprecated(
    schema_id: u32,
    message_indexes: &[u32],
    payload: &[u8],
) -> Vec<u8> {
    prefix(schema_id, &indexes(message_indexes, u64::from), payload)
}

/// Returns the value of the header `__key_schema_id` that a serializer in header mode sends: a one
/// byte, then the schema's GUID, big-endian.
///
/// In this mode the key is the bare payload, so a producer that changes its mode moves its keys.
///
/// Behaviour: confluentinc/confluent-kafka-python `schema_registry/serde.py`
/// (`header_schema_id_serializer`).
///
/// ```
/// assert_eq!(copartition::key::schema_id_header([7; 16])[..2], [1, 7]);
/// ```
pub fn schema_id_header(guid: [u8; 16]) -> [u8; 17] {
    let mut header = [1; 17];
    for (to, from) in header.iter_mut().skip(1).zip(guid) {
        *to = from;
    }
    header
}

/// Returns the same for a Protobuf payload, whose message indexes follow the GUID.
///
/// ```
/// assert_eq!(copartition::key::schema_id_header_protobuf([7; 16], &[0]).len(), 18);
/// ```
pub fn schema_id_header_protobuf(guid: [u8; 16], message_indexes: &[u32]) -> Vec<u8> {
    let mut header = schema_id_header(guid).to_vec();
    header.extend(indexes(message_indexes, zigzag));
    header
}

/// Reads a prefix: the schema id, and what follows it.
pub(super) fn split_prefix(key: &[u8]) -> Option<(u32, &[u8])> {
    let (head, rest) = key.split_first_chunk::<5>()?;
    let [0, a, b, c, d] = *head else { return None };
    Some((u32::from_be_bytes([a, b, c, d]), rest))
}

/// How a number that is not negative is spelled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Varint {
    /// Twice the number, as if it were signed.
    ZigZag,
    /// The number itself.
    Plain,
}

/// Reads message indexes, and what follows them.
pub(super) fn split_indexes(bytes: &[u8], spelled: Varint) -> Option<(Vec<u32>, &[u8])> {
    let (count, mut rest) = split_varint(bytes, spelled)?;
    if count == 0 {
        return Some((Vec::from([0]), rest));
    }
    let mut indexes = Vec::new();
    for _ in 0..count {
        let (index, after) = split_varint(rest, spelled)?;
        indexes.push(index);
        rest = after;
    }
    // [0] has one spelling, the single byte.
    (indexes != [0]).then_some((indexes, rest))
}

fn prefix(schema_id: u32, indexes: &[u8], payload: &[u8]) -> Vec<u8> {
    [&schema_id_prefix_bytes(schema_id), indexes, payload].concat()
}

fn indexes(indexes: &[u32], number: fn(u32) -> u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if indexes == [0] {
        varint(0, &mut bytes);
        return bytes;
    }
    varint(number(indexes.len() as u32), &mut bytes);
    for &index in indexes {
        varint(number(index), &mut bytes);
    }
    bytes
}

/// A signed number's zig-zag form, for one that is not negative.
fn zigzag(number: u32) -> u64 {
    2 * u64::from(number)
}

fn varint(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a varint that is not negative, and what follows it.
fn split_varint(bytes: &[u8], spelled: Varint) -> Option<(u32, &[u8])> {
    let mut number = 0_u64;
    let mut rest = bytes;
    // Five groups of seven bits hold 32.
    for i in 0..5 {
        let (&byte, after) = rest.split_first()?;
        number |= u64::from(byte & 0x7f) << (7 * i);
        rest = after;
        if byte < 0x80 {
            return match spelled {
                Varint::ZigZag if !number.is_multiple_of(2) => None,
                Varint::ZigZag => u32::try_from(number / 2).ok(),
                Varint::Plain => u32::try_from(number).ok(),
            }
            .filter(|number| *number < 1 << 31)
            .map(|number| (number, rest));
        }
    }
    None
}
