//! Batches: a column of keys at once.

use alloc::vec;
use alloc::vec::Vec;

use crate::keys::Layout;
use crate::simd::{Chunk, Divisor, Hashes, Kernel};
use crate::{
    EmptyKey, Error, Keyed, Keys, MissingKey, PartitionCount, Partitioner, Placement, Reduction,
    Rule,
};

/// Stands for [`Placement::Unkeyed`] where a partition is an `i32`.
pub const UNKEYED: i32 = -1;

/// Below so many keys a kernel takes longer to start than the keys take.
const FEW: usize = 16;

/// Up to so many keys get the small chunk, which is sooner made.
const SOME: usize = 64;

/// How many keys a large chunk has.
const MANY: usize = 512;

/// How many keys are placed before they are counted: they stay in the first cache.
const COUNTED: usize = 2048;

impl Partitioner {
    /// Writes the partition of each key; [`UNKEYED`], which is -1, where the record is unkeyed.
    ///
    /// The same as [`partition`](Self::partition) of each. What `out` has beyond the keys stays.
    ///
    /// # Errors
    ///
    /// `output_length` when `out` is shorter than the keys, and `refused` for the first key that
    /// the client refuses; nothing is written then.
    ///
    /// ```
    /// use copartition::{Keys, PartitionCount, Partitioner};
    ///
    /// let keys = [Some(&b"user-1"[..]), None, Some(b"user-3")];
    /// let mut partitions = [0; 3];
    /// let n = PartitionCount::try_from(6)?;
    /// Partitioner::named("java")?.place_batch(&Keys::slices(&keys), n, &mut partitions)?;
    /// assert_eq!(partitions, [2, -1, 5]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    #[inline]
    pub fn place_batch(
        &self,
        keys: &Keys<'_>,
        n: PartitionCount,
        out: &mut [i32],
    ) -> Result<(), Error> {
        if keys.len() >= FEW {
            return self.place_batch_with(Kernel::best(), keys, n, out);
        }
        // Where it is called, so that few keys cost no more than as many calls.
        let out = first(out, keys.len())?;
        self.check_refused(keys, n)?;
        Placing { partitioner: self, n, by_kernel: None }.calls(keys, 0, out);
        Ok(())
    }

    /// Writes the rule's hash of each key; 0 where a key is missing.
    ///
    /// # Errors
    ///
    /// `output_length`, and `no_hash` as [`hash`](Self::hash).
    ///
    /// ```
    /// use copartition::{Keys, Partitioner};
    ///
    /// let mut hashes = [0; 2];
    /// let keys = Keys::fixed(b"abab", 2, 2)?;
    /// Partitioner::named("java")?.hash_batch(&keys, &mut hashes)?;
    /// assert_eq!(hashes, [316155434; 2]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn hash_batch(&self, keys: &Keys<'_>, out: &mut [u32]) -> Result<(), Error> {
        self.hash_batch_with(best_for(keys), keys, out)
    }

    /// Adds the number of keys on each partition to `counts`, and returns how many are unkeyed.
    ///
    /// # Errors
    ///
    /// `output_length` when `counts` is shorter than the partitions, and `refused`; nothing is
    /// counted then.
    ///
    /// ```
    /// use copartition::{Keys, PartitionCount, Partitioner};
    ///
    /// let keys = Keys::with_offsets(b"user-1user-2user-3", &[0, 6, 12, 18])?;
    /// let mut counts = [0; 6];
    /// let n = PartitionCount::try_from(6)?;
    /// assert_eq!(Partitioner::named("java")?.count_batch(&keys, n, &mut counts)?, 0);
    /// assert_eq!(counts, [0, 0, 2, 0, 0, 1]);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn count_batch(
        &self,
        keys: &Keys<'_>,
        n: PartitionCount,
        counts: &mut [u64],
    ) -> Result<u64, Error> {
        self.count_batch_with(best_for(keys), keys, n, counts)
    }

    /// As [`place_batch`](Self::place_batch), by this kernel or by single calls.
    #[doc(hidden)]
    pub fn place_batch_with(
        &self,
        kernel: Option<Kernel>,
        keys: &Keys<'_>,
        n: PartitionCount,
        out: &mut [i32],
    ) -> Result<(), Error> {
        let out = first(out, keys.len())?;
        self.check_refused(keys, n)?;
        Column::new(self.placing(kernel, n), keys).fill(out);
        Ok(())
    }

    /// As [`hash_batch`](Self::hash_batch), by this kernel or by single calls.
    #[doc(hidden)]
    pub fn hash_batch_with(
        &self,
        kernel: Option<Kernel>,
        keys: &Keys<'_>,
        out: &mut [u32],
    ) -> Result<(), Error> {
        let out = first(out, keys.len())?;
        let rule = self.rule().filter(|rule| rule.reduction().is_some());
        let rule = rule.ok_or_else(|| Error::no_hash(self.name()))?;
        let hashes = kernel.and_then(|kernel| kernel.hashes(rule));
        Column::new(Hashing { rule, hashes }, keys).fill(out);
        Ok(())
    }

    /// As [`count_batch`](Self::count_batch), by this kernel or by single calls.
    #[doc(hidden)]
    pub fn count_batch_with(
        &self,
        kernel: Option<Kernel>,
        keys: &Keys<'_>,
        n: PartitionCount,
        counts: &mut [u64],
    ) -> Result<u64, Error> {
        let counts = first(counts, n.get() as usize)?;
        self.check_refused(keys, n)?;
        let mut unkeyed = 0;
        Column::new(self.placing(kernel, n), keys).each(|placed| {
            for &partition in placed {
                match usize::try_from(partition).ok().and_then(|at| counts.get_mut(at)) {
                    Some(count) => *count += 1,
                    None => unkeyed += 1,
                }
            }
        });
        Ok(unkeyed)
    }

    /// Fails when there is a key that the client refuses.
    #[inline]
    fn check_refused(&self, keys: &Keys<'_>, n: PartitionCount) -> Result<(), Error> {
        let missing = self.missing_key() == MissingKey::Refused && keys.may_be_missing();
        if !missing && self.empty_key() != EmptyKey::Refused {
            return Ok(());
        }
        for row in 0..keys.len() {
            let key = keys.get(row);
            if key.is_none_or(|key| key.is_empty()) {
                self.partition(key.as_deref(), n).map_err(|error| error.at_row(row))?;
            }
        }
        Ok(())
    }

    #[inline]
    fn placing(&self, kernel: Option<Kernel>, n: PartitionCount) -> Placing<'_> {
        let by_kernel = match self.keyed() {
            Keyed::Rule(rule) => kernel.and_then(|kernel| {
                Some((kernel.hashes(rule)?, rule.reduction()?, Divisor::new(n)))
            }),
            _ => None,
        };
        Placing { partitioner: self, n, by_kernel }
    }
}

