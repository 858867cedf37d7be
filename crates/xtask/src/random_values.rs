//! Seeded random values of each form of `tests/vectors/key_bytes.json`.

use serde_json::{Value, json};

use crate::random_keys::Random;
use crate::vectors::hex_of;

/// Makes a value of a form: numbers of every magnitude, text of every kind of character; `None`
/// when no form has this name.
pub fn random_value(form: &str, random: &mut Random) -> Option<Value> {
    Some(match form {
        "string" | "kafkajs_string" => units_hex((0..random.below(20)).map(|_| unit(random))),
        "json_string" => {
            let text: String = (0..random.below(20)).map(|_| character(random)).collect();
            units_hex(text.encode_utf16())
        }
        "int" => decimal(bits(random, 32).cast_signed() as i32),
        "long" => decimal(bits(random, 64).cast_signed()),
        "short" => decimal(bits(random, 16).cast_signed() as i16),
        "float" => format!("{:08x}", float(random)).into(),
        "double" | "raw_double" => format!("{:016x}", double(random)).into(),
        "kafkajs_number" => format!("{:016x}", number(random).to_bits()).into(),
        "boolean" => ["false", "true"][random.below(2)].into(),
        "uuid" => hex(random, 16),
        "kafkajs_uint8_array" | "bytes" | "byte_array" => hex_up_to(random, 20),
        "byte_buffer" => {
            let length = random.below(20);
            let limit = random.below(length + 1);
            json!({
                "array": hex(random, length),
                "limit": limit,
                "position": random.below(limit + 1),
                "flips": random.below(2) == 0,
            })
        }
        "schema_id_prefix" => {
            json!({"schema_id": bits(random, 32), "payload": payload(random)})
        }
        "schema_id_prefix_protobuf" | "schema_id_prefix_protobuf_deprecated" => json!({
            "schema_id": bits(random, 32),
            "message_indexes": message_indexes(random),
            "payload": message(random),
        }),
        "schema_id_header" => json!({"guid": hex(random, 16)}),
        "schema_id_header_protobuf" => {
            json!({"guid": hex(random, 16), "message_indexes": message_indexes(random)})
        }
        "time_windowed" => {
            json!({"inner": hex_up_to(random, 20), "start": decimal(bits(random, 62))})
        }
        "session_windowed" => {
            let start = bits(random, 62);
            let end = start + bits(random, 62);
            json!({
                "inner": hex_up_to(random, 20),
                "start": decimal(start),
                "end": decimal(end),
            })
        }
        _ => return None,
    })
}

/// A number of at most so many bits, each count of bits as likely as the next.
fn bits(random: &mut Random, most: usize) -> u64 {
    let shift = 64 - most + random.below(most);
    // The sign bit is its own draw: small numbers are negative, too.
    let sign = if random.below(2) == 0 { 0 } else { u64::MAX };
    let number = random.next() >> shift;
    match most {
        16 | 32 | 64 => (number ^ sign) & (u64::MAX >> (64 - most)),
        _ => number,
    }
}

fn decimal(number: impl ToString) -> Value {
    number.to_string().into()
}

/// One in eight is a NaN or an infinity, one in eight subnormal or a zero.
fn double(random: &mut Random) -> u64 {
    let bits = random.next();
    match random.below(8) {
        0 => bits | 0x7ff0_0000_0000_0000,
        1 => bits & 0x800f_ffff_ffff_ffff,
        _ => bits,
    }
}

fn float(random: &mut Random) -> u32 {
    let bits = (random.next() >> 32) as u32;
    match random.below(8) {
        0 => bits | 0x7f80_0000,
        1 => bits & 0x807f_ffff,
        _ => bits,
    }
}

/// A number as programs have them: any bits, whole, or a few decimals.
fn number(random: &mut Random) -> f64 {
    match random.below(4) {
        0 => f64::from_bits(double(random)),
        1 => bits(random, 64).cast_signed() as f64,
        _ => {
            let digits = bits(random, 54) as f64;
            digits * 10_f64.powi(random.below(60) as i32 - 40)
        }
    }
}

/// A UTF-16 unit: one in four is half of a pair, often without the other half.
fn unit(random: &mut Random) -> u16 {
    let any = random.next() as u16;
    match random.below(8) {
        0 => 0xd800 | (any & 0x3ff),
        1 => 0xdc00 | (any & 0x3ff),
        2 => any,
        3 => any & 0x7ff,
        _ => any & 0x7f,
    }
}

/// A character: those that JSON escapes, ASCII, and any other.
fn character(random: &mut Random) -> char {
    let any = random.next() as u32;
    let code = match random.below(5) {
        0 => any % 0x20,
        1 => return ['"', '\\', '/', '\u{7f}', '\u{2028}', '\u{feff}'][random.below(6)],
        2 => any % 0x80,
        3 => any % 0x1_0000,
        _ => any % 0x11_0000,
    };
    char::from_u32(code).unwrap_or('\u{fffd}')
}

fn units_hex(units: impl Iterator<Item = u16>) -> Value {
    units.map(|unit| format!("{unit:04x}")).collect::<String>().into()
}

fn hex(random: &mut Random, length: usize) -> Value {
    hex_of(Some(&random.bytes(length)))
}

fn hex_up_to(random: &mut Random, length: usize) -> Value {
    let length = random.below(length + 1);
    hex(random, length)
}

/// What a schema's encoder may have written: any bytes, or a Protobuf message.
fn payload(random: &mut Random) -> Value {
    if random.below(2) == 0 { hex_up_to(random, 20) } else { message(random) }
}

/// A Protobuf message with one field of bytes, or none.
fn message(random: &mut Random) -> Value {
    let length = random.below(20);
    let mut message = random.bytes(length);
    if let Ok(length @ 1..) = u8::try_from(message.len()) {
        message.splice(0..0, [0x0a, length]);
    }
    hex_of(Some(&message))
}

/// The path to a message in its file; some indexes stand where a varint takes a byte more.
fn message_indexes(random: &mut Random) -> Vec<usize> {
    (0..=random.below(3))
        .map(|_| match random.below(8) {
            0 => 60 + random.below(8),
            1 => 124 + random.below(8),
            _ => random.below(5),
        })
        .collect()
}
