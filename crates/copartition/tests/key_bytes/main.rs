//! The core against `tests/vectors/key_bytes.json`: every key that a real serializer wrote.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot read its vectors has to stop"
)]

mod form;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

/// How many values each form has.
const ROWS: [(&str, usize); 23] = [
    ("boolean", 2),
    ("byte_array", 9),
    ("byte_buffer", 22),
    ("bytes", 8),
    ("double", 19),
    ("float", 17),
    ("int", 12),
    ("json_string", 21),
    ("kafkajs_number", 38),
    ("kafkajs_string", 26),
    ("kafkajs_uint8_array", 12),
    ("long", 13),
    ("raw_double", 19),
    ("schema_id_header", 10),
    ("schema_id_header_protobuf", 16),
    ("schema_id_prefix", 17),
    ("schema_id_prefix_protobuf", 17),
    ("schema_id_prefix_protobuf_deprecated", 17),
    ("session_windowed", 11),
    ("short", 10),
    ("string", 25),
    ("time_windowed", 12),
    ("uuid", 10),
];

#[test]
fn every_key_is_the_serializers() {
    let (mut ran, mut wrong) = (BTreeMap::<String, usize>::new(), Vec::new());
    for row in rows() {
        let (form, value) = (row["form"].as_str().unwrap(), &row["value"]);
        let written = form::hex(&row["bytes"]).unwrap();
        match form::bytes(form, value) {
            Some(bytes) if bytes == written => {}
            got => wrong.push(format!("{form} {value}: {written:02x?}, got {got:02x?}")),
        }
        *ran.entry(form.to_owned()).or_default() += 1;
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(ran, ROWS.map(|(form, rows)| (form.to_owned(), rows)).into());
}

/// The candidates' names of the forms; a header's value is no key, and bytes as they are have no
/// form.
const READ_BACK: [(&str, &str); 17] = [
    ("string", "utf8"),
    ("kafkajs_string", "utf8"),
    ("kafkajs_number", "utf8"),
    ("kafkajs_uint8_array", "utf8"),
    ("json_string", "json"),
    ("int", "int"),
    ("long", "long"),
    ("short", "short"),
    ("float", "float"),
    ("double", "double"),
    ("raw_double", "double"),
    ("boolean", "boolean"),
    ("uuid", "uuid"),
    ("schema_id_prefix", "schema-id-prefix"),
    ("schema_id_prefix_protobuf", "schema-id-prefix-protobuf"),
    ("time_windowed", "time-windowed"),
    ("session_windowed", "session-windowed"),
];

#[test]
fn every_key_has_its_form_among_its_candidates_but_for_what_the_docs_leave_out() {
    let mut left_out = BTreeMap::<String, usize>::new();
    let mut asked = 0;
    for row in rows() {
        let form = row["form"].as_str().unwrap();
        let key = form::hex(&row["bytes"]).unwrap();
        let is_deprecated = form == "schema_id_prefix_protobuf_deprecated";
        let named = READ_BACK.iter().find(|(of, _)| *of == form).map(|(_, name)| *name);
        // Where both spellings of the indexes are the same bytes, the other form is named.
        let names: &[&str] = match (named, is_deprecated) {
            (Some(name), _) => &[name],
            (None, true) => &["schema-id-prefix-protobuf-deprecated", "schema-id-prefix-protobuf"],
            (None, false) => continue,
        };
        asked += 1;
        let candidates = copartition::key::candidates(&key);
        if !candidates.iter().any(|candidate| names.contains(&candidate.form())) {
            *left_out.entry(form.to_owned()).or_default() += 1;
        }
    }
    // NUL in a text; windows around nothing, before 1970 or after 2248.
    let expected =
        [("kafkajs_string", 1), ("session_windowed", 4), ("string", 1), ("time_windowed", 3)];
    assert_eq!(left_out, expected.map(|(form, rows)| (form.to_owned(), rows)).into());
    assert_eq!(asked, 298);
}

#[test]
fn every_key_was_written_by_a_client_that_is_a_source() {
    let file = file();
    let sources = file["sources"].as_object().unwrap();
    for row in rows() {
        let by = row["by"].as_array().unwrap();
        assert!(!by.is_empty(), "{row} is by nobody");
        assert!(by.iter().all(|name| sources.contains_key(name.as_str().unwrap())), "{row}");
    }
}

fn rows() -> Vec<Value> {
    file()["rows"].as_array().unwrap().clone()
}

fn file() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/key_bytes.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(file["format"], 1);
    file
}
