use copartition::Resolved;
use serde::Serialize;

use super::{SCHEMA, ShownKey};
use crate::{Shown, SpreadReport, TimeSeen};

/// How records spread over partitions, and why: the document of `spread`.
///
/// All counts of records are weighted: a row of weight 5 is five records.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpreadOut {
    /// The version of this shape.
    pub schema: u32,
    /// The numbers of all partitions.
    #[serde(flatten)]
    pub totals: SpreadTotals,
    /// Every partition, from 0.
    pub per_partition: Vec<PartitionLoad>,
    /// The keys with the most records, most first.
    pub hot_keys: Vec<HotKey>,
}

/// The numbers of all partitions, and what explains them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpreadTotals {
    /// The topic's partition count.
    pub partitions: usize,
    /// The partitioner that placed the records of which the input does not say where they lie.
    pub partitioner: &'static str,
    /// The client that its name was taken for; null where a rule was named.
    pub taken_for: Option<String>,
    /// Input rows, unweighted.
    pub rows: u64,
    /// All records: placed_records + unkeyed_records.
    pub records: u64,
    /// Records counted in a partition.
    pub placed_records: u64,
    /// Records that the client or its caller places at send time, counted in no partition.
    pub unkeyed_records: u64,
    /// Records whose partition the input says, of placed_records.
    pub explicit_records: u64,
    /// Unkeyed records that the assigner placed, of placed_records.
    pub assigned_records: u64,
    /// Records without a key, wherever they went.
    pub missing_key_records: u64,
    /// Records with an empty key, wherever they went.
    pub empty_key_records: u64,
    /// Distinct keys, an empty one included; an estimate unless keys_exact.
    pub keys: u64,
    /// The fewest records of a partition.
    pub min: u64,
    /// The most records of a partition.
    pub max: u64,
    /// placed_records divided by the partition count.
    pub mean: f64,
    /// max / mean: 1 is even. Null when no record was placed.
    pub skew: Option<f64>,
    /// What was done with unkeyed records: apart, round-robin, sticky:RECORDS_PER_BATCH or
    /// builtin:BYTES.
    pub assigner: String,
    /// The seed of what the assigner drew.
    pub seed: u64,
    /// Whether every distinct key was counted: there were no more than memory was meant for.
    pub keys_exact: bool,
    /// What luck has to do with it; null where it has no say: with one partition, or when no key
    /// decides.
    pub hash_luck: Option<HashLuck>,
    /// What the keys' weights have to do with it; null without a key.
    pub key_weight: Option<KeyWeight>,
    /// Why the fullest partition is so full; null when no record with a key was placed.
    pub fullest: Option<FullestPartition>,
    /// Records in the partitions that no key placed; null when there are none.
    pub keyless: Option<KeylessLoad>,
    /// A pattern in which partitions have records; null where there is none.
    pub pattern: Option<LoadPattern>,
    /// The share of the offsets that no record has, from 0 to 1, where nearly every key is there
    /// once: what a compacted topic has kept is not what was sent. Else null.
    pub survivors: Option<f64>,
    /// The first timestamp of the placed records, in milliseconds since 1970; null unless the input
    /// says every one, and they are not all the same.
    pub first_timestamp: Option<i64>,
    /// The last one; null where the first one is.
    pub last_timestamp: Option<i64>,
    /// What is to be said of the keys, each aspect once.
    pub key_health: Vec<KeyHealth>,
}

/// How far luck alone explains that some partitions have more keys than others.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HashLuck {
    /// What the test says: even, uneven, too_even, too_few_keys or not_by_key.
    pub verdict: &'static str,
    /// The keys that were tested: those that lie on one partition. Of many keys a sample.
    pub keys: u64,
    /// Pearson's chi-square; null where no test was made.
    pub chi_square: Option<f64>,
    /// The partitions but one.
    pub degrees_of_freedom: u32,
    /// The chance that a hash spreads so many keys as unevenly, or more so, from 0 to 1; null where
    /// no test was made.
    pub p: Option<f64>,
    /// The fewest keys of a partition that luck makes, 19 times in 20.
    pub fewest: f64,
    /// The most keys of a partition that luck makes, 19 times in 20.
    pub most: f64,
    /// The partitions that have a key.
    pub used: u32,
    /// How many partitions have a key on average, when a hash spreads so many.
    pub expected_used: f64,
}

