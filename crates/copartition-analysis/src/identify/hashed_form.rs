use copartition::key::{self, Candidate, candidates};

/// Which bytes were hashed, where they are not the key's own.
///
/// A producer may hash something else than what is read back: the text of a number that it writes
/// as eight bytes, a key without its schema id, the key before it was quoted. Or the key was read
/// with another deserializer than its topic's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum HashedForm {
    /// The key as it is.
    Itself,
    /// What stands behind a schema id.
    Payload,
    /// What stands inside a windowed key.
    Inner,
    /// The text inside JSON's quotes.
    Unquoted,
    /// The text in JSON's quotes.
    Quoted,
    /// A number in decimal, where the key is its bytes.
    Decimal,
    /// A decimal number as four bytes.
    Int,
    /// A decimal number as eight bytes.
    Long,
    /// A UUID's 16 bytes, where the key is its text.
    UuidBytes,
    /// A UUID's text, where the key is its 16 bytes.
    UuidText,
    /// The group or the transactional id that a coordinator's record is about: the first text of a
    /// key of `__consumer_offsets` or `__transaction_state`.
    Coordinated,
}

impl HashedForm {
    /// Every form, the key itself first.
    pub const ALL: [Self; 11] = [
        Self::Itself,
        Self::Payload,
        Self::Inner,
        Self::Unquoted,
        Self::Quoted,
        Self::Decimal,
        Self::Int,
        Self::Long,
        Self::UuidBytes,
        Self::UuidText,
        Self::Coordinated,
    ];

    /// Returns the form's name, such as `int`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Itself => "itself",
            Self::Payload => "payload",
            Self::Inner => "inner",
            Self::Unquoted => "unquoted",
            Self::Quoted => "json",
            Self::Decimal => "decimal",
            Self::Int => "int",
            Self::Long => "long",
            Self::UuidBytes => "uuid-bytes",
            Self::UuidText => "uuid",
            Self::Coordinated => "coordinated",
        }
    }

    /// Returns what was hashed, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Itself => "the key bytes themselves",
            Self::Payload => "the payload behind the schema id",
            Self::Inner => "the key inside the window",
            Self::Unquoted => "the text without JSON's quotes",
            Self::Quoted => "the text in JSON's quotes",
            Self::Decimal => "the number in decimal",
            Self::Int => "the number as a 32-bit int",
            Self::Long => "the number as a 64-bit long",
            Self::UuidBytes => "the UUID's 16 bytes",
            Self::UuidText => "the UUID's text",
            Self::Coordinated => "the group or transactional id in a coordinator's key",
        }
    }

    /// Returns the bytes that a key has in this form; `None` for a key that has no such form.
    pub fn of(self, bytes: &[u8]) -> Option<Vec<u8>> {
        let number = || {
            let text = std::str::from_utf8(bytes).ok()?;
            let number: i64 = text.parse().ok()?;
            (number.to_string() == text).then_some(number)
        };
        match self {
            Self::Itself => return Some(bytes.to_vec()),
            Self::Coordinated => return coordinated(bytes).map(<[u8]>::to_vec),
            _ => {}
        }
        candidates(bytes).into_iter().find_map(|candidate| match (self, candidate) {
            (Self::Payload, Candidate::SchemaIdPrefix { payload, .. }) => Some(payload.to_vec()),
            (Self::Inner, Candidate::TimeWindowed { inner, .. }) => Some(inner.to_vec()),
            (Self::Unquoted, Candidate::Json(text)) => Some(text.into_bytes()),
            (Self::Quoted, Candidate::Utf8(text)) => Some(key::json_string(text).into_bytes()),
            (Self::Decimal, Candidate::Int(number)) => Some(number.to_string().into_bytes()),
            (Self::Decimal, Candidate::Long(number)) => Some(number.to_string().into_bytes()),
            (Self::Int, Candidate::Utf8(_)) => {
                number().and_then(|number| number.try_into().ok()).map(|n| key::int(n).to_vec())
            }
            (Self::Long, Candidate::Utf8(_)) => number().map(|number| key::long(number).to_vec()),
            (Self::UuidBytes, Candidate::Uuid(uuid)) => Some(uuid.to_vec()),
            (Self::UuidText, Candidate::UuidBytes(uuid)) => Some(key::uuid(uuid).to_vec()),
            _ => None,
        })
    }
}

/// The text behind a record type of two bytes and its own length in two.
fn coordinated(bytes: &[u8]) -> Option<&[u8]> {
    // Apache Kafka 4.2 has types to 16; an id is never empty.
    let (&[0, 0..=31], bytes) = bytes.split_first_chunk()? else { return None };
    let (&[high, low], bytes) = bytes.split_first_chunk()?;
    let length = usize::from(high) << 8 | usize::from(low);
    let id = bytes.get(..length).filter(|id| !id.is_empty())?;
    std::str::from_utf8(id).is_ok_and(|id| !id.contains(char::is_control)).then_some(id)
}
