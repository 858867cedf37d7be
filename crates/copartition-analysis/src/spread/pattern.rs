/// A pattern in which partitions have records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadPattern {
    /// All records lie on one of several partitions.
    OnePartition {
        /// The partition.
        partition: u32,
    },
    /// Only every so many-th partition has records, and each of these has some.
    EveryNth {
        /// From one partition with records to the next: 2 or more.
        step: u32,
        /// The first partition with records.
        first: u32,
    },
}

/// So many partitions with records, or so many things placed, make a pattern more than luck.
const FEWEST_USED: usize = 4;
const FEWEST_PLACED: u64 = 10;

impl LoadPattern {
    /// Looks at the records of each partition. `placed` things were placed, each on its own: keys,
    /// and records without a key.
    pub(super) fn of(records: impl Iterator<Item = u64>, placed: u64) -> Option<Self> {
        let (mut n, mut used) = (0, Vec::new());
        for (partition, records) in (0_u32..).zip(records) {
            n = partition + 1;
            used.extend((records > 0).then_some(partition));
        }
        let is_luck = used.len() < FEWEST_USED && placed < FEWEST_PLACED;
        match *used.as_slice() {
            [partition] if n > 1 && !is_luck => Some(Self::OnePartition { partition }),
            [first, second, ..] if second - first > 1 && !is_luck => {
                let step = second - first;
                let is_all = (first..n).step_by(step as usize).eq(used.iter().copied());
                (first < step && is_all).then_some(Self::EveryNth { step, first })
            }
            _ => None,
        }
    }
}
