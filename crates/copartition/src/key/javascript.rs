//! What kafkajs makes of a key that is no Buffer: `String(key)` as UTF-8.
//!
//! Its partitioner hashes that of every key. On the wire strings and Buffers alone have it: a
//! number, a boolean or an object raises as a record of Kafka 0.11 and later is encoded, and a
//! `Uint8Array` gets a wrong length (kafkajs 1.8 to 2.2.4). Brokers before 0.11 got `String(key)`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use super::java::utf8;

/// Returns what kafkajs writes for a string's UTF-16 units: UTF-8, and U+FFFD (`EF BF BD`) for each
/// surrogate without its pair, where Java's [`string`](super::string) writes `?`.
///
/// No units give an empty key.
///
/// Behaviour: tulios/kafkajs 2.2.4 `protocol/encoder.js`, `Buffer.from(string)`.
///
/// ```
/// assert_eq!(copartition::key::kafkajs_string([0x61, 0xd800]), b"a\xef\xbf\xbd");
/// ```
pub fn kafkajs_string(units: impl IntoIterator<Item = u16>) -> Vec<u8> {
    utf8(units, char::REPLACEMENT_CHARACTER)
}

/// Returns the text that kafkajs hashes for a number: `String(number)`, so 42 is `42`, not Java's
/// four or eight bytes.
///
/// Since Kafka 0.11 kafkajs cannot send such a key: send the text. -0 is `0`, and from 1e21 up and
/// below 1e-6 the text has an exponent.
///
/// Behaviour: ECMA-262 `Number::toString`, run by tulios/kafkajs 2.2.4.
///
/// ```
/// use copartition::key::kafkajs_number;
///
/// assert_eq!(kafkajs_number(42.0), "42");
/// assert_eq!(kafkajs_number(1e21), "1e+21");
/// assert_eq!(kafkajs_number(0.000_001_5), "0.0000015");
/// ```
pub fn kafkajs_number(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_string();
    }
    if number == 0.0 {
        return "0".to_string();
    }
    let sign = if number < 0.0 { "-" } else { "" };
    if number.is_infinite() {
        return format!("{sign}Infinity");
    }
    // The shortest digits that read back as the number, as both languages choose them.
    let scientific = format!("{:e}", number.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = mantissa.replace('.', "");
    let point = 1 + exponent.parse::<i32>().unwrap_or(0);
    let unsigned = match usize::try_from(point) {
        Ok(point) if digits.len() <= point && point <= 21 => format!("{digits:0<point$}"),
        Ok(point) if 0 < point && point <= 21 => {
            let (whole, fraction) = digits.split_at(point);
            format!("{whole}.{fraction}")
        }
        _ if -6 < point && point <= 0 => {
            format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize))
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{first}{dot}{rest}e{:+}", point - 1)
        }
    };
    format!("{sign}{unsigned}")
}

/// Returns the text that kafkajs hashes for a `Uint8Array` that is no Buffer: its elements in
/// decimal, with commas between.
///
/// Since Kafka 0.11 kafkajs writes such a key with a wrong length: send a `Buffer`. No bytes give
/// empty text, which is an empty key.
///
/// Behaviour: ECMA-262 `%TypedArray%.prototype.toString`, run by tulios/kafkajs 2.2.4.
///
/// ```
/// assert_eq!(copartition::key::kafkajs_uint8_array(&[1, 2, 255]), "1,2,255");
/// ```
pub fn kafkajs_uint8_array(bytes: &[u8]) -> String {
    let elements: Vec<String> = bytes.iter().map(ToString::to_string).collect();
    elements.join(",")
}

/// Returns a text in JSON's quotes, as `JSON.stringify` writes it.
///
/// `"`, `\` and the characters below U+0020 are escaped; all others stay UTF-8, where Python's
/// `json.dumps` would escape what is not ASCII.
///
/// Behaviour: ECMA-262 `JSON.stringify`.
///
/// ```
/// assert_eq!(copartition::key::json_string("a\"é\n"), r#""a\"é\n""#);
/// ```
pub fn json_string(text: &str) -> String {
    let mut json = String::with_capacity(text.len() + 2);
    json.push('"');
    for character in text.chars() {
        match character {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\u{8}' => json.push_str("\\b"),
            '\t' => json.push_str("\\t"),
            '\n' => json.push_str("\\n"),
            '\u{c}' => json.push_str("\\f"),
            '\r' => json.push_str("\\r"),
            '\0'..='\x1f' => {
                // Writing to a String cannot fail.
                let _ = write!(json, "\\u{:04x}", u32::from(character));
            }
            _ => json.push(character),
        }
    }
    json.push('"');
    json
}
