//! The functions of `copartition.key`: what serializers write.

use copartition::Error;
use copartition::key::{self, ByteBufferSerializer, KeyFormat};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyString, PyType};

use crate::error::{raise, type_name};
use crate::key::{read_bytes, read_part, read_text, read_utf16};
use crate::whole_number;

/// Returns what Java's `StringSerializer` writes: UTF-8, and `?` for each lone surrogate.
///
/// Python has no UTF-8 for a lone surrogate and raises where one is a key; kafkajs writes U+FFFD.
///
/// >>> copartition.key.string('né')
/// b'n\xc3\xa9'
/// >>> copartition.key.string('a\ud800')
/// b'a?'
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn string(text: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    Ok(key::string(read_utf16(text)?))
}

/// Returns what Java's `IntegerSerializer` writes: four bytes, big-endian.
///
/// confluent_kafka's `IntegerSerializer` writes the same, and .NET's `Serializers.Int32` (read, not
/// run). `value` is anything with `__index__` from -2147483648 to 2147483647, but no `bool`.
///
/// >>> copartition.key.int(42)
/// b'\x00\x00\x00*'
/// >>> copartition.key.int(2**31)
/// Traceback (most recent call last):
/// copartition.Error: int must be a whole number from -2147483648 to 2147483647, got 2147483648
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn int(value: &Bound<'_, PyAny>) -> PyResult<[u8; 4]> {
    whole_number::read(value, "int", i32::MIN..=i32::MAX).map(key::int)
}

/// Returns what Java's `LongSerializer` writes: eight bytes, big-endian.
///
/// `value` is anything with `__index__` from -2**63 to 2**63 - 1, but no `bool`.
///
/// >>> copartition.key.long(42)
/// b'\x00\x00\x00\x00\x00\x00\x00*'
/// >>> copartition.partition(copartition.key.long(42), 12)
/// 4
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn long(value: &Bound<'_, PyAny>) -> PyResult<[u8; 8]> {
    whole_number::read(value, "long", i64::MIN..=i64::MAX).map(key::long)
}

/// Returns what Java's `ShortSerializer` writes: two bytes, big-endian.
///
/// `value` is anything with `__index__` from -32768 to 32767, but no `bool`.
///
/// >>> copartition.key.short(42)
/// b'\x00*'
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn short(value: &Bound<'_, PyAny>) -> PyResult<[u8; 2]> {
    whole_number::read(value, "short", i16::MIN..=i16::MAX).map(key::short)
}

/// Returns what Java's `FloatSerializer` writes: a 32-bit float, big-endian.
///
/// `value` is a number, which is rounded to 32 bits as Java's `(float)` does; one that would become
/// infinite is out of range. The upper 23 bits of a NaN's payload are kept, and -0.0 is not 0.0.
///
/// >>> copartition.key.float(1.5)
/// b'?\xc0\x00\x00'
/// >>> copartition.key.float(1e39)
/// Traceback (most recent call last):
/// copartition.Error: float must be a 32-bit number, got 1e+39
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn float(value: &Bound<'_, PyAny>) -> PyResult<[u8; 4]> {
    let rounded = key::float_of(number(value, "float", 32)?);
    rounded.map(key::float).ok_or_else(|| too_large(value, "float", 32))
}

/// Returns what Java's `DoubleSerializer` writes: a 64-bit float, big-endian.
///
/// `value` is a number. Every NaN becomes 7ff8000000000000, and -0.0 is not 0.0.
///
/// >>> copartition.key.double(1.5)
/// b'?\xf8\x00\x00\x00\x00\x00\x00'
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn double(value: &Bound<'_, PyAny>) -> PyResult<[u8; 8]> {
    number(value, "double", 64).map(key::double)
}

/// Returns what confluent_kafka's `DoubleSerializer` writes: a 64-bit float as it is.
///
/// .NET's writes the same (read, not run). `value` is a number. It differs from `double` for a NaN
/// with a sign or a payload alone.
///
/// >>> nan = float('-nan')
/// >>> copartition.key.raw_double(nan).hex(), copartition.key.double(nan).hex()
/// ('fff8000000000000', '7ff8000000000000')
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn raw_double(value: &Bound<'_, PyAny>) -> PyResult<[u8; 8]> {
    number(value, "double", 64).map(key::raw_double)
}

/// Returns what Java's `BooleanSerializer` writes: one byte, 1 or 0.
///
/// `value` is `True` or `False`.
///
/// >>> copartition.key.boolean(True)
/// b'\x01'
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn boolean(value: &Bound<'_, PyAny>) -> PyResult<[u8; 1]> {
    match value.cast::<PyBool>() {
        Ok(value) => Ok(key::boolean(value.is_true())),
        Err(_) => Err(raise(value.py(), &Error::key_type("bool", type_name(value)?))),
    }
}

/// Returns what Java's `UUIDSerializer` writes: 36 lower-case characters.
///
/// `value` is a `uuid.UUID`, 36 characters of either case, or 16 bytes. Clients that send the 16
/// bytes themselves send `value.bytes`.
///
/// >>> copartition.key.uuid('123E4567-E89B-12D3-A456-426614174000')
/// b'123e4567-e89b-12d3-a456-426614174000'
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn uuid(value: &Bound<'_, PyAny>) -> PyResult<[u8; 36]> {
    read_uuid(value, "key").map(key::uuid)
}

