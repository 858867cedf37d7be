use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::schema_id::{Varint, split_indexes, split_prefix};
use super::{json_string, uuid};

/// What a key's bytes could have been before they were serialized.
///
/// Displayed as its form and its value: `long 42`, `schema-id-prefix id 7, 3 bytes`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Candidate<'a> {
    /// Text: UTF-8 with no character below U+0020 but tabs and ends of line, since the bytes of a
    /// number hold them more often than a text does. The empty key is empty text.
    Utf8(&'a str),
    /// Text in JSON's quotes; without them.
    Json(String),
    /// A UUID as 36 lower-case characters: its 16 bytes.
    Uuid([u8; 16]),
    /// One byte, 0 or 1.
    Boolean(bool),
    /// Two bytes.
    Short(i16),
    /// Four bytes.
    Int(i32),
    /// Four bytes.
    Float(f32),
    /// Eight bytes.
    Long(i64),
    /// Eight bytes.
    Double(f64),
    /// 16 bytes: a UUID as Go and Python send it.
    UuidBytes([u8; 16]),
    /// A zero byte, a schema id and a payload: Avro, JSON Schema, or Protobuf without its indexes.
    SchemaIdPrefix {
        /// The schema's id in its registry.
        schema_id: u32,
        /// What follows the id.
        payload: &'a [u8],
    },
    /// The same with Protobuf's message indexes.
    SchemaIdPrefixProtobuf {
        /// The schema's id in its registry.
        schema_id: u32,
        /// The path to the message in its file.
        message_indexes: Vec<u32>,
        /// What follows the indexes.
        payload: &'a [u8],
    },
    /// The same with the plain varints of confluent_kafka's `use.deprecated.format`; where both
    /// spell the same indexes, only the other one is named.
    SchemaIdPrefixProtobufDeprecated {
        /// The schema's id in its registry.
        schema_id: u32,
        /// The path to the message in its file.
        message_indexes: Vec<u32>,
        /// What follows the indexes.
        payload: &'a [u8],
    },
    /// A key of Kafka Streams' time windows.
    TimeWindowed {
        /// The key that is windowed, never empty.
        inner: &'a [u8],
        /// The window's start in milliseconds since 1970.
        start: i64,
    },
    /// A key of Kafka Streams' session windows.
    SessionWindowed {
        /// The key that is windowed, never empty.
        inner: &'a [u8],
        /// The window's start in milliseconds since 1970.
        start: i64,
        /// The window's end in milliseconds since 1970, not before its start.
        end: i64,
    },
}

/// The latest time that is taken for a window's: the year 2248.
const LATEST: i64 = 1 << 43;

/// Returns everything that a key's bytes could be; more than one where they are ambiguous, and
/// nothing where they are none of these.
///
/// Eight bytes always are ambiguous: a number below 2^56 begins with a zero byte, as a schema id
/// does. A payload or an inner key has its own candidates: ask again. Not named are text with other
/// control characters, and windows around an empty key or outside the years 1970 to 2248: nearly any
/// bytes could be those.
///
/// ```
/// use copartition::key::{self, Candidate};
///
/// let key = key::long(42);
/// let candidates = key::candidates(&key);
/// assert!(candidates.contains(&Candidate::Long(42)));
/// let framed = Candidate::SchemaIdPrefix { schema_id: 0, payload: &[0, 0, 42] };
/// assert!(candidates.contains(&framed));
/// assert_eq!(key::candidates(b"user-1"), [Candidate::Utf8("user-1")]);
/// ```
pub fn candidates(key: &[u8]) -> Vec<Candidate<'_>> {
    let mut candidates = Vec::new();
    if let Some(text) = text(key) {
        candidates.push(Candidate::Utf8(text));
        candidates.extend(unquoted(text).map(Candidate::Json));
        candidates.extend(uuid_of(key).map(Candidate::Uuid));
    }
    candidates.extend(by_length(key).into_iter().flatten());
    if let Some((schema_id, payload)) = split_prefix(key) {
        candidates.push(Candidate::SchemaIdPrefix { schema_id, payload });
        let zigzag = split_indexes(payload, Varint::ZigZag);
        let plain =
            split_indexes(payload, Varint::Plain).filter(|plain| Some(plain) != zigzag.as_ref());
        candidates.extend(zigzag.map(|(message_indexes, payload)| {
            Candidate::SchemaIdPrefixProtobuf { schema_id, message_indexes, payload }
        }));
        candidates.extend(plain.map(|(message_indexes, payload)| {
            Candidate::SchemaIdPrefixProtobufDeprecated { schema_id, message_indexes, payload }
        }));
    }
    if let Some((inner, start)) = split_time(key) {
        if !inner.is_empty() {
            candidates.push(Candidate::TimeWindowed { inner, start });
        }
        // The session's end stands before its start.
        if let Some((inner, end)) = split_time(inner)
            && !inner.is_empty()
            && start <= end
        {
            candidates.push(Candidate::SessionWindowed { inner, start, end });
        }
    }
    candidates
}