/// What is made of each key of a column.
trait Making: Copy {
    type Made: Copy + Default;

    /// Makes it of one key.
    fn of(&self, key: Option<&[u8]>) -> Self::Made;

    /// Returns how a kernel hashes the keys, if one does.
    fn hashes(&self) -> Option<Hashes>;

    /// Tells whether it is made of the hash where a key is empty.
    fn hashes_empty(&self) -> bool;

    /// Makes it of hashes.
    fn of_hashes(&self, hashes: &[u32], made: &mut [Self::Made]);

    /// Makes it of as many keys from `row` on as there is room for, one after the other.
    #[inline]
    fn calls(&self, keys: &Keys<'_>, row: usize, made: &mut [Self::Made]) {
        keys.each(row, made, |key| self.of(key));
    }
}

/// Partitions.
#[derive(Clone, Copy)]
struct Placing<'a> {
    partitioner: &'a Partitioner,
    n: PartitionCount,
    by_kernel: Option<(Hashes, Reduction, Divisor)>,
}

impl Making for Placing<'_> {
    type Made = i32;

    #[inline]
    fn of(&self, key: Option<&[u8]>) -> i32 {
        match self.partitioner.place(key, self.n) {
            Placement::Partition(partition) => partition.cast_signed(),
            Placement::Unkeyed | Placement::Refused => UNKEYED,
        }
    }

    #[inline]
    fn hashes(&self) -> Option<Hashes> {
        self.by_kernel.map(|(hashes, ..)| hashes)
    }

    #[inline]
    fn hashes_empty(&self) -> bool {
        self.partitioner.empty_key() == EmptyKey::Hashed
    }

    #[inline]
    fn of_hashes(&self, hashes: &[u32], made: &mut [i32]) {
        if let Some((by, reduction, divisor)) = self.by_kernel {
            (by.reduce)(reduction, divisor, hashes, made);
        }
    }
}

/// The rule's hashes.
#[derive(Clone, Copy)]
struct Hashing<'a> {
    rule: &'a Rule,
    hashes: Option<Hashes>,
}

impl Making for Hashing<'_> {
    type Made = u32;

    #[inline]
    fn of(&self, key: Option<&[u8]>) -> u32 {
        key.and_then(|key| self.rule.hash(key)).unwrap_or_default()
    }

    fn hashes(&self) -> Option<Hashes> {
        self.hashes
    }

    fn hashes_empty(&self) -> bool {
        true
    }

    fn of_hashes(&self, hashes: &[u32], made: &mut [u32]) {
        made.copy_from_slice(hashes);
    }
}

