//! How records spread over partitions, and why.

mod counts;
mod heavy_keys;
mod kept_keys;
mod key_counts;
mod luck;
mod pattern;
mod reasons;
mod report;
mod survivors;
mod time_seen;

pub use counts::SpreadCounts;
pub use luck::{HashLuck, LuckVerdict};
pub use pattern::LoadPattern;
pub use reasons::Reason;
pub use report::{Fullest, HotKey, KeyWeight, KeylessLoad, PartitionLoad, SpreadReport};
pub use time_seen::TimeSeen;

use copartition::{PartitionCount, Partitioner, Placement};

use crate::Error;
use crate::key_notes::NULL_LIKE;
use crate::observed::digest;
use crate::placed::Placed;
use crate::samples::{Batch, Record, Source};
use crate::unkeyed::Unkeyed;

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
/// use copartition::{PartitionCount, Partitioner, Placement};
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
    counts: SpreadCounts,
    /// What else each partition holds.
    loads: Vec<Load>,
    keys: KeptKeys,
    offsets: Offsets,
    times: Times,
    keyed_rows: u64,
    /// Rows in a partition whose value's size the input does not say.
    unsized_rows: u64,
}

#[derive(Clone, Copy, Default)]
struct Load {
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
        Ok(Self {
            counts: SpreadCounts::new(partitioner, count, unkeyed, seed)?,
            loads: vec![Load::default(); count.get() as usize],
            keys: KeptKeys::new(Self::MOST_KEYS, Self::MOST_KEY_BYTES / 8),
            offsets: Offsets::default(),
            times: Times::default(),
            keyed_rows: 0,
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
        let (mut batch, mut placed) = (Batch::new(), Placed::default());
        let (mut digests, mut hints) = (Vec::new(), Vec::new());
        while source.read(&mut batch)? {
            match batch.is_keys_alone() {
                true => self.counts.place(&batch, &mut placed),
                false => placed.forget(),
            }
            digests.clear();
            digests.extend((0..batch.len()).map(|row| batch.key(row).map_or(0, digest)));
            let mut records = batch.records().enumerate();
            for digests in digests.chunks(LOOKED_UP) {
                self.keys.look_up(digests, &mut hints);
                let digests = digests.iter().zip(&hints);
                for ((&digest, &hint), (row, record)) in digests.zip(&mut records) {
                    self.count(&record, placed.get(row), digest, hint)
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
    fn count(
        &mut self,
        record: &Record<'_>,
        placed: Option<Placement>,
        digest: u64,
        hint: Hint,
    ) -> Result<(), String> {
        let (loads, bytes) = (&mut self.loads, bytes_of(record));
        let counted = self.counts.count(record, placed, |partition, records, is_assigned| {
            if let Some(load) = loads.get_mut(partition as usize) {
                load.bytes = load.bytes.saturating_add(records.saturating_mul(bytes));
                load.keyless += if is_assigned || record.key.is_none() { records } else { 0 };
            }
        })?;
        if let Some(key) = record.key {
            self.keys.add(key, digest, hint, record.weight, counted.partition);
            self.keyed_rows += 1;
        }
        if let Some(partition) = record.partition {
            self.offsets.add(partition, &record.log);
        }
        if counted.is_placed {
            self.unsized_rows += u64::from(record.log.value_bytes.is_none());
            self.times.add(&record.log);
        }
        Ok(())
    }
}

/// What a record's key and value take.
fn bytes_of(record: &Record<'_>) -> u64 {
    let key = record.key.map_or(0, <[u8]>::len) as u64;
    key.saturating_add(record.log.value_bytes.unwrap_or(0))
}
