//! Who placed keys, as JSON has it; every command that asks shows it alike.

use std::collections::BTreeMap;

use copartition::{Client, Rule};
use copartition_analysis::samples::LogEntry;
use copartition_analysis::{
    Bound, Candidate, Change, DecidingKey, Identification, Part, SameRule, Span, clients_of,
    time_text,
};
use serde::Serialize;

/// What the samples say, and what explains them.
#[derive(Serialize)]
pub(crate) struct JsonIdentified {
    verdict: &'static str,
    sentence: String,
    partitions: u32,
    keys: usize,
    chance: f64,
    unexplained_share: f64,
    parts: Vec<JsonPart>,
    changes: Vec<JsonChange>,
    deciding_keys: Vec<JsonDecidingKey>,
}

#[derive(Serialize)]
pub(crate) struct JsonPart {
    partitions: u32,
    hashed: &'static str,
    records: u64,
    share: f64,
    candidates: Vec<JsonCandidate>,
    /// The records with each label.
    labels: BTreeMap<String, u64>,
    spans: Vec<JsonSpan>,
}

#[derive(Serialize)]
struct JsonCandidate {
    rule: &'static str,
    usage: Option<&'static str>,
    clients: Vec<JsonClient>,
    same_here: Vec<JsonSame>,
}

#[derive(Serialize)]
struct JsonClient {
    client: &'static str,
    setting: Option<&'static str>,
    versions: String,
    usage: &'static str,
    partitioner: &'static str,
}

#[derive(Serialize)]
struct JsonSame {
    rule: &'static str,
    part_at: Option<u32>,
}

#[derive(Serialize)]
struct JsonSpan {
    partition: u32,
    first: JsonEntry,
    last: JsonEntry,
}

#[derive(Serialize)]
pub(crate) struct JsonChange {
    from: u32,
    to: u32,
    bounds: Vec<JsonBound>,
}

#[derive(Serialize)]
struct JsonBound {
    partition: u32,
    last_before: Option<JsonEntry>,
    first_after: Option<JsonEntry>,
}

/// Where a record lies in the log; a time is the producer's.
#[derive(Serialize)]
struct JsonEntry {
    offset: Option<i64>,
    timestamp: Option<i64>,
}

#[derive(Serialize)]
pub(crate) struct JsonDecidingKey {
    key: String,
    partitions: BTreeMap<&'static str, u32>,
}

impl JsonIdentified {
    /// `labels` are what the records were told apart by.
    pub(crate) fn new(identified: &Identification, labels: &[String]) -> Self {
        Self {
            verdict: identified.verdict.name(),
            sentence: identified.sentence(),
            partitions: identified.count.get(),
            keys: identified.keys,
            chance: identified.chance,
            unexplained_share: identified.unexplained_share,
            parts: identified.parts.iter().map(|part| JsonPart::new(part, labels)).collect(),
            changes: identified.changes.iter().map(JsonChange::new).collect(),
            deciding_keys: identified.deciding_keys.iter().map(JsonDecidingKey::new).collect(),
        }
    }
}

impl JsonPart {
    pub(crate) fn new(part: &Part, labels: &[String]) -> Self {
        Self {
            partitions: part.count.get(),
            hashed: part.form.name(),
            records: part.records,
            share: part.share,
            candidates: part.candidates.iter().map(candidate).collect(),
            labels: labels.iter().cloned().zip(part.labels.iter().copied()).collect(),
            spans: part.spans.iter().map(span).collect(),
        }
    }
}

impl JsonDecidingKey {
    pub(crate) fn new(deciding: &DecidingKey) -> Self {
        let at = deciding.partitions.iter().map(|(rule, partition)| (rule.name(), *partition));
        Self { key: deciding.key.clone(), partitions: at.collect() }
    }
}

impl JsonChange {
    pub(crate) fn new(change: &Change) -> Self {
        let bound = |bound: &Bound| JsonBound {
            partition: bound.partition,
            last_before: bound.last_before.as_ref().map(JsonEntry::new),
            first_after: bound.first_after.as_ref().map(JsonEntry::new),
        };
        Self {
            from: change.from.get(),
            to: change.to.get(),
            bounds: change.bounds.iter().map(bound).collect(),
        }
    }
}

impl JsonEntry {
    fn new(log: &LogEntry) -> Self {
        Self { offset: log.offset, timestamp: log.timestamp }
    }
}

fn candidate(candidate: &Candidate) -> JsonCandidate {
    JsonCandidate {
        rule: candidate.rule.name(),
        usage: candidate.usage().map(|usage| usage.name()),
        clients: clients(candidate.rule),
        same_here: candidate.same_here.iter().map(same).collect(),
    }
}

fn clients(rule: &Rule) -> Vec<JsonClient> {
    let client = |client: &&Client| JsonClient {
        client: client.name,
        setting: client.setting_name(),
        versions: client.versions(),
        usage: client.usage.name(),
        partitioner: client.partitioner,
    };
    clients_of(rule).iter().map(client).collect()
}

fn same(same: &SameRule) -> JsonSame {
    JsonSame { rule: same.rule.name(), part_at: same.part_at.map(|count| count.get()) }
}

fn span(span: &Span) -> JsonSpan {
    JsonSpan {
        partition: span.partition,
        first: JsonEntry::new(&span.first),
        last: JsonEntry::new(&span.last),
    }
}

/// An offset in a table; `-` where there is none.
pub(crate) fn offset(log: Option<&LogEntry>) -> String {
    log.and_then(|log| log.offset).map_or_else(|| "-".into(), |offset| offset.to_string())
}

/// A time in a table; `-` where there is none.
pub(crate) fn time(log: Option<&LogEntry>) -> String {
    log.and_then(|log| log.timestamp).map_or_else(|| "-".into(), time_text)
}
