use copartition::{PartitionCount, Partitioner, Placement, UNKEYED};

use crate::samples::Batch;

/// Where a partitioner puts the keys of a batch, all at once.
#[derive(Default)]
pub(crate) struct Placed {
    partitions: Vec<i32>,
}

impl Placed {
    /// Places every key of a batch; none where the client refuses one, which is then told by placing
    /// it alone.
    pub(crate) fn place(
        &mut self,
        batch: &Batch,
        partitioner: &Partitioner,
        count: PartitionCount,
    ) {
        self.partitions.resize(batch.len(), UNKEYED);
        let keys = batch.keys();
        let placed =
            keys.and_then(|keys| partitioner.place_batch(&keys, count, &mut self.partitions));
        if placed.is_err() {
            self.forget();
        }
    }

    /// Leaves every key to be placed alone.
    pub(crate) fn forget(&mut self) {
        self.partitions.clear();
    }

    /// Returns where the key of a row goes; `None` where it is to be placed alone.
    #[inline]
    pub(crate) fn get(&self, row: usize) -> Option<Placement> {
        let partition = *self.partitions.get(row)?;
        let partition = u32::try_from(partition).map(Placement::Partition);
        Some(partition.unwrap_or(Placement::Unkeyed))
    }
}
