//! What a batch has to give, asked of the single call, and how many batches were compared.

use std::fmt::Debug;

use copartition::{Kernel, Keys, PartitionCount, Partitioner, UNKEYED};

use crate::HASHES;
use crate::column::Rows;
use crate::guarded::{Edge, Guarded};

/// Compares batches, and counts the columns that were.
pub(crate) struct Cases {
    /// None is what a batch does without a kernel.
    kernels: Vec<Option<Kernel>>,
    count: usize,
}

impl Cases {
    pub(crate) fn new() -> Self {
        Self { kernels: Kernel::available().map(Some).chain([None]).collect(), count: 0 }
    }

    /// Compares for each hash that has kernels.
    pub(crate) fn hashes(&mut self, keys: &Keys<'_>, rows: &Rows) {
        for partitioner in HASHES {
            self.check(partitioner, 12, keys, rows);
        }
    }

    /// Compares the partitions, the hashes and, of counts that can be allotted, the histogram.
    pub(crate) fn check(&mut self, partitioner: &str, n: u32, keys: &Keys<'_>, rows: &Rows) {
        let partitioner = Partitioner::named(partitioner).unwrap();
        let wanted = Wanted::new(partitioner, n, rows);
        for kernel in &self.kernels {
            let case = || {
                let kernel = kernel.map_or("single calls", |kernel| kernel.name());
                format!("{kernel}, {}, {} keys", partitioner.name(), rows.len())
            };
            wanted.placed(*kernel, keys, &case);
            wanted.hashed(*kernel, keys, &case);
            if n <= 4096 {
                wanted.counted(*kernel, keys, &case);
            }
        }
        self.count += 1;
    }

    /// Asserts how many columns were compared, with every kernel.
    pub(crate) fn were(&self, columns: usize) {
        assert!(columns > 0 && !self.kernels.is_empty());
        assert_eq!(self.count, columns);
    }
}

/// What the single call says of each row.
struct Wanted<'a> {
    partitioner: &'a Partitioner,
    n: PartitionCount,
    /// An error when it refuses one.
    partitions: Result<Vec<i32>, copartition::Error>,
    /// None when the partitioner does not hash.
    hashes: Option<Vec<u32>>,
}

impl<'a> Wanted<'a> {
    fn new(partitioner: &'a Partitioner, n: u32, rows: &Rows) -> Self {
        let n = PartitionCount::new(n).unwrap();
        let placed = rows.iter().map(|key| {
            let placed = partitioner.partition(key.as_deref(), n)?;
            Ok(placed.map_or(UNKEYED, u32::cast_signed))
        });
        let hashed = rows.iter().map(|key| match key {
            Some(key) => partitioner.hash(key).ok(),
            None => Some(0),
        });
        let hashes = partitioner.hash(b"").is_ok().then(|| hashed.collect()).flatten();
        Self { partitioner, n, partitions: placed.collect(), hashes }
    }

    fn placed(&self, kernel: Option<Kernel>, keys: &Keys<'_>, case: &dyn Fn() -> String) {
        let mut out = Guarded::new(&vec![7; keys.len()], Edge::End);
        let placed = self.partitioner.place_batch_with(kernel, keys, self.n, &mut out);
        match &self.partitions {
            Ok(wanted) => {
                assert!(placed.is_ok(), "{}", case());
                assert_same(&out, wanted, keys, case);
            }
            Err(refused) => {
                assert_eq!(placed.map_err(|error| error.id()), Err(refused.id()), "{}", case());
                assert!(out.iter().all(|&partition| partition == 7), "{}", case());
            }
        }
    }

    fn hashed(&self, kernel: Option<Kernel>, keys: &Keys<'_>, case: &dyn Fn() -> String) {
        let mut out = Guarded::new(&vec![7; keys.len()], Edge::Start);
        let hashed = self.partitioner.hash_batch_with(kernel, keys, &mut out);
        match &self.hashes {
            Some(wanted) => {
                assert!(hashed.is_ok(), "{}", case());
                assert_same(&out, wanted, keys, case);
            }
            None => assert!(hashed.is_err(), "{}", case()),
        }
    }

    fn counted(&self, kernel: Option<Kernel>, keys: &Keys<'_>, case: &dyn Fn() -> String) {
        let mut counts = Guarded::new(&vec![5; self.n.get() as usize], Edge::End);
        let counted = self.partitioner.count_batch_with(kernel, keys, self.n, &mut counts);
        let mut wanted = vec![5_u64; self.n.get() as usize];
        let Ok(partitions) = &self.partitions else {
            assert!(counted.is_err(), "{}", case());
            assert_eq!(&*counts, &wanted, "{}", case());
            return;
        };
        let mut unkeyed = 0;
        for &partition in partitions {
            match usize::try_from(partition) {
                Ok(partition) => wanted[partition] += 1,
                Err(_) => unkeyed += 1,
            }
        }
        assert_eq!(counted.ok(), Some(unkeyed), "{}", case());
        assert_eq!(&*counts, &wanted, "{}", case());
    }
}

/// Names the first row that differs: all of them would fill the screen.
fn assert_same<T: Copy + PartialEq + Debug>(
    got: &[T],
    wanted: &[T],
    keys: &Keys<'_>,
    case: &dyn Fn() -> String,
) {
    assert_eq!(got.len(), wanted.len(), "{}", case());
    if let Some(row) = (0..got.len()).find(|&row| got[row] != wanted[row]) {
        let (got, wanted, key) = (got[row], wanted[row], keys.get(row));
        assert_eq!(got, wanted, "{}, row {row}: {key:?}", case());
    }
}

/// All of a range, or every so many of it where a test takes a hundred times as long.
pub(crate) fn few<I: Iterator>(all: I, step_of_miri: usize) -> impl Iterator<Item = I::Item> {
    all.step_by(if cfg!(miri) { step_of_miri } else { 1 })
}

/// Numbers that look drawn: the same for the same seed.
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.0 >> 33
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end
    }

    pub(crate) fn shuffle<T>(&mut self, values: &mut [T]) {
        for last in (1..values.len()).rev() {
            values.swap(last, self.below(last + 1));
        }
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next() as u8).collect()
    }

    /// Rows with keys of these lengths; so many of a hundred have none.
    pub(crate) fn rows(
        &mut self,
        len: usize,
        length: impl Fn(&mut Self) -> usize,
        missing_of_100: usize,
    ) -> Rows {
        let row = |_| {
            let length = length(self);
            let key = self.bytes(length);
            (self.below(100) >= missing_of_100).then_some(key)
        };
        (0..len).map(row).collect()
    }
}
