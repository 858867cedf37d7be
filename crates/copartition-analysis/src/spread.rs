//! How records spread over partitions, and why.

mod heavy_keys;
mod kept_keys;
mod key_counts;
mod luck;
mod pattern;
mod reasons;
mod report;
mod survivors;
mod time_seen;

pub use luck::{HashLuck, LuckVerdict};
pub use pattern::LoadPattern;
pub use reasons::Reason;
pub use report::{Fullest, HotKey, KeyWeight, KeylessLoad, PartitionLoad, SpreadReport};
pub use time_seen::TimeSeen;

use copartition::{PartitionCount, Partitioner, Placement};

use crate::Error;
use crate::key_notes::NULL_LIKE;
use crate::observed::digest;
use crate::record_bounds::{counted, outside};
use crate::samples::{Batch, Record, Source};
use crate::unkeyed::{Assigner, Unkeyed};

use kept_keys::KeptKeys;
use key_counts::Hint;
use survivors::Offsets;
use time_seen::Times;

/// The most partitions that a spread counts: it keeps a few numbers for each.
pub const MAX_SPREAD_PARTITIONS: u32 = 1 << 20;

/// So many keys are looked up at once; what they touch stays in the nearest cache.
const LOOKED_UP: usize = 64;

/// Counts how records spread over a topic's partitions.
///
/// Memory is bounded: [`MOST_KEYS`](Self::MOST_KEYS) distinct keys are counted exactly, in at most
/// [`MOST_KEY_BYTES`](Self::MOST_KEY_BYTES). Of more, their number is an estimate (HyperLogLog, with
/// a standard error of 0.4 %), the hot keys have a guaranteed error (Space-Saving: at most 128 in
/// `MOST_KEYS` of all records), and what is said of the keys is said of a sample of them.
///
/// ```
/// use copartition::{PartitionCount, Partitioner};
/// use copartition_analysis::samples::{Fields, InputFormat, open};
/// use copartition_analysis::{Spread, Unkeyed};
///
/// let java = Partitioner::named("java")?;
/// let mut spread = Spread::new(java, PartitionCount::try_from(6)?, Unkeyed::Apart, 0)?;
/// let keys = Box::new(&b"user-1\nuser-2\nuser-3\nuser-1\n"[..]);
/// let mut lines = open(InputFormat::Lines, "keys.txt", keys, &Fields::default())?;
/// spread.add(lines.as_mut())?;
///
/// let report = spread.report(1);
/// assert_eq!(report.partitions[2].records, 3);
/// assert_eq!(report.partitions[2].keys, 2);
/// assert_eq!(report.hot_keys[0].key, b"user-1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Spread {
    partitioner: &'static Partitioner,
    count: PartitionCount,
    unkeyed: Unkeyed,
    seed: u64,
    assigner: Assigner,
    loads: Vec<Load>,
    keys: KeptKeys,
    offsets: Offsets,
    times: Times,
    rows: u64,
    keyed_rows: u64,
    records: u64,
    placed_records: u64,
    explicit_records: u64,
    assigned_records: u64,
    missing_key_records: u64,
    empty_key_records: u64,
    /// Rows in a partition whose value's size the input does not say.
    unsized_rows: u64,
}

#[derive(Clone, Copy, Default)]
struct Load {
    records: u64,
    bytes: u64,
    keyless: u64,
}

impl Spread {
    /// The most distinct keys that are counted exactly, unless told otherwise.
    pub const MOST_KEYS: usize = 500_000;

    /// The most memory that the exactly counted keys take, in bytes: long keys are fewer.
    pub const MOST_KEY_BYTES: usize = 256 << 20;

    /// Starts with no records. `seed` gives the draws of the assigners that draw: the same ones for
    /// the same seed.
    ///
    /// # Errors
    ///
    /// More partitions than [`MAX_SPREAD_PARTITIONS`].
    pub fn new(
        partitioner: &'static Partitioner,
        count: PartitionCount,
        unkeyed: Unkeyed,
        seed: u64,
    ) -> Result<Self, Error> {
        if count.get() > MAX_SPREAD_PARTITIONS {
            return Err(Error::asked(format_args!(
                "a spread must be over at most {MAX_SPREAD_PARTITIONS} partitions, got {}",
                count.get()
            )));
        }
        Ok(Self {
            partitioner,
            count,
            unkeyed,
            seed,
            assigner: Assigner::new(unkeyed, seed),
            loads: vec![Load::default(); count.get() as usize],
            keys: KeptKeys::new(Self::MOST_KEYS, Self::MOST_KEY_BYTES / 8),
            offsets: Offsets::default(),
            times: Times::default(),
            rows: 0,
            keyed_rows: 0,
            records: 0,
            placed_records: 0,
            explicit_records: 0,
            assigned_records: 0,
            missing_key_records: 0,
            empty_key_records: 0,
            unsized_rows: 0,
        })
    }

