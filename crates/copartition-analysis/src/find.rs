use copartition::{CLIENTS, PartitionCount, Partitioner, Placement, Usage};

use crate::samples::{Batch, LogEntry, Record, Source};
use crate::{Error, Seen};

/// Looks for the records of one key in a topic.
///
/// ```
/// use copartition::{PartitionCount, Partitioner, Placement};
/// use copartition_analysis::samples::{Fields, InputFormat, open};
/// use copartition_analysis::{Find, Whereabouts};
///
/// let mut find =
///     Find::new(Partitioner::named("java")?, PartitionCount::try_from(8)?, Some(b"user-1"));
/// assert_eq!(find.placement(), Placement::Partition(4));
/// let fields = Fields {
///     key: Some("key".into()),
///     partition: Some("partition".into()),
///     ..Fields::default()
/// };
/// let csv = Box::new(&b"key,partition\nuser-1,2\nuser-2,3\n"[..]);
/// let mut lines = Vec::new();
/// find.add(open(InputFormat::Csv, "orders.csv", csv, &fields)?.as_mut(), |found| {
///     lines.push(found.line);
/// })?;
/// assert_eq!(lines, [2]);
/// let Whereabouts::Elsewhere(elsewhere) = find.whereabouts() else { panic!() };
/// // Six partitions would put it there: the topic may have grown.
/// assert!(elsewhere[0].counts.iter().any(|count| count.get() == 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Find<'a> {
    partitioner: &'static Partitioner,
    count: PartitionCount,
    key: Option<&'a [u8]>,
    seen: Vec<Seen>,
    records: u64,
}

/// Where a key's records lie.
#[derive(Debug)]
pub enum Whereabouts {
    /// Nowhere among what was read.
    NotFound,
    /// Where the partitioner puts the key, and nowhere else among what was read; or anywhere, where
    /// the partitioner leaves it to the client.
    AsPlaced,
    /// On other partitions, these.
    Elsewhere(Vec<Elsewhere>),
}

/// A partition that holds a key which the partitioner does not put there.
#[derive(Debug)]
pub struct Elsewhere {
    /// Its records.
    pub seen: Seen,
    /// When they were written.
    pub when: Written,
    /// The smaller counts of the topic under which the partitioner puts the key there, the largest
    /// first, at most ten.
    pub counts: Vec<PartitionCount>,
    /// The partitioners that put it there under today's count and that clients have by default. One
    /// key tells little: each does so by luck for one key in as many as there are partitions.
    pub partitioners: Vec<&'static Partitioner>,
}

/// When records elsewhere were written, beside those where the partitioner puts the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// All before: as if the topic had grown, or its writer had changed.
    Before,
    /// All after: as if its writer had changed.
    After,
    /// Among them: two writers differ.
    Among,
    /// There are no others to compare with, or no timestamps.
    NotKnown,
}

impl<'a> Find<'a> {
    /// Starts with no records; `None` looks for records without a key.
    pub fn new(
        partitioner: &'static Partitioner,
        count: PartitionCount,
        key: Option<&'a [u8]>,
    ) -> Self {
        Self { partitioner, count, key, seen: Vec::new(), records: 0 }
    }

    /// Returns where the partitioner puts the key.
    pub fn placement(&self) -> Placement {
        self.partitioner.place(self.key, self.count)
    }

    /// Reads a source to its end and gives each record of the key.
    ///
    /// # Errors
    ///
    /// What the source finds malformed, and a record of the key without a partition.
    pub fn add(
        &mut self,
        source: &mut dyn Source,
        mut each: impl FnMut(&Record<'_>),
    ) -> Result<(), Error> {
        let mut batch = Batch::new();
        while self.add_next(source, &mut batch, &mut each)? {}
        Ok(())
    }

    /// Reads the next records of a source into `batch`, and gives those of the key; `false` when
    /// there are no more.
    ///
    /// # Errors
    ///
    /// As of [`add`](Self::add).
    pub fn add_next(
        &mut self,
        source: &mut dyn Source,
        batch: &mut Batch,
        mut each: impl FnMut(&Record<'_>),
    ) -> Result<bool, Error> {
        let more = source.read(batch)?;
        let key = self.key;
        for record in batch.records().filter(|record| record.key == key) {
            let partition = record.partition.ok_or_else(|| {
                let why = "partition must be given for each record, got none";
                Error::of(&source.place(record.line), why)
            })?;
            each(&record);
            self.see(partition, record.weight, record.log);
        }
        Ok(more)
    }

    fn see(&mut self, partition: u32, records: u64, log: LogEntry) {
        self.records = self.records.saturating_add(records);
        let log = LogEntry { label: None, ..log };
        let once = Seen { partition, label: None, records, first: log, last: log };
        match self.seen.iter_mut().find(|seen| seen.partition == partition) {
            Some(seen) => seen.merge(&once),
            None => self.seen.push(once),
        }
    }

    /// Returns the number of the key's records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Returns the key's records on each partition that has some, in the order of the partitions.
    pub fn lies_on(&self) -> Vec<Seen> {
        let mut lies_on = self.seen.clone();
        lies_on.sort_unstable_by_key(|on| on.partition);
        lies_on
    }

    /// Tells where the key lies, and what may be behind it.
    pub fn whereabouts(&self) -> Whereabouts {
        if self.seen.is_empty() {
            return Whereabouts::NotFound;
        }
        let Placement::Partition(placed) = self.placement() else {
            return Whereabouts::AsPlaced;
        };
        let lies_on = self.lies_on();
        let here = lies_on.iter().find(|on| on.partition == placed);
        let others = lies_on.iter().filter(|on| on.partition != placed);
        let elsewhere: Vec<_> = others.map(|on| self.elsewhere(*on, here)).collect();
        match elsewhere.is_empty() {
            true => Whereabouts::AsPlaced,
            false => Whereabouts::Elsewhere(elsewhere),
        }
    }

    fn elsewhere(&self, seen: Seen, here: Option<&Seen>) -> Elsewhere {
        let there = Placement::Partition(seen.partition);
        // A count below what the partition needs cannot have given it.
        let counts = (seen.partition.saturating_add(1)..self.count.get()).rev();
        let counts = counts.filter_map(PartitionCount::new);
        let defaults = CLIENTS.iter().filter(|row| row.usage == Usage::Default);
        let mut partitioners: Vec<&'static Partitioner> = Vec::new();
        for partitioner in defaults.filter_map(|row| row.partitioner()) {
            if partitioner.place(self.key, self.count) == there
                && partitioners.iter().all(|known| known.name() != partitioner.name())
            {
                partitioners.push(partitioner);
            }
        }
        Elsewhere {
            seen,
            when: here.map_or(Written::NotKnown, |here| written(&seen, here)),
            counts: counts
                .filter(|count| self.partitioner.place(self.key, *count) == there)
                .take(10)
                .collect(),
            partitioners,
        }
    }
}

/// Offsets of two partitions say nothing of each other; timestamps are the producers', mostly.
fn written(seen: &Seen, here: &Seen) -> Written {
    let times = |seen: &Seen| Some((seen.first.timestamp?, seen.last.timestamp?));
    match (times(seen), times(here)) {
        (Some((_, last)), Some((first_here, _))) if last < first_here => Written::Before,
        (Some((first, _)), Some((_, last_here))) if first > last_here => Written::After,
        (Some(_), Some(_)) => Written::Among,
        _ => Written::NotKnown,
    }
}
