//! Whether topics are co-partitioned.

mod check;
mod remedy;
mod same_values;

use std::collections::BTreeSet;

use copartition::PartitionCount;

pub use self::check::{Check, Checked};
pub use self::remedy::{Remedy, RemedySetting};
pub use self::same_values::SameValues;
use crate::observed::{Observed, Seen};
use crate::{Identification, MOST_LUCK, identify};

/// Whether two topics are co-partitioned: whether a key that they share lies on the same partition of
/// each, which a join, a merge or a mirror needs.
///
/// What is said of each is in the order in which they were given.
#[derive(Debug)]
pub struct Comparison {
    /// The answer.
    pub verdict: CoPartitioned,
    /// The partition counts.
    pub counts: [PartitionCount; 2],
    /// Who placed the keys.
    pub identified: [Identification; 2],
    /// The distinct keys, empty ones left out; of samples those that the other would hold too.
    pub keys: [usize; 2],
    /// The records without a key, which have no place to compare.
    pub missing_key_records: [u64; 2],
    /// The keys that were seen in both, an empty one left out.
    pub shared_keys: usize,
    /// Those of them that lie on one partition, the same in both.
    pub same_partition_keys: usize,
    /// Those that lie on more than one partition of a topic.
    pub split_keys: usize,
    /// Those that do not lie on one partition, the same in both, in ascending order; the empty key
    /// among them.
    pub different_keys: Vec<DifferentKey>,
    /// Keys that are the same values in other bytes.
    pub same_values: Option<SameValues>,
    /// Whether the empty key lies on the same one partition of both; `None` unless both have it.
    pub empty_key_is_same: Option<bool>,
    /// Whether not all keys were looked at.
    pub is_sampled: bool,
}

/// The answer of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoPartitioned {
    /// The counts are equal, and every shared key lies on the same partition.
    Yes,
    /// They are not, as the checks say.
    No,
    /// No key was seen in both, so that nothing was compared.
    NotTested,
}

impl CoPartitioned {
    /// Returns the answer's name, such as `not_tested`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotTested => "not_tested",
        }
    }
}

/// A key that does not lie on one partition, the same in both topics.
#[derive(Debug)]
pub struct DifferentKey {
    /// The key.
    pub key: Vec<u8>,
    /// Its partitions in each topic, ascending.
    pub lies_on: [Vec<u32>; 2],
}

/// Compares two topics, key by key.
///
/// ```
/// use copartition::{PartitionCount, Partitioner, Placement};
/// use copartition_analysis::samples::LogEntry;
/// use copartition_analysis::{CoPartitioned, Observed, compare};
///
/// let n = PartitionCount::try_from(12)?;
/// let topic = |partitioner| {
///     let partitioner = Partitioner::named(partitioner)?;
///     let mut observed = Observed::new(n, usize::MAX);
///     for i in 0..40 {
///         let key = format!("user-{i}");
///         if let Placement::Partition(p) = partitioner.place(Some(key.as_bytes()), n) {
///             observed.add_key(Some(key.as_bytes()), p, 1, LogEntry::default());
///         }
///     }
///     Ok::<_, copartition::Error>(observed)
/// };
/// let compared = compare(&topic("java")?, &topic("librdkafka")?);
/// assert_eq!(compared.verdict, CoPartitioned::No);
/// let remedies = compared.remedies();
/// assert_eq!(remedies[0].settings[0].written, "partitioner=murmur2_random");
/// assert_eq!(compare(&topic("java")?, &topic("java")?).verdict, CoPartitioned::Yes);
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn compare(one: &Observed, other: &Observed) -> Comparison {
    let mut compared = Comparison {
        verdict: CoPartitioned::NotTested,
        counts: [one.count(), other.count()],
        identified: [identify(one), identify(other)],
        keys: [keys_of(one, other), keys_of(other, one)],
        missing_key_records: [one.missing_key_records(), other.missing_key_records()],
        shared_keys: 0,
        same_partition_keys: 0,
        split_keys: 0,
        different_keys: Vec::new(),
        same_values: None,
        empty_key_is_same: None,
        is_sampled: one.is_sampled() || other.is_sampled(),
    };
    for (key, seen) in one.keys() {
        let lies_on = [partitions(seen), partitions(other.seen(key))];
        let [at, others] = &lies_on;
        if others.is_empty() {
            continue;
        }
        let is_split = at.len() > 1 || others.len() > 1;
        let is_same = !is_split && at == others;
        if key.is_empty() {
            compared.empty_key_is_same = Some(is_same);
        } else {
            compared.shared_keys += 1;
            compared.same_partition_keys += usize::from(is_same);
            compared.split_keys += usize::from(is_split);
        }
        if !is_same {
            let lies_on = lies_on.map(|partitions| partitions.into_iter().collect());
            compared.different_keys.push(DifferentKey { key: key.to_vec(), lies_on });
        }
    }
    compared.same_values = same_values::same_values(one, other, compared.shared_keys);
    compared.verdict = compared.judged();
    compared
}

/// A topic that is compared, and what was seen of it.
pub struct Topic {
    /// What it is called.
    pub name: String,
    /// The input as it was given.
    pub input: String,
    /// What was seen.
    pub observed: Observed,
}

/// Compares the first topic with each of the others, in their order.
pub fn compare_with_first(topics: &[Topic]) -> Vec<Comparison> {
    let Some((one, others)) = topics.split_first() else {
        return Vec::new();
    };
    others.iter().map(|other| compare(&one.observed, &other.observed)).collect()
}

impl Comparison {
    /// Returns the shared keys that lie on one partition of each topic, and not the same.
    pub fn elsewhere_keys(&self) -> usize {
        self.shared_keys - self.same_partition_keys - self.split_keys
    }

    /// Whether there are so few shared keys that different rules could have put them together by
    /// luck, and the rules are not known.
    fn is_perhaps_luck(&self) -> bool {
        let n = f64::from(self.counts[0].get());
        let is_known =
            |check: &Check| check.what == Checked::Partitioner && check.is_fine.is_some();
        let luck = n.powf(-(self.shared_keys as f64));
        self.shared_keys == 0 || luck > MOST_LUCK && !self.checks(["", ""]).iter().any(is_known)
    }

    fn judged(&self) -> CoPartitioned {
        let checks = self.checks(["", ""]);
        if checks.iter().any(|check| check.is_fine == Some(false)) {
            CoPartitioned::No
        } else if self.is_perhaps_luck() {
            CoPartitioned::NotTested
        } else {
            CoPartitioned::Yes
        }
    }
}

/// The keys of a topic that the other's sample would hold.
fn keys_of(one: &Observed, other: &Observed) -> usize {
    let keys = one.keys().into_iter();
    keys.filter(|(key, _)| !key.is_empty() && other.holds(key)).count()
}

fn partitions(seen: &[Seen]) -> BTreeSet<u32> {
    seen.iter().map(|seen| seen.partition).collect()
}
