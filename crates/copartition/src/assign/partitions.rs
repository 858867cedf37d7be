use crate::PartitionCount;

/// A topic's partitions as a client sees them at one moment: how many, and which have a leader.
///
/// A [`PartitionCount`] stands for all of them, in ascending order. A client that keeps another
/// order, as Java does, is given its list: [`java_partition_order`](super::java_partition_order).
///
/// ```
/// use copartition::{PartitionCount, assign::{Partitions, RoundRobin}};
///
/// let n = PartitionCount::try_from(4)?;
/// let mut assigner = RoundRobin::new();
/// assert_eq!(assigner.partition(Partitions::all(n)), 0);
/// assert_eq!(assigner.partition(n), 1);
/// // Partition 1 has lost its leader: two of three are passed, 3 is next.
/// assert_eq!(assigner.partition(Partitions::available(n, &[0, 2, 3])), 3);
/// // None has one: Java takes the number itself.
/// assert_eq!(assigner.partition(Partitions::available(n, &[])), 3);
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Partitions<'a> {
    n: PartitionCount,
    available: Option<&'a [u32]>,
    in_rack: &'a [u32],
}

impl<'a> Partitions<'a> {
    /// Says that each of the `n` partitions has a leader; their order is ascending.
    pub const fn all(n: PartitionCount) -> Self {
        Self { n, available: None, in_rack: &[] }
    }

    /// Says which of the `n` partitions have a leader: distinct ids below `n`, in the client's own
    /// order.
    ///
    /// No ids mean that none is available; the clients then choose among all `n`, ascending.
    pub const fn available(n: PartitionCount, ids: &'a [u32]) -> Self {
        Self { n, available: Some(ids), in_rack: &[] }
    }

    /// Says which partitions have their leader in the producer's own rack, in any order.
    ///
    /// Only [`BuiltIn`](super::BuiltIn) asks, as kafka-clients 4.4.0 does with
    /// `partitioner.rack.aware` (KIP-1123). No ids, as without this call, mean that racks play no
    /// part.
    #[must_use]
    pub const fn in_rack(self, ids: &'a [u32]) -> Self {
        Self { in_rack: ids, ..self }
    }

    /// Returns how many partitions are available.
    pub(super) const fn available_count(self) -> usize {
        match self.available {
            Some(ids) => ids.len(),
            None => self.n.get() as usize,
        }
    }

    /// Returns the length of the list that is chosen from: of the available, else of all.
    pub(super) const fn candidates(self) -> u32 {
        match self.available_count() {
            0 => self.n.get(),
            count => count as u32,
        }
    }

    /// Tells whether the partition is in the list that is chosen from.
    pub(super) fn has_candidate(self, partition: u32) -> bool {
        match self.available {
            Some(ids) if !ids.is_empty() => ids.contains(&partition),
            _ => partition < self.n.get(),
        }
    }

    /// Returns the available partition at `number`, counted round; with none, the number itself.
    pub(super) fn at(self, number: u32) -> u32 {
        let ids = self.available.unwrap_or_default();
        let index = (number as usize).checked_rem(ids.len());
        index.and_then(|index| ids.get(index)).copied().unwrap_or(number % self.n.get())
    }

    /// The same among those in the producer's own rack; looks at none where racks play no part,
    /// since a topic may have very many.
    pub(super) fn at_in_rack(self, number: u32) -> Option<u32> {
        match self.in_rack {
            [] => None,
            in_rack => self.at_of(number, |id| in_rack.contains(&id)),
        }
    }

    /// The same among the available that `keep` lets pass; `None` when there are none.
    pub(super) fn at_of(self, number: u32, keep: impl Fn(u32) -> bool) -> Option<u32> {
        let all = 0..if self.available.is_none() { self.n.get() } else { 0 };
        let ids = self.available.unwrap_or_default().iter().copied();
        let kept = ids.chain(all).filter(|&id| keep(id));
        let index = (number as usize).checked_rem(kept.clone().count())?;
        { kept }.nth(index)
    }
}

impl From<PartitionCount> for Partitions<'_> {
    fn from(n: PartitionCount) -> Self {
        Self::all(n)
    }
}

/// Drops the sign bit of a raw draw or counter, as Java's `Utils.toPositive`.
pub(super) const fn to_positive(number: i32) -> u32 {
    number.cast_unsigned() & 0x7fff_ffff
}
