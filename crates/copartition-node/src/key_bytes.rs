//! `key`: what each client's serializer writes for a JavaScript value, and what bytes could be.
//!
//! Elements and options are read first: that may run the user's code, which must not happen while
//! bytes are borrowed.

use std::ffi::CStr;

use copartition::Error;
use copartition::key::{self as serializer, ByteBufferSerializer, Candidate, KeyFormat};

use crate::boundary::{Arguments, Callback, Failure, callback};
use crate::text::Room;
use crate::value::{Env, Value};
use crate::{key, options, whole_number};

/// Every function by its name in `key`.
pub(crate) const ALL: [(&CStr, Callback); 20] = [
    (c"string", callback!(string)),
    (c"int", callback!(int)),
    (c"long", callback!(long)),
    (c"short", callback!(short)),
    (c"float", callback!(float)),
    (c"double", callback!(double)),
    (c"rawDouble", callback!(raw_double)),
    (c"boolean", callback!(boolean)),
    (c"uuid", callback!(uuid)),
    (c"byteBuffer", callback!(byte_buffer)),
    (c"kafkajsString", callback!(kafkajs_string)),
    (c"kafkajsNumber", callback!(kafkajs_number)),
    (c"kafkajsUint8Array", callback!(kafkajs_uint8_array)),
    (c"jsonString", callback!(json_string)),
    (c"schemaIdPrefix", callback!(schema_id_prefix)),
    (c"schemaIdPrefixProtobuf", callback!(schema_id_prefix_protobuf)),
    (c"schemaIdHeader", callback!(schema_id_header)),
    (c"timeWindowed", callback!(time_windowed)),
    (c"sessionWindowed", callback!(session_windowed)),
    (c"candidates", callback!(candidates)),
];

type Returned<'env> = Result<Value<'env>, Failure>;

