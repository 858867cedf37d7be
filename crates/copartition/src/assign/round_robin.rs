use crate::PartitionCount;

/// Round robin over all partitions, from 0, wrapping at 2^31 as Java's counter does.
///
/// Behaviour: apache/kafka 4.x `RoundRobinPartitioner` when every partition is available: after
/// 2^31-1 the counter's sign bit is masked away, so the sequence starts again at 0 there.
///
/// ```
/// use copartition::{PartitionCount, assign::RoundRobin};
///
/// let n = PartitionCount::try_from(3)?;
/// let mut assigner = RoundRobin::new();
/// let four: Vec<u32> = (0..4).map(|_| assigner.partition(n)).collect();
/// assert_eq!(four, [0, 1, 2, 0]);
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundRobin {
    counter: u32,
}

impl RoundRobin {
    /// Starts at partition 0.
    pub const fn new() -> Self {
        Self::starting_at(0)
    }

    /// Starts as if `counter` records had been placed, for a client that starts elsewhere.
    pub const fn starting_at(counter: u32) -> Self {
        Self { counter }
    }

    /// Returns the next record's partition, in `0 .. n`, and moves on.
    pub const fn partition(&mut self, n: PartitionCount) -> u32 {
        let partition = (self.counter & 0x7fff_ffff) % n.get();
        self.counter = self.counter.wrapping_add(1);
        partition
    }
}