/// Returns the part of a heap buffer that Java's `ByteBufferSerializer` sends.
///
/// `array` is a bytes-like object, the buffer's whole capacity; `position` and `limit` are the
/// buffer's. `flips` is what kafka-clients 3.4.0 to 3.5.1 and 3.6.0 do: from 0 to the position, or
/// the whole array when position and limit span it. All others send from 0 to the limit.
///
/// >>> copartition.key.byte_buffer(b'ab\0\0', 2, 4)
/// b'ab\x00\x00'
/// >>> copartition.key.byte_buffer(b'ab\0\0', 2, 4, flips=True)
/// b'ab'
#[pyfunction]
#[pyo3(signature = (array, position, limit, *, flips = false))]
pub(crate) fn byte_buffer(
    array: &Bound<'_, PyAny>,
    position: &Bound<'_, PyAny>,
    limit: &Bound<'_, PyAny>,
    flips: bool,
) -> PyResult<Vec<u8>> {
    let array = read_bytes(array, "array", "a bytes-like object")?;
    let limit = whole_number::read(limit, "limit", 0..=array.len())?;
    let position = whole_number::read(position, "position", 0..=limit)?;
    let serializer =
        if flips { ByteBufferSerializer::Flips } else { ByteBufferSerializer::Rewinds };
    Ok(key::byte_buffer(&array, position, limit, serializer).unwrap_or_default().to_vec())
}

/// Returns what kafkajs writes for a string: UTF-8, and U+FFFD for each lone surrogate.
///
/// >>> copartition.key.kafkajs_string('a\ud800')
/// b'a\xef\xbf\xbd'
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn kafkajs_string(text: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    Ok(key::kafkajs_string(read_utf16(text)?))
}

/// Returns what kafkajs hashes for a number: the text of `String(number)`.
///
/// Since Kafka 0.11 kafkajs cannot send such a key: send the text. `value` is a number: a 64-bit
/// float, as every number of JavaScript's.
///
/// >>> copartition.key.kafkajs_number(42)
/// b'42'
/// >>> copartition.key.kafkajs_number(1e21)
/// b'1e+21'
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn kafkajs_number(value: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    Ok(key::kafkajs_number(number(value, "number", 64)?).into_bytes())
}

/// Returns what kafkajs hashes for a `Uint8Array` that is no Buffer: its elements in decimal.
///
/// Since Kafka 0.11 kafkajs writes such a key with a wrong length: send a Buffer. `data` is a
/// bytes-like object.
///
/// >>> copartition.key.kafkajs_uint8_array(b'abc')
/// b'97,98,99'
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn kafkajs_uint8_array(data: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let data = read_bytes(data, "key", "a bytes-like object")?;
    Ok(key::kafkajs_uint8_array(&data).into_bytes())
}

/// Returns a text in JSON's quotes, as `JSON.stringify` writes it.
///
/// `json.dumps` differs: it escapes what is not ASCII unless `ensure_ascii=False`.
///
/// >>> copartition.key.json_string('user-3')
/// b'"user-3"'
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn json_string(text: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    Ok(key::json_string(read_text(text, "key")?).into_bytes())
}

/// Returns a payload behind its schema id: a zero byte, the id in four bytes, the payload.
///
/// Avro and JSON Schema keys look so, from any client. `schema_id` is the schema's id in its
/// registry, 0 to 4294967295; `payload` is `str` (its UTF-8) or a bytes-like object.
///
/// >>> copartition.key.schema_id_prefix(7, b'\x0cuser-3')
/// b'\x00\x00\x00\x00\x07\x0cuser-3'
#[pyfunction]
pub(crate) fn schema_id_prefix(
    schema_id: &Bound<'_, PyAny>,
    payload: &Bound<'_, PyAny>,
) -> PyResult<Vec<u8>> {
    Ok(key::schema_id_prefix(read_schema_id(schema_id)?, &read_part(payload, "payload")?))
}

/// Returns a Protobuf payload behind its schema id and message indexes.
///
/// `schema_id` and `payload` are as in `schema_id_prefix`; `message_indexes` is the path to the
/// message in its file, each 0 to 2147483647. `deprecated` is confluent_kafka's
/// `use.deprecated.format`.
///
/// >>> copartition.key.schema_id_prefix_protobuf(7, [0], b'\x0a\x06user-3')
/// b'\x00\x00\x00\x00\x07\x00\n\x06user-3'
/// >>> copartition.key.schema_id_prefix_protobuf(7, [1], b'', deprecated=True)
/// b'\x00\x00\x00\x00\x07\x01\x01'
#[pyfunction]
#[pyo3(signature = (schema_id, message_indexes, payload, *, deprecated = false))]
pub(crate) fn schema_id_prefix_protobuf(
    schema_id: &Bound<'_, PyAny>,
    message_indexes: &Bound<'_, PyAny>,
    payload: &Bound<'_, PyAny>,
    deprecated: bool,
) -> PyResult<Vec<u8>> {
    let framed = if deprecated {
        key::schema_id_prefix_protobuf_deprecated
    } else {
        key::schema_id_prefix_protobuf
    };
    let schema_id = read_schema_id(schema_id)?;
    Ok(framed(schema_id, &read_message_indexes(message_indexes)?, &read_part(payload, "payload")?))
}

