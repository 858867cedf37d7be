/// Counts keys in which a tool put U+FFFD in place of bytes that are not UTF-8.
///
/// Nobody can tell what stood there, so that such a key is hashed as it is printed: a wrong place is
/// likely, and the count is said aloud.
#[derive(Default)]
pub(super) struct LostBytes {
    keys: u64,
}

impl LostBytes {
    pub(super) fn see(&mut self, key: &[u8]) {
        self.keys += u64::from(is_lossy(key));
    }

    pub(super) fn warning(&self, name: &str) -> Option<String> {
        (self.keys > 0).then(|| {
            format!(
                "{name}: keys that hold U+FFFD, which tools print for bytes that are not UTF-8; \
                 theirs are lost, and no place of theirs can be trusted: {}",
                self.keys
            )
        })
    }
}

/// Whether U+FFFD is in a text.
pub(super) fn is_lossy(text: &[u8]) -> bool {
    memchr::memmem::find(text, "\u{fffd}".as_bytes()).is_some()
}
