//! Batches: a column of keys at once.

use crate::{EmptyKey, Error, Keys, MissingKey, PartitionCount, Partitioner, Placement};

/// Stands for [`Placement::Unkeyed`] where a partition is an `i32`.
pub const UNKEYED: i32 = -1;

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
    pub fn place_batch(
        &self,
        keys: &Keys<'_>,
        n: PartitionCount,
        out: &mut [i32],
    ) -> Result<(), Error> {
        let wanted = keys.len();
        let got = out.len();
        let out = out.get_mut(..wanted).ok_or_else(|| Error::output_length(wanted, got))?;
        self.check_refused(keys, n)?;
        for (row, out) in out.iter_mut().enumerate() {
            *out = self.place_signed(keys.get(row).as_deref(), n);
        }
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
        let wanted = keys.len();
        let got = out.len();
        let out = out.get_mut(..wanted).ok_or_else(|| Error::output_length(wanted, got))?;
        let rule = self.rule().filter(|rule| rule.reduction().is_some());
        let rule = rule.ok_or_else(|| Error::no_hash(self.name()))?;
        for (row, out) in out.iter_mut().enumerate() {
            *out = keys.get(row).and_then(|key| rule.hash(&key)).unwrap_or_default();
        }
        Ok(())
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
        let wanted = n.get() as usize;
        let got = counts.len();
        let counts = counts.get_mut(..wanted).ok_or_else(|| Error::output_length(wanted, got))?;
        self.check_refused(keys, n)?;
        let mut unkeyed = 0;
        for row in 0..keys.len() {
            match self.place(keys.get(row).as_deref(), n) {
                Placement::Partition(partition) => {
                    if let Some(count) = counts.get_mut(partition as usize) {
                        *count += 1;
                    }
                }
                Placement::Unkeyed | Placement::Refused => unkeyed += 1,
            }
        }
        Ok(unkeyed)
    }

    /// Fails when there is a key that the client refuses.
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
    fn place_signed(&self, key: Option<&[u8]>, n: PartitionCount) -> i32 {
        match self.place(key, n) {
            Placement::Partition(partition) => partition.cast_signed(),
            Placement::Unkeyed | Placement::Refused => UNKEYED,
        }
    }
}