/// How unequal the keys are, whatever partitions they are spread over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyWeight {
    /// So many keys of equal weight would spread as unevenly.
    pub effective_keys: f64,
    /// The heaviest key's part of all records, from 0 to 1.
    pub heaviest_share: f64,
    /// The keys that have more records each than an even partition: what no partition count can
    /// fix.
    pub keys_above_even: u64,
    /// With more partitions than these the heaviest key is more than an even partition holds.
    pub most_even_partitions: u64,
}

/// The fullest partition, and the two factors of its keyed records.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FullestPartition {
    /// The partition.
    pub partition: u32,
    /// Its keyed records divided by their mean: by_keys times by_weight.
    pub times_mean: f64,
    /// Its keys divided by their mean: luck.
    pub by_keys: f64,
    /// Its records a key divided by those of all partitions: hot keys.
    pub by_weight: f64,
}

/// The records in the partitions that no key placed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeylessLoad {
    /// How many.
    pub records: u64,
    /// Their part of the placed records, from 0 to 1.
    pub share: f64,
    /// The fewest of a partition.
    pub min: u64,
    /// The most of a partition.
    pub max: u64,
}

/// A pattern in which partitions have records.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoadPattern {
    /// one_partition or every_nth.
    pub name: &'static str,
    /// The first partition with records.
    pub first: u32,
    /// From one partition with records to the next; null where there is but one.
    pub step: Option<u32>,
}

/// What is to be said of one aspect of the keys; no sentence holds a key.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyHealth {
    /// The aspect: cardinality, evenness, stability, missing, empty, null_like or encoding.
    pub aspect: &'static str,
    /// How it is: fine, poor or cannot_tell.
    pub state: &'static str,
    /// What was found, in words.
    pub verdict: String,
    /// What to do about it, in words; null where there is nothing to do.
    pub advice: Option<String>,
}

/// What one partition holds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartitionLoad {
    /// The partition.
    pub partition: u32,
    /// Its records.
    pub records: u64,
    /// Its part of the placed records, from 0 to 1.
    pub share: f64,
    /// The distinct keys that lie here; an estimate unless keys_exact.
    pub keys: u64,
    /// The bytes of its keys and values; null unless the input says every value's.
    pub bytes: Option<u64>,
    /// Its records that no key placed: they have none, or the partitioner did not use it.
    pub keyless: u64,
    /// Its records, divided by the seconds from the first timestamp of all partitions to the last
    /// one; null where these are null. The log need not hold all records of that time.
    pub records_per_second: Option<f64>,
    /// Its bytes, divided so; null where one of both is.
    pub bytes_per_second: Option<f64>,
}

/// One of the keys with the most records.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HotKey {
    /// The key, perhaps empty.
    #[serde(flatten)]
    pub key: ShownKey,
    /// Its records: so many at least.
    pub records: u64,
    /// Its part of all records, from 0 to 1.
    pub share: f64,
    /// The partitions where its records lie, ascending: more than one only where the input says
    /// partitions, none where the partitioner leaves the key unkeyed.
    pub lies_on: Vec<u32>,
    /// Its records: so many at most; more than records only where keys are not exact.
    pub records_at_most: u64,
}

impl SpreadOut {
    /// Makes the document of a report about the partitioner that a name was taken for.
    pub fn new(resolved: &Resolved, report: &SpreadReport, shown: &Shown) -> Self {
        let load = |load| PartitionLoad::new(load, report.time_seen);
        let loads = report.partitions.iter().map(load).collect();
        Self {
            schema: SCHEMA,
            totals: SpreadTotals::new(resolved, report),
            per_partition: loads,
            hot_keys: report.hot_keys.iter().map(|hot| HotKey::new(hot, shown)).collect(),
        }
    }
}

