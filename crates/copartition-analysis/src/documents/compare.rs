use serde::Serialize;

use super::{SCHEMA, ShownKey};
use crate::{Identification, Shown, Topic};

/// Whether topics are co-partitioned: the document of `compare`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compared {
    /// The version of this shape.
    pub schema: u32,
    /// The topics, in the given order.
    pub topics: Vec<ComparedTopic>,
    /// The first topic beside each of the others.
    pub comparisons: Vec<Comparison>,
}

/// What was seen of one topic.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedTopic {
    /// What the topic is called here.
    pub name: String,
    /// The input as it was given.
    pub input: String,
    /// The topic's partition count.
    pub partitions: u32,
    /// All records.
    pub records: u64,
    /// The records without a key.
    pub missing_key_records: u64,
    /// The distinct keys that were remembered, an empty one included.
    pub keys: usize,
    /// Whether there were more keys than were remembered, so that a sample by digest is compared.
    pub sampled: bool,
    /// Who placed the keys, in the words of `identify`.
    pub verdict: &'static str,
    /// The rules that explain where they lie.
    pub rules: Vec<&'static str>,
}

/// What is said of two topics.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The first topic's name.
    pub one: String,
    /// The other topic's name.
    pub other: String,
    /// The answer: yes, no or not_tested.
    pub copartitioned: &'static str,
    /// The answer in one sentence.
    pub sentence: String,
    /// What was checked.
    pub checks: Vec<ComparisonCheck>,
    /// The keys that were seen in both, an empty one left out.
    pub shared_keys: usize,
    /// The shared keys that lie on one partition, the same in both.
    pub same_partition_keys: usize,
    /// The shared keys that lie on more than one partition of a topic.
    pub split_keys: usize,
    /// The first keys that do not lie on one partition, the same in both, in ascending order of
    /// their bytes; the empty key among them.
    pub different_keys: Vec<DifferentKey>,
    /// What makes the producers of one topic place like those of the other.
    pub remedies: Vec<Remedy>,
    /// What else can be done, in sentences.
    pub advice: Vec<String>,
    /// What no comparison of keys and partitions tells, in sentences.
    pub not_checked: Vec<String>,
}

/// One thing that co-partitioned topics have in common.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonCheck {
    /// What was checked: count, partitioner, key_bytes, shared_keys, split_keys or empty_key.
    pub check: &'static str,
    /// Whether it is as it must be; null where that cannot be told.
    pub fine: Option<bool>,
    /// What was found, in words.
    pub found: String,
}

/// A key that does not lie on one partition, the same in both topics.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DifferentKey {
    /// The key, perhaps empty.
    #[serde(flatten)]
    pub key: ShownKey,
    /// Its partitions in the first topic, ascending.
    pub one_lies_on: Vec<u32>,
    /// Its partitions in the other topic, ascending.
    pub other_lies_on: Vec<u32>,
}

/// What makes the producers of a topic place like others.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Remedy {
    /// The topic's name.
    pub topic: String,
    /// The rule that placed its keys.
    pub rule: &'static str,
    /// The partitioner that they should place like.
    pub like: &'static str,
    /// The settings that do so; empty where none does.
    pub settings: Vec<RemedySetting>,
}

/// A setting, and whose it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RemedySetting {
    /// The setting as it is written.
    pub written: &'static str,
    /// The clients that take it.
    pub clients: Vec<&'static str>,
}

impl Compared {
    /// Makes the document of topics and of what [`compare_with_first`](crate::compare_with_first)
    /// says of them. Of each comparison's different keys the first `top` are shown.
    pub fn new(
        topics: &[Topic],
        comparisons: &[crate::Comparison],
        shown: &Shown,
        top: usize,
    ) -> Self {
        let of_first = comparisons.first().map(|compared| &compared.identified[0]);
        let of_others = comparisons.iter().map(|compared| &compared.identified[1]);
        let identified = of_first.into_iter().chain(of_others);
        let first = topics.first().map_or("", |topic| &topic.name);
        let pairs = topics.iter().skip(1).map(|other| [first, &other.name]).zip(comparisons);
        Self {
            schema: SCHEMA,
            topics: topics.iter().zip(identified).map(ComparedTopic::new).collect(),
            comparisons: pairs
                .map(|(names, compared)| Comparison::new(names, compared, shown, top))
                .collect(),
        }
    }
}

impl ComparedTopic {
    fn new((topic, identified): (&Topic, &Identification)) -> Self {
        let candidates = identified.parts.iter().flat_map(|part| &part.candidates);
        Self {
            name: topic.name.clone(),
            input: topic.input.clone(),
            partitions: topic.observed.count().get(),
            records: topic.observed.records(),
            missing_key_records: topic.observed.missing_key_records(),
            keys: topic.observed.key_count(),
            sampled: topic.observed.is_sampled(),
            verdict: identified.verdict.name(),
            rules: candidates.map(|candidate| candidate.rule.name()).collect(),
        }
    }
}

impl Comparison {
    fn new(names: [&str; 2], compared: &crate::Comparison, shown: &Shown, top: usize) -> Self {
        let check = |check: crate::Check| ComparisonCheck {
            check: check.what.name(),
            fine: check.is_fine,
            found: check.found,
        };
        let first = compared.different_keys.iter().take(top);
        Self {
            one: names[0].into(),
            other: names[1].into(),
            copartitioned: compared.verdict.name(),
            sentence: compared.sentence(names),
            checks: compared.checks(names).into_iter().map(check).collect(),
            shared_keys: compared.shared_keys,
            same_partition_keys: compared.same_partition_keys,
            split_keys: compared.split_keys,
            different_keys: first.map(|key| DifferentKey::new(key, shown)).collect(),
            remedies: compared.remedies().iter().map(|it| Remedy::new(names, it)).collect(),
            advice: compared.advice(names),
            not_checked: compared.not_checked(names),
        }
    }
}

impl DifferentKey {
    /// Makes the row of one such key.
    pub fn new(different: &crate::DifferentKey, shown: &Shown) -> Self {
        let [one, other] = &different.lies_on;
        Self {
            key: ShownKey::new(Some(&different.key), shown),
            one_lies_on: one.clone(),
            other_lies_on: other.clone(),
        }
    }
}

impl Remedy {
    fn new(names: [&str; 2], remedy: &crate::Remedy) -> Self {
        let setting = |setting: &crate::RemedySetting| RemedySetting {
            written: setting.written,
            clients: setting.clients.clone(),
        };
        Self {
            topic: names.get(remedy.topic).copied().unwrap_or_default().into(),
            rule: remedy.rule.name(),
            like: remedy.like.name(),
            settings: remedy.settings.iter().map(setting).collect(),
        }
    }
}
