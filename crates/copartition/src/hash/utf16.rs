/// The UTF-16 units of a key that its client decodes as UTF-8 as Node.js does (WHATWG's rule): each
/// maximal part that is not UTF-8 becomes U+FFFD.
pub(super) fn utf16(key: &[u8]) -> impl Iterator<Item = u16> {
    key.utf8_chunks().flat_map(|chunk| {
        let replaced = if chunk.invalid().is_empty() { None } else { Some(REPLACEMENT) };
        chunk.valid().encode_utf16().chain(replaced)
    })
}

/// The same as Java's `new String(key, UTF_8)` decodes: three bytes that would be a surrogate (ED,
/// A0 to BF, 80 to BF), or the first two of them, become one U+FFFD, where Node.js makes one of each.
pub(super) fn java_utf16(key: &[u8]) -> impl Iterator<Item = u16> {
    // How much of a surrogate has been seen: 0, 1 (ED) or 2 bytes.
    let mut seen = 0;
    key.utf8_chunks().flat_map(move |chunk| {
        if !chunk.valid().is_empty() {
            seen = 0;
        }
        let replaced = match (chunk.invalid(), seen) {
            ([], _) => None,
            ([0xa0..=0xbf], 1) => {
                seen = 2;
                None
            }
            ([0x80..=0xbf], 2) => {
                seen = 0;
                None
            }
            (invalid, _) => {
                seen = usize::from(invalid == [0xed]);
                Some(REPLACEMENT)
            }
        };
        chunk.valid().encode_utf16().chain(replaced)
    })
}

const REPLACEMENT: u16 = 0xfffd;
