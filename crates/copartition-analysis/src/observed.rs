use std::borrow::Borrow;

use copartition::PartitionCount;
use hashbrown::HashMap;
use twox_hash::XxHash3_64;

use crate::Error;
use crate::key_bytes::KeyBytes;
use crate::record_bounds::{counted, outside};
use crate::samples::{Batch, LogEntry, Record, Source};

/// What was seen of a topic: its distinct keys, the partitions that each lies on, and when.
///
/// Memory is bounded: of more keys than are kept, those with the smallest digest stay, each with
/// all its records, so that the samples of two topics hold the same keys.
pub struct Observed {
    count: PartitionCount,
    most_keys: usize,
    /// Only keys whose digest is below are kept.
    digest_below: u64,
    /// Whether a source gave only a part of its keys.
    is_sample: bool,
    keys: HashMap<KeyBytes, Vec<Seen>>,
    labels: Vec<String>,
    records: u64,
    missing_key_records: u64,
    partition_records: Vec<u64>,
    /// Records that lie on the partition behind the one of the record before, and the last one's.
    in_turn_records: u64,
    last_partition: Option<u32>,
}

/// The records of one key on one partition, with one label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The partition.
    pub partition: u32,
    /// What the records were told apart by, as an index of [`Observed::labels`].
    pub label: Option<u32>,
    /// How many records.
    pub records: u64,
    /// The first of them in the log, as far as the input says.
    pub first: LogEntry,
    /// The last of them in the log.
    pub last: LogEntry,
}

impl Observed {
    /// As many keys tell all rules apart, and the parts of a mixture: the most that `identify` needs.
    pub const MOST_IDENTIFIED_KEYS: usize = 20_000;

    /// The most keys that are looked at one by one, unless told otherwise.
    pub const MOST_KEYS: usize = 1_000_000;

    /// Starts with no records of a topic of `count` partitions, and keeps at most `most_keys` keys,
    /// of which there is always one.
    pub fn new(count: PartitionCount, most_keys: usize) -> Self {
        Self {
            count,
            most_keys: most_keys.max(1),
            digest_below: u64::MAX,
            is_sample: false,
            keys: HashMap::new(),
            labels: Vec::new(),
            records: 0,
            missing_key_records: 0,
            partition_records: Vec::new(),
            in_turn_records: 0,
            last_partition: None,
        }
    }

    /// Adds every record of a source. A record without a partition is an error, since it was seen
    /// nowhere.
    ///
    /// # Errors
    ///
    /// What the source finds malformed, a record without a partition, and one whose partition is
    /// outside `0 .. n`, with its line number.
    pub fn add(&mut self, source: &mut dyn Source) -> Result<(), Error> {
        let mut batch = Batch::new();
        self.is_sample |= source.is_sample_of_keys();
        // The labels of this source, as indexes of all labels.
        let mut labels: Vec<u32> = Vec::new();
        while source.read(&mut batch)? {
            for label in source.labels().iter().skip(labels.len()) {
                labels.push(label_index(&mut self.labels, label));
            }
            for record in batch.records() {
                let label = record.log.label.and_then(|label| labels.get(label as usize).copied());
                let record = Record { log: LogEntry { label, ..record.log }, ..record };
                self.add_record(&record)
                    .map_err(|why| Error::of(&source.place(record.line), why))?;
            }
        }
        Ok(())
    }

    fn add_record(&mut self, record: &Record<'_>) -> Result<(), String> {
        let partition =
            record.partition.ok_or("partition must be given for each record, got none")?;
        if let Some(why) = outside(partition, self.count.get()) {
            return Err(why);
        }
        counted(self.records, record.weight)?;
        self.add_key(record.key, partition, record.weight, record.log);
        Ok(())
    }