fn string([text]: Arguments<'_, 1>) -> Returned<'_> {
    text.env.buffer(&serializer::string(units(text)?))
}

fn int([number]: Arguments<'_, 1>) -> Returned<'_> {
    let whole = whole_number::read(number, "int", i32::MIN.into()..=i32::MAX.into())?;
    number.env.buffer(&serializer::int(whole as i32))
}

fn long([number]: Arguments<'_, 1>) -> Returned<'_> {
    number.env.buffer(&serializer::long(whole_number::read_long(number, "long")?))
}

fn short([number]: Arguments<'_, 1>) -> Returned<'_> {
    let whole = whole_number::read(number, "short", i16::MIN.into()..=i16::MAX.into())?;
    number.env.buffer(&serializer::short(whole as i16))
}

fn float([number]: Arguments<'_, 1>) -> Returned<'_> {
    let given = read_number(number)?;
    let Some(rounded) = serializer::float_of(given) else {
        let got = number.printed()?.unwrap_or_default();
        return Err(Error::key_float_range("float", 32, got).into());
    };
    number.env.buffer(&serializer::float(rounded))
}

fn double([number]: Arguments<'_, 1>) -> Returned<'_> {
    number.env.buffer(&serializer::double(read_number(number)?))
}

fn raw_double([number]: Arguments<'_, 1>) -> Returned<'_> {
    number.env.buffer(&serializer::raw_double(read_number(number)?))
}

fn boolean([truth]: Arguments<'_, 1>) -> Returned<'_> {
    let value = truth.truth()?.ok_or_else(|| key::unfit("a boolean", truth))?;
    truth.env.buffer(&serializer::boolean(value))
}

fn uuid([uuid]: Arguments<'_, 1>) -> Returned<'_> {
    uuid.env.buffer(&serializer::uuid(read_uuid(uuid, "key")?))
}

/// `byteBuffer(array, { position, limit, flips })`: position 0, the array's length, and false.
fn byte_buffer([array, given]: Arguments<'_, 2>) -> Returned<'_> {
    let given = options::read(given)?;
    let position = options::get(given, c"position")?;
    let limit = options::get(given, c"limit")?;
    let flips = options::truth(given, c"flips")?;
    let mut room = Room::new();
    let bytes = key::read_bytes(array, "array", "a Uint8Array", &mut room)?;
    let limit = match limit {
        Some(limit) => whole_number::read(limit, "limit", 0..=bytes.len() as i64)?,
        None => bytes.len() as i64,
    };
    let position = match position {
        Some(position) => whole_number::read(position, "position", 0..=limit)?,
        None => 0,
    };
    let serializer =
        if flips { ByteBufferSerializer::Flips } else { ByteBufferSerializer::Rewinds };
    let sent = serializer::byte_buffer(bytes, position as usize, limit as usize, serializer);
    array.env.buffer(sent.unwrap_or_default())
}

fn kafkajs_string([text]: Arguments<'_, 1>) -> Returned<'_> {
    text.env.buffer(&serializer::kafkajs_string(units(text)?))
}

fn kafkajs_number([number]: Arguments<'_, 1>) -> Returned<'_> {
    number.env.buffer(serializer::kafkajs_number(read_number(number)?).as_bytes())
}

fn kafkajs_uint8_array([bytes]: Arguments<'_, 1>) -> Returned<'_> {
    let mut room = Room::new();
    let data = key::read_bytes(bytes, "key", "a Uint8Array", &mut room)?;
    let text = serializer::kafkajs_uint8_array(data);
    bytes.env.buffer(text.as_bytes())
}

fn json_string([text]: Arguments<'_, 1>) -> Returned<'_> {
    text.env.buffer(serializer::json_string(&key::read_text(text, "key")?).as_bytes())
}

/// `schemaIdPrefix(schemaId, payload)`.
fn schema_id_prefix([schema_id, payload]: Arguments<'_, 2>) -> Returned<'_> {
    let schema_id = read_schema_id(schema_id)?;
    let mut room = Room::new();
    let payload_bytes = key::read_part(payload, "payload", &mut room)?;
    payload.env.buffer(&serializer::schema_id_prefix(schema_id, payload_bytes))
}

/// `schemaIdPrefixProtobuf(schemaId, messageIndexes, payload, { deprecated })`.
fn schema_id_prefix_protobuf(
    [schema_id, indexes, payload, given]: Arguments<'_, 4>,
) -> Returned<'_> {
    let schema_id = read_schema_id(schema_id)?;
    let indexes = message_indexes(indexes)?;
    let deprecated = options::truth(options::read(given)?, c"deprecated")?;
    let serialize = if deprecated {
        serializer::schema_id_prefix_protobuf_deprecated
    } else {
        serializer::schema_id_prefix_protobuf
    };
    let mut room = Room::new();
    let payload_bytes = key::read_part(payload, "payload", &mut room)?;
    payload.env.buffer(&serialize(schema_id, &indexes, payload_bytes))
}

/// `schemaIdHeader(guid, messageIndexes)`; undefined is no Protobuf.
fn schema_id_header([guid, indexes]: Arguments<'_, 2>) -> Returned<'_> {
    let env = guid.env;
    let indexes = match indexes.kind()? {
        "undefined" => None,
        _ => Some(message_indexes(indexes)?),
    };
    let guid = read_uuid(guid, "guid")?;
    match indexes {
        None => env.buffer(&serializer::schema_id_header(guid)),
        Some(indexes) => env.buffer(&serializer::schema_id_header_protobuf(guid, &indexes)),
    }
}

/// `timeWindowed(inner, start)`.
fn time_windowed([inner, start]: Arguments<'_, 2>) -> Returned<'_> {
    let start = whole_number::read_long(start, "start")?;
    let mut room = Room::new();
    let inner_bytes = key::read_part(inner, "inner", &mut room)?;
    inner.env.buffer(&serializer::time_windowed(inner_bytes, start))
}

/// `sessionWindowed(inner, start, end)`.
fn session_windowed([inner, start, end]: Arguments<'_, 3>) -> Returned<'_> {
    let start = whole_number::read_long(start, "start")?;
    let end = whole_number::read_long(end, "end")?;
    let mut room = Room::new();
    let inner_bytes = key::read_part(inner, "inner", &mut room)?;
    inner.env.buffer(&serializer::session_windowed(inner_bytes, start, end))
}

/// `candidates(key)`.
fn candidates([key]: Arguments<'_, 1>) -> Returned<'_> {
    let env = key.env;
    let mut room = Room::new();
    let candidates = serializer::candidates(key::read_data(key, &mut room)?);
    let described: Result<Vec<_>, _> =
        candidates.iter().map(|candidate| described(env, candidate)).collect();
    env.array(&described?)
}

/// A time of a window is far below 2^53.
fn described<'env>(env: &'env Env, candidate: &Candidate<'_>) -> Returned<'env> {
    let mut properties =
        vec![("form", env.text(candidate.form())?), ("value", env.text(&candidate.value())?)];
    match candidate {
        Candidate::SchemaIdPrefix { schema_id, payload } => {
            properties.push(("schemaId", env.integer(*schema_id)?));
            properties.push(("payload", env.buffer(payload)?));
        }
        Candidate::SchemaIdPrefixProtobuf { schema_id, message_indexes, payload }
        | Candidate::SchemaIdPrefixProtobufDeprecated { schema_id, message_indexes, payload } => {
            let indexes: Result<Vec<_>, _> =
                message_indexes.iter().map(|&index| env.integer(index)).collect();
            properties.push(("schemaId", env.integer(*schema_id)?));
            properties.push(("messageIndexes", env.array(&indexes?)?));
            properties.push(("payload", env.buffer(payload)?));
        }
        Candidate::TimeWindowed { inner, start } => {
            properties.push(("inner", env.buffer(inner)?));
            properties.push(("start", env.number(*start as f64)?));
        }
        Candidate::SessionWindowed { inner, start, end } => {
            properties.push(("inner", env.buffer(inner)?));
            properties.push(("start", env.number(*start as f64)?));
            properties.push(("end", env.number(*end as f64)?));
        }
        _ => {}
    }
    env.object(&properties)
}

/// A string's UTF-16 units, lone surrogates and all.
fn units(text: Value<'_>) -> Result<Vec<u16>, Failure> {
    text.utf16()?.ok_or_else(|| key::unfit("a string", text))
}

/// A number. JavaScript has one NaN; what bits a NaN has here depends on how it came about.
fn read_number(value: Value<'_>) -> Result<f64, Failure> {
    match value.number()? {
        Some(number) if number.is_nan() => Ok(f64::NAN),
        Some(number) => Ok(number),
        None => Err(key::unfit("a number", value)),
    }
}

/// The 16 bytes of a UUID, given as its 36 characters or as they are; `what` names it.
fn read_uuid(value: Value<'_>, what: &str) -> Result<[u8; 16], Failure> {
    let wanted = "a UUID of 36 characters or 16 bytes";
    let mut room = Room::new();
    let mut parsed = Vec::new();
    let bytes = if let Some(text) = value.string()? {
        let encoded = KeyFormat::UuidBytes.encode(text.as_bytes(), &mut parsed);
        encoded.map_err(|_| Error::argument_type(what, wanted, format_args!("{text:?}")))?;
        &parsed
    } else {
        key::read_bytes(value, what, wanted, &mut room)?
    };
    let got = || format!("{} bytes", bytes.len());
    bytes.try_into().map_err(|_| Error::argument_type(what, wanted, got()).into())
}

fn read_schema_id(value: Value<'_>) -> Result<u32, Failure> {
    Ok(whole_number::read(value, "schema id", 0..=u32::MAX.into())? as u32)
}

fn message_indexes(value: Value<'_>) -> Result<Vec<u32>, Failure> {
    let index = |index| {
        whole_number::read(index, "message index", 0..=i32::MAX.into()).map(|whole| whole as u32)
    };
    let wanted = "an array of numbers";
    value.elements(index)?.ok_or_else(|| key::unfit_argument("message indexes", wanted, value))
}
