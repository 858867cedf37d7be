use super::labels::Labels;
use super::{Batch, By, LogEntry, Source};
use crate::Error;

/// Gives records that a program has, such as the lists of another language, in place of an input's.
///
/// Records are counted from 0, as their places in those lists: messages say `keys[2]`.
///
/// ```
/// use copartition::PartitionCount;
/// use copartition_analysis::Observed;
/// use copartition_analysis::samples::{Given, LogEntry};
///
/// let mut records = [("user-1", 2), ("user-2", 2), ("user-3", 6)].into_iter();
/// let mut given = Given::new("keys", |rows| {
///     while !rows.is_full()
///         && let Some((key, partition)) = records.next()
///     {
///         rows.push(Some(key.as_bytes()), Some(partition), 1, None, LogEntry::default());
///     }
///     Ok(())
/// });
/// let mut observed = Observed::new(PartitionCount::try_from(6)?, usize::MAX);
/// let why = observed.add(&mut given).map_err(|why| why.to_string());
/// assert_eq!(why, Err("keys[2]: partition must be a whole number below 6, got 6".into()));
/// # Ok::<(), copartition::Error>(())
/// ```
pub struct Given<F> {
    name: String,
    labels: Labels,
    given: u64,
    fill: F,
}

/// Takes the next records of a [`Given`].
pub struct Rows<'a> {
    name: &'a str,
    batch: &'a mut Batch,
    labels: &'a mut Labels,
    next: &'a mut u64,
}

impl<F: FnMut(&mut Rows<'_>) -> Result<(), Error>> Given<F> {
    /// Makes a source of this name; `fill` is called for the next records until it pushes none.
    pub fn new(name: &str, fill: F) -> Self {
        let labels = Labels::of_all(Some(By::Field("label".into())));
        Self { name: name.into(), labels, given: 0, fill }
    }
}

impl<F: FnMut(&mut Rows<'_>) -> Result<(), Error>> Source for Given<F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn place(&self, line: u64) -> String {
        place(&self.name, line)
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        let Self { name, labels, given, fill } = self;
        fill(&mut Rows { name, batch, labels, next: given })?;
        Ok(!batch.is_empty())
    }

    fn labels(&self) -> &[String] {
        self.labels.texts()
    }
}

impl Rows<'_> {
    /// Adds a record: its key, `None` for none; its partition, unchecked, `None` where it is not
    /// known; how many records it stands for; what it is told apart by; and what else is known.
    ///
    /// `log` needs no label of its own. After a thousand labels all others are one. A negative
    /// timestamp is none, as Kafka says with it.
    pub fn push(
        &mut self,
        key: Option<&[u8]>,
        partition: Option<u32>,
        weight: u64,
        label: Option<&str>,
        log: LogEntry,
    ) {
        let timestamp = log.timestamp.filter(|time| *time >= 0);
        let label = label.and_then(|label| self.labels.of(None, None, Some(label.as_bytes())));
        self.batch.next_key().extend_from_slice(key.unwrap_or_default());
        self.batch.push(
            key.is_some(),
            partition,
            weight,
            *self.next,
            LogEntry { label, timestamp, ..log },
        );
        *self.next += 1;
    }

    /// Returns whether so many records were pushed that they should be looked at first.
    pub fn is_full(&self) -> bool {
        self.batch.is_full()
    }

    /// Returns the number of records so far, which is the next one's place.
    pub fn index(&self) -> u64 {
        *self.next
    }

    /// Makes the error for what stands in the next record's place.
    pub fn refuse(&self, why: impl std::fmt::Display) -> Error {
        Error::of(&place(self.name, *self.next), why)
    }
}

fn place(name: &str, index: u64) -> String {
    format!("{name}[{index}]")
}
