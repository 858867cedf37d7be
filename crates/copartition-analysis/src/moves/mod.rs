//! What moves when a partition count or a partitioner changes.

mod checklist;
mod share;
mod words;

use std::borrow::Borrow;

use copartition::{PartitionCount, Partitioner, Placement};
use hashbrown::HashMap;

use self::share::share_that_moves;
use crate::Error;
use crate::key_bytes::KeyBytes;
use crate::record_bounds::{counted, outside};
use crate::samples::{Batch, Record, Source};

/// A partitioner over a number of partitions.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// The partitioner.
    pub partitioner: &'static Partitioner,
    /// The partition count.
    pub count: PartitionCount,
}

/// What moves when a topic's partition count or its producers' partitioner changes.
///
/// Memory grows with the number of distinct keys.
///
/// ```
/// use copartition::{PartitionCount, Partitioner};
/// use copartition_analysis::samples::{Fields, InputFormat, open};
/// use copartition_analysis::{Moves, Side};
///
/// let java = Partitioner::named("java")?;
/// let side = |n| Ok::<_, copartition::Error>(Side {
///     partitioner: java,
///     count: PartitionCount::try_from(n)?,
/// });
/// let mut moves = Moves::new(side(6)?, side(12)?);
/// let keys = Box::new(&b"user-1\nuser-2\nuser-3\nuser-4\n"[..]);
/// moves.add(open(InputFormat::Lines, "keys.txt", keys, &Fields::default())?.as_mut())?;
///
/// // Twice the partitions: a key stays, or moves by 6.
/// assert!(moves.flows().iter().all(|flow| flow.to == flow.from || flow.to == flow.from + 6));
/// assert_eq!(moves.expected_share(), 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Moves {
    from: Side,
    to: Side,
    keys: HashMap<KeyBytes, KeyMove>,
    records: u64,
    missing_key_records: u64,
    elsewhere_records: u64,
}

#[derive(Clone, Copy)]
struct KeyMove {
    from: Placement,
    to: Placement,
    records: u64,
}

/// How much goes from one partition to another, or stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The partition before.
    pub from: u32,
    /// The partition after.
    pub to: u32,
    /// How many distinct keys.
    pub keys: u64,
    /// How many records those keys had.
    pub records: u64,
}

/// A key that moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedKey<'a> {
    /// The key, perhaps empty.
    pub key: &'a [u8],
    /// Where its records went before.
    pub from: Placement,
    /// Where they go after.
    pub to: Placement,
    /// How many records it had.
    pub records: u64,
}

/// How far from the new count others are looked at.
const NEAR: u32 = 1 << 15;

impl Moves {
    /// Starts with no keys.
    pub fn new(from: Side, to: Side) -> Self {
        Self {
            from,
            to,
            keys: HashMap::new(),
            records: 0,
            missing_key_records: 0,
            elsewhere_records: 0,
        }
    }

    /// Adds the keys of every record of a source. What moves is told by the key; where a record is
    /// said to lie is compared with where its key would go before the change.
    ///
    /// # Errors
    ///
    /// What the source finds malformed, and a partition that is outside `0 .. n` before the change,
    /// with its line number.
    pub fn add(&mut self, source: &mut dyn Source) -> Result<(), Error> {
        let mut batch = Batch::new();
        while source.read(&mut batch)? {
            for record in batch.records() {
                self.add_record(&record)
                    .map_err(|why| Error::of(&source.place(record.line), why))?;
            }
        }
        Ok(())
    }

    fn add_record(&mut self, record: &Record<'_>) -> Result<(), String> {
        let n = self.from.count.get();
        if let Some(why) = record.partition.and_then(|partition| outside(partition, n)) {
            return Err(why);
        }
        counted(self.records, record.weight)?;
        let before = self.add_key(record.key, record.weight);
        if let (Some(Placement::Partition(before)), Some(lies_on)) = (before, record.partition)
            && before != lies_on
        {
            self.elsewhere_records += record.weight;
        }
        Ok(())
    }

    /// Adds records of a key, or without one. Returns where such a key goes before the change.
    pub fn add_key(&mut self, key: Option<&[u8]>, records: u64) -> Option<Placement> {
        self.records = self.records.saturating_add(records);
        let Some(key) = key else {
            self.missing_key_records = self.missing_key_records.saturating_add(records);
            return None;
        };
        let (from, to) = (self.from, self.to);
        let moved = match self.keys.get_mut(key) {
            Some(moved) => moved,
            None => self.keys.entry(key.into()).or_insert_with(|| KeyMove {
                from: from.partitioner.place(Some(key), from.count),
                to: to.partitioner.place(Some(key), to.count),
                records: 0,
            }),
        };
        moved.records = moved.records.saturating_add(records);
        Some(moved.from)
    }

