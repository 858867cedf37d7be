//! Rules that agree with a placement because both look at the same digits, not because they made it.

use copartition::PartitionCount;

use super::hypothesis::Hypothesis;
use super::{HashedForm, Pair, Part};

/// Less than this may be left unexplained without a doubt.
const LITTLE: f64 = 0.2;
/// So much more agreement than the parts explain is no accident of these keys.
const MUCH: f64 = 0.1;

/// Whether parts that leave much unexplained are coincidence.
///
/// A number that is placed by its remainder meets hashes of its digits at divisors of the count more
/// often than independent hashes would. Two signs tell of it. A part is under another count or over
/// other bytes: a topic that has grown leaves nothing over. Or a part's rule agrees with the records
/// at a divisor of the count for more of them than all parts together explain.
pub(super) fn is_coincidence(
    parts: &[Part],
    hypotheses: &[Hypothesis],
    pairs: &[&Pair<'_>],
    n: PartitionCount,
    unexplained_share: f64,
) -> bool {
    let is_of_today = |part: &Part| (part.count, part.form) == (n, HashedForm::Itself);
    let divisors = || (2..n.get()).filter(|d| n.get().is_multiple_of(*d));
    let agrees_beyond = |hypothesis: &Hypothesis| {
        let agreements = divisors().filter_map(|divisor| agreement(hypothesis, pairs, divisor));
        agreements
            .into_iter()
            .any(|(share, doubt)| share > 1.0 - unexplained_share + MUCH + 4.0 * doubt)
    };
    unexplained_share > LITTLE
        && (!parts.iter().all(is_of_today) || hypotheses.iter().any(agrees_beyond))
}

/// The share of the records that the hypothesis would have placed, going by the remainders that
/// partitions leave by a divisor of the count, with its standard error.
fn agreement(hypothesis: &Hypothesis, pairs: &[&Pair<'_>], divisor: u32) -> Option<(f64, f64)> {
    let count = PartitionCount::new(divisor)?;
    let at_divisor = Hypothesis { count, ..*hypothesis };
    let mut seen = vec![0.0; divisor as usize];
    let mut predicted = seen.clone();
    let (mut alike, mut all, mut squares) = (0.0, 0.0, 0.0);
    for pair in pairs {
        let (records, lies_on) = (pair.records as f64, pair.partition % divisor);
        let to = at_divisor.partition(pair.key);
        all += records;
        squares += records * records;
        alike += if to == Some(lies_on) { records } else { 0.0 };
        *seen.get_mut(lies_on as usize)? += records;
        if let Some(to) = to {
            *predicted.get_mut(to as usize)? += records;
        }
    }
    let by_accident: f64 =
        seen.iter().zip(&predicted).map(|(seen, predicted)| seen * predicted).sum::<f64>()
            / (all * all);
    let (alike, room) = (alike / all, 1.0 - by_accident);
    let doubt = (by_accident * room * squares).sqrt() / all;
    (room > 0.0).then(|| ((alike - by_accident) / room, doubt / room))
}
