//! The core, asked by the forms and values of `tests/vectors/key_bytes.json`.
//!
//! `cargo xtask oracle` asks it so, too, with values that are in no file.

use copartition::key::{self, ByteBufferSerializer};
use serde_json::Value;

/// Writes a value by the function of the core that its form is named for; `None` when the form is
/// unknown, or the value is not of its shape.
pub(crate) fn bytes(form: &str, value: &Value) -> Option<Vec<u8>> {
    Some(match form {
        "string" => key::string(units(value)?),
        "kafkajs_string" => key::kafkajs_string(units(value)?),
        "json_string" => key::json_string(&String::from_utf16(&units(value)?).ok()?).into_bytes(),
        "int" => key::int(value.as_str()?.parse().ok()?).to_vec(),
        "long" => key::long(value.as_str()?.parse().ok()?).to_vec(),
        "short" => key::short(value.as_str()?.parse().ok()?).to_vec(),
        "float" => key::float(f32::from_be_bytes(array(value)?)).to_vec(),
        "double" => key::double(f64::from_be_bytes(array(value)?)).to_vec(),
        "raw_double" => key::raw_double(f64::from_be_bytes(array(value)?)).to_vec(),
        "kafkajs_number" => key::kafkajs_number(f64::from_be_bytes(array(value)?)).into_bytes(),
        "kafkajs_uint8_array" => key::kafkajs_uint8_array(&hex(value)?).into_bytes(),
        "boolean" => key::boolean(value.as_str()?.parse().ok()?).to_vec(),
        "uuid" => key::uuid(array(value)?).to_vec(),
        "bytes" | "byte_array" => hex(value)?, // sent as they are
        "byte_buffer" => byte_buffer(value)?,
        "schema_id_prefix" => key::schema_id_prefix(id(value)?, &hex(&value["payload"])?),
        "schema_id_prefix_protobuf" => key::schema_id_prefix_protobuf(
            id(value)?,
            &message_indexes(value)?,
            &hex(&value["payload"])?,
        ),
        "schema_id_prefix_protobuf_deprecated" => key::schema_id_prefix_protobuf_deprecated(
            id(value)?,
            &message_indexes(value)?,
            &hex(&value["payload"])?,
        ),
        "schema_id_header" => key::schema_id_header(array(&value["guid"])?).to_vec(),
        "schema_id_header_protobuf" => {
            key::schema_id_header_protobuf(array(&value["guid"])?, &message_indexes(value)?)
        }
        "time_windowed" => key::time_windowed(&hex(&value["inner"])?, ms(&value["start"])?),
        "session_windowed" => {
            key::session_windowed(&hex(&value["inner"])?, ms(&value["start"])?, ms(&value["end"])?)
        }
        _ => return None,
    })
}

/// Reads lower-case hex.
pub(crate) fn hex(value: &Value) -> Option<Vec<u8>> {
    let digits = value.as_str()?.as_bytes().chunks(2);
    digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok()).collect()
}

/// Reads the UTF-16 units of a text, four digits each.
pub(crate) fn units(value: &Value) -> Option<Vec<u16>> {
    let bytes = hex(value)?;
    let (units, odd) = bytes.as_chunks::<2>();
    odd.is_empty().then(|| units.iter().map(|unit| u16::from_be_bytes(*unit)).collect())
}

fn array<const N: usize>(value: &Value) -> Option<[u8; N]> {
    hex(value)?.try_into().ok()
}

fn byte_buffer(value: &Value) -> Option<Vec<u8>> {
    let serializer = match value["flips"].as_bool()? {
        true => ByteBufferSerializer::Flips,
        false => ByteBufferSerializer::Rewinds,
    };
    let [position, limit] =
        ["position", "limit"].map(|member| usize::try_from(value[member].as_u64()?).ok());
    key::byte_buffer(&hex(&value["array"])?, position?, limit?, serializer).map(<[u8]>::to_vec)
}

fn id(value: &Value) -> Option<u32> {
    u32::try_from(value["schema_id"].as_u64()?).ok()
}

fn message_indexes(value: &Value) -> Option<Vec<u32>> {
    let indexes = value["message_indexes"].as_array()?.iter();
    indexes.map(|index| u32::try_from(index.as_u64()?).ok()).collect()
}

fn ms(value: &Value) -> Option<i64> {
    value.as_str()?.parse().ok()
}
