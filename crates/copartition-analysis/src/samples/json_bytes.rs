//! JSON whose strings are bytes: kcat writes a key's bytes into a string as they are, and only
//! escapes what JSON must have escaped.
//!
//! serde_json's strings are text. It checks the syntax first; what is here only finds the values,
//! and takes valid JSON for granted.

/// Walks the members of an object: each name without its quotes, and its value as it is written.
pub(super) struct Members<'a> {
    rest: &'a [u8],
}

/// Returns the members of `object`, `None` where it is another value.
pub(super) fn members(object: &[u8]) -> Option<Members<'_>> {
    object.trim_ascii().strip_prefix(b"{").map(|rest| Members { rest })
}

impl<'a> Iterator for Members<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let name = unquoted(value(&mut self.rest)?)?;
        Some((name, value(&mut self.rest)?))
    }
}

/// Returns the values of `array` as they are written, `None` where it is another value.
pub(super) fn elements(array: &[u8]) -> Option<impl Iterator<Item = &[u8]>> {
    let mut rest = array.strip_prefix(b"[")?;
    Some(std::iter::from_fn(move || value(&mut rest)))
}

/// Appends the bytes of `string`, as it is written with its quotes; `None` where it is another value,
/// and where half a surrogate pair is escaped, which is no byte.
pub(super) fn decode(string: &[u8], bytes: &mut Vec<u8>) -> Option<()> {
    let mut rest = unquoted(string)?;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        let (plain, escape) = rest.split_at_checked(at)?;
        bytes.extend_from_slice(plain);
        let (&kind, behind) = escape.get(1..)?.split_first()?;
        rest = behind;
        bytes.push(match kind {
            b'b' => 0x08,
            b'f' => 0x0c,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let mut unit = hex(&mut rest)?;
                if (0xd800..0xdc00).contains(&unit) {
                    rest = rest.strip_prefix(b"\\u")?;
                    let low = hex(&mut rest)?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                    unit = 0x10000 + ((unit - 0xd800) << 10) + low;
                }
                let mut text = [0; 4];
                bytes.extend_from_slice(char::from_u32(unit)?.encode_utf8(&mut text).as_bytes());
                continue;
            }
            quoted => quoted,
        });
    }
    bytes.extend_from_slice(rest);
    Some(())
}

fn hex(rest: &mut &[u8]) -> Option<u32> {
    let (digits, behind) = rest.split_at_checked(4)?;
    *rest = behind;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

fn unquoted(string: &[u8]) -> Option<&[u8]> {
    string.strip_prefix(b"\"")?.strip_suffix(b"\"")
}

/// Takes the next value; `None` at the end of the array or object.
fn value<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let start = rest.iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b',' | b':'))?;
    let from = rest.get(start..)?;
    let length = match from.first()? {
        b'"' => string_length(from)?,
        b'{' | b'[' => nested_length(from)?,
        b'}' | b']' => return None,
        _ => from
            .iter()
            .position(|byte| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\r'))
            .unwrap_or(from.len()),
    };
    let (value, behind) = from.split_at_checked(length)?;
    *rest = behind;
    Some(value)
}

fn string_length(string: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += memchr::memchr2(b'"', b'\\', string.get(at..)?)?;
        match string.get(at)? {
            b'"' => return Some(at + 1),
            _ => at += 2,
        }
    }
}

fn nested_length(nested: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        match nested.get(at)? {
            b'"' => {
                at += string_length(nested.get(at..)?)?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_whatever_lies_between() {
        let object = br#" { "a" : "x\"y" ,"b":[1,{"c":"]"}], "d":null,"e":{"f":"}\\"},"g":-1.5e3}"#;
        let found: Vec<_> = members(object).into_iter().flatten().collect();
        let expected: [(&[u8], &[u8]); 5] = [
            (b"a", br#""x\"y""#),
            (b"b", br#"[1,{"c":"]"}]"#),
            (b"d", b"null"),
            (b"e", br#"{"f":"}\\"}"#),
            (b"g", b"-1.5e3"),
        ];
        assert_eq!(found, expected);
        assert_eq!(members(b"{}").into_iter().flatten().count(), 0);
        assert!(members(b"[]").is_none());
        let values: Vec<_> = elements(b"[ \"a\", null,[]]").into_iter().flatten().collect();
        assert_eq!(values, [b"\"a\"".as_slice(), b"null", b"[]"]);
    }

    #[test]
    fn strings_are_bytes_and_escapes_are_what_they_stand_for() {
        let cases: [(&[u8], Option<&[u8]>); 10] = [
            (b"\"\"", Some(b"")),
            (b"\"\xff\\u0000\xfe\"", Some(b"\xff\0\xfe")),
            (br#""a\"b\\c\td\ne\rf\/\u001B\b\f""#, Some(b"a\"b\\c\td\ne\rf/\x1b\x08\x0c")),
            (br#""\u00e9\ud83d\ude00""#, Some("é😀".as_bytes())),
            (br#""\ud83d""#, None),
            (br#""\ud83d\u0041""#, None),
            (br#""\ude00""#, None),
            (b"null", None),
            (b"5", None),
            (b"{}", None),
        ];
        let mut checked = 0;
        for (string, expected) in cases {
            let mut bytes = Vec::new();
            let decoded = decode(string, &mut bytes).map(|()| bytes.as_slice());
            assert_eq!(decoded, expected, "{}", string.escape_ascii());
            checked += 1;
        }
        assert_eq!(checked, 10);
    }
}
