use super::luck::HashLuck;
use super::pattern::LoadPattern;
use super::{Load, Spread, TimeSeen};
use crate::Unkeyed;
use crate::key_health::{self, Facts, KeyFinding};

/// How records spread. All counts are weighted: a row of weight 5 is five records.
#[derive(Clone, Debug)]
pub struct SpreadReport {
    /// Every partition, from 0.
    pub partitions: Vec<PartitionLoad>,
    /// The keys with the most records, most first.
    pub hot_keys: Vec<HotKey>,
    /// Input rows, unweighted.
    pub rows: u64,
    /// All records: `placed_records + unkeyed_records`.
    pub records: u64,
    /// Records counted in a partition.
    pub placed_records: u64,
    /// Records that the client or its caller places at send time, counted in no partition.
    pub unkeyed_records: u64,
    /// Records whose partition the input says, of `placed_records`.
    pub explicit_records: u64,
    /// Unkeyed records that [`Unkeyed`](crate::Unkeyed) placed, of `placed_records`.
    pub assigned_records: u64,
    /// What was done with unkeyed records.
    pub unkeyed: Unkeyed,
    /// The seed of what was drawn for them.
    pub seed: u64,
    /// Records without a key, wherever they went.
    pub missing_key_records: u64,
    /// Records with an empty key, wherever they went.
    pub empty_key_records: u64,
    /// Distinct keys, an empty one included; an estimate unless `is_exact`.
    pub keys: u64,
    /// Whether every distinct key was counted: there were no more than memory was meant for.
    pub is_exact: bool,
    /// The fewest records of a partition.
    pub min: u64,
    /// The most records of a partition.
    pub max: u64,
    /// `placed_records` divided by the partition count.
    pub mean: f64,
    /// `max / mean`: 1 is even. `None` when no record was placed.
    pub skew: Option<f64>,
    /// What luck has to do with it; `None` where it has no say: with one partition, or when no key
    /// decides.
    pub luck: Option<HashLuck>,
    /// What the keys' weights have to do with it; `None` without a key.
    pub weight: Option<KeyWeight>,
    /// Why the fullest partition is so full; `None` when no record with a key was placed.
    pub fullest: Option<Fullest>,
    /// Records in the partitions that no key placed; `None` when there are none.
    pub keyless: Option<KeylessLoad>,
    /// A pattern in which partitions have records.
    pub pattern: Option<LoadPattern>,
    /// The share of the offsets that no record has, where nearly every key is there once: what a
    /// compacted topic has kept is not what was sent.
    pub survivors: Option<f64>,
    /// Over which time the records in the partitions were seen, which makes rates of their numbers
    /// and bytes; `None` unless the input says every timestamp, and they are not all the same.
    pub time_seen: Option<TimeSeen>,
    /// What is to be said of the keys, each aspect once.
    pub key_health: Vec<KeyFinding>,
}

/// What one partition holds.
#[derive(Clone, Debug)]
pub struct PartitionLoad {
    /// The partition.
    pub partition: u32,
    /// Its records.
    pub records: u64,
    /// Its part of the placed records, from 0 to 1.
    pub share: f64,
    /// The distinct keys that lie here. Records that [`Unkeyed`](crate::Unkeyed) placed bring none.
    /// An estimate unless [`SpreadReport::is_exact`].
    pub keys: u64,
    /// The bytes of its keys and values; `None` unless the input says every value's.
    pub bytes: Option<u64>,
    /// Its records that no key placed: they have none, or the partitioner did not use it.
    pub keyless: u64,
}

/// One of the keys with the most records.
#[derive(Clone, Debug)]
pub struct HotKey {
    /// The key's bytes.
    pub key: Vec<u8>,
    /// Its records: so many at least.
    pub records: u64,
    /// So many at most; more than `records` only where the report is not exact.
    pub records_at_most: u64,
    /// Its part of all records, from 0 to 1.
    pub share: f64,
    /// Where its records lie, ascending: more than one only where the input says partitions, none
    /// where the partitioner leaves the key unkeyed.
    pub lies_on: Vec<u32>,
}

