//! How likely a fit is luck.

use std::collections::{HashMap, HashSet};

use copartition::PartitionCount;
use statrs::distribution::{Binomial, DiscreteCDF};

use super::Pair;
use super::hypothesis::Hypothesis;

/// More keys than these make the chance of luck smaller than a float tells.
const MOST_KEYS: usize = 2_000;

/// The chance that keys which none of the hypotheses placed fit one of them all the same: of the
/// n^k equally likely ways to place k keys, as many fit as there are different predictions.
///
/// Rules that agree on these keys count once; that two rules agree on half of all keys needs no
/// care, since the one that is true fits too.
pub(super) fn of_a_fit(
    tried: &[Hypothesis],
    pairs: &[&Pair<'_>],
    keys: usize,
    n: PartitionCount,
) -> f64 {
    let predictions: HashSet<Vec<Option<u32>>> = tried
        .iter()
        .map(|tried| pairs.iter().take(MOST_KEYS).map(|pair| tried.partition(pair.key)).collect())
        .collect();
    let placements = keys as f64 * f64::from(n.get()).ln();
    ((predictions.len() as f64).ln() - placements).exp().min(1.0)
}

/// The chance that the best of so many hypotheses explains so many of the pairs by luck.
///
/// A hash does not know where a record lies that it did not place: it is right as often as what it
/// predicts and what is seen meet by accident, each with its own frequencies.
pub(super) fn of_matches(
    explained: usize,
    pairs: &[&Pair<'_>],
    hypothesis: &Hypothesis,
    tried: usize,
) -> f64 {
    let (mut seen, mut predicted) = (HashMap::new(), HashMap::new());
    for pair in pairs {
        *seen.entry(pair.partition).or_insert(0.0) += 1.0;
        if let Some(partition) = hypothesis.partition(pair.key) {
            *predicted.entry(partition).or_insert(0.0) += 1.0;
        }
    }
    let meet = |(partition, times): (&u32, &f64)| times * predicted.get(partition).unwrap_or(&0.0);
    let all = pairs.len().max(1) as f64;
    let right = seen.iter().map(meet).sum::<f64>() / (all * all);
    let Ok(matches) = Binomial::new(right.min(1.0), pairs.len() as u64) else { return 1.0 };
    let at_least = match explained.checked_sub(1) {
        Some(fewer) => matches.sf(fewer as u64),
        None => 1.0,
    };
    (at_least * tried as f64).min(1.0)
}
