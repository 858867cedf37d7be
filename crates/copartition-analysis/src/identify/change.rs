use copartition::PartitionCount;

use super::hypothesis::Hypothesis;
use super::shares::Fits;
use super::{Pair, earlier, explains, later};
use crate::samples::LogEntry;

/// A partition count that was followed by a greater one: the topic was grown, or it was mirrored or
/// made anew from one that had fewer partitions.
#[derive(Debug)]
pub struct Change {
    /// The count before.
    pub from: PartitionCount,
    /// The count after.
    pub to: PartitionCount,
    /// What bounds the change on each partition; empty without offsets.
    pub bounds: Vec<Bound>,
}

/// Between which records of a partition a count changed.
///
/// Offsets tell, since timestamps are the producers'. A producer keeps a count until it asks for
/// the topic's metadata again, so that the last record before may come behind the first one after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The partition.
    pub partition: u32,
    /// The last record that fits the count before and not the one after.
    pub last_before: Option<LogEntry>,
    /// The first record that fits the count after and not the one before.
    pub first_after: Option<LogEntry>,
}

/// Finds the changes among the parts of the first one's rule, and the one to the count of now.
pub(super) fn changes(
    parts: &[Hypothesis],
    fits: &Fits,
    pairs: &[&Pair<'_>],
    n: PartitionCount,
) -> Vec<Change> {
    let Some(first) = parts.first() else { return Vec::new() };
    let is_same =
        |part: &Hypothesis| (part.rule.name(), part.form) == (first.rule.name(), first.form);
    let mut counts: Vec<PartitionCount> =
        parts.iter().filter(|part| is_same(part)).map(|part| part.count).collect();
    counts.push(n);
    counts.sort_unstable();
    counts.dedup();
    let place = |count| parts.iter().position(|part| is_same(part) && part.count == count);
    let change = |counts: &[PartitionCount]| {
        let &[from, to] = counts else { return None };
        let [before, after] = [from, to].map(|count| Hypothesis { count, ..*first });
        let of_both: Vec<usize> = [from, to].into_iter().filter_map(place).collect();
        let bounds = bounds(&before, &after, fits.among(&of_both, pairs));
        Some(Change { from, to, bounds })
    };
    counts.windows(2).filter_map(change).collect()
}

fn bounds<'a, 'b: 'a>(
    before: &Hypothesis,
    after: &Hypothesis,
    pairs: impl Iterator<Item = &'a Pair<'b>>,
) -> Vec<Bound> {
    let mut bounds: Vec<Bound> = Vec::new();
    for pair in pairs {
        let is_before = explains(before, pair);
        if is_before == explains(after, pair) {
            continue;
        }
        for seen in pair.seen.iter().filter(|seen| seen.first.offset.is_some()) {
            let at = bounds.iter().position(|bound| bound.partition == pair.partition);
            let at = at.unwrap_or_else(|| {
                let partition = pair.partition;
                bounds.push(Bound { partition, last_before: None, first_after: None });
                bounds.len() - 1
            });
            let Some(bound) = bounds.get_mut(at) else { continue };
            if is_before {
                let last = bound.last_before.map_or(seen.last, |last| later(last, seen.last));
                bound.last_before = Some(last);
            } else {
                let first = bound.first_after.map_or(seen.first, |it| earlier(it, seen.first));
                bound.first_after = Some(first);
            }
        }
    }
    bounds.sort_unstable_by_key(|bound| bound.partition);
    bounds
}