impl SpreadTotals {
    fn new(resolved: &Resolved, report: &SpreadReport) -> Self {
        Self {
            partitions: report.partitions.len(),
            partitioner: resolved.partitioner.name(),
            taken_for: resolved.client.map(ToString::to_string),
            rows: report.rows,
            records: report.records,
            placed_records: report.placed_records,
            unkeyed_records: report.unkeyed_records,
            explicit_records: report.explicit_records,
            assigned_records: report.assigned_records,
            missing_key_records: report.missing_key_records,
            empty_key_records: report.empty_key_records,
            keys: report.keys,
            min: report.min,
            max: report.max,
            mean: report.mean,
            skew: report.skew,
            assigner: report.unkeyed.to_string(),
            seed: report.seed,
            keys_exact: report.is_exact,
            hash_luck: report.luck.as_ref().map(HashLuck::new),
            key_weight: report.weight.as_ref().map(KeyWeight::new),
            fullest: report.fullest.as_ref().map(FullestPartition::new),
            keyless: report.keyless.as_ref().map(KeylessLoad::new),
            pattern: report.pattern.map(LoadPattern::new),
            survivors: report.survivors,
            first_timestamp: report.time_seen.map(|seen| seen.first),
            last_timestamp: report.time_seen.map(|seen| seen.last),
            key_health: report.key_health.iter().map(KeyHealth::new).collect(),
        }
    }
}

impl HashLuck {
    fn new(luck: &crate::HashLuck) -> Self {
        Self {
            verdict: luck.verdict.name(),
            keys: luck.keys,
            chi_square: luck.chi_square,
            degrees_of_freedom: luck.degrees_of_freedom,
            p: luck.p,
            fewest: luck.fewest,
            most: luck.most,
            used: luck.used,
            expected_used: luck.expected_used,
        }
    }
}

impl KeyWeight {
    fn new(weight: &crate::KeyWeight) -> Self {
        Self {
            effective_keys: weight.effective_keys,
            heaviest_share: weight.heaviest_share,
            keys_above_even: weight.keys_above_even,
            most_even_partitions: weight.most_even_partitions,
        }
    }
}

impl FullestPartition {
    fn new(fullest: &crate::Fullest) -> Self {
        Self {
            partition: fullest.partition,
            times_mean: fullest.times_mean,
            by_keys: fullest.by_keys,
            by_weight: fullest.by_weight,
        }
    }
}

impl KeylessLoad {
    fn new(keyless: &crate::KeylessLoad) -> Self {
        let &crate::KeylessLoad { records, share, min, max } = keyless;
        Self { records, share, min, max }
    }
}

impl LoadPattern {
    fn new(pattern: crate::LoadPattern) -> Self {
        match pattern {
            crate::LoadPattern::OnePartition { partition } => {
                Self { name: "one_partition", first: partition, step: None }
            }
            crate::LoadPattern::EveryNth { step, first } => {
                Self { name: "every_nth", first, step: Some(step) }
            }
        }
    }
}

impl KeyHealth {
    fn new(finding: &crate::KeyFinding) -> Self {
        Self {
            aspect: finding.aspect.name(),
            state: finding.state.name(),
            verdict: finding.verdict.clone(),
            advice: finding.advice.clone(),
        }
    }
}

impl PartitionLoad {
    fn new(load: &crate::PartitionLoad, seen: Option<TimeSeen>) -> Self {
        let &crate::PartitionLoad { partition, records, share, keys, bytes, keyless } = load;
        let per_second = |amount: Option<u64>| Some(seen?.per_second(amount?));
        Self {
            partition,
            records,
            share,
            keys,
            bytes,
            keyless,
            records_per_second: per_second(Some(records)),
            bytes_per_second: per_second(bytes),
        }
    }
}

impl HotKey {
    fn new(hot: &crate::HotKey, shown: &Shown) -> Self {
        Self {
            key: ShownKey::new(Some(&hot.key), shown),
            records: hot.records,
            share: hot.share,
            lies_on: hot.lies_on.clone(),
            records_at_most: hot.records_at_most,
        }
    }
}
