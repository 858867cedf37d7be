use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{boolean, double, float, int, json_string, kafkajs_number, long, short, uuid};
use crate::Error;

/// How a key that is given as text becomes bytes. Said by the user, never guessed from the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyFormat {
    /// The bytes as they are. They are not checked: text in another encoding stays as it is.
    #[default]
    Utf8,
    /// Two hexadecimal digits a byte, either case, without a prefix.
    Hex,
    /// RFC 4648's standard alphabet, padded with `=`.
    Base64,
    /// A signed 32-bit number as four big-endian bytes: Java's `IntegerSerializer`.
    Int,
    /// A signed 64-bit number as eight big-endian bytes: Java's `LongSerializer`.
    Long,
    /// A UUID as its 36 lower-case characters: Java's `UUIDSerializer`, not the 16 bytes.
    Uuid,
    /// A UUID's 16 bytes, given as its 36 characters.
    UuidBytes,
    /// A signed 16-bit number as two big-endian bytes: Java's `ShortSerializer`.
    Short,
    /// A 32-bit float as four big-endian bytes: Java's `FloatSerializer`.
    Float,
    /// A 64-bit float as eight big-endian bytes: Java's `DoubleSerializer`.
    Double,
    /// `true` or `false` as the byte 1 or 0: Java's `BooleanSerializer`.
    Boolean,
    /// The text in JSON's quotes, as `JSON.stringify` writes it.
    Json,
    /// A number as kafkajs hashes it, `String(number)`: `1e3` becomes `1000`.
    KafkajsNumber,
}

impl KeyFormat {
    /// Every format, the default first.
    pub const ALL: [Self; 13] = [
        Self::Utf8,
        Self::Hex,
        Self::Base64,
        Self::Int,
        Self::Long,
        Self::Uuid,
        Self::UuidBytes,
        Self::Short,
        Self::Float,
        Self::Double,
        Self::Boolean,
        Self::Json,
        Self::KafkajsNumber,
    ];

    /// Returns the format's name, such as `base64`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf8",
            Self::Hex => "hex",
            Self::Base64 => "base64",
            Self::Int => "int",
            Self::Long => "long",
            Self::Uuid => "uuid",
            Self::UuidBytes => "uuid-bytes",
            Self::Short => "short",
            Self::Float => "float",
            Self::Double => "double",
            Self::Boolean => "boolean",
            Self::Json => "json",
            Self::KafkajsNumber => "kafkajs-number",
        }
    }

    /// Finds a format by its name.
    ///
    /// ```
    /// use copartition::key::KeyFormat;
    ///
    /// assert_eq!(KeyFormat::named("long"), Some(KeyFormat::Long));
    /// assert_eq!(KeyFormat::named("Long"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Tells whether a whole number is given in this format without being guessed at.
    ///
    /// ```
    /// use copartition::key::KeyFormat;
    ///
    /// assert!(KeyFormat::Long.takes_whole_numbers());
    /// assert!(!KeyFormat::Utf8.takes_whole_numbers());
    /// ```
    pub const fn takes_whole_numbers(self) -> bool {
        matches!(
            self,
            Self::Int | Self::Long | Self::Short | Self::Float | Self::Double | Self::KafkajsNumber
        )
    }

    /// Appends the key bytes that `text` stands for to `key`.
    ///
    /// Empty text is an empty key for `utf8`, `hex` and `base64`.
    ///
    /// # Errors
    ///
    /// `key_type` when `text` is not of this format; `key` may then hold a part of it.
    ///
    /// ```
    /// use copartition::key::KeyFormat;
    ///
    /// let mut key = Vec::new();
    /// KeyFormat::Long.encode(b"42", &mut key)?;
    /// assert_eq!(key, [0, 0, 0, 0, 0, 0, 0, 42]);
    ///
    /// let error = KeyFormat::Int.encode(b"abc", &mut key).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"key must be a 32-bit whole number for key format int, got "abc""#
    /// );
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn encode(self, text: &[u8], key: &mut Vec<u8>) -> Result<(), Error> {
        let encoded = match self {
            Self::Utf8 => {
                key.extend_from_slice(text);
                Some(())
            }
            Self::Hex => hex(text, key),
            Self::Base64 => base64(text, key),
            Self::Int => number(text).map(|number| key.extend(int(number))),
            Self::Long => number(text).map(|number| key.extend(long(number))),
            Self::Uuid => uuid_bytes(text).map(|bytes| key.extend(uuid(bytes))),
            Self::UuidBytes => uuid_bytes(text).map(|bytes| key.extend(bytes)),
            Self::Short => number(text).map(|number| key.extend(short(number))),
            Self::Float => real::<f32>(text).map(|number| key.extend(float(number))),
            Self::Double => real::<f64>(text).map(|number| key.extend(double(number))),
            Self::Boolean => number(text).map(|flag| key.extend(boolean(flag))),
            Self::Json => core::str::from_utf8(text)
                .ok()
                .map(|text| key.extend(json_string(text).into_bytes())),
            Self::KafkajsNumber => {
                real::<f64>(text).map(|number| key.extend(kafkajs_number(number).into_bytes()))
            }
        };
        encoded.ok_or_else(|| self.malformed(text))
    }

    #[cold]
    fn malformed(self, text: &[u8]) -> Error {
        let wanted = match self {
            Self::Utf8 => "text",
            Self::Hex => "an even number of hexadecimal digits",
            Self::Base64 => "standard base64 with its padding",
            Self::Int => "a 32-bit whole number",
            Self::Long => "a 64-bit whole number",
            Self::Uuid | Self::UuidBytes => {
                "36 characters such as 123e4567-e89b-12d3-a456-426614174000"
            }
            Self::Short => "a 16-bit whole number",
            Self::Float => "a 32-bit number",
            Self::Double | Self::KafkajsNumber => "a 64-bit number",
            Self::Boolean => "true or false",
            Self::Json => "UTF-8 text",
        };
        Error::key_type(
            &format!("{wanted} for key format {}", self.name()),
            format_args!("{:?}", String::from_utf8_lossy(text)),
        )
    }
}

