use serde::Serialize;

use crate::{Shown, key_digest, key_hex};

/// A key in a document: its bytes, and its text where they are UTF-8; or a digest in place of both.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownKey {
    /// The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
    /// redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<Option<String>>,
    /// The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are
    /// redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_hex: Option<Option<String>>,
    /// The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
    /// keys are redacted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_digest: Option<Option<String>>,
}

impl ShownKey {
    /// Shows a key; `None` is no key.
    pub fn new(key: Option<&[u8]>, shown: &Shown) -> Self {
        if shown.redact {
            return Self { key: None, key_hex: None, key_digest: Some(key.map(key_digest)) };
        }
        let text = key.and_then(|key| std::str::from_utf8(key).ok());
        Self { key: Some(text.map(Into::into)), key_hex: Some(key.map(key_hex)), key_digest: None }
    }
}
