//! The forms of a text, the readings of bytes, and what is suspicious about them.

use copartition::key::{
    self, Candidate, KeyFormat, schema_id_prefix, schema_id_prefix_protobuf, session_windowed,
    time_windowed,
};
use copartition_analysis::{
    KeyForm, ShowKey, Wrapping, is_spelling, key_forms, key_hex, key_notes, key_readings,
    written_by,
};

/// Forms joined, and their bytes in hexadecimal.
fn shown(forms: &[KeyForm]) -> Vec<(String, String)> {
    forms.iter().map(|form| (form.names.join("|"), key_hex(&form.key))).collect()
}

fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
    pairs.map(|(form, hex)| (form.to_string(), hex.to_string())).into()
}

#[test]
fn a_small_number_has_every_form_of_a_number() {
    assert_eq!(
        shown(&key_forms(b"42")),
        pairs([
            ("utf8|kafkajs-number", "3432"),
            ("int", "0000002a"),
            ("long", "000000000000002a"),
            ("short", "002a"),
            ("float", "42280000"),
            ("double", "4045000000000000"),
            ("json", "22343222"),
        ])
    );
}

#[test]
fn a_number_has_no_form_that_it_does_not_fit() {
    let names = |text: &[u8]| -> Vec<String> {
        key_forms(text).into_iter().flat_map(|form| form.names).collect()
    };
    assert_eq!(names(b"2147483648"), ["utf8", "kafkajs-number", "long", "float", "double", "json"]);
    assert_eq!(names(b"1e300"), ["utf8", "double", "json", "kafkajs-number"]);
    assert_eq!(names(b"+1"), ["utf8", "json"]);
    assert_eq!(names(b"abc"), ["utf8", "json"]);
    assert_eq!(names(b""), ["utf8", "json"]);
    assert_eq!(names(b"\xff"), ["utf8"]);
}

#[test]
fn a_number_that_64_bits_cannot_hold_is_rounded_by_kafkajs_and_not_by_a_long() {
    let forms = shown(&key_forms(b"9007199254740993"));
    assert!(forms.contains(&("utf8".into(), key_hex(b"9007199254740993"))));
    assert!(forms.contains(&("kafkajs-number".into(), key_hex(b"9007199254740992"))));
    assert!(forms.contains(&("long".into(), "0020000000000001".into())));
}

#[test]
fn a_boolean_and_a_uuid_have_forms_of_their_own() {
    assert_eq!(
        shown(&key_forms(b"true")),
        pairs([("utf8", "74727565"), ("boolean", "01"), ("json", "227472756522")])
    );
    let lower = "123e4567-e89b-12d3-a456-426614174000";
    let text = key_hex(lower.as_bytes());
    let forms = shown(&key_forms(lower.as_bytes()));
    assert_eq!(forms.first(), Some(&("utf8|uuid".into(), text.clone())));
    assert_eq!(
        forms.get(1),
        Some(&("uuid-bytes".into(), "123e4567e89b12d3a456426614174000".into()))
    );
    // In another case the text is another key, and its UUID is not.
    let upper = lower.to_uppercase();
    let forms = shown(&key_forms(upper.as_bytes()));
    assert_eq!(forms.first(), Some(&("utf8".into(), key_hex(upper.as_bytes()))));
    assert_eq!(forms.get(1), Some(&("uuid".into(), text)));
}

#[test]
fn no_two_forms_have_equal_bytes_and_each_says_who_writes_it() {
    let mut forms = 0;
    for text in ["", "0", "-0", "1", "-1", "1.5", "1e21", "NaN", "true", "null", "\"a\"", "é", "-5"]
    {
        let mut found = key_forms(text.as_bytes());
        for form in &found {
            assert_eq!(form.names.len(), form.written_by.len());
            for (name, by) in form.names.iter().zip(&form.written_by) {
                assert_eq!((written_by(name), by.is_empty()), (*by, false), "{name}");
                forms += 1;
            }
        }
        let all = found.len();
        found.sort_by(|one, other| one.key.cmp(&other.key));
        found.dedup_by(|one, other| one.key == other.key);
        assert_eq!(found.len(), all, "{text}");
    }
    assert!(forms > 60, "{forms}");
}