/// Refuses the `+` that Rust's own parsing takes: no language writes one.
fn number<N: core::str::FromStr>(text: &[u8]) -> Option<N> {
    let text = core::str::from_utf8(text).ok()?;
    if text.starts_with('+') { None } else { text.parse().ok() }
}

/// Refuses a number that is too large for its type, which Rust's own parsing makes infinite: only a
/// text without digits means infinity. A float is parsed as one: by way of 64 bits it would be
/// rounded twice.
fn real<N: core::str::FromStr + Into<f64> + Copy>(text: &[u8]) -> Option<N> {
    let is_written_out = text.iter().any(u8::is_ascii_digit);
    number::<N>(text).filter(|number| !(is_written_out && Into::<f64>::into(*number).is_infinite()))
}

fn hex(text: &[u8], key: &mut Vec<u8>) -> Option<()> {
    let (pairs, odd) = text.as_chunks::<2>();
    if !odd.is_empty() {
        return None;
    }
    for &[high, low] in pairs {
        key.push(hex_digit(high)? << 4 | hex_digit(low)?);
    }
    Some(())
}

fn hex_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

/// Refuses leftover bits, so that each key has one spelling.
fn base64(text: &[u8], key: &mut Vec<u8>) -> Option<()> {
    let (quads, odd) = text.as_chunks::<4>();
    if !odd.is_empty() {
        return None;
    }
    for (i, &[a, b, c, d]) in quads.iter().enumerate() {
        let last = i + 1 == quads.len();
        let (a, b) = (base64_digit(a)?, base64_digit(b)?);
        key.push(a << 2 | b >> 4);
        if last && c == b'=' && d == b'=' {
            return (b & 0x0f == 0).then_some(());
        }
        let c = base64_digit(c)?;
        key.push(b << 4 | c >> 2);
        if last && d == b'=' {
            return (c & 0x03 == 0).then_some(());
        }
        key.push(c << 6 | base64_digit(d)?);
    }
    Some(())
}

fn base64_digit(digit: u8) -> Option<u8> {
    match digit {
        b'A'..=b'Z' => Some(digit - b'A'),
        b'a'..=b'z' => Some(digit - b'a' + 26),
        b'0'..=b'9' => Some(digit - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// The 16 bytes of a UUID's 36 characters, of either case.
pub(super) fn uuid_bytes(text: &[u8]) -> Option<[u8; 16]> {
    let mut bytes = Vec::with_capacity(16);
    let mut groups = text.split(|byte| *byte == b'-');
    for digits in [8, 4, 4, 4, 12] {
        hex(groups.next().filter(|group| group.len() == digits)?, &mut bytes)?;
    }
    bytes.try_into().ok().filter(|_| groups.next().is_none())
}
