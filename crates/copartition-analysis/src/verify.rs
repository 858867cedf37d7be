use std::collections::HashSet;

use copartition::{Partitioner, Placement};

use crate::placed::Placed;
use crate::record_bounds::{counted, outside};
use crate::samples::{Batch, Record, Source};
use crate::{Allowed, Era, Error, Identification, Observed, identify};

/// Checks whether the records of a topic lie where a partitioner puts them.
///
/// Memory does not grow with the input beyond one digest for each distinct key that was checked.
///
/// ```
/// use copartition::{PartitionCount, Partitioner};
/// use copartition_analysis::samples::{Fields, InputFormat, open};
/// use copartition_analysis::{Era, Verify};
///
/// let java = Partitioner::named("java")?;
/// let era = Era { count: PartitionCount::try_from(6)?, until: None };
/// let mut verify = Verify::new(java, vec![era], 10);
/// let fields = Fields {
///     key: Some("key".into()),
///     partition: Some("partition".into()),
///     ..Fields::default()
/// };
/// let csv = Box::new(&b"key,partition\nuser-1,2\nuser-3,0\n"[..]);
/// let mut source = open(InputFormat::Csv, "orders.csv", csv, &fields)?;
/// verify.add(source.as_mut())?;
///
/// assert_eq!((verify.right_records(), verify.wrong_records()), (1, 1));
/// assert_eq!(verify.mismatches()[0].key.as_deref(), Some(&b"user-3"[..]));
/// assert_eq!(verify.mismatches()[0].wanted, [5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Verify {
    partitioner: &'static Partitioner,
    history: Vec<Era>,
    most_mismatches: usize,
    since: Option<i64>,
    only: Option<HashSet<Vec<u8>>>,
    keys: hashbrown::HashSet<u64>,
    records: u64,
    right_records: u64,
    wrong_records: u64,
    unkeyed_records: u64,
    mismatches: Vec<Mismatch>,
    elsewhere: Option<Observed>,
}

/// A record that lies elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The input, and the line in it; of a topic the offset.
    pub source: String,
    /// The line, from 1, or the offset.
    pub line: u64,
    /// The record's offset, where the input says it.
    pub offset: Option<i64>,
    /// The record's timestamp in milliseconds since 1970, where the input says it.
    pub timestamp: Option<i64>,
    /// The key; `None` for a record without one that the partitioner places.
    pub key: Option<Vec<u8>>,
    /// Where the record lies.
    pub partition: u32,
    /// Where it should lie: one partition, or one for each count that it may have been sent under.
    /// Empty where the client refuses such a record.
    pub wanted: Vec<u32>,
}

impl Verify {
    /// Starts with no records. `history` is the topic's partition counts, the oldest first: a record
    /// must be right under the count of its time; where that is not known, under any of them. At
    /// most so many mismatches are kept, the first ones.
    pub fn new(
        partitioner: &'static Partitioner,
        history: Vec<Era>,
        most_mismatches: usize,
    ) -> Self {
        let elsewhere =
            history.last().map(|now| Observed::new(now.count, Observed::MOST_IDENTIFIED_KEYS));
        Self {
            partitioner,
            history,
            most_mismatches,
            since: None,
            only: None,
            keys: hashbrown::HashSet::new(),
            records: 0,
            right_records: 0,
            wrong_records: 0,
            unkeyed_records: 0,
            mismatches: Vec::new(),
            elsewhere,
        }
    }

    /// Leaves out the records that are older than a time, in milliseconds since 1970, and those
    /// whose time is not known.
    pub fn since(self, since: i64) -> Self {
        Self { since: Some(since), ..self }
    }

    /// Leaves out the records of all other keys.
    pub fn only(self, keys: HashSet<Vec<u8>>) -> Self {
        Self { only: Some(keys), ..self }
    }

    /// Checks every record of a source.
    ///
    /// # Errors
    ///
    /// What the source finds malformed, a record without a partition, and one whose partition is
    /// outside of every count, with its line number.
    pub fn add(&mut self, source: &mut dyn Source) -> Result<(), Error> {
        let (mut batch, mut placed) = (Batch::new(), Placed::default());
        while source.read(&mut batch)? {
            if let [now] = self.history.as_slice() {
                placed.place(&batch, self.partitioner, now.count);
            }
            for (row, record) in batch.records().enumerate() {
                self.check(source.name(), &record, placed.get(row))
                    .map_err(|why| Error::of(&source.place(record.line), why))?;
            }
        }
        Ok(())
    }

