//! What may have placed the keys: a rule over some form of the key, at some partition count.

use std::cmp::Reverse;

use copartition::{PartitionCount, Rule};

use super::HashedForm;
use super::clients::rules;

/// One way to place keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hypothesis {
    pub(super) rule: &'static Rule,
    pub(super) form: HashedForm,
    pub(super) count: PartitionCount,
}

impl Hypothesis {
    /// Where it places a key; `None` for a key that has no such form.
    pub(super) fn partition(&self, key: &[u8]) -> Option<u32> {
        match self.form {
            HashedForm::Itself => Some(self.rule.partition(key, self.count)),
            form => form.of(key).map(|key| self.rule.partition(&key, self.count)),
        }
    }
}

/// The rules over the key itself at the topic's count, the commonest first.
pub(super) fn simple(n: PartitionCount) -> Vec<Hypothesis> {
    let simple = |&(rule, _): &(_, _)| Hypothesis { rule, form: HashedForm::Itself, count: n };
    rules().iter().map(simple).collect()
}

/// The hypotheses that explain the most of a few observations, the best first, with how many they
/// explain. Of those that explain as much the simpler comes first: the key itself, an earlier count
/// of `counts`, a commoner rule.
///
/// A hash is computed once for each key, and reduced for each count.
pub(super) fn ranked(
    seen: &[(&[u8], u32)],
    counts: &[PartitionCount],
    forms: &[HashedForm],
) -> Vec<(Hypothesis, usize)> {
    let mut ranked = Vec::new();
    for &form in forms {
        let keys: Vec<(Vec<u8>, u32)> =
            seen.iter().filter_map(|&(key, at)| Some((form.of(key)?, at))).collect();
        if keys.is_empty() {
            continue;
        }
        for &(rule, _) in rules() {
            let hashes: Vec<(Option<u32>, &[u8], u32)> =
                keys.iter().map(|(key, at)| (rule.hash(key), key.as_slice(), *at)).collect();
            for &count in counts {
                let explained = hashes
                    .iter()
                    .filter(|&&(hash, key, at)| match (hash, rule.reduction()) {
                        (Some(hash), Some(reduction)) => reduction.partition(hash, count) == at,
                        _ => rule.partition(key, count) == at,
                    })
                    .count();
                ranked.push((Hypothesis { rule, form, count }, explained));
            }
        }
    }
    // The order of `counts` and of the rules decides where as much is explained: the sort is stable.
    ranked.sort_by_key(|(hypothesis, explained)| {
        let place = counts.iter().position(|count| *count == hypothesis.count);
        (Reverse(*explained), hypothesis.form, place)
    });
    ranked
}
