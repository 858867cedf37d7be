use serde::Serialize;

use super::{SCHEMA, ShownKey};
use crate::{Observed, Seen, Shown, Split};

/// The keys that lie on more than one partition: the document of `split`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SplitKeys {
    /// The version of this shape.
    pub schema: u32,
    /// The numbers.
    #[serde(flatten)]
    pub totals: SplitTotals,
    /// The keys on more than one partition, in ascending order of their bytes.
    pub split: Vec<SplitKey>,
}

/// How many keys were looked at, and how many are split.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SplitTotals {
    /// The topic's partition count.
    pub partitions: u32,
    /// All records.
    pub records: u64,
    /// The records without a key.
    pub missing_key_records: u64,
    /// Whether there were more keys than were remembered, so that a sample by digest was looked at.
    pub sampled: bool,
    /// The distinct keys that were looked at, an empty one included.
    pub keys: usize,
    /// The keys on more than one partition.
    pub split_keys: usize,
    /// The split keys that were deleted on one partition and live on another.
    pub undead_keys: usize,
}

/// A key on more than one partition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SplitKey {
    /// The key, perhaps empty.
    #[serde(flatten)]
    pub key: ShownKey,
    /// Whether it was deleted on one partition and lives on another: a delete that never took
    /// effect.
    pub undead: bool,
    /// Its records on each partition, in the order of the partitions.
    pub lies_on: Vec<KeyPlace>,
}

/// What a split key has on one partition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyPlace {
    /// The partition.
    pub partition: u32,
    /// The key's records there.
    pub records: u64,
    /// The offset of the last of them; null where the input does not say it.
    pub last_offset: Option<i64>,
    /// The time of the last of them in milliseconds since 1970; null where the input does not say
    /// it.
    pub last_timestamp: Option<i64>,
    /// Whether the last of them has no value, and deletes the key; null where the input does not
    /// say it.
    pub last_is_tombstone: Option<bool>,
}

impl SplitKeys {
    /// Makes the document of what was seen and which of its keys are split.
    pub fn new(observed: &Observed, found: &Split<'_>, shown: &Shown) -> Self {
        let totals = SplitTotals {
            partitions: observed.count().get(),
            records: observed.records(),
            missing_key_records: observed.missing_key_records(),
            sampled: observed.is_sampled(),
            keys: found.keys,
            split_keys: found.split.len(),
            undead_keys: found.undead_keys(),
        };
        let split = found.split.iter().map(|key| SplitKey::new(key, shown)).collect();
        Self { schema: SCHEMA, totals, split }
    }
}

impl SplitKey {
    fn new(split: &crate::SplitKey<'_>, shown: &Shown) -> Self {
        Self {
            key: ShownKey::new(Some(split.key), shown),
            undead: split.undead,
            lies_on: split.lies_on.iter().map(KeyPlace::new).collect(),
        }
    }
}

impl KeyPlace {
    fn new(seen: &Seen) -> Self {
        Self {
            partition: seen.partition,
            records: seen.records,
            last_offset: seen.last.offset,
            last_timestamp: seen.last.timestamp,
            last_is_tombstone: seen.last.tombstone,
        }
    }
}
