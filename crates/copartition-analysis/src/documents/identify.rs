use std::collections::BTreeMap;

use copartition::{Client, Rule};
use serde::Serialize;

use super::SCHEMA;
use crate::samples::LogEntry;
use crate::{Identification, Observed, clients_of};

/// Who placed the keys of a topic: the document of `identify`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Identified {
    /// The version of this shape.
    pub schema: u32,
    /// What was read.
    #[serde(flatten)]
    pub records: RecordCounts,
    /// The answer.
    #[serde(flatten)]
    pub placed: WhoPlaced,
}

/// How many records were read, and of what kind.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordCounts {
    /// All records.
    pub records: u64,
    /// The records without a key.
    pub missing_key_records: u64,
    /// The records with an empty key, about which nothing was asked: clients that hash all other
    /// keys alike differ over it.
    pub empty_key_records: u64,
    /// Whether there were more keys than were remembered, so that a sample by digest was looked at.
    pub sampled: bool,
}

/// What the samples say, and what explains them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhoPlaced {
    /// The answer and its numbers.
    #[serde(flatten)]
    pub totals: WhoPlacedTotals,
    /// What explains the samples: one part, or the parts of a mixture, the biggest first. Empty
    /// where nothing does.
    pub parts: Vec<Part>,
    /// Where a partition count of the topic was followed by a greater one, the earliest first.
    pub changes: Vec<CountChange>,
    /// Keys whose partitions would decide between the candidates; empty unless several fit.
    pub deciding_keys: Vec<DecidingKey>,
}

/// The answer, in a word and in a sentence, and its numbers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WhoPlacedTotals {
    /// The answer: no_keys, too_few, one, several, other_count, other_bytes, mixture, constant,
    /// round_robin, keys_ignored or none.
    pub verdict: &'static str,
    /// The answer in one sentence.
    pub sentence: String,
    /// The topic's partition count.
    pub partitions: u32,
    /// The distinct keys that were asked about; empty keys are left out.
    pub keys: usize,
    /// The chance that the answer is luck, from 0 to 1; 0 for an answer that states no fit.
    pub chance: f64,
    /// The share of the keyed records that no part explains, from 0 to 1.
    pub unexplained_share: f64,
}

/// A part of the records, and what explains it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// The partition count under which it fits.
    pub partitions: u32,
    /// Which bytes were hashed: the key itself, or a form of it.
    pub hashed: &'static str,
    /// The records that it explains; estimates where another part explains some of them too.
    pub records: u64,
    /// Their share of the keyed records, from 0 to 1.
    pub share: f64,
    /// What explains it, the commonest first; more than one where the samples do not decide.
    pub candidates: Vec<CandidateRule>,
    /// The records with each label that they were told apart by.
    pub labels: BTreeMap<String, u64>,
    /// Where in the log those lie that no other part explains, in the order of the partitions;
    /// empty without offsets.
    pub spans: Vec<LogSpan>,
}

/// A rule that places keys like these.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CandidateRule {
    /// The rule, the commonest where several place alike.
    pub rule: &'static str,
    /// The commonest way in which it is used: default, setting, retired or port; null where no
    /// client is known.
    pub usage: Option<&'static str>,
    /// The clients that have it, the commonest first.
    pub clients: Vec<RuleClient>,
    /// Other rules that place alike every key like those of the samples.
    pub same_here: Vec<SameRule>,
}

/// A client that has a rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleClient {
    /// The client's name.
    pub client: &'static str,
    /// The setting's short name; null where nothing is set.
    pub setting: Option<&'static str>,
    /// The versions of which that is so, in words.
    pub versions: String,
    /// How the client uses it: default, setting, retired or port.
    pub usage: &'static str,
    /// The partitioner that it is.
    pub partitioner: &'static str,
}

/// A rule that cannot be told from another one by keys like these.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SameRule {
    /// The rule.
    pub rule: &'static str,
    /// A partition count at which the two part, where they are the same for every key at this one;
    /// null where they part for other keys.
    pub part_at: Option<u32>,
}

/// Where a part's records lie on one partition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogSpan {
    /// The partition.
    pub partition: u32,
    /// The first of these records.
    pub first: LogPosition,
    /// The last of these records.
    pub last: LogPosition,
}

/// A partition count that was followed by a greater one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountChange {
    /// The count before.
    pub from: u32,
    /// The count after.
    pub to: u32,
    /// What bounds the time of the change on each partition; empty without offsets.
    pub bounds: Vec<CountBound>,
}

