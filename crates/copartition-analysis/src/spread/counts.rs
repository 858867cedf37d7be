use copartition::{PartitionCount, Partitioner, Placement};

use super::MAX_SPREAD_PARTITIONS;
use crate::Error;
use crate::placed::Placed;
use crate::read_ahead::{At, each_batch};
use crate::record_bounds::{counted, outside};
use crate::samples::{Batch, Record, Source};
use crate::unkeyed::{Assigner, Unkeyed};

/// Counts how records spread over a topic's partitions, and remembers nothing of their keys.
///
/// [`Spread`](super::Spread) tells more, and takes many times as long. All counts are weighted: a row
/// of weight 5 is five records.
///
/// ```
/// use copartition::{PartitionCount, Partitioner};
/// use copartition_analysis::samples::{Fields, InputFormat, open};
/// use copartition_analysis::{SpreadCounts, Unkeyed};
///
/// let java = Partitioner::named("java")?;
/// let mut counts = SpreadCounts::new(java, PartitionCount::try_from(6)?, Unkeyed::Apart, 0)?;
/// let keys = Box::new(&b"user-1\nuser-2\nuser-3\nuser-1\n"[..]);
/// let mut lines = open(InputFormat::Lines, "keys.txt", keys, &Fields::default())?;
/// counts.add(lines.as_mut())?;
/// assert_eq!(counts.partition_records(), [0, 0, 3, 0, 0, 1]);
/// assert_eq!(counts.skew(), Some(4.5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SpreadCounts {
    partitioner: &'static Partitioner,
    count: PartitionCount,
    unkeyed: Unkeyed,
    seed: u64,
    assigner: Assigner,
    partition_records: Vec<u64>,
    rows: u64,
    records: u64,
    placed_records: u64,
    explicit_records: u64,
    assigned_records: u64,
    missing_key_records: u64,
    empty_key_records: u64,
}

/// Where a record was counted.
pub(super) struct CountedOn {
    /// Where the input says that it lies, or where its key goes.
    pub(super) partition: Option<u32>,
    /// Whether it was counted in a partition, this or one that the assigner gave.
    pub(super) is_placed: bool,
}

impl SpreadCounts {
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
            partition_records: vec![0; count.get() as usize],
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
        each_batch(source, |batch| {
            if self.count_keys(batch) {
                return Ok(());
            }
            for record in batch.records() {
                self.count(&record, None, |_, _, _| {}).map_err(At::line(record.line))?;
            }
            Ok(())
        })
    }

    /// Counts keys of which the input says no more at once; `false`, and nothing is counted, where
    /// they have to be looked at one by one.
    fn count_keys(&mut self, batch: &Batch) -> bool {
        let Self { partitioner, count, partition_records, .. } = self;
        if self.unkeyed != Unkeyed::Apart || !batch.is_keys_alone() {
            return false;
        }
        let rows = batch.len() as u64;
        let (Some(records), Ok(keys)) = (self.records.checked_add(rows), batch.keys()) else {
            return false;
        };
        // One that is refused is told with its line.
        let Ok(unkeyed) = partitioner.count_batch(&keys, *count, partition_records) else {
            return false;
        };
        self.rows += rows;
        self.records = records;
        self.placed_records += rows - unkeyed;
        let (missing, empty) = batch.missing_and_empty_keys();
        self.missing_key_records += missing;
        self.empty_key_records += empty;
        true
    }

    /// Places the keys of a batch.
    pub(super) fn place(&self, batch: &Batch, placed: &mut Placed) {
        placed.place(batch, self.partitioner, self.count);
    }

    /// Counts a record whose key goes to `placed`, where that is known, and tells `on` how many
    /// records of it are on which partition, and whether the assigner put them there.
    #[inline]
    pub(super) fn count(
        &mut self,
        record: &Record<'_>,
        placed: Option<Placement>,
        mut on: impl FnMut(u32, u64, bool),
    ) -> Result<CountedOn, String> {
        let weight = record.weight;
        self.rows += 1;
        self.records = counted(self.records, weight)?;
        let known = record.partition.map(Placement::Partition).or(placed);
        let placement = known.unwrap_or_else(|| self.partitioner.place(record.key, self.count));
        if let Some(partition) = record.partition {
            if let Some(why) = outside(partition, self.count.get()) {
                return Err(why);
            }
            self.explicit_records += weight;
        }
        match record.key {
            None => self.missing_key_records += weight,
            Some(b"") => self.empty_key_records += weight,
            Some(_) => {}
        }
        let partition_records = &mut self.partition_records;
        let mut add = |partition: u32, records, is_assigned| {
            if let Some(on_partition) = partition_records.get_mut(partition as usize) {
                *on_partition += records;
                on(partition, records, is_assigned);
            }
        };
        match placement {
            Placement::Partition(partition) => {
                add(partition, weight, false);
                self.placed_records += weight;
                Ok(CountedOn { partition: Some(partition), is_placed: true })
            }
            Placement::Unkeyed => {
                let add = |partition, records| add(partition, records, true);
                let is_placed = self.assigner.assign(self.count, weight, record.key, add);
                if is_placed {
                    self.placed_records += weight;
                    self.assigned_records += weight;
                }
                Ok(CountedOn { partition: None, is_placed })
            }
            Placement::Refused => {
                let refused = self.partitioner.partition(record.key, self.count);
                let why = refused.err().map(|why| why.to_string());
                Err(why.unwrap_or_default())
            }
        }
    }

    /// Returns the partitioner that places the records of which the input does not say where they
    /// lie.
    pub fn partitioner(&self) -> &'static Partitioner {
        self.partitioner
    }

    /// Returns the topic's partition count.
    pub fn partition_count(&self) -> PartitionCount {
        self.count
    }

    /// Returns the number of records on each partition.
    pub fn partition_records(&self) -> &[u64] {
        &self.partition_records
    }

    /// Returns the number of input rows, unweighted.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of all records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Returns the number of records counted in a partition.
    pub fn placed_records(&self) -> u64 {
        self.placed_records
    }

    /// Returns the number of records that the client or its caller places at send time, counted in
    /// no partition.
    pub fn unkeyed_records(&self) -> u64 {
        self.records - self.placed_records
    }

    /// Returns the number of records whose partition the input says.
    pub fn explicit_records(&self) -> u64 {
        self.explicit_records
    }

    /// Returns the number of unkeyed records that [`Unkeyed`] placed.
    pub fn assigned_records(&self) -> u64 {
        self.assigned_records
    }

    /// Returns what was done with unkeyed records.
    pub fn unkeyed(&self) -> Unkeyed {
        self.unkeyed
    }

    /// Returns the seed of what was drawn for them.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of records without a key, wherever they went.
    pub fn missing_key_records(&self) -> u64 {
        self.missing_key_records
    }

    /// Returns the number of records with an empty key, wherever they went.
    pub fn empty_key_records(&self) -> u64 {
        self.empty_key_records
    }

    /// Returns the fewest records of a partition.
    pub fn min(&self) -> u64 {
        self.partition_records.iter().copied().min().unwrap_or(0)
    }

    /// Returns the most records of a partition.
    pub fn max(&self) -> u64 {
        self.partition_records.iter().copied().max().unwrap_or(0)
    }

    /// Returns the records in the partitions, divided by their number.
    pub fn mean(&self) -> f64 {
        self.placed_records as f64 / f64::from(self.count.get())
    }

    /// Returns the most records of a partition, divided by the mean: 1 is even. `None` when no record
    /// was placed.
    pub fn skew(&self) -> Option<f64> {
        (self.placed_records > 0).then(|| self.max() as f64 / self.mean())
    }
}
