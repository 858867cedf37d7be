use copartition::{PartitionCount, Placement, Resolved};
use serde::Serialize;

use super::{SCHEMA, ShownKey};
use crate::{Moves, Shown, Side};

/// What moves when a partition count or a partitioner changes: the document of `moves`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moved {
    /// The version of this shape.
    pub schema: u32,
    /// The answer and its numbers.
    #[serde(flatten)]
    pub totals: MovedTotals,
    /// How much goes from each partition to each, or stays. Absent without keys to count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flows: Option<Vec<Flow>>,
    /// Every key that moves, in ascending order of their bytes. Absent without keys to count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<Vec<MovedKey>>,
}

/// What is expected to move, and what was counted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovedTotals {
    /// The count and the partitioner before the change.
    pub from: MovedSide,
    /// The count and the partitioner after it.
    pub to: MovedSide,
    /// What moves, in one sentence.
    pub sentence: String,
    /// The share of all possible keys that moves, from 0 to 1, whatever the samples are.
    pub expected_share: f64,
    /// The count before, where the one after is a multiple of it under one rule, so that a key
    /// stays or moves by a multiple of it; else null.
    pub multiple_of: Option<u32>,
    /// What was counted. Absent without keys to count.
    #[serde(flatten)]
    pub sample: Option<MovedSample>,
    /// What an empty key meets.
    pub empty_key: Policies,
    /// What a missing key meets.
    pub missing_key: Policies,
    /// Partition counts near the new one under which a smaller share of all keys moves, the
    /// smallest share first.
    pub counts_that_move_less: Vec<CountShare>,
    /// What to mind before the change, in sentences.
    pub checklist: Vec<String>,
}

/// A partitioner over a number of partitions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovedSide {
    /// The partition count.
    pub partitions: u32,
    /// The partitioner.
    pub partitioner: &'static str,
    /// The client that its name was taken for; null where a rule was named.
    pub taken_for: Option<String>,
}

/// What was counted in an input; all of it is absent without keys to count.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovedSample {
    /// The distinct keys that were counted, an empty one included. Absent without keys to count, as
    /// are the numbers below.
    pub keys: usize,
    /// The keys that move.
    pub moved_keys: usize,
    /// All records that were counted.
    pub records: u64,
    /// The records of the keys that move.
    pub moved_records: u64,
    /// The records without a key.
    pub missing_key_records: u64,
    /// The records that lie elsewhere than their key goes before the change.
    pub elsewhere_records: u64,
}

/// What a kind of key meets before and after the change.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Policies {
    /// Before the change.
    pub from: PolicyMet,
    /// After the change.
    pub to: PolicyMet,
}

/// What a partitioner does with a kind of key.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PolicyMet {
    /// The policy, such as hashed or unkeyed:sticky.
    pub policy: String,
    /// What comes of it: partition, unkeyed or refused.
    pub placement: &'static str,
    /// The partition; null where there is none.
    pub partition: Option<u32>,
}

/// A partition count, and the share of all keys that moves to reach it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountShare {
    /// The partition count.
    pub partitions: u32,
    /// The share of all possible keys that moves, from 0 to 1.
    pub expected_share: f64,
}

/// How much goes from one partition to another, or stays.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flow {
    /// The partition before.
    pub from: u32,
    /// The partition after.
    pub to: u32,
    /// The distinct keys.
    pub keys: u64,
    /// The records of those keys.
    pub records: u64,
}

/// A key that moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MovedKey {
    /// The key, perhaps empty.
    #[serde(flatten)]
    pub key: ShownKey,
    /// The partition before; null where there is none.
    pub from: Option<u32>,
    /// The partition after; null where there is none.
    pub to: Option<u32>,
    /// The key's records.
    pub records: u64,
}

impl Moved {
    /// Makes the document of a change between the partitioners that two names were taken for.
    /// `is_counted` is whether keys were given to be counted, be there any or none.
    pub fn new(resolved: [&Resolved; 2], moves: &Moves, is_counted: bool, shown: &Shown) -> Self {
        let moved = moves.moved_keys();
        let flow = |&crate::Flow { from, to, keys, records }: &crate::Flow| Flow {
            from,
            to,
            keys,
            records,
        };
        Self {
            schema: SCHEMA,
            totals: MovedTotals::new(
                resolved,
                moves,
                is_counted.then(|| MovedSample::new(moves, moved.len())),
            ),
            flows: is_counted.then(|| moves.flows().iter().map(flow).collect()),
            moved: is_counted.then(|| moved.iter().map(|it| MovedKey::new(it, shown)).collect()),
        }
    }
}

impl MovedTotals {
    fn new(resolved: [&Resolved; 2], moves: &Moves, sample: Option<MovedSample>) -> Self {
        let count = |(count, expected_share): (PartitionCount, f64)| CountShare {
            partitions: count.get(),
            expected_share,
        };
        let (empty, missing) = (moves.empty_key(), moves.missing_key());
        let [from, to] = [moves.from(), moves.to()].map(|side| side.partitioner);
        let [from_name, to_name] = resolved;
        Self {
            from: MovedSide::new(from_name, moves.from()),
            to: MovedSide::new(to_name, moves.to()),
            sentence: moves.sentence(),
            expected_share: moves.expected_share(),
            multiple_of: moves.is_multiple().then_some(moves.from().count.get()),
            sample,
            empty_key: Policies {
                from: PolicyMet::new(from.empty_key().to_string(), empty.0),
                to: PolicyMet::new(to.empty_key().to_string(), empty.1),
            },
            missing_key: Policies {
                from: PolicyMet::new(from.missing_key().to_string(), missing.0),
                to: PolicyMet::new(to.missing_key().to_string(), missing.1),
            },
            counts_that_move_less: moves.counts_that_move_less().into_iter().map(count).collect(),
            checklist: moves.checklist(),
        }
    }
}

impl MovedSide {
    fn new(resolved: &Resolved, side: Side) -> Self {
        Self {
            partitions: side.count.get(),
            partitioner: side.partitioner.name(),
            taken_for: resolved.client.map(ToString::to_string),
        }
    }
}

impl MovedSample {
    fn new(moves: &Moves, moved_keys: usize) -> Self {
        Self {
            keys: moves.keys(),
            moved_keys,
            records: moves.records(),
            moved_records: moves.moved_records(),
            missing_key_records: moves.missing_key_records(),
            elsewhere_records: moves.elsewhere_records(),
        }
    }
}

impl PolicyMet {
    fn new(policy: String, placement: Placement) -> Self {
        let word = match placement {
            Placement::Partition(_) => "partition",
            Placement::Unkeyed => "unkeyed",
            Placement::Refused => "refused",
        };
        Self { policy, placement: word, partition: partition(placement) }
    }
}

impl MovedKey {
    fn new(moved: &crate::MovedKey<'_>, shown: &Shown) -> Self {
        Self {
            key: ShownKey::new(Some(moved.key), shown),
            from: partition(moved.from),
            to: partition(moved.to),
            records: moved.records,
        }
    }
}

fn partition(placement: Placement) -> Option<u32> {
    match placement {
        Placement::Partition(partition) => Some(partition),
        Placement::Unkeyed | Placement::Refused => None,
    }
}
