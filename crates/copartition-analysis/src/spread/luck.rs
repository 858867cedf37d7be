use statrs::distribution::{Binomial, ChiSquared, ContinuousCDF, DiscreteCDF};

use super::key_counts::KeyCounts;

/// How far luck alone explains that some partitions have more keys than others.
///
/// A hash puts each key anywhere, so that the keys of a partition are a matter of luck, and
/// Pearson's chi-square test tells how much of it is usual. Keys count, not records: a heavy key is
/// no worse luck. Records that no key placed have no part in this.
#[derive(Clone, Debug)]
pub struct HashLuck {
    /// What the test says.
    pub verdict: LuckVerdict,
    /// The keys that were tested: those that lie on one partition. Of many keys a sample.
    pub keys: u64,
    /// The sum over the partitions of the squared difference to the mean, divided by the mean.
    pub chi_square: Option<f64>,
    /// The partitions but one.
    pub degrees_of_freedom: u32,
    /// The chance that a hash spreads so many keys as unevenly, or more so.
    pub p: Option<f64>,
    /// The fewest keys of a partition that luck makes, 19 times in 20.
    pub fewest: f64,
    /// The most keys of a partition that luck makes, 19 times in 20.
    pub most: f64,
    /// The partitions that have a key.
    pub used: u32,
    /// How many partitions have a key on average, when a hash spreads so many; two decimals.
    pub expected_used: f64,
}

/// What is said of the luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LuckVerdict {
    /// The keys lie as a hash puts them: within the expected noise.
    Even,
    /// Fewer than one time in a thousand a hash puts them so unevenly.
    Uneven,
    /// Fewer than one time in a thousand a hash puts them so evenly.
    TooEven,
    /// There are fewer than five keys a partition: too few for a test.
    TooFewKeys,
    /// Keys that come again lie on several partitions: it is not the key that decides.
    NotByKey,
}

impl LuckVerdict {
    /// Returns the verdict's name, such as `even`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Uneven => "uneven",
            Self::TooEven => "too_even",
            Self::TooFewKeys => "too_few_keys",
            Self::NotByKey => "not_by_key",
        }
    }
}

/// What is expected in a cell for the chi-square distribution to be near enough.
const LEAST_EXPECTED: f64 = 5.0;
/// A verdict against luck is wrong once in so many samples.
const RARE: f64 = 0.001;
/// Of the keys that come again, so many may lie on several partitions: a topic that grew has some.
const FEW_SPLIT: f64 = 0.05;

impl HashLuck {
    /// Looks at the keys, of which each stands for `scale` ones; `None` where there is nothing to
    /// choose, with one partition, or no key lies anywhere.
    pub(super) fn of(keys: &KeyCounts, n: u32, scale: f64) -> Option<Self> {
        let mut of_partition = vec![0_u64; n as usize];
        let (mut tested, mut again, mut split) = (0_u64, 0_u64, 0_u64);
        for key in keys.iter() {
            again += u64::from(key.records > 1);
            match key.partitions() {
                [] => {}
                &[partition] => {
                    tested += 1;
                    if let Some(keys) = of_partition.get_mut(partition as usize) {
                        *keys += 1;
                    }
                }
                _ => split += 1,
            }
        }
        if n < 2 || tested + split == 0 {
            return None;
        }
        let mean = tested as f64 / f64::from(n);
        let square = |&keys: &u64| (keys as f64 - mean).powi(2) / mean;
        let chi_square = of_partition.iter().map(square).sum::<f64>();
        let distribution = ChiSquared::new(f64::from(n - 1)).ok();
        let p = distribution.map(|distribution| distribution.sf(chi_square));
        let verdict = match p {
            _ if split > 1 && split as f64 > FEW_SPLIT * again as f64 => LuckVerdict::NotByKey,
            Some(_) if mean < LEAST_EXPECTED => LuckVerdict::TooFewKeys,
            Some(p) if p < RARE => LuckVerdict::Uneven,
            Some(p) if p > 1.0 - RARE => LuckVerdict::TooEven,
            Some(_) => LuckVerdict::Even,
            None => LuckVerdict::TooFewKeys,
        };
        let is_tested = !matches!(verdict, LuckVerdict::NotByKey | LuckVerdict::TooFewKeys);
        let (fewest, most) = expected_range(tested, n);
        let all = tested as f64 * scale;
        let expected_used = f64::from(n) * (1.0 - (all * (-1.0 / f64::from(n)).ln_1p()).exp());
        Some(Self {
            verdict,
            keys: tested,
            chi_square: is_tested.then_some(chi_square),
            degrees_of_freedom: n - 1,
            p: p.filter(|_| is_tested),
            fewest: fewest as f64 * scale,
            most: most as f64 * scale,
            used: of_partition.iter().filter(|&&keys| keys > 0).count() as u32,
            expected_used: (expected_used * 100.0).round() / 100.0,
        })
    }
}

/// The fewest and the most keys of a partition: with a chance of 1 in 40 each, some partition of
/// the n has fewer, or more. The chances of the partitions are added up.
fn expected_range(keys: u64, n: u32) -> (u64, u64) {
    let Ok(of_one) = Binomial::new(1.0 / f64::from(n), keys) else { return (0, keys) };
    let chance = 0.025 / f64::from(n);
    let first = |is_so: &dyn Fn(u64) -> bool| {
        let (mut low, mut high) = (0, keys);
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) = if is_so(middle) { (low, middle) } else { (middle + 1, high) };
        }
        low
    };
    let fewest = first(&|fewest| of_one.cdf(fewest) > chance);
    let most = first(&|most| of_one.sf(most) <= chance);
    (fewest, most)
}
