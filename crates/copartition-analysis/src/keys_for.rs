use copartition::{PartitionCount, Partitioner, Placement, RULES};

use crate::identify::keys_that_part;
use crate::record_bounds::outside;
use crate::{DecidingKey, Error, MAX_SPREAD_PARTITIONS};

/// A key that was made for a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyFor {
    /// The key, which is text.
    pub key: String,
    /// Where the partitioner puts it.
    pub partition: u32,
}

/// Makes `each` keys for every one of the partitions: `prefix` and a number, the partitions in the
/// given order.
///
/// A partition for which no key is found within many times as many tries as it should take, and
/// every partition of a partitioner that places no key by its bytes, has none.
///
/// ```
/// use copartition::{PartitionCount, Partitioner};
/// use copartition_analysis::keys_for;
///
/// let n = PartitionCount::try_from(6)?;
/// let keys = keys_for(Partitioner::named("java")?, n, &[5, 0], "user-", 1);
/// assert_eq!((keys[0].partition, keys[1].partition), (5, 0));
/// assert_eq!(keys[0].key, "user-3");
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn keys_for(
    partitioner: &Partitioner,
    n: PartitionCount,
    partitions: &[u32],
    prefix: &str,
    each: usize,
) -> Vec<KeyFor> {
    let mut wanted: hashbrown::HashMap<u32, Vec<String>> =
        partitions.iter().map(|partition| (*partition, Vec::new())).collect();
    let mut missing = wanted.len().saturating_mul(each);
    // Of random keys, the last partition's first one is found after n ln n.
    let tries = u64::from(n.get()).saturating_mul(each as u64).saturating_mul(64);
    for i in 0..tries.saturating_add(1_000) {
        if missing == 0 || partitioner.rule().is_none() {
            break;
        }
        let key = format!("{prefix}{i}");
        if let Placement::Partition(partition) = partitioner.place(Some(key.as_bytes()), n)
            && let Some(keys) = wanted.get_mut(&partition)
            && keys.len() < each
        {
            keys.push(key);
            missing -= 1;
        }
    }
    let found = partitions.iter().flat_map(|&partition| {
        let keys = wanted.remove(&partition).unwrap_or_default();
        keys.into_iter().map(move |key| KeyFor { key, partition })
    });
    found.collect()
}

/// Returns the partitions that keys are wanted for, each once: the given ones, or without any every
/// one.
///
/// # Errors
///
/// A partition that is not below the count, and none given of more than [`MAX_SPREAD_PARTITIONS`].
///
/// ```
/// use copartition_analysis::wanted_partitions;
///
/// let n = copartition::PartitionCount::try_from(3)?;
/// assert_eq!(wanted_partitions(&[], n)?, [0, 1, 2]);
/// assert_eq!(wanted_partitions(&[2, 0, 2], n)?, [2, 0]);
/// assert!(wanted_partitions(&[3], n).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn wanted_partitions(given: &[u32], n: PartitionCount) -> Result<Vec<u32>, Error> {
    let n = n.get();
    if let Some(why) = given.iter().find_map(|partition| outside(*partition, n)) {
        return Err(Error::asked(why));
    }
    if given.is_empty() && n > MAX_SPREAD_PARTITIONS {
        return Err(Error::asked(format_args!(
            "partition must be given where there are more than {MAX_SPREAD_PARTITIONS}"
        )));
    }
    if given.is_empty() {
        return Ok((0..n).collect());
    }
    let mut seen = hashbrown::HashSet::new();
    Ok(given.iter().copied().filter(|partition| seen.insert(*partition)).collect())
}

/// So many probe keys are fit by none but the right rule.
pub const PROBE_KEYS: usize = 20;

/// Makes keys that tell apart all rules that differ at this count, and at least `at_least` of them,
/// so that no rule fits them all by luck.
///
/// A service sends them, each as a record's key; where they come to lie is what `identify` and
/// `verify` are asked.
///
/// ```
/// let n = copartition::PartitionCount::try_from(12)?;
/// let probes = copartition_analysis::probe_keys(n, copartition_analysis::PROBE_KEYS);
/// assert!(probes.len() >= 20);
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn probe_keys(n: PartitionCount, at_least: usize) -> Vec<DecidingKey> {
    keys_that_part(RULES, n, at_least)
}