    /// Checks a record whose key goes to `placed` under the only count, where that is known.
    fn check(
        &mut self,
        source: &str,
        record: &Record<'_>,
        placed: Option<Placement>,
    ) -> Result<(), String> {
        let time = record.log.timestamp;
        if self.since.is_some_and(|since| time.is_none_or(|time| time < since)) {
            return Ok(());
        }
        let of_others = |only: &HashSet<Vec<u8>>| record.key.is_none_or(|key| !only.contains(key));
        if self.only.as_ref().is_some_and(of_others) {
            return Ok(());
        }
        let partition =
            record.partition.ok_or("partition must be given for each record, got none")?;
        let most = self.history.iter().map(|era| era.count.get()).max().unwrap_or(0);
        if let Some(why) = outside(partition, most) {
            return Err(why);
        }
        self.records = counted(self.records, record.weight)?;
        let mut wanted = Vec::new();
        for era in Era::at(&self.history, time) {
            match placed.unwrap_or_else(|| self.partitioner.place(record.key, era.count)) {
                Placement::Unkeyed => {
                    self.unkeyed_records += record.weight;
                    return Ok(());
                }
                Placement::Partition(partition) => wanted.push(partition),
                Placement::Refused => {}
            }
        }
        if let Some(key) = record.key {
            self.keys.insert(twox_hash::XxHash3_64::oneshot(key));
        }
        if wanted.contains(&partition) {
            self.right_records += record.weight;
            return Ok(());
        }
        self.wrong_records += record.weight;
        if let Some(elsewhere) = &mut self.elsewhere
            && partition < elsewhere.count().get()
        {
            elsewhere.add_key(record.key, partition, record.weight, record.log);
        }
        if self.mismatches.len() < self.most_mismatches {
            wanted.dedup();
            self.mismatches.push(Mismatch {
                source: source.to_string(),
                line: record.line,
                offset: record.log.offset,
                timestamp: time,
                key: record.key.map(<[u8]>::to_vec),
                partition,
                wanted,
            });
        }
        Ok(())
    }

    /// Returns whether no more records lie elsewhere than are allowed; `None` where fewer keys were
    /// checked than `min_keys`, and nothing proves the contrary. Without `min_keys` as many are
    /// wanted as [`only`](Self::only) was given, or one.
    ///
    /// ```
    /// use copartition::{PartitionCount, Partitioner};
    /// use copartition_analysis::{Allowed, Era, Verify};
    ///
    /// let era = Era { count: PartitionCount::try_from(6)?, until: None };
    /// let verify = Verify::new(Partitioner::named("java")?, vec![era], 10);
    /// assert_eq!(verify.passed(Allowed::Records(0), None), None);
    /// assert_eq!(
    ///     verify.cannot_tell(None).as_deref(),
    ///     Some("cannot tell: there are no such records")
    /// );
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn passed(&self, allowed: Allowed, min_keys: Option<usize>) -> Option<bool> {
        let is_allowed = allowed.allows(self.wrong_records, self.checked_records());
        (!is_allowed || self.has_enough(min_keys)).then_some(is_allowed)
    }

    /// Returns why [`passed`](Self::passed) may not tell; `None` where enough keys were checked.
    pub fn cannot_tell(&self, min_keys: Option<usize>) -> Option<String> {
        if self.has_enough(min_keys) {
            return None;
        }
        Some(match (self.records, self.least_keys(min_keys)) {
            (0, _) => "cannot tell: there are no such records".into(),
            (_, 0 | 1) => "cannot tell: no record is placed by its key".into(),
            (_, least) => {
                format!("cannot tell: {} keys were checked, and {least} are wanted", self.keys())
            }
        })
    }

    fn has_enough(&self, min_keys: Option<usize>) -> bool {
        self.keys() >= self.least_keys(min_keys) && self.checked_records() > 0
    }

    fn least_keys(&self, min_keys: Option<usize>) -> usize {
        min_keys.or(self.only.as_ref().map(HashSet::len)).unwrap_or(1)
    }

    /// Returns the answer in one sentence.
    pub fn sentence(&self) -> String {
        let name = self.partitioner.name();
        let (wrong, checked) = (self.wrong_records, self.checked_records());
        let of = format!("{checked} {}", if checked == 1 { "record" } else { "records" });
        let keys = self.keys();
        let keys = format!("{keys} {}", if keys == 1 { "key" } else { "keys" });
        match (wrong, checked) {
            (_, 0) => format!("no record is placed by {name}"),
            (0, 1) => format!("the only record lies where {name} puts it"),
            (0, _) => format!("all {of} of {keys} lie where {name} puts them"),
            (1, _) => format!("1 of {of} lies elsewhere than {name} puts it"),
            _ => format!("{wrong} of {of} lie elsewhere than {name} puts them"),
        }
    }

    /// Returns who placed the records that lie elsewhere; `None` where none does.
    pub fn placed_elsewhere(&self) -> Option<Identification> {
        self.elsewhere().filter(|elsewhere| elsewhere.records() > 0).map(identify)
    }

    /// Returns the topic's partition counts, the oldest first.
    pub fn history(&self) -> &[Era] {
        &self.history
    }

    /// Returns the number of records that have a place of their own.
    pub fn checked_records(&self) -> u64 {
        self.right_records + self.wrong_records
    }

    /// Returns the number of records that were looked at.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Returns the number of distinct keys that were checked.
    pub fn keys(&self) -> usize {
        self.keys.len()
    }

    /// Returns the number of records that lie where they should.
    pub fn right_records(&self) -> u64 {
        self.right_records
    }

    /// Returns the number of records that lie elsewhere.
    pub fn wrong_records(&self) -> u64 {
        self.wrong_records
    }

    /// Returns the number of records that no key places, and that may lie anywhere.
    pub fn unkeyed_records(&self) -> u64 {
        self.unkeyed_records
    }

    /// Returns the first mismatches.
    pub fn mismatches(&self) -> &[Mismatch] {
        &self.mismatches
    }

    /// Returns the records that lie elsewhere, which [`identify`](crate::identify()) may explain;
    /// `None` without a history.
    pub fn elsewhere(&self) -> Option<&Observed> {
        self.elsewhere.as_ref()
    }
}