/// What bounds the time of a change on one partition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountBound {
    /// The partition.
    pub partition: u32,
    /// The last record that was placed under the count before; null where there is none.
    pub last_before: Option<LogPosition>,
    /// The first record that was placed under the count after; null where there is none.
    pub first_after: Option<LogPosition>,
}

/// Where a record lies in the log, and when it was sent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogPosition {
    /// The offset; null where the input does not say it.
    pub offset: Option<i64>,
    /// The producer's time in milliseconds since 1970; null where the input does not say it.
    pub timestamp: Option<i64>,
}

/// A key whose partition decides between rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecidingKey {
    /// The key, which is text.
    pub key: String,
    /// Where each rule puts it: rule -> partition.
    pub partitions: BTreeMap<&'static str, u32>,
}

impl Identified {
    /// Makes the document of what was seen and what explains it.
    pub fn new(observed: &Observed, identified: &Identification) -> Self {
        Self {
            schema: SCHEMA,
            records: RecordCounts::new(observed),
            placed: WhoPlaced::new(identified, observed.labels()),
        }
    }
}

impl RecordCounts {
    fn new(observed: &Observed) -> Self {
        Self {
            records: observed.records(),
            missing_key_records: observed.missing_key_records(),
            empty_key_records: observed.empty_key_records(),
            sampled: observed.is_sampled(),
        }
    }
}

impl WhoPlaced {
    /// `labels` are what the records were told apart by.
    pub(super) fn new(identified: &Identification, labels: &[String]) -> Self {
        let totals = WhoPlacedTotals {
            verdict: identified.verdict.name(),
            sentence: identified.sentence(),
            partitions: identified.count.get(),
            keys: identified.keys,
            chance: identified.chance,
            unexplained_share: identified.unexplained_share,
        };
        Self {
            totals,
            parts: identified.parts.iter().map(|part| Part::new(part, labels)).collect(),
            changes: identified.changes.iter().map(CountChange::new).collect(),
            deciding_keys: identified.deciding_keys.iter().map(DecidingKey::new).collect(),
        }
    }
}

impl Part {
    fn new(part: &crate::Part, labels: &[String]) -> Self {
        Self {
            partitions: part.count.get(),
            hashed: part.form.name(),
            records: part.records,
            share: part.share,
            candidates: part.candidates.iter().map(CandidateRule::new).collect(),
            labels: labels.iter().cloned().zip(part.labels.iter().copied()).collect(),
            spans: part.spans.iter().map(LogSpan::new).collect(),
        }
    }
}

impl CandidateRule {
    fn new(candidate: &crate::Candidate) -> Self {
        Self {
            rule: candidate.rule.name(),
            usage: candidate.usage().map(|usage| usage.name()),
            clients: clients(candidate.rule),
            same_here: candidate.same_here.iter().map(SameRule::new).collect(),
        }
    }
}

fn clients(rule: &Rule) -> Vec<RuleClient> {
    let client = |client: &&Client| RuleClient {
        client: client.name,
        setting: client.setting_name(),
        versions: client.versions(),
        usage: client.usage.name(),
        partitioner: client.partitioner,
    };
    clients_of(rule).iter().map(client).collect()
}

impl SameRule {
    fn new(same: &crate::SameRule) -> Self {
        Self { rule: same.rule.name(), part_at: same.part_at.map(|count| count.get()) }
    }
}

impl LogSpan {
    fn new(span: &crate::Span) -> Self {
        Self {
            partition: span.partition,
            first: LogPosition::new(&span.first),
            last: LogPosition::new(&span.last),
        }
    }
}

impl CountChange {
    fn new(change: &crate::Change) -> Self {
        let bound = |bound: &crate::Bound| CountBound {
            partition: bound.partition,
            last_before: bound.last_before.as_ref().map(LogPosition::new),
            first_after: bound.first_after.as_ref().map(LogPosition::new),
        };
        Self {
            from: change.from.get(),
            to: change.to.get(),
            bounds: change.bounds.iter().map(bound).collect(),
        }
    }
}

impl LogPosition {
    fn new(log: &LogEntry) -> Self {
        Self { offset: log.offset, timestamp: log.timestamp }
    }
}

impl DecidingKey {
    pub(super) fn new(deciding: &crate::DecidingKey) -> Self {
        let at = deciding.partitions.iter().map(|(rule, partition)| (rule.name(), *partition));
        Self { key: deciding.key.clone(), partitions: at.collect() }
    }
}
