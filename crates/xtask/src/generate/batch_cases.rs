use std::collections::BTreeMap;

use copartition::Placement;
use serde_json::{Value, json};

use super::Derived;
use crate::vectors::{VectorFile, bytes_of, hex_of};
use crate::workspace::{Result, Workspace, read};

const COMMENT: &str = "Batches of keys, and where the real clients put each: answers of \
    tests/vectors/, put together. Every host places each batch in every layout that it takes. \
    See tests/README.md.";

/// Longer keys are in the batch of the longest alone: people read the file.
const SHORT: usize = 67;

type Key = Option<Vec<u8>>;
type Select = fn(&[Key]) -> Vec<Key>;

/// What a batch is, who places it over how many partitions, and its keys out of those that the
/// partitioner was asked about.
const CASES: &[(&str, &str, u32, Select)] = &[
    ("no keys at all", "java", 12, |_| Vec::new()),
    ("one key", "java", 6, |keys| of_lengths(keys, 6..=6, 1)),
    ("one empty key", "java", 12, |_| vec![empty()]),
    ("one missing key", "java", 12, |_| vec![None]),
    ("keys of every length", "java", 12, every_length),
    ("keys of every length", "java", 16, every_length),
    ("keys of every length", "java", 2_147_483_647, every_length),
    ("keys of every length", "librdkafka:consistent_random", 12, every_length),
    ("keys of every length", "librdkafka:murmur2", 7, every_length),
    ("keys of every length", "sarama:hash", 12, every_length),
    ("keys of every length", "platformatic", 12, every_length),
    ("keys of every length", "kafkajs@1", 12, every_length),
    ("keys of every length", "murmur2-abs", 10, every_length),
    ("keys of every length", "brod:hash", 12, |keys| {
        every_length(keys).into_iter().filter(Option::is_some).collect()
    }),
    ("the longest keys", "java", 1000, |keys| of_lengths(keys, SHORT + 1..=usize::MAX, 9)),
    ("missing keys alone", "java", 12, |_| vec![None; 9]),
    ("missing keys that are hashed", "librdkafka:murmur2", 12, |_| vec![None; 9]),
    ("missing keys on partition 0", "platformatic:compatibility", 12, |_| vec![None; 9]),
    ("empty keys that are hashed", "java", 12, |_| vec![empty(); 9]),
    ("empty keys that are not", "librdkafka:consistent_random", 12, |_| vec![empty(); 9]),
    ("keys of four bytes, as numbers are", "java", 12, |keys| with_gap(of_lengths(keys, 4..=4, 9))),
    ("keys of eight bytes, as numbers are", "java", 12, |keys| {
        with_gap(of_lengths(keys, 8..=8, 11))
    }),
    ("keys of one width", "sarama:hash", 12, |keys| of_lengths(keys, 9..=9, 15)),
    ("a few keys again and again", "librdkafka:consistent", 50, |keys| {
        let few = with_gap(of_lengths(keys, 13..=21, 6));
        few.iter().cycle().take(40).cloned().collect()
    }),
    ("keys that are ignored", "java:round_robin", 12, |keys| of_lengths(keys, 1..=9, 9)),
    ("a refused key", "pykafka:hashing", 12, |keys| with_gap(of_lengths(keys, 3..=7, 5))),
];

/// Makes `tests/batches/cases.json`.
pub(super) fn derived(workspace: &Workspace) -> Result<Derived> {
    let hashes = hashes(workspace)?;
    let mut files: BTreeMap<&str, VectorFile> = BTreeMap::new();
    let mut lines = Vec::new();
    for (name, partitioner, n, select) in CASES {
        if !files.contains_key(partitioner) {
            files.insert(partitioner, VectorFile::holding(workspace, partitioner)?);
        }
        let file = files.get(partitioner).ok_or("a file that was read")?;
        let (questions, answers) = file.questions(partitioner, u32::MAX);
        let answers: BTreeMap<_, _> = questions.iter().zip(answers).collect();
        let keys = select(&file.keys());
        let wanted = |key: &Key| {
            let wanted = answers.get(&(key.clone(), *n)).copied();
            wanted.ok_or_else(|| format!("{name}: {partitioner} was not asked about {key:?}"))
        };
        let placed: Vec<Placement> = keys.iter().map(wanted).collect::<Result<_>>()?;
        lines.push(line(name, partitioner, *n, &keys, &placed, &hashes));
    }
    let lines = lines.join(",\n");
    let contents =
        format!("{{\"format\":1,\n\"_comment\":{},\n\"cases\":[\n{lines}\n]}}\n", json!(COMMENT));
    Ok(Derived { path: "tests/batches/cases.json", contents })
}