    /// Counts at most so many distinct keys exactly, in place of [`MOST_KEYS`](Self::MOST_KEYS).
    /// Keys that were counted before are forgotten.
    pub fn with_most_keys(mut self, most_keys: usize) -> Self {
        self.keys = KeptKeys::new(most_keys, Self::MOST_KEY_BYTES / 8);
        self
    }

    /// Counts every record of a source.
    ///
    /// A record whose partition the source knows is counted there, wherever its key would go.
    ///
    /// # Errors
    ///
    /// What the source finds malformed, a partition outside `0 .. n`, weights that add up to 2^64
    /// or more, and a record that the client refuses, with its line number.
    pub fn add(&mut self, source: &mut dyn Source) -> Result<(), Error> {
        let (mut batch, mut digests, mut hints) = (Batch::new(), Vec::new(), Vec::new());
        while source.read(&mut batch)? {
            digests.clear();
            digests.extend(batch.records().map(|record| record.key.map_or(0, digest)));
            let mut records = batch.records();
            for digests in digests.chunks(LOOKED_UP) {
                self.keys.look_up(digests, &mut hints);
                for ((&digest, &hint), record) in digests.iter().zip(&hints).zip(&mut records) {
                    self.count(&record, digest, hint)
                        .map_err(|why| Error::of(&source.place(record.line), why))?;
                }
            }
        }
        Ok(())
    }

    /// Returns the keys whose text other programs write for no key, with their records.
    pub fn null_like_keys(&self) -> Vec<(&'static str, u64)> {
        let texts = NULL_LIKE.into_iter().map(|text| (text, self.keys.records(text.as_bytes())));
        texts.filter(|(_, records)| *records > 0).collect()
    }

    #[inline]
    fn count(&mut self, record: &Record<'_>, digest: u64, hint: Hint) -> Result<(), String> {
        let weight = record.weight;
        self.rows += 1;
        self.records = counted(self.records, weight)?;
        let said = record.partition.map(Placement::Partition);
        let placement = said.unwrap_or_else(|| self.partitioner.place(record.key, self.count));
        if let Some(partition) = record.partition {
            if let Some(why) = outside(partition, self.count.get()) {
                return Err(why);
            }
            self.explicit_records += weight;
            self.offsets.add(partition, &record.log);
        }
        match record.key {
            None => self.missing_key_records += weight,
            Some(key) => {
                let partition = match placement {
                    Placement::Partition(partition) => Some(partition),
                    _ => None,
                };
                self.keys.add(key, digest, hint, weight, partition);
                self.keyed_rows += 1;
                self.empty_key_records += if key.is_empty() { weight } else { 0 };
            }
        }
        match placement {
            Placement::Partition(partition) => self.place(partition, record),
            Placement::Unkeyed => self.assign(record),
            Placement::Refused => {
                let refused = self.partitioner.partition(record.key, self.count);
                return refused.map(drop).map_err(|why| why.to_string());
            }
        }
        Ok(())
    }

    #[inline]
    fn place(&mut self, partition: u32, record: &Record<'_>) {
        if let Some(load) = self.loads.get_mut(partition as usize) {
            load.records += record.weight;
            load.bytes = load.bytes.saturating_add(record.weight.saturating_mul(bytes_of(record)));
            load.keyless += if record.key.is_none() { record.weight } else { 0 };
            self.placed_records += record.weight;
            self.unsized_rows += u64::from(record.log.value_bytes.is_none());
            self.times.add(&record.log);
        }
    }

    fn assign(&mut self, record: &Record<'_>) {
        let Self { assigner, count, loads, .. } = self;
        let is_placed = assigner.assign(*count, record.weight, record.key, |partition, records| {
            if let Some(load) = loads.get_mut(partition as usize) {
                let bytes = records.saturating_mul(bytes_of(record));
                load.records += records;
                load.bytes = load.bytes.saturating_add(bytes);
                load.keyless += records;
            }
        });
        if is_placed {
            self.placed_records += record.weight;
            self.assigned_records += record.weight;
            self.unsized_rows += u64::from(record.log.value_bytes.is_none());
            self.times.add(&record.log);
        }
    }
}

/// What a record's key and value take.
fn bytes_of(record: &Record<'_>) -> u64 {
    let key = record.key.map_or(0, <[u8]>::len) as u64;
    key.saturating_add(record.log.value_bytes.unwrap_or(0))
}
