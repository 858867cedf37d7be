/// The texts that programs write for no key.
pub(crate) const NULL_LIKE: [&str; 5] = ["null", "NULL", "None", "nil", "undefined"];

/// Returns what is suspicious about a key's bytes, one sentence each.
///
/// ```
/// use copartition_analysis::key_notes;
///
/// assert_eq!(key_notes(b"None"), [
///     "None is text, and so a key like any other; for no key a client must be given its own null"
/// ]);
/// assert!(key_notes(b"user-3").is_empty());
/// ```
pub fn key_notes(key: &[u8]) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(text) = NULL_LIKE.iter().find(|text| text.as_bytes() == key) {
        notes.push(format!(
            "{text} is text, and so a key like any other; \
             for no key a client must be given its own null"
        ));
    }
    let mut note = |is_so: bool, text: &str| notes.extend(is_so.then(|| text.to_string()));
    note(
        matches!(key, [b'"', .., b'"'] | [b'\'', .., b'\'']),
        "the quotes are a part of the key; the same text without them is another key",
    );
    note(
        key.contains(&0),
        "the key holds a zero byte: text hardly does; a number, a schema id or a window may",
    );
    note(
        std::str::from_utf8(key).is_err(),
        "the bytes are not UTF-8: they are no text, or text in another encoding",
    );
    notes
}
