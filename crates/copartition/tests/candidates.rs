//! Reading keys back: everything that the bytes could be, and nothing that they could not.

use copartition::key::{self, Candidate, KeyFormat};

/// The candidates as text, in the order in which they are given.
fn of(key: &[u8]) -> Vec<String> {
    key::candidates(key).iter().map(Candidate::to_string).collect()
}

#[test]
fn each_serializers_bytes_have_what_it_was_given_among_their_candidates() {
    let uuid = [0x12, 0x3e, 0x45, 0x67, 0xe8, 0x9b, 0x12, 0xd3, 0xa4, 0x56, 0, 1, 2, 3, 4, 5];
    let start = 1_700_000_000_000;
    let cases: [(Vec<u8>, Candidate<'_>); 15] = [
        (key::string("né".encode_utf16()), Candidate::Utf8("né")),
        (key::json_string("a\"\\\n😀").into_bytes(), Candidate::Json("a\"\\\n😀".into())),
        (br#""\ud83d\ude00\u0041""#.to_vec(), Candidate::Json("😀A".into())),
        (key::uuid(uuid).to_vec(), Candidate::Uuid(uuid)),
        (uuid.to_vec(), Candidate::UuidBytes(uuid)),
        (key::boolean(true).to_vec(), Candidate::Boolean(true)),
        (key::short(-2).to_vec(), Candidate::Short(-2)),
        (key::int(42).to_vec(), Candidate::Int(42)),
        (key::float(1.5).to_vec(), Candidate::Float(1.5)),
        (key::long(i64::MIN).to_vec(), Candidate::Long(i64::MIN)),
        (key::double(-0.5).to_vec(), Candidate::Double(-0.5)),
        (
            key::schema_id_prefix(7, b"ab"),
            Candidate::SchemaIdPrefix { schema_id: 7, payload: b"ab" },
        ),
        (
            key::schema_id_prefix_protobuf(7, &[300, 1], b"ab"),
            Candidate::SchemaIdPrefixProtobuf {
                schema_id: 7,
                message_indexes: vec![300, 1],
                payload: b"ab",
            },
        ),
        (key::time_windowed(b"ab", start), Candidate::TimeWindowed { inner: b"ab", start }),
        (
            key::session_windowed(b"ab", start, start + 9),
            Candidate::SessionWindowed { inner: b"ab", start, end: start + 9 },
        ),
    ];
    for (bytes, expected) in cases {
        let candidates = key::candidates(&bytes);
        assert!(candidates.contains(&expected), "{expected} is not in {candidates:?}");
    }
}

#[test]
fn ambiguous_bytes_have_every_candidate_and_no_other() {
    let cases: [(&[u8], &[&str]); 16] = [
        (b"", &["utf8 "]),
        (b"user-1", &["utf8 user-1"]),
        (b"42", &["utf8 42", "short 13362"]),
        (b"\"a\"", &["utf8 \"a\"", "json \"a\""]),
        // No text in JSON's quotes: a bare quote inside, an unknown escape, half a pair.
        (b"\"a\"b\"", &["utf8 \"a\"b\""]),
        (b"\"\\x\"", &["utf8 \"\\x\"", "int 576485410", "float"]),
        (b"\"\\ud83dA\"", &["utf8 \"\\ud83dA\""]),
        (b"\"\\u+041\"", &["utf8 \"\\u+041\"", "long 2475982723499700514", "double"]),
        (&[0], &["boolean false"]),
        (&[2], &[]),
        (&[0, 0, 0, 42], &["int 42", "float"]),
        // A number below 2^56 begins as a schema id does, and its message indexes may be [0].
        (
            &[0, 0, 0, 0, 0, 0, 0, 42],
            &[
                "long 42",
                "double",
                "schema-id-prefix id 0, 3 bytes",
                "schema-id-prefix-protobuf id 0, message indexes [0], 2 bytes",
            ],
        ),
        // A time before 1970 or after 2248 is none.
        (&[b'a', 0xff, 0, 0, 0, 0, 0, 0, 0], &[]),
        (&[b'a', 0, 0, 8, 0, 0, 0, 0, 0], &[]),
        // A session that ends before it starts is a time window whose inner key has eight bytes more.
        (b"a\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0\x02", &["time-windowed start 2, 9 bytes"]),
        // An upper-case UUID is text alone: no serializer writes one.
        (b"123E4567-E89B-12D3-A456-426614174000", &["utf8 123E4567-E89B-12D3-A456-426614174000"]),
    ];
    for (bytes, expected) in cases {
        let mut expected: Vec<String> = expected.iter().map(|&text| text.to_owned()).collect();
        let mut came = of(bytes);
        // How a random float is spelled is the formatter's matter; that there is one is not.
        for shown in came.iter_mut().chain(&mut expected) {
            for form in ["float", "double"] {
                if shown.starts_with(form) {
                    form.clone_into(shown);
                }
            }
        }
        assert_eq!(came, expected, "{bytes:?}");
    }
}

#[test]
fn message_indexes_that_are_cut_off_or_spelled_otherwise_are_none() {
    let framed = |rest: &[u8]| [&[0, 0, 0, 0, 7], rest].concat();
    let cases: [(&[u8], usize); 9] = [
        (b"", 1),
        (b"\x00", 2),
        // Two indexes, and one is there.
        (b"\x04\x02", 1),
        // An odd zig-zag number is negative; plain, it is an index.
        (b"\x01\x02", 2),
        (b"\x03\x01", 1),
        // [0] is the single byte 0.
        (b"\x02\x00", 1),
        (b"\x01\x00", 1),
        // A varint without an end, and one beyond 32 bits.
        (b"\xff\xff", 1),
        (b"\xff\xff\xff\xff\x7f\x00", 1),
    ];
    for (rest, expected) in cases {
        let key = framed(rest);
        let framings = key::candidates(&key)
            .iter()
            .filter(|candidate| candidate.form().starts_with("schema-id"))
            .count();
        assert_eq!(framings, expected, "{rest:?}");
    }
}

#[test]
fn a_form_with_a_key_format_bears_its_name() {
    let keys: [&[u8]; 6] =
        [b"\"a\"", &[1], &[0; 2], &[0; 4], &[0; 8], b"123e4567-e89b-12d3-a456-426614174000"];
    let mut named = 0;
    for candidate in keys.iter().flat_map(|key| key::candidates(key)) {
        if !candidate.form().starts_with("schema-id") {
            assert!(KeyFormat::named(candidate.form()).is_some(), "{candidate}");
            named += 1;
        }
    }
    assert_eq!(named, 10);
}