/// A column of keys, and what is made of them.
struct Column<'a, M: Making> {
    making: M,
    keys: &'a Keys<'a>,
    /// Made of each key of a dictionary.
    made: Option<Vec<M::Made>>,
}

impl<'a, M: Making> Column<'a, M> {
    fn new(making: M, keys: &'a Keys<'a>) -> Self {
        let made = match keys.layout() {
            Layout::Dictionary(_, values) if values.len() <= keys.len() => {
                let mut made = vec![M::Made::default(); values.len()];
                Column::new(making, values).fill(&mut made);
                Some(made)
            }
            _ => None,
        };
        Self { making, keys, made }
    }

    /// Writes it for all keys.
    #[inline]
    fn fill(&self, out: &mut [M::Made]) {
        if out.len() <= SOME {
            self.rows(&mut Chunk::<SOME, { 32 * SOME }>::new(), 0, out);
        } else {
            self.rows(&mut Chunk::<MANY, { 32 * MANY }>::new(), 0, out);
        }
    }

    /// Calls `sink` with it, for some keys after others.
    fn each(&self, mut sink: impl FnMut(&[M::Made])) {
        let len = self.keys.len();
        if len <= SOME {
            let mut made = [M::Made::default(); SOME];
            let made = made.get_mut(..len).unwrap_or_default();
            self.fill(made);
            return sink(made);
        }
        let mut chunk = Chunk::<MANY, { 32 * MANY }>::new();
        let mut made = [M::Made::default(); COUNTED];
        for row in (0..len).step_by(COUNTED) {
            let made = made.get_mut(..(len - row).min(COUNTED)).unwrap_or_default();
            self.rows(&mut chunk, row, made);
            sink(made);
        }
    }

    /// Writes it for as many keys from `row` on as `out` has room for.
    fn rows<const KEYS: usize, const ROOM: usize>(
        &self,
        chunk: &mut Chunk<KEYS, ROOM>,
        mut row: usize,
        mut out: &mut [M::Made],
    ) {
        if let (Layout::Dictionary(indices, _), Some(made)) = (self.keys.layout(), &self.made) {
            for (out, index) in out.iter_mut().zip(indices.iter().skip(row)) {
                *out = made.get(*index as usize).copied().unwrap_or_default();
            }
            return self.mend_missing(row, out);
        }
        let Some(hashes) = self.making.hashes() else {
            return self.making.calls(self.keys, row, out);
        };
        while !out.is_empty() {
            let hashed = chunk.hash(self.keys, row, out.len(), hashes);
            let (front, rest) = out.split_at_mut(hashed.taken);
            if let Some(hashes) = hashed.hashes {
                self.making.of_hashes(hashes, front);
                if !self.making.hashes_empty() {
                    self.mend_empty(hashed.lengths, front);
                }
                self.mend_missing(row, front);
            } else {
                self.making.calls(self.keys, row, front);
            }
            row += hashed.taken;
            out = rest;
        }
    }

    /// Writes over what is made of empty keys.
    fn mend_empty(&self, lengths: &[u32], out: &mut [M::Made]) {
        // All lengths, even when one is 0, so that it becomes vectors.
        if lengths.iter().fold(false, |any, &length| any | (length == 0)) {
            let empty = self.making.of(Some(b""));
            for (out, &length) in out.iter_mut().zip(lengths) {
                *out = if length == 0 { empty } else { *out };
            }
        }
    }

    /// Writes over what is made of missing keys.
    fn mend_missing(&self, row: usize, out: &mut [M::Made]) {
        if !self.keys.may_be_missing() {
            return;
        }
        let missing = self.making.of(None);
        for (out, row) in out.chunks_mut(64).zip((row..).step_by(64)) {
            let mut left = !self.keys.there(row);
            if left == u64::MAX {
                out.fill(missing);
                continue;
            }
            while left != 0 {
                if let Some(out) = out.get_mut(left.trailing_zeros() as usize) {
                    *out = missing;
                }
                left &= left - 1;
            }
        }
    }
}

/// Returns the fastest kernel, if it is any faster for so few keys.
#[inline]
fn best_for(keys: &Keys<'_>) -> Option<Kernel> {
    if keys.len() < FEW { None } else { Kernel::best() }
}

/// Returns the first `wanted` of the output.
#[inline]
fn first<T>(out: &mut [T], wanted: usize) -> Result<&mut [T], Error> {
    let got = out.len();
    out.get_mut(..wanted).ok_or_else(|| Error::output_length(wanted, got))
}
