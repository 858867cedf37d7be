use std::borrow::Borrow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use copartition::{PartitionCount, Partitioner, Placement};
use hashbrown::HashMap;

use crate::Error;
use crate::key_bytes::KeyBytes;
use crate::key_notes::NULL_LIKE;
use crate::samples::{Batch, Record, Source};
use crate::unkeyed::{Assigner, Unkeyed};

/// The most partitions that a spread counts: it keeps two numbers for each.
pub const MAX_SPREAD_PARTITIONS: u32 = 1 << 20;

/// Counts how records spread over a topic's partitions.
///
/// Memory grows with the number of distinct keys, not with the number of records.
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
    assigner: Assigner,
    loads: Vec<Load>,
    keys: HashMap<KeyBytes, KeyLoad>,
    /// The partitions of each key that lies on more than one.
    splits: Vec<Vec<u32>>,
    rows: u64,
    records: u64,
    placed_records: u64,
    explicit_records: u64,
    assigned_records: u64,
    missing_key_records: u64,
    empty_key_records: u64,
}

#[derive(Clone, Copy, Default)]
struct Load {
    records: u64,
    keys: u64,
}

struct KeyLoad {
    records: u64,
    /// What the partitioner says of this key, asked once: the look-up is needed anyway.
    placement: Placement,
    /// Where its records were counted.
    partitions: Partitions,
}

/// Nearly every key has one partition, which then needs no memory of its own.
#[derive(Clone, Copy)]
enum Partitions {
    None,
    One(u32),
    /// An index of [`Spread::splits`].
    Many(usize),
}

impl Spread {
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
            assigner: Assigner::new(unkeyed, seed),
            loads: vec![Load::default(); count.get() as usize],
            keys: HashMap::new(),
            splits: Vec::new(),
            rows: 0,
            records: 0,
            placed_records: 0,
            explicit_records: 0,
            assigned_records: 0,
            missing_key_records: 0,
            empty_key_records: 0,
        })
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
        let mut batch = Batch::new();
        while source.read(&mut batch)? {
            for record in batch.records() {
                self.count(record).map_err(|why| Error::at(source.name(), record.line, why))?;
            }
        }
        Ok(())
    }

    /// Reports the counts, with the `top` keys that have the most records.
    pub fn report(&self, top: usize) -> SpreadReport {
        let share = |records, of: u64| if of == 0 { 0.0 } else { records as f64 / of as f64 };
        let loads = || self.loads.iter().map(|load| load.records);
        let mean = self.placed_records as f64 / f64::from(self.count.get());
        let max = loads().max().unwrap_or(0);
        let partitions = self.loads.iter().zip(0..).map(|(load, partition)| PartitionLoad {
            partition,
            records: load.records,
            share: share(load.records, self.placed_records),
            keys: load.keys,
        });
        let hot_keys = self.hottest(top).into_iter().map(|(key, load)| HotKey {
            key: key.into(),
            records: load.records,
            share: share(load.records, self.records),
            lies_on: load.partitions.sorted(&self.splits),
        });
        SpreadReport {
            partitions: partitions.collect(),
            hot_keys: hot_keys.collect(),
            rows: self.rows,
            records: self.records,
            placed_records: self.placed_records,
            unkeyed_records: self.records - self.placed_records,
            explicit_records: self.explicit_records,
            assigned_records: self.assigned_records,
            missing_key_records: self.missing_key_records,
            empty_key_records: self.empty_key_records,
            keys: self.keys.len() as u64,
            min: loads().min().unwrap_or(0),
            max,
            mean,
            skew: (self.placed_records > 0).then(|| max as f64 / mean),
        }
    }

    /// Returns the keys whose text other programs write for no key, with their records.
    pub fn null_like_keys(&self) -> Vec<(&'static str, u64)> {
        let texts = NULL_LIKE.into_iter();
        texts.filter_map(|text| Some((text, self.keys.get(text.as_bytes())?.records))).collect()
    }

    fn count(&mut self, record: Record<'_>) -> Result<(), String> {
        let weight = record.weight;
        self.rows += 1;
        self.records =
            self.records.checked_add(weight).ok_or("records must add up to less than 2^64")?;
        match record.key {
            None => self.missing_key_records += weight,
            Some([]) => self.empty_key_records += weight,
            Some(_) => {}
        }
        if let Some(partition) = record.partition {
            if partition >= self.count.get() {
                let last = self.count.get() - 1;
                return Err(format!("partition must be from 0 to {last}, got {partition}"));
            }
            self.explicit_records += weight;
        }
        let said = record.partition.map(Placement::Partition);
        let placement = match record.key {
            None => said.unwrap_or_else(|| self.partitioner.place(None, self.count)),
            Some(key) => {
                let load = match self.keys.get_mut(key) {
                    Some(load) => load,
                    None => self.keys.entry(key.into()).or_insert(KeyLoad {
                        records: 0,
                        placement: self.partitioner.place(Some(key), self.count),
                        partitions: Partitions::None,
                    }),
                };
                load.records += weight;
                let placement = said.unwrap_or(load.placement);
                if let Placement::Partition(partition) = placement
                    && load.partitions.add(partition, &mut self.splits)
                    && let Some(load) = self.loads.get_mut(partition as usize)
                {
                    load.keys += 1;
                }
                placement
            }
        };
        match placement {
            Placement::Partition(partition) => self.place(partition, weight),
            Placement::Unkeyed => self.assign(weight, record.key),
            Placement::Refused => {
                let refused = self.partitioner.partition(record.key, self.count);
                return refused.map(drop).map_err(|why| why.to_string());
            }
        }
        Ok(())
    }

    fn place(&mut self, partition: u32, records: u64) {
        if let Some(load) = self.loads.get_mut(partition as usize) {
            load.records += records;
            self.placed_records += records;
        }
    }

    fn assign(&mut self, records: u64, key: Option<&[u8]>) {
        let Self { assigner, count, loads, .. } = self;
        let is_placed = assigner.assign(*count, records, key, |partition, records| {
            if let Some(load) = loads.get_mut(partition as usize) {
                load.records += records;
            }
        });
        if is_placed {
            self.placed_records += records;
            self.assigned_records += records;
        }
    }

    /// The keys with the most records, most first; equal ones in the order of their bytes.
    fn hottest(&self, top: usize) -> Vec<(&[u8], &KeyLoad)> {
        let mut heap = BinaryHeap::new();
        for (key, load) in &self.keys {
            let key: &[u8] = key.borrow();
            heap.push((Reverse(load.records), key));
            if heap.len() > top {
                heap.pop();
            }
        }
        let keys = heap.into_sorted_vec().into_iter();
        keys.filter_map(|(_, key)| Some((key, self.keys.get(key)?))).collect()
    }
}

