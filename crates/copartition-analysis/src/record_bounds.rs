//! What no question takes of a record, in one text for all of them.

/// Says that a partition is outside `0 .. n`; `None` where it is inside.
pub(crate) fn outside(partition: u32, n: u32) -> Option<String> {
    (partition >= n).then(|| format!("partition must be a whole number below {n}, got {partition}"))
}

/// Counts `more` records, each of which may stand for many; a sum that no answer could tell is
/// refused.
pub(crate) fn counted(records: u64, more: u64) -> Result<u64, &'static str> {
    records.checked_add(more).ok_or("records must add up to less than 2^64")
}
