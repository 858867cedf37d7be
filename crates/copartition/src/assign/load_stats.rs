use alloc::vec::Vec;

/// How busy a topic's partitions are, as weights for the next choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LoadStats {
    total: Frequencies,
    in_rack: Frequencies,
}

impl LoadStats {
    /// Returns the weights, or `None` when the partitions are equally busy, as one alone is.
    ///
    /// `sizes` has an entry for each of the topic's partitions; those from `length` on belong to
    /// partitions that were left out.
    pub(super) fn new(sizes: &[i32], ids: &[u32], length: usize, in_rack: &[u32]) -> Option<Self> {
        let queues = || ids.iter().copied().zip(sizes.iter().copied()).take(length);
        let (_, first) = queues().next()?;
        if length == sizes.len() && queues().all(|(_, size)| size == first) {
            return None;
        }
        Some(Self {
            total: Frequencies::new(queues()),
            in_rack: Frequencies::new(queues().filter(|(id, _)| in_rack.contains(id))),
        })
    }

    /// Returns the partition for a draw, from the producer's own rack if that has any.
    pub(super) fn at(&self, number: u32) -> Option<u32> {
        self.in_rack.at(number).or_else(|| self.total.at(number))
    }
}

/// A running sum of weights, each with its partition: the shorter a queue, the wider its share.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Frequencies(Vec<(u64, u32)>);

impl Frequencies {
    fn new(queues: impl Iterator<Item = (u32, i32)> + Clone) -> Self {
        let longest = queues.clone().map(|(_, size)| size).max().unwrap_or_default();
        let mut sum = 0;
        let shares = queues.map(|(id, size)| {
            sum += u64::from(longest.abs_diff(size)) + 1;
            (sum, id)
        });
        Self(shares.collect())
    }

    fn at(&self, number: u32) -> Option<u32> {
        let &(range_end, _) = self.0.last()?;
        let weighted = u64::from(number) % range_end;
        let index = self.0.partition_point(|&(sum, _)| sum <= weighted);
        self.0.get(index).map(|&(_, id)| id)
    }
}