#[test]
fn every_key_format_that_a_serializer_writes_is_asked() {
    // Each format with a text that it takes.
    let texts = ["7", "true", "123e4567-e89b-12d3-a456-426614174000"];
    let found: Vec<_> =
        texts.iter().flat_map(|text| key_forms(text.as_bytes())).flat_map(|it| it.names).collect();
    let missing: Vec<_> = KeyFormat::ALL
        .into_iter()
        .filter(|format| !found.iter().any(|form| form == format.name()))
        .collect();
    assert_eq!(missing, [KeyFormat::Hex, KeyFormat::Base64]);
    assert!(missing.into_iter().all(is_spelling));
}

#[test]
fn a_key_is_wrapped_as_the_core_does_it() {
    let wrapping = Wrapping {
        schema_id: Some(7),
        message_indexes: Some(vec![2, 1]),
        window_start: Some(10),
        window_end: Some(20),
    };
    let framed = schema_id_prefix(7, b"k");
    let protobuf = schema_id_prefix_protobuf(7, &[2, 1], b"k");
    let forms = wrapping.forms(b"k");
    let key = |name: &str| {
        let form = forms.iter().find(|form| form.names.iter().any(|form| form == name));
        form.map(|form| form.key.as_slice()).unwrap_or_default()
    };
    assert_eq!(key("schema-id-prefix"), framed);
    assert_eq!(key("schema-id-prefix-protobuf"), protobuf);
    assert_eq!(key("schema-id-prefix-protobuf-deprecated"), b"\0\0\0\0\x07\x02\x02\x01k");
    assert_eq!(key("time-windowed"), time_windowed(b"k", 10));
    assert_eq!(key("session-windowed"), session_windowed(b"k", 10, 20));
    assert_eq!(key("session-windowed(schema-id-prefix)"), session_windowed(&framed, 10, 20));
    assert_eq!(key("time-windowed(schema-id-prefix-protobuf)"), time_windowed(&protobuf, 10));
    assert_eq!(forms.len(), 11);
    assert!(forms.iter().flat_map(|form| &form.written_by).all(|by| !by.is_empty()));
}

#[test]
fn the_first_message_of_a_file_is_written_alike_with_and_without_the_deprecated_format() {
    let wrapping =
        Wrapping { schema_id: Some(7), message_indexes: Some(vec![0]), ..Wrapping::default() };
    assert_eq!(
        shown(&wrapping.forms(b"k")),
        pairs([
            ("schema-id-prefix", "00000000076b"),
            ("schema-id-prefix-protobuf|schema-id-prefix-protobuf-deprecated", "0000000007006b"),
        ])
    );
    assert_eq!(Wrapping::default().forms(b"k"), []);
}

#[test]
fn eight_bytes_are_ambiguous_and_every_reading_is_given() {
    let key = key::long(42);
    let read = key_readings(&key);
    let readings: Vec<_> = read
        .readings
        .iter()
        .map(|it| (it.within.join(">"), it.candidate.to_string(), key_hex(it.key)))
        .collect();
    let whole = "000000000000002a".to_string();
    let row = |within: &str, candidate: &str, key: &str| {
        (within.to_string(), candidate.to_string(), key.to_string())
    };
    assert_eq!(
        readings,
        [
            row("", "long 42", &whole),
            row("", "double 2.08e-322", &whole),
            row("", "schema-id-prefix id 0, 3 bytes", &whole),
            row("", "schema-id-prefix-protobuf id 0, message indexes [0], 2 bytes", &whole),
            row("schema-id-prefix-protobuf", "short 42", "002a"),
        ]
    );
    // The prefix without indexes holds three bytes that nothing is known to write.
    assert_eq!((read.ways, read.is_ambiguous()), (4, true));
}

#[test]
fn one_reading_is_not_ambiguous_and_none_is_none() {
    let text = key_readings(b"user-3");
    assert_eq!((text.readings.len(), text.ways, text.is_ambiguous()), (1, 1, false));
    let nothing = key_readings(b"\xff\xff\xff");
    assert_eq!((nothing.readings.len(), nothing.ways, nothing.is_ambiguous()), (0, 0, false));
}

