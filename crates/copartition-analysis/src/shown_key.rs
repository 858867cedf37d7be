use std::fmt::Write as _;

use copartition::key::candidates;
use sha2::{Digest, Sha256};

/// How key bytes are shown to people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShowKey {
    /// Text where the bytes are UTF-8 without control characters, else `0x` and hexadecimal.
    #[default]
    Auto,
    /// Text, with `\xNN` for what is not UTF-8 and for control characters.
    Utf8,
    /// Two lower-case hexadecimal digits a byte.
    Hex,
    /// Standard base64 with padding.
    Base64,
    /// Four bytes as a signed number, any other length as `0x` and hexadecimal; so with all below.
    Int,
    /// Eight bytes as a signed number.
    Long,
    /// Two bytes as a signed number.
    Short,
    /// Four bytes as a 32-bit float.
    Float,
    /// Eight bytes as a 64-bit float.
    Double,
    /// One byte, 0 or 1, as `false` or `true`.
    Boolean,
    /// 16 bytes as a UUID's text.
    UuidBytes,
}

impl ShowKey {
    /// Every way, the default first.
    pub const ALL: [Self; 11] = [
        Self::Auto,
        Self::Utf8,
        Self::Hex,
        Self::Base64,
        Self::Int,
        Self::Long,
        Self::Short,
        Self::Float,
        Self::Double,
        Self::Boolean,
        Self::UuidBytes,
    ];

    /// Returns the name, such as `auto`; of a form, that of its
    /// [`KeyFormat`](copartition::key::KeyFormat).
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Utf8 => "utf8",
            Self::Hex => "hex",
            Self::Base64 => "base64",
            Self::Int => "int",
            Self::Long => "long",
            Self::Short => "short",
            Self::Float => "float",
            Self::Double => "double",
            Self::Boolean => "boolean",
            Self::UuidBytes => "uuid-bytes",
        }
    }

    /// Finds a way by its name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|show| show.name() == name)
    }

    /// Returns the key as text.
    ///
    /// ```
    /// use copartition_analysis::ShowKey;
    ///
    /// assert_eq!(ShowKey::Auto.text("café".as_bytes()), "café");
    /// assert_eq!(ShowKey::Auto.text(b"\xff\x00"), "0xff00");
    /// assert_eq!(ShowKey::Utf8.text(b"a\xff\n"), r"a\xff\x0a");
    /// assert_eq!(ShowKey::Base64.text(b"ab"), "YWI=");
    /// assert_eq!(ShowKey::Int.text(&(-2_i32).to_be_bytes()), "-2");
    /// assert_eq!(ShowKey::Int.text(b"ab"), "0x6162");
    /// ```
    pub fn text(self, key: &[u8]) -> String {
        match self {
            Self::Auto => match std::str::from_utf8(key) {
                Ok(text) if !text.contains(char::is_control) => text.into(),
                _ => format!("0x{}", key_hex(key)),
            },
            Self::Utf8 => escaped(key),
            Self::Hex => key_hex(key),
            Self::Base64 => base64(key),
            _ => {
                let mut forms = candidates(key).into_iter();
                let form = forms.find(|form| form.form() == self.name());
                form.map_or_else(|| format!("0x{}", key_hex(key)), |form| form.value())
            }
        }
    }
}

/// What is shown of keys, in tables, documents and reports alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// How key bytes are shown to people; documents always have them in hexadecimal too.
    pub show_key: ShowKey,
    /// Whether a short digest stands in place of each key.
    pub redact: bool,
}

impl Shown {
    /// Returns the key for people: what cannot be seen is named in brackets.
    ///
    /// ```
    /// use copartition_analysis::Shown;
    ///
    /// let shown = Shown::default();
    /// assert_eq!(shown.text(Some(b"user-3")), "user-3");
    /// assert_eq!(shown.text(Some(b"")), "(empty key)");
    /// assert_eq!(shown.text(None), "(missing key)");
    /// assert_eq!(Shown { redact: true, ..shown }.text(Some(b"user-3")), "92303aa08483");
    /// ```
    pub fn text(&self, key: Option<&[u8]>) -> String {
        match key {
            None => "(missing key)".into(),
            Some([]) => "(empty key)".into(),
            Some(key) => self.plain(key),
        }
    }

    /// Returns the key's two fields of a row: as shown, and in hexadecimal or as a digest; `null` is
    /// no key.
    pub fn fields(&self, key: Option<&[u8]>) -> [String; 2] {
        match key {
            None => ["".into(), "null".into()],
            Some(key) if self.redact => ["".into(), key_digest(key)],
            Some(key) => [self.plain(key), key_hex(key)],
        }
    }

    /// Returns the names of [`fields`](Self::fields).
    pub fn field_names(&self) -> [String; 2] {
        ["key".into(), if self.redact { "key_digest" } else { "key_hex" }.into()]
    }

    /// Returns the key's hash, unless keys are redacted: a short key can be computed from it.
    pub fn hash(&self, hash: Option<u32>) -> Option<u32> {
        hash.filter(|_| !self.redact)
    }

    fn plain(&self, key: &[u8]) -> String {
        if self.redact { key_digest(key) } else { self.show_key.text(key) }
    }
}

/// Returns the key in lower-case hexadecimal.
pub fn key_hex(key: &[u8]) -> String {
    key.iter().fold(String::with_capacity(key.len() * 2), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Returns a short digest that stands for the key: the first 12 hexadecimal digits of its SHA-256.
///
/// It hides a key from a reader; whoever can guess the key can check the guess.
///
/// ```
/// assert_eq!(copartition_analysis::key_digest(b"user-3"), "92303aa08483");
/// ```
pub fn key_digest(key: &[u8]) -> String {
    key_hex(&Sha256::digest(key)).chars().take(12).collect()
}

fn escaped(key: &[u8]) -> String {
    let mut text = String::new();
    for chunk in key.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c.is_control() {
                let mut bytes = [0; 4];
                c.encode_utf8(&mut bytes).bytes().for_each(|byte| escape(byte, &mut text));
            } else {
                text.push(c);
            }
        }
        chunk.invalid().iter().for_each(|&byte| escape(byte, &mut text));
    }
    text
}

fn escape(byte: u8, text: &mut String) {
    // Writing to a String cannot fail.
    let _ = write!(text, "\\x{byte:02x}");
}

fn base64(key: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(key.len().div_ceil(3) * 4);
    for group in key.chunks(3) {
        let bits =
            (0..3).fold(0, |bits: u32, i| bits << 8 | group.get(i).copied().map_or(0, u32::from));
        for i in 0..4 {
            let digit = DIGITS.get((bits >> (18 - 6 * i) & 63) as usize).copied();
            text.push(if i > group.len() { '=' } else { digit.map_or('=', char::from) });
        }
    }
    text
}
