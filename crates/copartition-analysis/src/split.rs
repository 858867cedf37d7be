use crate::Observed;
use crate::observed::Seen;

/// The keys of a topic that lie on more than one partition.
#[derive(Debug)]
pub struct Split<'a> {
    /// The distinct keys that were looked at.
    pub keys: usize,
    /// Those on more than one partition, in ascending order.
    pub split: Vec<SplitKey<'a>>,
}

/// A key on more than one partition: its order is lost, a join finds a part of it, and compaction
/// keeps one value on each.
#[derive(Debug)]
pub struct SplitKey<'a> {
    /// The key, perhaps empty.
    pub key: &'a [u8],
    /// Its records on each partition, in the order of the partitions.
    pub lies_on: Vec<Seen>,
    /// Whether it was deleted on one partition, where its last record has no value, and lives on
    /// another: a delete that never took effect.
    pub undead: bool,
}

/// Finds the keys that lie on more than one partition. It needs no partitioner.
///
/// A topic that has grown has such keys too, of which [`identify`](crate::identify()) tells.
///
/// ```
/// use copartition::PartitionCount;
/// use copartition_analysis::samples::LogEntry;
/// use copartition_analysis::{Observed, split};
///
/// let mut observed = Observed::new(PartitionCount::try_from(6)?, usize::MAX);
/// for (key, partition) in [("user-1", 2), ("user-2", 2), ("user-1", 0)] {
///     observed.add_key(Some(key.as_bytes()), partition, 1, LogEntry::default());
/// }
/// let split = split(&observed);
/// assert_eq!(split.keys, 2);
/// assert_eq!(split.split[0].key, b"user-1");
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn split(observed: &Observed) -> Split<'_> {
    let keys = observed.keys();
    let split = keys.iter().filter_map(|(key, seen)| split_key(key, seen)).collect();
    Split { keys: keys.len(), split }
}

impl Split<'_> {
    /// Returns how many keys were deleted on one partition and live on another.
    pub fn undead_keys(&self) -> usize {
        self.split.iter().filter(|key| key.undead).count()
    }

    /// Returns the answer in one sentence.
    pub fn sentence(&self) -> String {
        let (split, keys) = (self.split.len(), self.keys);
        let of = format!("{keys} {}", if keys == 1 { "key" } else { "keys" });
        match split {
            0 => format!("none of {of} lies on more than one partition"),
            1 => format!("1 of {of} lies on more than one partition"),
            _ => format!("{split} of {of} lie on more than one partition"),
        }
    }

    /// Returns what else is to be known of split keys, in sentences.
    pub fn facts(&self) -> Vec<String> {
        let mut facts = Vec::new();
        let undead = self.undead_keys();
        if undead > 0 {
            facts.push(format!(
                "{undead} deleted on one partition and alive on another: such a delete never took \
                 effect"
            ));
        }
        if !self.split.is_empty() {
            facts.push(
                "why: several producers, or a partition count that has grown; see identify".into(),
            );
        }
        facts
    }
}

fn split_key<'a>(key: &'a [u8], seen: &[Seen]) -> Option<SplitKey<'a>> {
    let mut lies_on: Vec<Seen> = Vec::new();
    for seen in seen {
        match lies_on.iter_mut().find(|on| on.partition == seen.partition) {
            Some(on) => on.merge(seen),
            None => lies_on.push(Seen { label: None, ..*seen }),
        }
    }
    if lies_on.len() < 2 {
        return None;
    }
    lies_on.sort_unstable_by_key(|on| on.partition);
    let last_is = |tombstone| lies_on.iter().any(|on| on.last.tombstone == Some(tombstone));
    let undead = last_is(true) && last_is(false);
    Some(SplitKey { key, lies_on, undead })
}
