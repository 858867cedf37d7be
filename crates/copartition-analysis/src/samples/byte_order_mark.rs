use std::io::{Cursor, ErrorKind, Read};

use super::InputFormat;
use crate::Error;

pub(super) const UTF8: &[u8] = b"\xef\xbb\xbf";
const UTF16: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Refuses an input that says it is UTF-16: its keys would be placed by bytes that no client sends.
///
/// In CSV and NDJSON a UTF-8 mark is left out. In lines it stays, since a line is its key's bytes.
pub(super) fn checked(
    format: InputFormat,
    name: &str,
    mut input: Box<dyn Read>,
) -> Result<Box<dyn Read>, Error> {
    let mut first = Vec::new();
    // Byte by byte, and none too many: an interactive input may not have the next one yet.
    while [UTF8, UTF16[0], UTF16[1]].iter().any(|mark| *mark != first && mark.starts_with(&first)) {
        let mut byte = [0];
        match input.read(&mut byte) {
            Err(why) if why.kind() == ErrorKind::Interrupted => {}
            Err(why) => return Err(Error::of(name, why)),
            Ok(0) => break,
            Ok(_) => first.extend(byte),
        }
    }
    if UTF16.contains(&first.as_slice()) {
        let why = "input must be bytes or UTF-8, got the byte order mark of UTF-16";
        return Err(Error::of(name, why));
    }
    if first == UTF8 && format != InputFormat::Lines {
        first.clear();
    }
    Ok(Box::new(Cursor::new(first).chain(input)))
}