    /// Adds records of one key, or without one, on a partition that is below the count.
    pub fn add_key(&mut self, key: Option<&[u8]>, partition: u32, records: u64, log: LogEntry) {
        self.records = self.records.saturating_add(records);
        let at = partition as usize;
        if self.partition_records.len() <= at {
            self.partition_records.resize(at + 1, 0);
        }
        if let Some(on_partition) = self.partition_records.get_mut(at) {
            *on_partition = on_partition.saturating_add(records);
        }
        let in_turn = |last: u32| (last + 1) % self.count.get() == partition;
        self.in_turn_records += u64::from(self.last_partition.is_some_and(in_turn));
        self.last_partition = Some(partition);
        let Some(key) = key else {
            self.missing_key_records = self.missing_key_records.saturating_add(records);
            return;
        };
        if !self.holds(key) {
            return;
        }
        let seen = match self.keys.get_mut(key) {
            Some(seen) => seen,
            // Most keys lie on one partition, and room for four would be the most of what is kept.
            None => self.keys.entry(key.into()).or_insert_with(|| Vec::with_capacity(1)),
        };
        match seen.iter_mut().find(|seen| (seen.partition, seen.label) == (partition, log.label)) {
            Some(seen) => seen.add(records, log),
            None => {
                let seen_once =
                    Seen { partition, label: log.label, records, first: log, last: log };
                seen.push(seen_once);
            }
        }
        if self.keys.len() > self.most_keys {
            self.digest_below = match self.digest_below {
                u64::MAX => 1 << 63,
                below => below / 2,
            };
            let below = self.digest_below;
            self.keys.retain(|key, _| digest(key.borrow()) < below);
        }
    }

    /// Returns the topic's partition count.
    pub fn count(&self) -> PartitionCount {
        self.count
    }

    /// Returns the number of records, keyless ones and those of keys that were not kept included.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Returns the number of records without a key.
    pub fn missing_key_records(&self) -> u64 {
        self.missing_key_records
    }

    /// Returns the number of records with an empty key.
    pub fn empty_key_records(&self) -> u64 {
        self.seen(b"").iter().map(|seen| seen.records).sum()
    }

    /// Returns the number of records on each partition, up to the last that has one.
    pub fn partition_records(&self) -> &[u64] {
        &self.partition_records
    }

    /// Returns which share of the records follow the record before them to the next partition, from
    /// 0 to 1; it tells of a client only where the input is in the order of sending.
    pub fn in_turn_share(&self) -> f64 {
        self.in_turn_records as f64 / self.records.max(1) as f64
    }

    /// Returns what the records were told apart by.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns whether the keys are a sample: there were more than are kept, or a source gave only a
    /// part of them.
    pub fn is_sampled(&self) -> bool {
        self.is_sample || self.digest_below != u64::MAX
    }

    /// Returns whether a key would be kept that was seen.
    pub(crate) fn holds(&self, key: &[u8]) -> bool {
        self.digest_below == u64::MAX || digest(key) < self.digest_below
    }

    /// Returns the number of keys that were kept.
    pub fn key_count(&self) -> usize {
        self.keys.len()
    }

    /// Returns where a key lies; empty for one that was not seen, or not kept.
    pub fn seen(&self, key: &[u8]) -> &[Seen] {
        self.keys.get(key).map_or(&[], Vec::as_slice)
    }

    /// Returns the keys that were kept, in ascending order.
    pub fn keys(&self) -> Vec<(&[u8], &[Seen])> {
        let mut keys: Vec<(&[u8], &[Seen])> =
            self.keys.iter().map(|(key, seen)| (key.borrow(), seen.as_slice())).collect();
        keys.sort_unstable_by_key(|(key, _)| *key);
        keys
    }
}

impl Seen {
    /// Adds the records of the same key and partition with another label.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.add(other.records, other.first);
        self.add(0, other.last);
    }

    fn add(&mut self, records: u64, log: LogEntry) {
        self.records = self.records.saturating_add(records);
        // Without offsets the input's order is the log's.
        if log.offset < self.first.offset {
            self.first = log;
        }
        if log.offset >= self.last.offset {
            self.last = log;
        }
    }
}

fn label_index(labels: &mut Vec<String>, label: &str) -> u32 {
    let at = labels.iter().position(|known| known == label).unwrap_or_else(|| {
        labels.push(label.to_string());
        labels.len() - 1
    });
    at as u32
}

/// A digest that no partitioner uses, the same in every run.
pub(crate) fn digest(key: &[u8]) -> u64 {
    XxHash3_64::oneshot(key)
}