impl Partitions {
    /// Adds a partition; `false` when it was there already.
    fn add(&mut self, partition: u32, splits: &mut Vec<Vec<u32>>) -> bool {
        match *self {
            Self::None => *self = Self::One(partition),
            Self::One(known) if known == partition => return false,
            Self::One(known) => {
                *self = Self::Many(splits.len());
                splits.push(vec![known, partition]);
            }
            Self::Many(split) => match splits.get_mut(split) {
                Some(known) if !known.contains(&partition) => known.push(partition),
                _ => return false,
            },
        }
        true
    }

    fn sorted(self, splits: &[Vec<u32>]) -> Vec<u32> {
        match self {
            Self::None => Vec::new(),
            Self::One(partition) => vec![partition],
            Self::Many(split) => {
                let mut partitions = splits.get(split).cloned().unwrap_or_default();
                partitions.sort_unstable();
                partitions
            }
        }
    }
}

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
    /// Unkeyed records that [`Unkeyed`] placed, of `placed_records`.
    pub assigned_records: u64,
    /// Records without a key, wherever they went.
    pub missing_key_records: u64,
    /// Records with an empty key, wherever they went.
    pub empty_key_records: u64,
    /// Distinct keys, an empty one included.
    pub keys: u64,
    /// The fewest records of a partition.
    pub min: u64,
    /// The most records of a partition.
    pub max: u64,
    /// `placed_records` divided by the partition count.
    pub mean: f64,
    /// `max / mean`: 1 is even. `None` when no record was placed.
    pub skew: Option<f64>,
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
    /// The distinct keys that lie here. Records that [`Unkeyed`] placed bring none.
    pub keys: u64,
}

/// One of the keys with the most records.
#[derive(Clone, Debug)]
pub struct HotKey {
    /// The key's bytes.
    pub key: Vec<u8>,
    /// Its records.
    pub records: u64,
    /// Its part of all records, from 0 to 1.
    pub share: f64,
    /// Where its records lie, ascending: more than one only where the input says partitions, none
    /// where the partitioner leaves the key unkeyed.
    pub lies_on: Vec<u32>,
}
