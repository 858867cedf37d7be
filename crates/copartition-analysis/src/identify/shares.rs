//! Who wrote how much of a mixture.

use std::collections::BTreeMap;

use copartition::PartitionCount;

use super::hypothesis::Hypothesis;
use super::{Pair, explains};

/// Which of a few parts explain each pair, a bit each.
pub(super) struct Fits {
    masks: Vec<u8>,
    parts: usize,
}

/// The records of a part, in all and with each label.
#[derive(Clone, Default)]
pub(super) struct Shared {
    pub(super) records: f64,
    pub(super) labels: Vec<f64>,
}

impl Fits {
    /// At most seven parts are told apart.
    pub(super) fn new(parts: &[Hypothesis], pairs: &[&Pair<'_>]) -> Self {
        let mask = |pair: &&Pair<'_>| {
            let bits = parts.iter().take(7).enumerate();
            bits.fold(0, |mask, (i, part)| mask | u8::from(explains(part, pair)) << i)
        };
        Self { masks: pairs.iter().map(mask).collect(), parts: parts.len().min(7) }
    }

    /// The pairs that this part alone explains.
    pub(super) fn alone<'a, 'b>(&self, part: usize, pairs: &[&'a Pair<'b>]) -> Vec<&'a Pair<'b>> {
        self.among(&[part], pairs).collect()
    }

    /// The pairs that none but these parts explain.
    pub(super) fn among<'a, 'b>(
        &self,
        parts: &[usize],
        pairs: &[&'a Pair<'b>],
    ) -> impl Iterator<Item = &'a Pair<'b>> {
        let wanted: u8 = parts.iter().map(|part| 1 << part).sum();
        let pairs = self.masks.iter().zip(pairs);
        pairs.filter(move |(mask, _)| **mask & !wanted == 0).map(|(_, pair)| *pair)
    }

    /// Shares the records out among the parts, and at the end to none of them.
    ///
    /// What fits two parts belongs to either as often as what fits one of them alone does: without
    /// that, the biggest part would have an n-th of all others. The same holds for records that a
    /// part fits by luck. It is the likeliest sharing, found by expectation maximization, for each
    /// label by itself: a service hardly changes its partitioner.
    pub(super) fn shared(&self, pairs: &[&Pair<'_>], n: PartitionCount) -> Vec<Shared> {
        let mut groups: BTreeMap<Option<u32>, BTreeMap<u8, f64>> = BTreeMap::new();
        for (mask, pair) in self.masks.iter().zip(pairs) {
            for seen in &pair.seen {
                let group = groups.entry(seen.label).or_default();
                *group.entry(*mask).or_default() += seen.records as f64;
            }
        }
        let mut all: BTreeMap<u8, f64> = BTreeMap::new();
        for (mask, records) in groups.values().flatten() {
            *all.entry(*mask).or_default() += records;
        }
        let even = vec![1.0; self.parts + 1];
        let weights = self.likeliest(&all, &even, n);
        let mut shared = vec![Shared::default(); self.parts + 1];
        for (label, group) in groups {
            let records = self.likeliest(&group, &weights, n);
            for (of, records) in shared.iter_mut().zip(records) {
                of.records += records;
                if let Some(label) = label {
                    let at = label as usize;
                    of.labels.resize(of.labels.len().max(at + 1), 0.0);
                    of.labels.iter_mut().skip(at).take(1).for_each(|of| *of += records);
                }
            }
        }
        shared
    }

    /// The likeliest records of each part and of none, starting from some weights of them.
    fn likeliest(&self, group: &BTreeMap<u8, f64>, start: &[f64], n: PartitionCount) -> Vec<f64> {
        const MOST_STEPS: usize = 1_000;
        let all: f64 = group.values().sum();
        let by_luck = 1.0 / f64::from(n.get());
        let mut records = start.to_vec();
        // Where something explains every record, nothing is luck.
        if let Some(rest) = records.last_mut()
            && !group.contains_key(&0)
        {
            *rest = 0.0;
        }
        for _ in 0..MOST_STEPS {
            let mut next = vec![0.0; records.len()];
            for (mask, of_mask) in group {
                let likely = |i: usize, weight: f64| match i == self.parts {
                    true if *mask == 0 => 1.0,
                    true => weight * by_luck,
                    false if mask >> i & 1 == 1 => weight,
                    false => 0.0,
                };
                let sum: f64 = records.iter().enumerate().map(|(i, of)| likely(i, *of)).sum();
                for (i, (next, of)) in next.iter_mut().zip(&records).enumerate() {
                    *next += of_mask * likely(i, *of) / if sum > 0.0 { sum } else { 1.0 };
                }
            }
            let moved: f64 =
                next.iter().zip(&records).map(|(one, other)| (one - other).abs()).sum();
            records = next;
            if moved < 1e-6 * all {
                break;
            }
        }
        records
    }
}