/// Returns the value of the header `__key_schema_id`: a one byte, then the schema's GUID.
///
/// In this mode the key is the bare payload. `guid` is a `uuid.UUID`, 36 characters or 16 bytes;
/// a Protobuf payload has `message_indexes`, as in `schema_id_prefix_protobuf`.
///
/// >>> guid = '123e4567-e89b-12d3-a456-426614174000'
/// >>> copartition.key.schema_id_header(guid).hex()
/// '01123e4567e89b12d3a456426614174000'
#[pyfunction]
#[pyo3(signature = (guid, message_indexes = None))]
pub(crate) fn schema_id_header(
    guid: &Bound<'_, PyAny>,
    message_indexes: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<u8>> {
    let guid = read_uuid(guid, "guid")?;
    Ok(match message_indexes {
        Some(indexes) => key::schema_id_header_protobuf(guid, &read_message_indexes(indexes)?),
        None => key::schema_id_header(guid).to_vec(),
    })
}

/// Returns what Kafka Streams' `TimeWindowedSerializer` writes: the inner key, the window's start.
///
/// `inner` is `str` (its UTF-8) or a bytes-like object; `start` is in milliseconds since 1970.
///
/// >>> copartition.key.time_windowed('user-3', 60000)
/// b'user-3\x00\x00\x00\x00\x00\x00\xea`'
#[pyfunction]
pub(crate) fn time_windowed(
    inner: &Bound<'_, PyAny>,
    start: &Bound<'_, PyAny>,
) -> PyResult<Vec<u8>> {
    Ok(key::time_windowed(&read_part(inner, "inner")?, read_time(start, "start")?))
}

/// Returns what Kafka Streams' `SessionWindowedSerializer` writes: the inner key, end, start.
///
/// `inner` is `str` (its UTF-8) or a bytes-like object; `start` and `end` are in milliseconds since
/// 1970.
///
/// >>> copartition.key.session_windowed('a', 1, 2)
/// b'a\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00\x01'
#[pyfunction]
pub(crate) fn session_windowed(
    inner: &Bound<'_, PyAny>,
    start: &Bound<'_, PyAny>,
    end: &Bound<'_, PyAny>,
) -> PyResult<Vec<u8>> {
    let (start, end) = (read_time(start, "start")?, read_time(end, "end")?);
    Ok(key::session_windowed(&read_part(inner, "inner")?, start, end))
}

/// Reads what Python takes for a float, but no `bool`; `what` and `bits` name it where it is none.
fn number(value: &Bound<'_, PyAny>, what: &str, bits: u32) -> PyResult<f64> {
    let py = value.py();
    let read = match value.is_instance_of::<PyBool>() {
        true => Err(PyTypeError::new_err(())),
        false => value.extract::<f64>(),
    };
    match read {
        Err(why) if why.is_instance_of::<PyTypeError>(py) => {
            Err(raise(py, &Error::key_type("a number", type_name(value)?)))
        }
        Err(why) if why.is_instance_of::<PyOverflowError>(py) => Err(too_large(value, what, bits)),
        read => read,
    }
}

#[cold]
fn too_large(value: &Bound<'_, PyAny>, what: &str, bits: u32) -> PyErr {
    let got = whole_number::shown(value, value.str());
    raise(value.py(), &Error::key_float_range(what, bits, got))
}

fn read_uuid(value: &Bound<'_, PyAny>, what: &str) -> PyResult<[u8; 16]> {
    const WANTED: &str = "uuid.UUID, 36 characters or 16 bytes";
    static UUID: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let py = value.py();
    let mut bytes = Vec::with_capacity(16);
    let mut got = String::new();
    if let Ok(text) = value.cast::<PyString>() {
        got = text.repr()?.to_string();
        let text = text.to_str()?;
        if KeyFormat::UuidBytes.encode(text.as_bytes(), &mut bytes).is_err() {
            bytes.clear();
        }
    } else if value.is_instance(UUID.import(py, "uuid", "UUID")?)? {
        bytes = value.getattr("bytes")?.extract()?;
    } else {
        bytes.extend_from_slice(&read_bytes(value, what, WANTED)?);
        got = format!("{} bytes", bytes.len());
    }
    bytes.try_into().map_err(|_| raise(py, &Error::argument_type(what, WANTED, got)))
}

fn read_schema_id(schema_id: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole_number::read(schema_id, "schema id", 0..=u32::MAX)
}

fn read_message_indexes(indexes: &Bound<'_, PyAny>) -> PyResult<Vec<u32>> {
    whole_number::read_all(indexes, "message index", 0..=i32::MAX as u32)
}

fn read_time(time: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
    whole_number::read(time, what, i64::MIN..=i64::MAX)
}