/// How unequal the keys are, whatever partitions they are spread over.
#[derive(Clone, Debug)]
pub struct KeyWeight {
    /// So many keys of equal weight would spread as unevenly: the square of the keyed records,
    /// divided by the sum of the squares of each key's.
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
#[derive(Clone, Debug)]
pub struct Fullest {
    /// The partition.
    pub partition: u32,
    /// Its keyed records divided by their mean: `by_keys` times `by_weight`.
    pub times_mean: f64,
    /// Its keys divided by their mean: luck.
    pub by_keys: f64,
    /// Its records a key divided by those of all partitions: hot keys.
    pub by_weight: f64,
}

/// The records in the partitions that no key placed.
#[derive(Clone, Debug)]
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

/// Compaction leaves the newest records alone: so few keys may be there more than once.
const SURVIVE_ONCE: f64 = 0.95;
/// Transactions leave gaps too.
const LEAST_GONE: f64 = 0.05;
/// Fewer records say nothing of a topic.
const LEAST_SURVIVORS: u64 = 20;

impl Spread {
    /// Reports the counts, with the `top` keys that have the most records.
    pub fn report(&self, top: usize) -> SpreadReport {
        let counts = &self.counts;
        let n = counts.partition_count().get();
        let keys = self.keys_of_partitions();
        let has_bytes = counts.placed_records() > 0 && self.unsized_rows == 0;
        let loads = self.loads().zip(&keys).zip(0..);
        let partitions = loads.map(|(((records, load), &keys), partition)| PartitionLoad {
            partition,
            records,
            share: share(records, counts.placed_records()),
            keys: keys.round() as u64,
            bytes: has_bytes.then_some(load.bytes),
            keyless: load.keyless,
        });
        let luck = HashLuck::of(self.keys.sample(), n, self.keys.scale());
        let weight = self.weight();
        let once = self.once();
        let survivors = self.survivors(once);
        let key_health = key_health::findings(&Facts {
            n,
            placement_of_empty: counts.partitioner().place(Some(b""), counts.partition_count()),
            records: counts.records(),
            missing: counts.missing_key_records(),
            empty: counts.empty_key_records(),
            null_like: self.null_like_keys().iter().map(|(_, records)| records).sum(),
            distinct: self.keys.distinct(),
            once,
            is_survivors: survivors.is_some(),
            weight: weight.as_ref(),
            forms: self.forms(),
        });
        SpreadReport {
            partitions: partitions.collect(),
            hot_keys: self.keys.hottest(top, counts.records()),
            rows: counts.rows(),
            records: counts.records(),
            placed_records: counts.placed_records(),
            unkeyed_records: counts.unkeyed_records(),
            explicit_records: counts.explicit_records(),
            assigned_records: counts.assigned_records(),
            unkeyed: counts.unkeyed(),
            seed: counts.seed(),
            missing_key_records: counts.missing_key_records(),
            empty_key_records: counts.empty_key_records(),
            keys: self.keys.distinct().round() as u64,
            is_exact: self.keys.is_exact(),
            min: counts.min(),
            max: counts.max(),
            mean: counts.mean(),
            skew: counts.skew(),
            luck,
            weight,
            fullest: self.fullest(&keys),
            keyless: self.keyless(),
            pattern: self.pattern(),
            survivors,
            time_seen: self.times.seen(),
            key_health,
        }
    }

    /// The records of each partition, and what else it holds.
    fn loads(&self) -> impl DoubleEndedIterator<Item = (u64, &Load)> + ExactSizeIterator {
        self.counts.partition_records().iter().copied().zip(&self.loads)
    }

    /// The distinct keys of each partition, as far as they are known.
    fn keys_of_partitions(&self) -> Vec<f64> {
        let mut keys = vec![0.0; self.loads.len()];
        let scale = self.keys.scale();
        for key in self.keys.sample().iter() {
            for &partition in key.partitions() {
                if let Some(keys) = keys.get_mut(partition as usize) {
                    *keys += scale;
                }
            }
        }
        keys
    }

    fn keyed_records(&self) -> u64 {
        self.counts.records() - self.counts.missing_key_records()
    }

    fn weight(&self) -> Option<KeyWeight> {
        let heaviest = self.keys.hottest(1, self.counts.records()).pop()?;
        let (records, keyed) = (self.counts.records(), self.keyed_records());
        (heaviest.records > 0).then(|| KeyWeight {
            effective_keys: (keyed as f64).powi(2) / self.keys.squares(),
            heaviest_share: heaviest.share,
            keys_above_even: self
                .keys
                .above(records / u64::from(self.counts.partition_count().get())),
            most_even_partitions: records / heaviest.records,
        })
    }

    fn fullest(&self, keys: &[f64]) -> Option<Fullest> {
        let keyed = |(records, load): (u64, &Load)| records - load.keyless;
        let all = self.loads().map(keyed).sum::<u64>() as f64;
        let all_keys: f64 = keys.iter().sum();
        let loads = self.loads().zip(keys).enumerate();
        // Of equal ones the first: the last maximum is taken.
        let (partition, (load, &keys)) = loads.rev().max_by_key(|(_, (load, _))| keyed(*load))?;
        let partition = partition as u32;
        let n = f64::from(self.counts.partition_count().get());
        let (times_mean, by_keys) = (keyed(load) as f64 / all * n, keys / all_keys * n);
        // Of a sample's keys none need lie here.
        let is_known = all > 0.0 && by_keys > 0.0;
        is_known.then(|| Fullest {
            partition,
            times_mean,
            by_keys,
            by_weight: times_mean / by_keys,
        })
    }

    fn keyless(&self) -> Option<KeylessLoad> {
        let keyless = || self.loads.iter().map(|load| load.keyless);
        let records = keyless().sum();
        (records > 0).then(|| KeylessLoad {
            records,
            share: share(records, self.counts.placed_records()),
            min: keyless().min().unwrap_or(0),
            max: keyless().max().unwrap_or(0),
        })
    }

    fn pattern(&self) -> Option<LoadPattern> {
        let placed = self.keys.distinct() as u64 + (self.counts.rows() - self.keyed_rows);
        LoadPattern::of(self.counts.partition_records().iter().copied(), placed)
    }

    /// The share of the keys that are there once; 0 without a key.
    fn once(&self) -> f64 {
        let once = self.keys.sample().iter().filter(|key| key.records == 1).count();
        share(once as u64, self.keys.sample().len() as u64)
    }

    fn survivors(&self, once: f64) -> Option<f64> {
        let gone = self.offsets.gone()?;
        let is_so = self.keyed_rows == self.counts.rows()
            && self.counts.rows() >= LEAST_SURVIVORS
            && once >= SURVIVE_ONCE
            && gone >= LEAST_GONE;
        is_so.then_some(gone)
    }

    /// What the bytes of some of the keys look like.
    fn forms(&self) -> key_health::Forms {
        let step = self.keys.sample().len().div_ceil(key_health::Forms::MOST).max(1);
        let (mut forms, mut key) = (key_health::Forms::default(), Vec::new());
        for counted in self.keys.sample().iter().step_by(step) {
            counted.key_into(&mut key);
            forms.add(&key);
        }
        forms
    }
}

fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}
