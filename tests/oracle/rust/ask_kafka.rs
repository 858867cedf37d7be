//! Asks the unmodified `kafka` crate for partitions: NDJSON in, NDJSON out (see ../python/rows.py).
//!
//! Its own `Producer` sends every key with its own `DefaultPartitioner` to a made-up broker; the
//! partition is read off the message that goes to the wire. The producer takes bytes, and no bytes
//! are no key: a key of null and an empty one are the same call.
//!
//! Usage: `ask_kafka VERSION DefaultPartitioner`, VERSION being 0.5.0, 0.6.2, 0.8.0 or 0.10.0.

mod broker;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, Write};
use std::rc::Rc;

use serde_json::{Map, Value, json};

/// A key and a partition count. No key is empty.
type Question = (Vec<u8>, i32);
type Answers = Result<Vec<i32>, String>;

/// Enough partitions that draws and counters show.
const MANY: i32 = 1000;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [version, partitioner] = arguments.as_slice() else {
        return Err("usage: ask_kafka VERSION DefaultPartitioner".into());
    };
    if partitioner != "DefaultPartitioner" {
        return Err(format!("DefaultPartitioner wanted, got {partitioner}"));
    }
    let version = built(version)?;
    let place = match version {
        "0.5.0" => kafka_0_5::place,
        "0.6.2" => kafka_0_6::place,
        "0.8.0" => kafka_0_8::place,
        "0.10.0" => kafka_0_10::place,
        other => return Err(format!("no way to ask version {other}")),
    };

    let asked: Vec<Map<String, Value>> = io::stdin()
        .lock()
        .lines()
        .map(|line| serde_json::from_str(&line.map_err(shown)?).map_err(shown))
        .collect::<Result<_, String>>()?;
    let questions: Vec<Question> = asked
        .iter()
        .map(question)
        .collect::<Option<_>>()
        .ok_or("a line is not {\"key\": hex or null, \"partitions\": n}")?;
    let mut counts: BTreeSet<i32> = questions.iter().map(|(_, count)| *count).collect();
    counts.insert(MANY);
    let host = broker::serve(counts.into_iter().collect()).map_err(shown)?.to_string();

    let varies = varying(&questions, |questions| place(&host, questions))?;
    let placements = place(&host, &questions)?;
    let mut out = io::stdout().lock();
    for ((asked, (key, _)), placement) in asked.into_iter().zip(&questions).zip(placements) {
        let placement = if varies[key] { Value::Null } else { placement.into() };
        let mut row = Map::new();
        row.insert("client".into(), "kafka".into());
        row.insert("version".into(), version.into());
        row.insert("partitioner".into(), json!(partitioner));
        row.extend(asked);
        row.insert("placement".into(), placement);
        row.insert("hash".into(), Value::Null);
        writeln!(out, "{}", Value::from(row)).map_err(shown)?;
    }
    Ok(())
}

/// Whether the client places a key by draw or by counter, found by asking it four times.
fn varying(
    questions: &[Question],
    mut place: impl FnMut(&[Question]) -> Answers,
) -> Result<BTreeMap<Vec<u8>, bool>, String> {
    let keys: BTreeSet<&Vec<u8>> = questions.iter().map(|(key, _)| key).collect();
    let again: Vec<Question> =
        keys.iter().flat_map(|key| vec![((*key).clone(), MANY); 4]).collect();
    let placements = place(&again)?;
    let varies = placements.chunks(4).map(|four| four.iter().any(|one| *one != four[0]));
    Ok(keys.into_iter().cloned().zip(varies).collect())
}

/// Makes the module of one version of the crate, with a `place` for its producer.
macro_rules! version {
    ($version:ident) => {
        mod $version {
            use ::$version::client::{ProduceMessage, RequiredAcks};
            use ::$version::producer::{DefaultPartitioner, Partitioner, Producer, Record, Topics};

            use super::*;

            /// Passes the client's partitioner on and writes down what it chose.
            struct Witness(DefaultPartitioner, Rc<RefCell<Vec<i32>>>);

            impl Partitioner for Witness {
                fn partition(&mut self, topics: Topics<'_>, message: &mut ProduceMessage<'_, '_>) {
                    self.0.partition(topics, message);
                    self.1.borrow_mut().push(message.partition);
                }
            }

            pub fn place(host: &str, questions: &[Question]) -> Answers {
                let seen = Rc::new(RefCell::new(Vec::new()));
                let topics: Vec<String> =
                    questions.iter().map(|(_, n)| broker::topic(*n)).collect();
                let records: Vec<Record<'_, &[u8], ()>> = questions
                    .iter()
                    .zip(&topics)
                    .map(|((key, _), topic)| Record::from_key_value(topic, key.as_slice(), ()))
                    .collect();
                Producer::from_hosts(vec![host.into()])
                    .with_required_acks(RequiredAcks::None)
                    .with_partitioner(Witness(DefaultPartitioner::default(), Rc::clone(&seen)))
                    .create()
                    .and_then(|mut producer| producer.send_all(&records))
                    .map_err(|why| format!("{why:?}"))?;
                Ok(seen.take())
            }
        }
    };
}

version!(kafka_0_5);
version!(kafka_0_6);
version!(kafka_0_8);
version!(kafka_0_10);

/// The version of the crate that was built in, as the lock file has it.
fn built(version: &str) -> Result<&'static str, String> {
    include_str!("Cargo.lock")
        .split("[[package]]")
        .filter(|package| package.contains("\nname = \"kafka\"\n"))
        .filter_map(|package| package.split('"').nth(3))
        .find(|built| *built == version)
        .ok_or_else(|| format!("version {version} of the kafka crate is not built in"))
}

fn question(asked: &Map<String, Value>) -> Option<Question> {
    let hex = asked.get("key")?.as_str().unwrap_or_default();
    let key = (0..hex.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(hex.get(i..i + 2)?, 16).ok())
        .collect::<Option<_>>()?;
    Some((key, asked.get("partitions")?.as_i64()?.try_into().ok()?))
}

fn shown(why: impl std::fmt::Display) -> String {
    why.to_string()
}
