//! The core against `tests/vectors/`: every answer that a real client gave.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot read its vectors has to stop"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use copartition::{
    CLIENTS, DropIn, Error, ErrorId, Known, PARTITIONERS, PartitionCount, Partitioner, Placement,
    RULES, Rule, Usage, client_rows, group_partition, hash,
};
use serde_json::{Map, Value};

type Row = Map<String, Value>;
type Function = fn(&[u8]) -> u32;

/// Files of another shape than a placement's.
const OTHER_SHAPES: [&str; 6] =
    ["assigner_traces", "errors", "field_cases", "groups", "hashes", "key_bytes"];

#[test]
fn every_placement_is_the_clients() {
    let (mut cases, mut wrong, mut seen) = (0, Vec::new(), BTreeSet::new());
    for path in placement_files() {
        let file = file_of(&path, &["_comment", "format", "partitions", "rows", "sources"]);
        let id = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let names: BTreeSet<&str> = sources(&file).collect();
        let counts: Vec<PartitionCount> = array(&file["partitions"]).map(count).collect();
        for row in rows(&file) {
            let key = key(&row["key"]);
            let shown = row["key"].as_str().unwrap_or("null");
            for (name, answers) in row.iter().filter(|(name, _)| *name != "key") {
                assert!(names.contains(name.as_str()), "{id}/{shown}: {name} has no source");
                let partitioner = Partitioner::named(name).unwrap();
                assert_eq!(partitioner.name(), name, "{id}: not a name of its own");
                let answers: Vec<_> = array(answers).collect();
                assert_eq!(answers.len(), counts.len(), "{id}/{shown}/{name}: one answer a count");
                for (&n, answer) in counts.iter().zip(answers) {
                    let got = partitioner.place(key.as_deref(), n);
                    cases += 1;
                    if got != placement(answer) {
                        let n = n.get();
                        wrong.push(format!("{id}/{shown}/{name}/{n}: {answer}, got {got:?}"));
                    }
                }
                seen.insert(name.clone());
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {cases} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(cases >= 50_000, "only {cases} placements ran");
    for row in CLIENTS.iter().filter(|row| matches!(row.known, Known::Run(_))) {
        let is_rule = RULES.iter().any(|rule| rule.name() == row.partitioner);
        assert!(is_rule || seen.contains(row.partitioner), "{row} is said to be run, and is not");
    }
    let tested: BTreeSet<&str> = PARTITIONERS
        .iter()
        .filter(|partitioner| seen.contains(partitioner.name()))
        .filter_map(|partitioner| partitioner.rule().map(Rule::name))
        .collect();
    for row in CLIENTS.iter().filter(|row| row.usage != Usage::Port) {
        let rule = row.partitioner().and_then(Partitioner::rule).map(Rule::name);
        assert!(rule.is_none_or(|rule| tested.contains(rule)), "{row} has an untested rule");
    }
}

#[test]
fn every_field_case_has_the_partition_that_was_reported() {
    let file = vectors("field_cases", &["_comment", "format", "rows"]);
    let mut cases = 0;
    for row in rows(&file) {
        only(row, &["id", "key", "partition", "partitioner", "partitions", "source"]);
        let partitioner = Partitioner::named(row["partitioner"].as_str().unwrap()).unwrap();
        let got = partitioner.place(key(&row["key"]).as_deref(), count(&row["partitions"]));
        assert_eq!(got, placement(&row["partition"]), "{}: {}", row["id"], row["source"]);
        cases += 1;
    }
    assert!(cases >= 68, "only {cases} field cases ran");
}

#[test]
fn every_hash_is_the_clients() {
    let file = vectors("hashes", &["_comment", "format", "rows", "sources"]);
    let functions: [(&str, Function); 4] = [
        ("murmur2", hash::murmur2),
        ("crc32", hash::crc32),
        ("fnv1a", hash::fnv1a),
        ("kafkajs_legacy", hash::kafkajs_legacy),
    ];
    let mut cases = 0;
    for row in rows(&file) {
        only(row, &["crc32", "fnv1a", "kafkajs_legacy", "key", "murmur2"]);
        let key = key(&row["key"]).unwrap();
        for (name, function) in functions {
            let got = u64::from(function(&key));
            assert_eq!(Some(got), row[name].as_u64(), "hashes/{}/{name}", row["key"]);
            cases += 1;
        }
    }
    assert!(cases >= 600, "only {cases} hashes ran");
}

#[test]
fn every_group_lies_where_the_coordinator_says() {
    let file = vectors("groups", &["_comment", "format", "rows", "sources"]);
    let mut cases = 0;
    for row in rows(&file) {
        only(row, &["group", "partition", "partitions"]);
        let group = row["group"].as_str().unwrap();
        let got = u64::from(group_partition(group, count(&row["partitions"])));
        assert_eq!(Some(got), row["partition"].as_u64(), "groups/{group}/{}", row["partitions"]);
        cases += 1;
    }
    assert!(cases >= 40, "only {cases} groups ran");
}

#[test]
fn every_error_has_its_id_and_text() {
    let file = vectors("errors", &["_comment", "format", "rows"]);
    let mut ids = BTreeSet::new();
    for row in rows(&file) {
        let text = row["text"].as_str().unwrap();
        let named = |member: &str| Partitioner::named(row[member].as_str().unwrap());
        let error = match row["call"].as_str().unwrap() {
            "partition_count" => {
                only(row, &["call", "id", "partitions", "text"]);
                PartitionCount::try_from(row["partitions"].as_i64().unwrap()).unwrap_err()
            }
            "unknown_partitioner" => {
                only(row, &["call", "id", "name", "text"]);
                named("name").unwrap_err()
            }
            "unknown_client" => {
                only(row, &["call", "id", "name", "text"]);
                let rows = client_rows(row["name"].as_str().unwrap());
                rows.map(|_| ()).unwrap_err()
            }
            "refused" => {
                only(row, &["call", "id", "key", "partitioner", "partitions", "text"]);
                let (key, n) = (key(&row["key"]), count(&row["partitions"]));
                named("partitioner").unwrap().partition(key.as_deref(), n).unwrap_err()
            }
            "no_hash" => {
                only(row, &["call", "id", "key", "partitioner", "text"]);
                named("partitioner").unwrap().hash(&key(&row["key"]).unwrap()).unwrap_err()
            }
            "key_range" => {
                only(row, &["call", "id", "serializer", "text", "value"]);
                key_range(row["serializer"].as_str().unwrap(), row["value"].as_str().unwrap())
            }
            "unknown_unkeyed" => {
                only(row, &["call", "id", "name", "text"]);
                DropIn::named("java", row["name"].as_str().unwrap()).unwrap_err()
            }
            "unkeyed" => {
                only(row, &["call", "id", "key", "partitioner", "text"]);
                let strict = DropIn::named(row["partitioner"].as_str().unwrap(), "error").unwrap();
                let n = PartitionCount::try_from(6).unwrap();
                strict.partition(key(&row["key"]).as_deref(), n).unwrap_err()
            }
            call => panic!("errors/{text}: {call} is no call"),
        };
        assert_eq!(error.id().as_str(), row["id"], "errors/{text}");
        assert_eq!(error.to_string(), text);
        ids.insert(error.id().as_str());
    }
    let core_alone = [
        ErrorId::PartitionCount,
        ErrorId::UnknownPartitioner,
        ErrorId::UnknownClient,
        ErrorId::Refused,
        ErrorId::NoHash,
        ErrorId::KeyRange,
        ErrorId::UnknownUnkeyed,
        ErrorId::Unkeyed,
    ];
    assert!(core_alone.iter().all(|id| ids.contains(id.as_str())), "only {ids:?} ran");
}

/// Rust's types let no such number through: the text is made for the hosts.
fn key_range(serializer: &str, value: &str) -> Error {
    match serializer {
        "int" => Error::key_range("int", i32::MIN, i32::MAX, value),
        "long" => Error::key_range("long", i64::MIN, i64::MAX, value),
        "short" => Error::key_range("short", i16::MIN, i16::MAX, value),
        "schema_id_prefix" => Error::key_range("schema id", u32::MIN, u32::MAX, value),
        "schema_id_prefix_protobuf" => Error::key_range("message index", 0, i32::MAX, value),
        "time_windowed" => Error::key_range("start", i64::MIN, i64::MAX, value),
        "java_partition_order" => Error::key_range("total", 0, i32::MAX, value),
        other => panic!("errors: {other} is no serializer"),
    }
}

fn placement_files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !OTHER_SHAPES.iter().any(|name| path.file_stem().unwrap() == *name))
        .collect();
    files.sort();
    assert!(files.len() >= 8, "only {files:?}");
    files
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors")
}

fn vectors(name: &str, members: &[&str]) -> Row {
    file_of(&folder().join(name).with_extension("json"), members)
}

fn file_of(path: &Path, members: &[&str]) -> Row {
    let text = std::fs::read_to_string(path).unwrap();
    let Ok(Value::Object(file)) = serde_json::from_str(&text) else {
        panic!("{} is no JSON object", path.display());
    };
    only(&file, members);
    assert_eq!(file["format"], 1, "{}", path.display());
    file
}

/// Refuses members that this test would not look at.
fn only(object: &Row, members: &[&str]) {
    let mut got: Vec<&str> = object.keys().map(String::as_str).collect();
    got.sort_unstable();
    assert_eq!(got, members, "unknown or missing members");
}

fn sources(file: &Row) -> impl Iterator<Item = &str> {
    file["sources"].as_object().unwrap().iter().map(|(name, source)| {
        only(source.as_object().unwrap(), &["client", "how", "setting", "version"]);
        name.as_str()
    })
}

fn rows(file: &Row) -> impl Iterator<Item = &Row> {
    array(&file["rows"]).map(|row| row.as_object().unwrap())
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
}

fn count(value: &Value) -> PartitionCount {
    PartitionCount::try_from(value.as_i64().unwrap()).unwrap()
}

fn key(value: &Value) -> Option<Vec<u8>> {
    let hex = match value {
        Value::Null => return None,
        other => other.as_str().unwrap(),
    };
    let digits = hex.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).unwrap());
    Some(digits.map(|two| u8::from_str_radix(two, 16).unwrap()).collect())
}

fn placement(answer: &Value) -> Placement {
    match answer {
        Value::Null => Placement::Unkeyed,
        Value::String(refused) if refused == "refused" => Placement::Refused,
        other => Placement::Partition(u32::try_from(other.as_u64().unwrap()).unwrap()),
    }
}
