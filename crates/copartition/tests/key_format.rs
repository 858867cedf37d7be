//! Key formats: the bytes that each text stands for, and what is refused.

use copartition::key::KeyFormat;

fn encode(format: &str, text: &str) -> Result<Vec<u8>, String> {
    let format = KeyFormat::named(format).ok_or("no such format")?;
    let mut key = Vec::new();
    format.encode(text.as_bytes(), &mut key).map_err(|why| why.to_string())?;
    Ok(key)
}

#[test]
fn each_format_gives_the_bytes_that_its_text_stands_for() {
    let uuid = "123e4567-e89b-12d3-a456-426614174000";
    let cases: [(&str, &str, &[u8]); 41] = [
        ("utf8", "", b""),
        ("utf8", "café", "café".as_bytes()),
        ("utf8", "0x00", b"0x00"),
        ("hex", "", b""),
        ("hex", "00ffAb", b"\x00\xff\xab"),
        ("base64", "", b""),
        // RFC 4648 section 10.
        ("base64", "Zg==", b"f"),
        ("base64", "Zm8=", b"fo"),
        ("base64", "Zm9v", b"foo"),
        ("base64", "Zm9vYmFy", b"foobar"),
        ("base64", "+/+/", b"\xfb\xff\xbf"),
        ("int", "0", &[0; 4]),
        ("int", "-1", &[0xff; 4]),
        ("int", "2147483647", &[0x7f, 0xff, 0xff, 0xff]),
        ("int", "-2147483648", &[0x80, 0, 0, 0]),
        ("long", "42", &[0, 0, 0, 0, 0, 0, 0, 42]),
        ("long", "-2", &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe]),
        ("long", "-9223372036854775808", &[0x80, 0, 0, 0, 0, 0, 0, 0]),
        ("uuid", uuid, uuid.as_bytes()),
        ("uuid", "123E4567-E89B-12D3-A456-426614174000", uuid.as_bytes()),
        ("uuid-bytes", uuid, b"\x12\x3e\x45\x67\xe8\x9b\x12\xd3\xa4\x56\x42\x66\x14\x17\x40\0"),
        ("short", "-2", b"\xff\xfe"),
        ("short", "32767", b"\x7f\xff"),
        ("float", "1.5", b"\x3f\xc0\0\0"),
        // Half a bit and a little more, which 64 bits would round to half a bit.
        ("float", "1.00000005960464477539062500001", b"\x3f\x80\0\x01"),
        ("float", "-0", b"\x80\0\0\0"),
        ("float", "NaN", b"\x7f\xc0\0\0"),
        ("float", "-Infinity", b"\xff\x80\0\0"),
        ("double", "0.1", b"\x3f\xb9\x99\x99\x99\x99\x99\x9a"),
        ("double", "42", b"\x40\x45\0\0\0\0\0\0"),
        ("double", "NaN", b"\x7f\xf8\0\0\0\0\0\0"),
        ("boolean", "true", &[1]),
        ("boolean", "false", &[0]),
        ("json", "", b"\"\""),
        ("json", "user-1", b"\"user-1\""),
        ("json", "a\"\\\u{1}\n", b"\"a\\\"\\\\\\u0001\\n\""),
        ("kafkajs-number", "42", b"42"),
        ("kafkajs-number", "-0", b"0"),
        ("kafkajs-number", "1e21", b"1e+21"),
        ("kafkajs-number", "1.50", b"1.5"),
        ("kafkajs-number", "-1e-7", b"-1e-7"),
    ];
    for (format, text, key) in cases {
        assert_eq!(encode(format, text).as_deref(), Ok(key), "{format} {text}");
    }
}

#[test]
fn malformed_text_is_refused_and_says_what_was_wanted() {
    let cases = [
        ("hex", "0", "an even number of hexadecimal digits"),
        ("hex", "0x", "an even number of hexadecimal digits"),
        ("hex", "é", "an even number of hexadecimal digits"),
        ("base64", "Zg", "standard base64 with its padding"),
        ("base64", "Zh==", "standard base64 with its padding"),
        ("base64", "Zm9=", "standard base64 with its padding"),
        ("base64", "Zg==Zg==", "standard base64 with its padding"),
        ("base64", "=Zg=", "standard base64 with its padding"),
        ("base64", "-_-_", "standard base64 with its padding"),
        ("int", "", "a 32-bit whole number"),
        ("int", "2147483648", "a 32-bit whole number"),
        ("int", " 1", "a 32-bit whole number"),
        ("int", "1.0", "a 32-bit whole number"),
        ("long", "9223372036854775808", "a 64-bit whole number"),
        (
            "uuid",
            "123e4567e89b12d3a456426614174000",
            "36 characters such as 123e4567-e89b-12d3-a456-426614174000",
        ),
        (
            "uuid",
            "123e4567-e89b-12d3-a456-42661417400g",
            "36 characters such as 123e4567-e89b-12d3-a456-426614174000",
        ),
        (
            "uuid-bytes",
            "123e4567e89b-12d3-a456-426614174000-",
            "36 characters such as 123e4567-e89b-12d3-a456-426614174000",
        ),
        ("short", "32768", "a 16-bit whole number"),
        ("short", "+1", "a 16-bit whole number"),
        ("float", "", "a 32-bit number"),
        ("float", "1e39", "a 32-bit number"),
        ("double", "-1e309", "a 64-bit number"),
        ("kafkajs-number", "1e309", "a 64-bit number"),
        ("double", "1,5", "a 64-bit number"),
        ("double", "+1", "a 64-bit number"),
        ("boolean", "True", "true or false"),
        ("boolean", "1", "true or false"),
        ("kafkajs-number", "0x10", "a 64-bit number"),
    ];
    for (format, text, wanted) in cases {
        let expected = format!("key must be {wanted} for key format {format}, got {text:?}");
        assert_eq!(encode(format, text), Err(expected));
    }
}

#[test]
fn bytes_that_are_not_text_pass_through_utf8_alone() {
    for format in KeyFormat::ALL {
        let mut key = Vec::new();
        let encoded = format.encode(b"\xff\xfe", &mut key);
        assert_eq!(encoded.is_ok(), format == KeyFormat::Utf8, "{}", format.name());
    }
}
