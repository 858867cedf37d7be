use super::{crc32, murmur2};

/// CRC-32 over as many bytes as the key has characters.
///
/// Behaviour: karafka/rdkafka-ruby 0.29.0 `lib/rdkafka/bindings.rb`, which passes `str.size` where
/// the length in bytes belongs: keys beyond ASCII are cut short.
pub(crate) fn crc32_of_characters(key: &[u8]) -> u32 {
    crc32(cut(key))
}

/// murmur2 over as many bytes as the key has characters; the same mistake.
pub(crate) fn murmur2_of_characters(key: &[u8]) -> u32 {
    murmur2(cut(key))
}

/// Ruby counts each byte that is not UTF-8 as a character.
fn cut(key: &[u8]) -> &[u8] {
    let characters = key.utf8_chunks().fold(0, |characters, chunk| {
        characters + chunk.valid().chars().count() + chunk.invalid().len()
    });
    key.get(..characters).unwrap_or(key)
}