#[test]
fn what_is_written_is_among_the_readings_of_its_bytes() {
    let framed = schema_id_prefix(300, b"user-3");
    let wrapped = session_windowed(&framed, 1_700_000_000_000, 1_700_000_060_000);
    let read = key_readings(&wrapped);
    let innermost = read.readings.iter().find(|it| it.candidate == Candidate::Utf8("user-3"));
    assert_eq!(
        innermost.map(|it| it.within.as_slice()),
        Some(["session-windowed", "schema-id-prefix"].as_slice())
    );
    assert_eq!(innermost.map(|it| it.key), Some(b"user-3".as_slice()));
}

/// Without a limit of nesting a key of zeros would have readings in billions.
#[test]
fn a_long_key_has_few_readings() {
    let read = key_readings(&[0; 4096]);
    assert!((2..100).contains(&read.readings.len()), "{}", read.readings.len());
    for reading in &read.readings {
        assert!(reading.within.len() <= 2);
        let windows = reading.within.iter().filter(|form| form.ends_with("windowed"));
        assert!(windows.count() <= 1);
        let around = reading.within.last().copied().unwrap_or_default();
        assert!(!around.starts_with("schema-id-prefix") || reading.inner().is_none());
    }
}

/// All that the core can read back: a form without words would print an empty line.
#[test]
fn every_form_that_is_read_says_who_writes_it() {
    let uuid = [7; 16];
    let keys: [&[u8]; 9] =
        [&key::uuid(uuid), &uuid, &[1], &[0, 1], &[0; 4], &[0; 8], b"\"a\"", &[0; 24], b"user-3"];
    let mut forms = std::collections::BTreeSet::new();
    for key in keys {
        for reading in key_readings(key).readings {
            let form = reading.candidate.form();
            assert!(!written_by(form).is_empty(), "{form}");
            forms.insert(form);
        }
    }
    assert_eq!(forms.len(), 14, "{forms:?}");
}

#[test]
fn what_is_suspicious_gets_one_sentence_each() {
    for text in ["null", "NULL", "None", "nil", "undefined"] {
        let notes = key_notes(text.as_bytes());
        assert_eq!(notes.len(), 1);
        assert!(notes.concat().starts_with(&format!("{text} is text, and so a key")));
    }
    for (key, start) in [
        (&b"\"user-3\""[..], "the quotes are a part of the key"),
        (b"'user-3'", "the quotes are a part of the key"),
        (b"a\0b", "the key holds a zero byte"),
        (b"\xff", "the bytes are not UTF-8"),
    ] {
        let notes = key_notes(key);
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(notes.concat().starts_with(start), "{notes:?}");
    }
    assert_eq!(key_notes(b"\"\0\xff\"").len(), 3);
    for key in [&b""[..], b"\"", b"user-3", b"none", b"'a\"", "é".as_bytes()] {
        assert!(key_notes(key).is_empty(), "{key:?}");
    }
}

#[test]
fn keys_are_shown_by_their_form_and_as_hexadecimal_when_they_have_not_its_length() {
    for (show, key, text) in [
        (ShowKey::Int, &b"\xff\xff\xff\xfe"[..], "-2"),
        (ShowKey::Long, &[0, 0, 0, 0, 0, 0, 0, 42], "42"),
        (ShowKey::Short, &[0xff, 0xff], "-1"),
        (ShowKey::Float, &[0x3f, 0xc0, 0, 0], "1.5"),
        (ShowKey::Double, &[0x3f, 0xf8, 0, 0, 0, 0, 0, 0], "1.5"),
        (ShowKey::Boolean, &[1], "true"),
        (ShowKey::Boolean, &[2], "0x02"),
        (ShowKey::UuidBytes, &[0x11; 16], "11111111-1111-1111-1111-111111111111"),
        (ShowKey::UuidBytes, b"ab", "0x6162"),
        (ShowKey::Int, b"ab", "0x6162"),
    ] {
        assert_eq!((show, show.text(key)), (show, text.to_string()));
    }
    let names = ShowKey::ALL.map(ShowKey::name);
    assert!(names.iter().all(|name| ShowKey::named(name).is_some_and(|show| show.name() == *name)));
    // A form's name is that of its key format.
    let formats = names.iter().filter(|name| KeyFormat::named(name).is_some());
    assert_eq!(formats.count(), ShowKey::ALL.len() - 1);
}