impl Candidate<'_> {
    /// Returns the form's name: that of its [`KeyFormat`](super::KeyFormat) where it has one.
    pub const fn form(&self) -> &'static str {
        match self {
            Self::Utf8(_) => "utf8",
            Self::Json(_) => "json",
            Self::Uuid(_) => "uuid",
            Self::Boolean(_) => "boolean",
            Self::Short(_) => "short",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Long(_) => "long",
            Self::Double(_) => "double",
            Self::UuidBytes(_) => "uuid-bytes",
            Self::SchemaIdPrefix { .. } => "schema-id-prefix",
            Self::SchemaIdPrefixProtobuf { .. } => "schema-id-prefix-protobuf",
            Self::SchemaIdPrefixProtobufDeprecated { .. } => "schema-id-prefix-protobuf-deprecated",
            Self::TimeWindowed { .. } => "time-windowed",
            Self::SessionWindowed { .. } => "session-windowed",
        }
    }

    /// Returns the value as text, without the bytes that a payload or an inner key holds.
    ///
    /// ```
    /// use copartition::key::Candidate;
    ///
    /// assert_eq!(Candidate::Long(42).value(), "42");
    /// let framed = Candidate::SchemaIdPrefix { schema_id: 7, payload: b"abc" };
    /// assert_eq!(framed.value(), "id 7, 3 bytes");
    /// ```
    pub fn value(&self) -> String {
        let ascii = |text: [u8; 36]| String::from_utf8_lossy(&text).into_owned();
        match self {
            Self::Utf8(text) => String::from(*text),
            Self::Json(text) => json_string(text),
            Self::Uuid(bytes) | Self::UuidBytes(bytes) => ascii(uuid(*bytes)),
            Self::Boolean(value) => format!("{value}"),
            Self::Short(value) => format!("{value}"),
            Self::Int(value) => format!("{value}"),
            Self::Float(value) => format!("{value:?}"),
            Self::Long(value) => format!("{value}"),
            Self::Double(value) => format!("{value:?}"),
            Self::SchemaIdPrefix { schema_id, payload } => {
                format!("id {schema_id}, {} bytes", payload.len())
            }
            Self::SchemaIdPrefixProtobuf { schema_id, message_indexes, payload }
            | Self::SchemaIdPrefixProtobufDeprecated { schema_id, message_indexes, payload } => {
                let bytes = payload.len();
                format!("id {schema_id}, message indexes {message_indexes:?}, {bytes} bytes")
            }
            Self::TimeWindowed { inner, start } => {
                format!("start {start}, {} bytes", inner.len())
            }
            Self::SessionWindowed { inner, start, end } => {
                format!("start {start}, end {end}, {} bytes", inner.len())
            }
        }
    }
}

impl fmt::Display for Candidate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.form(), self.value())
    }
}

fn text(key: &[u8]) -> Option<&str> {
    let text = core::str::from_utf8(key).ok()?;
    let control = |c: char| c < ' ' && !matches!(c, '\t' | '\n' | '\r');
    (!text.contains(control)).then_some(text)
}

/// The text inside JSON's quotes.
fn unquoted(json: &str) -> Option<String> {
    let inside = json.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(inside.len());
    let mut units = Vec::new();
    let mut characters = inside.chars();
    while let Some(character) = characters.next() {
        let escaped = match character {
            '"' | '\t' | '\n' | '\r' => return None,
            '\\' => characters.next()?,
            _ => {
                flush(&mut units, &mut text)?;
                text.push(character);
                continue;
            }
        };
        if escaped == 'u' {
            let digits: String = characters.by_ref().take(4).collect();
            let hex = digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            units.push(u16::from_str_radix(&digits, 16).ok().filter(|_| hex)?);
            continue;
        }
        flush(&mut units, &mut text)?;
        text.push(match escaped {
            '"' | '\\' | '/' => escaped,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            _ => return None,
        });
    }
    flush(&mut units, &mut text)?;
    Some(text)
}

/// Appends the units of adjoining `\u` escapes, which may be pairs; a lone surrogate is no text.
fn flush(units: &mut Vec<u16>, text: &mut String) -> Option<()> {
    text.push_str(&String::from_utf16(units).ok()?);
    units.clear();
    Some(())
}

fn uuid_of(key: &[u8]) -> Option<[u8; 16]> {
    let text: [u8; 36] = key.try_into().ok()?;
    let bytes = super::format::uuid_bytes(&text)?;
    (uuid(bytes) == text).then_some(bytes)
}

/// The numbers that have a key's length.
fn by_length(key: &[u8]) -> [Option<Candidate<'_>>; 2] {
    match *key {
        [flag @ (0 | 1)] => [Some(Candidate::Boolean(flag == 1)), None],
        [a, b] => [Some(Candidate::Short(i16::from_be_bytes([a, b]))), None],
        [a, b, c, d] => [
            Some(Candidate::Int(i32::from_be_bytes([a, b, c, d]))),
            Some(Candidate::Float(f32::from_be_bytes([a, b, c, d]))),
        ],
        _ => match (<[u8; 8]>::try_from(key), <[u8; 16]>::try_from(key)) {
            (Ok(bytes), _) => [
                Some(Candidate::Long(i64::from_be_bytes(bytes))),
                Some(Candidate::Double(f64::from_be_bytes(bytes))),
            ],
            (_, Ok(bytes)) => [Some(Candidate::UuidBytes(bytes)), None],
            _ => [None, None],
        },
    }
}

/// The last eight bytes as a time, and what stands before them.
fn split_time(key: &[u8]) -> Option<(&[u8], i64)> {
    let (before, time) = key.split_last_chunk::<8>()?;
    let time = i64::from_be_bytes(*time);
    (0..LATEST).contains(&time).then_some((before, time))
}