    /// Returns the partitioner and the count before the change.
    pub fn from(&self) -> Side {
        self.from
    }

    /// Returns those after it.
    pub fn to(&self) -> Side {
        self.to
    }

    /// Returns the number of records, those without a key included.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Returns the number of records without a key.
    pub fn missing_key_records(&self) -> u64 {
        self.missing_key_records
    }

    /// Returns the number of records that lie on another partition than the one that their key has
    /// before the change: written by another partitioner, or under another count.
    pub fn elsewhere_records(&self) -> u64 {
        self.elsewhere_records
    }

    /// Returns the number of records of the keys whose placement changes.
    pub fn moved_records(&self) -> u64 {
        let moved = self.keys.values().filter(|key| key.from != key.to);
        moved.fold(0, |records, key| records.saturating_add(key.records))
    }

    /// Returns the number of distinct keys.
    pub fn keys(&self) -> usize {
        self.keys.len()
    }

    /// Returns the keys whose placement changes, in ascending order.
    pub fn moved_keys(&self) -> Vec<MovedKey<'_>> {
        let mut moved: Vec<MovedKey<'_>> = self
            .keys
            .iter()
            .filter(|(_, key)| key.from != key.to)
            .map(|(key, &KeyMove { from, to, records })| MovedKey {
                key: key.borrow(),
                from,
                to,
                records,
            })
            .collect();
        moved.sort_unstable_by_key(|moved| moved.key);
        moved
    }

    /// Returns how much goes where, for keys that have a partition before and after, in the order of
    /// the partitions.
    pub fn flows(&self) -> Vec<Flow> {
        let mut flows: HashMap<(u32, u32), Flow> = HashMap::new();
        for key in self.keys.values() {
            if let (Placement::Partition(from), Placement::Partition(to)) = (key.from, key.to) {
                let flow =
                    flows.entry((from, to)).or_insert(Flow { from, to, keys: 0, records: 0 });
                flow.keys += 1;
                flow.records = flow.records.saturating_add(key.records);
            }
        }
        let mut flows: Vec<Flow> = flows.into_values().collect();
        flows.sort_unstable_by_key(|flow| (flow.from, flow.to));
        flows
    }

    /// Returns whether one rule places the keys before and after.
    pub fn is_one_rule(&self) -> bool {
        self.from.has_the_rule_of(self.to)
    }

    /// Returns what an empty key meets, before and after.
    pub fn empty_key(&self) -> (Placement, Placement) {
        self.of(Some(b""))
    }

    /// Returns what a record without a key meets, before and after.
    pub fn missing_key(&self) -> (Placement, Placement) {
        self.of(None)
    }

    fn of(&self, key: Option<&[u8]>) -> (Placement, Placement) {
        let place = |side: Side| side.partitioner.place(key, side.count);
        (place(self.from), place(self.to))
    }

    /// Returns the share of all possible keys whose placement changes, from 0 to 1, whatever the
    /// samples are; of keys of one byte or more, whose hashes are spread evenly.
    pub fn expected_share(&self) -> f64 {
        share_that_moves(self.from, self.to)
    }

    /// Returns whether the new count is a multiple of the old one under one rule: then each key
    /// stays, or moves by a multiple of the old count.
    pub fn is_multiple(&self) -> bool {
        let (n, m) = (self.from.count.get(), self.to.count.get());
        m > n && m.is_multiple_of(n) && self.is_one_rule()
    }

    /// Returns partition counts near the new one, not below the old one, under which a smaller share
    /// of all keys moves, the smallest share first: (count, share).
    pub fn counts_that_move_less(&self) -> Vec<(PartitionCount, f64)> {
        let (n, m) = (self.from.count.get(), self.to.count.get());
        let share = self.expected_share();
        if m <= n || !self.is_one_rule() {
            return Vec::new();
        }
        let reach = (m / 2).min(NEAR);
        let near = (n + 1).max(m - reach)..=m.saturating_add(reach);
        let mut counts: Vec<(PartitionCount, f64)> = near
            .filter_map(PartitionCount::new)
            .map(|count| (count, share_that_moves(self.from, Side { count, ..self.to })))
            .filter(|(_, less)| *less < share)
            .collect();
        counts.sort_by(|one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
        counts.truncate(3);
        counts
    }
}

impl Side {
    fn has_the_rule_of(self, other: Self) -> bool {
        match (self.partitioner.rule(), other.partitioner.rule()) {
            (Some(one), Some(other)) => one.name() == other.name(),
            _ => false,
        }
    }
}