fn line(
    name: &str,
    partitioner: &str,
    n: u32,
    keys: &[Key],
    placed: &[Placement],
    hashes: &BTreeMap<(String, Key), Value>,
) -> String {
    let texts: Vec<Value> = keys.iter().map(|key| hex_of(key.as_deref())).collect();
    let mut line = format!(
        "{{\"name\":{},\"partitioner\":{},\"partitions\":{n},\n \"keys\":{}",
        json!(name),
        json!(partitioner),
        json!(texts)
    );
    let partition = |placement: &Placement| match placement {
        Placement::Partition(partition) => json!(partition),
        _ => Value::Null,
    };
    match placed.iter().position(|placement| *placement == Placement::Refused) {
        Some(row) => line += &format!(",\n \"refused\":{row}"),
        None => {
            let expected: Vec<Value> = placed.iter().map(partition).collect();
            line += &format!(",\n \"expected\":{}", json!(expected));
        }
    }
    let function = match partitioner {
        "java" | "librdkafka:murmur2" => "murmur2",
        "librdkafka:consistent_random" | "librdkafka:consistent" => "crc32",
        "sarama:hash" => "fnv1a",
        "kafkajs@1" => "kafkajs_legacy",
        _ => return line + "}",
    };
    let hash = |key: &Key| match key {
        None => Some(Value::Null),
        Some(_) => hashes.get(&(function.to_owned(), key.clone())).cloned(),
    };
    if let Some(hashes) = keys.iter().map(hash).collect::<Option<Vec<Value>>>() {
        line += &format!(",\n \"hashes\":{}", json!(hashes));
    }
    line + "}"
}

/// The hashes of `tests/vectors/hashes.json`, by the function's name and the key.
fn hashes(workspace: &Workspace) -> Result<BTreeMap<(String, Key), Value>> {
    let path = "tests/vectors/hashes.json";
    let file: Value = serde_json::from_str(&read(&workspace.path(path))?)
        .map_err(|why| format!("{path}: {why}"))?;
    let mut hashes = BTreeMap::new();
    for row in file["rows"].as_array().into_iter().flatten() {
        let key = row["key"].as_str().and_then(bytes_of);
        for (function, hash) in row.as_object().into_iter().flatten() {
            hashes.insert((function.clone(), key.clone()), hash.clone());
        }
    }
    Ok(hashes)
}

/// The missing key, the empty one, and the first key of every length.
fn every_length(keys: &[Key]) -> Vec<Key> {
    let short = |key: &&Key| key.as_ref().is_none_or(|key| key.len() <= SHORT);
    let mut of_length: BTreeMap<Option<usize>, &Key> = BTreeMap::new();
    for key in keys.iter().filter(short) {
        of_length.entry(key.as_ref().map(Vec::len)).or_insert(key);
    }
    // Lengths are mixed: 37 has no divisor in common with their number.
    let of_length: Vec<&Key> = of_length.into_values().collect();
    let mixed = (0..of_length.len()).map(|at| at * 37 % of_length.len());
    mixed.filter_map(|at| of_length.get(at).copied().cloned()).collect()
}

fn of_lengths(keys: &[Key], lengths: std::ops::RangeInclusive<usize>, most: usize) -> Vec<Key> {
    let wanted = |key: &&Key| key.as_ref().is_some_and(|key| lengths.contains(&key.len()));
    keys.iter().filter(wanted).take(most).cloned().collect()
}

/// The keys with a missing one among them.
fn with_gap(mut keys: Vec<Key>) -> Vec<Key> {
    keys.insert(keys.len().min(3), None);
    keys
}

fn empty() -> Key {
    Some(Vec::new())
}
