//! The share of all keys that move.

use copartition::{Keyed, PartitionCount};

use super::Side;

/// How many hashes are looked at where a formula would have too many cases.
const MOST_HASHES: u32 = 1 << 22;

/// Half of all hashes.
const HALF: u32 = 1 << 31;

/// Over one hash, of the numbers below 2^31 those stay whose remainders are equal: in each run of
/// lcm(n, m) that are min(n, m) of them. Those above depend on what the two reductions make of the
/// sign. Over two hashes the partitions have nothing to do with each other.
pub(super) fn share_that_moves(from: Side, to: Side) -> f64 {
    let (n, m) = (from.count.get(), to.count.get());
    let (one, other) = match (from.partitioner.keyed(), to.partitioner.keyed()) {
        (Keyed::Rule(one), Keyed::Rule(other)) => (one, other),
        (Keyed::Partition0, Keyed::Partition0) => return 0.0,
        (Keyed::Partition0, Keyed::Rule(_)) => return 1.0 - 1.0 / f64::from(m),
        (Keyed::Rule(_), Keyed::Partition0) => return 1.0 - 1.0 / f64::from(n),
        // Where keys are ignored they have no partition: on one side that is a change for each, on
        // both it is none.
        (Keyed::Rule(_) | Keyed::Partition0, _) | (_, Keyed::Rule(_) | Keyed::Partition0) => {
            return 1.0;
        }
        _ => return 0.0,
    };
    // A run of remainders may be longer than there are hashes.
    let cycle = (u64::from(n / gcd(n, m)) * u64::from(m)).min(HALF.into()) as u32;
    let stay_below = f64::from(n.min(m)) / f64::from(cycle);
    // Over two partitions the reductions of one hash agree.
    let one_hash = PartitionCount::new(2).is_some_and(|two| one.agrees_with(other, two));
    match one.reduction().zip(other.reduction()).filter(|_| one_hash) {
        _ if one.name() == other.name() => 1.0 - stay_below,
        None => 1.0 - 1.0 / f64::from(n.max(m)),
        Some((one, other)) => {
            let asked = cycle.min(MOST_HASHES);
            // Some of a longer run, all over it: the step is odd and has no small divisor in common
            // with a count. The lowest hash is one of its own, of which there are no more.
            let step = if asked == cycle { 1 } else { 0x9e37_79b1 };
            let stay = (1..=asked).filter(|above| {
                let hash = HALF | above.wrapping_mul(step);
                one.partition(hash, from.count) == other.partition(hash, to.count)
            });
            let stay_above = stay.count() as f64 / f64::from(asked);
            1.0 - (stay_below + stay_above) / 2.0
        }
    }
}

const fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
