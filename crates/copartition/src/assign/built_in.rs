use super::Partitions;
use super::load_stats::LoadStats;
use super::partitions::to_positive;

/// Java's built-in partitioner of one topic: sticky by bytes, adaptive, rack-aware (KIP-794,
/// KIP-1123).
///
/// A partition is kept until about `batch.size` bytes went to it. The record that reaches the
/// threshold still goes there; the *next* one goes to the new partition, which may be the same
/// again. `draw` gives raw signed 32-bit numbers, as Java's `nextInt()`: one for each choice.
///
/// For each record the producer takes a [`Sticky`] from [`BuiltIn::peek`], appends the record to
/// that partition's batch unless [`BuiltIn::is_changed`] by then, and reports the bytes with
/// [`BuiltIn::update`].
///
/// Behaviour: apache/kafka 4.4.0 `BuiltInPartitioner.java`, `RecordAccumulator.append`; the same
/// since 3.3.2, but for racks.
///
/// ```
/// use copartition::{PartitionCount, assign::BuiltIn};
///
/// let n = PartitionCount::try_from(5)?;
/// let mut draws = [3, 1].into_iter();
/// let mut draw = || draws.next().unwrap_or_default();
/// let mut assigner = BuiltIn::new(150);
///
/// let sticky = assigner.peek(n, &mut draw);
/// assert_eq!(sticky.partition(), 3);
/// assigner.update(sticky, 100, true, n, &mut draw);
/// assert!(!assigner.is_changed(sticky));
/// assigner.update(sticky, 100, true, n, &mut draw);
/// assert!(assigner.is_changed(sticky));
/// assert_eq!(assigner.peek(n, &mut draw).partition(), 1);
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    threshold: i32,
    sticky: Option<Sticky>,
    produced: i32,
    choices: u64,
    load: Option<LoadStats>,
}

/// One choice of a sticky partition by a [`BuiltIn`]: two choices of the same partition differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sticky {
    partition: u32,
    choice: u64,
}

impl Sticky {
    /// Returns the partition, in `0 .. n`.
    pub const fn partition(self) -> u32 {
        self.partition
    }
}

impl BuiltIn {
    /// Starts without a partition; `batch_size` is the producer's `batch.size` in bytes, and one
    /// below 1 counts as 1.
    ///
    /// kafka-clients 3.3.0 and 3.3.1 did not know that minimum: with 0 they never sent
    /// (KAFKA-14303).
    pub const fn new(batch_size: i32) -> Self {
        let threshold = if batch_size < 1 { 1 } else { batch_size };
        Self { threshold, sticky: None, produced: 0, choices: 0, load: None }
    }

    /// Returns the sticky partition, and chooses it first if there is none.
    pub fn peek<'a>(
        &mut self,
        partitions: impl Into<Partitions<'a>>,
        draw: impl FnMut() -> i32,
    ) -> Sticky {
        match self.sticky {
            Some(sticky) => sticky,
            None => self.choose(partitions.into(), draw),
        }
    }

    /// Tells whether another choice was made since `sticky` was peeked, if of the same partition.
    pub fn is_changed(&self, sticky: Sticky) -> bool {
        self.sticky != Some(sticky)
    }

    /// Adds the bytes that a record added to its batch, and chooses anew when they are enough.
    ///
    /// Enough is `batch.size` where `enable_switch`, that is where the batch is now full; else
    /// twice that. Twice is 32 bits wide as in Java: from a `batch.size` of 2^30 on it is negative
    /// and each record makes a choice. A `sticky` that is no longer current changes nothing; Java
    /// asserts that there is none.
    ///
    /// The producer also calls it with 0 bytes and `enable_switch` before a record, when the
    /// partition's last batch is full or gone, and peeks again if that made a choice.
    pub fn update<'a>(
        &mut self,
        sticky: Sticky,
        appended_bytes: i32,
        enable_switch: bool,
        partitions: impl Into<Partitions<'a>>,
        draw: impl FnMut() -> i32,
    ) {
        if self.is_changed(sticky) {
            return;
        }
        self.produced = self.produced.wrapping_add(appended_bytes);
        let enough = if enable_switch {
            self.threshold.min(self.twice_the_threshold())
        } else {
            self.twice_the_threshold()
        };
        if self.produced >= enough {
            self.choose(partitions.into(), draw);
        }
    }

    /// Replaces what is known of the partitions' queues, by which the next choices are weighted.
    ///
    /// `queue_sizes` are batches waiting, one entry for each partition of the topic; the first
    /// `length` belong to the partitions in `ids`, later ones to partitions left out (no leader, or
    /// slower than `partitioner.availability.timeout.ms`). `in_rack` are the partitions whose
    /// leader is in the producer's own rack at that moment, none without `partitioner.rack.aware`:
    /// where there are any, choices fall among them. `None`, fewer than two partitions, or all of
    /// them equally busy: the next choices are uniform.
    ///
    /// A choice by weights does not ask for the [`Partitions`] of its moment.
    ///
    /// ```
    /// use copartition::{PartitionCount, assign::BuiltIn};
    ///
    /// let n = PartitionCount::try_from(3)?;
    /// let choice = |draw| {
    ///     let mut assigner = BuiltIn::new(16_384);
    ///     assigner.update_load_stats(Some(&[0, 3, 1]), &[0, 1, 2], 3, &[]);
    ///     assigner.peek(n, || draw).partition()
    /// };
    /// // Weights 4, 1 and 3.
    /// let eight: Vec<u32> = (0..8).map(choice).collect();
    /// assert_eq!(eight, [0, 0, 0, 0, 1, 2, 2, 2]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn update_load_stats(
        &mut self,
        queue_sizes: Option<&[i32]>,
        ids: &[u32],
        length: usize,
        in_rack: &[u32],
    ) {
        self.load = queue_sizes.and_then(|sizes| LoadStats::new(sizes, ids, length, in_rack));
    }

    fn choose(&mut self, partitions: Partitions<'_>, mut draw: impl FnMut() -> i32) -> Sticky {
        let number = to_positive(draw());
        let weighted = self.load.as_ref().and_then(|load| load.at(number));
        let in_rack = || partitions.at_in_rack(number);
        let partition = weighted.or_else(in_rack).unwrap_or_else(|| partitions.at(number));
        self.choices += 1;
        let sticky = Sticky { partition, choice: self.choices };
        self.sticky = Some(sticky);
        self.produced = 0;
        sticky
    }

    const fn twice_the_threshold(&self) -> i32 {
        self.threshold.wrapping_mul(2)
    }
}
