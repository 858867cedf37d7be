//! The keys that tell candidates apart.

use copartition::{PartitionCount, Rule};

use super::Candidate;

/// A key that candidates place on different partitions: sent by the producer in question, it tells
/// which of them is right.
#[derive(Debug)]
pub struct DecidingKey {
    /// The key, which is text.
    pub key: String,
    /// Where each rule places it.
    pub partitions: Vec<(&'static Rule, u32)>,
}

/// How many keys are asked until candidates count as alike.
const PROBES: u32 = 10_000;
const LIKE_THESE: usize = 256;

/// Finds few keys that together tell all candidates apart; none for those that cannot be.
pub(super) fn deciding_keys(candidates: &[Candidate], n: PartitionCount) -> Vec<DecidingKey> {
    let rules: Vec<&'static Rule> = candidates.iter().map(|candidate| candidate.rule).collect();
    keys_that_part(&rules, n, 0)
}

/// Finds keys that together tell all rules apart which differ at this count, and at least so many.
pub(crate) fn keys_that_part(
    rules: &[&'static Rule],
    n: PartitionCount,
    at_least: usize,
) -> Vec<DecidingKey> {
    let mut together: Vec<(usize, usize)> = Vec::new();
    for (one, rule) in rules.iter().enumerate() {
        let others = rules.iter().enumerate().skip(one + 1);
        let part = others.filter(|(_, other)| !rule.agrees_with(other, n));
        together.extend(part.map(|(other, _)| (one, other)));
    }
    let mut keys = Vec::new();
    // Some rules part only where text is not ASCII.
    let probes = (0..PROBES).flat_map(|i| [format!("probe-{i}"), format!("prob\u{e9}-{i}\u{e9}")]);
    for key in probes {
        if together.is_empty() && keys.len() >= at_least {
            break;
        }
        let at: Vec<u32> = rules.iter().map(|rule| rule.partition(key.as_bytes(), n)).collect();
        let before = together.len();
        together.retain(|&(one, other)| at.get(one) == at.get(other));
        if together.len() < before || keys.len() < at_least {
            let partitions = rules.iter().copied().zip(at).collect();
            keys.push(DecidingKey { key, partitions });
        }
    }
    keys
}

/// The nearest larger count at which two rules part that are the same at `n`.
pub(super) fn parting_count(one: &Rule, other: &Rule, n: PartitionCount) -> PartitionCount {
    let half_as_many_again = n.get().saturating_add(n.get() / 2);
    let larger = std::iter::once(half_as_many_again).chain(n.get()..=PartitionCount::MAX);
    larger
        .filter_map(PartitionCount::new)
        .take(64)
        .find(|count| !one.agrees_with(other, *count))
        .unwrap_or(n)
}

/// Keys like those of the samples: each is one of them with a byte of another one in its place.
pub(super) fn keys_like<'a>(keys: impl Iterator<Item = &'a [u8]>) -> Vec<Vec<u8>> {
    let keys: Vec<&[u8]> = keys.take(LIKE_THESE).collect();
    let like = |i: usize| {
        let mut key = keys.get(i % keys.len().max(1))?.to_vec();
        let other = keys.get((i * 13 + 5) % keys.len().max(1))?;
        let at = (i * 7 + i / keys.len().max(1)) % key.len().max(1);
        let byte = *other.get((i * 11 + 3) % other.len().max(1))?;
        *key.get_mut(at)? = byte;
        Some(key)
    };
    (0..LIKE_THESE).filter_map(like).collect()
}
