use super::{HashLuck, KeyWeight, LoadPattern, LuckVerdict, PartitionLoad, SpreadReport};
use crate::key_health::LEAST_RECORDS;
use crate::time_text;

/// One thing that explains a spread, or that must be known to read it.
///
/// No sentence holds a key, so that all may be shown where keys may not.
#[derive(Clone, Debug)]
pub struct Reason {
    /// What it is about, such as `hash luck`.
    pub about: &'static str,
    /// One sentence without an end.
    pub sentence: String,
}

impl SpreadReport {
    /// Returns why the records are spread as they are: the luck of hashing, the weight of keys and
    /// the records without one, each apart, and what to beware of.
    pub fn reasons(&self) -> Vec<Reason> {
        let n = self.partitions.len();
        let luck = self.luck.as_ref().map(|luck| of_luck(luck, n, self.keys));
        // Of a few records every partition is the fullest.
        let tells = n > 1 && self.records - self.missing_key_records >= LEAST_RECORDS;
        let weight = self.weight.as_ref().filter(|_| tells).map(of_weight);
        let by_keys = match self.luck.as_ref().map(|luck| luck.verdict) {
            Some(LuckVerdict::Even | LuckVerdict::TooFewKeys) => "(luck)",
            _ => "(no luck of hashing)",
        };
        let fullest = self.fullest.as_ref().filter(|_| tells).map(|fullest| {
            format!(
                "partition {} has {:.2} times the mean: {:.2} times the keys {by_keys}, and {:.2} \
                 times the records a key (weight)",
                fullest.partition, fullest.times_mean, fullest.by_keys, fullest.by_weight
            )
        });
        let keyless = self.keyless.as_ref().map(|keyless| {
            format!(
                "records that no key placed: {} ({}), {} to {} a partition; that is no hashing, and \
                 luck is not tested",
                keyless.records,
                percent(keyless.share),
                keyless.min,
                keyless.max
            )
        });
        let survivors = self.survivors.map(|gone| {
            format!(
                "nearly every key is there once and {} of the offsets are gone, as compaction \
                 leaves a topic: these are survivors, not traffic",
                percent(gone)
            )
        });
        let estimates = (!self.is_exact).then(|| {
            let unseen = self.hot_keys.iter().map(|key| key.records_at_most - key.records);
            format!(
                "there are more distinct keys than are counted exactly: the numbers of keys are \
                 estimates, and the hot keys above have at most {} records more",
                unseen.max().unwrap_or(0)
            )
        });
        [
            ("hash luck", luck),
            ("key weight", weight),
            ("fullest", fullest),
            ("keyless", keyless),
            ("pattern", self.pattern.map(|pattern| of_pattern(pattern, n, self.keys))),
            ("survivors", survivors),
            ("estimates", estimates),
        ]
        .into_iter()
        .filter_map(|(about, sentence)| Some(Reason { about, sentence: sentence? }))
        .collect()
    }

    /// Returns what the busiest partition gets a second, which is what a consumer of it must keep up
    /// with; `None` unless the time that the records were seen over is known.
    ///
    /// It is no reason for the spread, and is true only where the log still holds all records of that
    /// time: where reading began at a time, rather than at what retention has left.
    pub fn rate(&self) -> Option<Reason> {
        let seen = self.time_seen?;
        let busiest = |load: &&PartitionLoad| (load.bytes, load.records);
        // Of equal ones the first: the last maximum is taken.
        let load = self.partitions.iter().rev().max_by_key(busiest)?;
        let bytes = load.bytes.map_or_else(String::new, |bytes| {
            format!(" and {} bytes", decimals(seen.per_second(bytes)))
        });
        let sentence = format!(
            "record skew is not consumer lag: the busiest partition, {}, gets {} records{bytes} a \
             second (from {} to {}, by their timestamps), and lags where its consumer is slower",
            load.partition,
            decimals(seen.per_second(load.records)),
            time_text(seen.first),
            time_text(seen.last)
        );
        Some(Reason { about: "rate", sentence })
    }
}

/// A rate to about three digits.
fn decimals(rate: f64) -> String {
    if rate < 9.995 { format!("{rate:.2}") } else { format!("{rate:.0}") }
}

fn of_luck(luck: &HashLuck, n: usize, keys: u64) -> String {
    let range = format!("{:.0} to {:.0}", luck.fewest, luck.most);
    let (tested, verdict) = match luck.verdict {
        LuckVerdict::Even => (true, "lie as evenly as a hash puts them"),
        LuckVerdict::Uneven => (
            true,
            "lie less evenly than a hash puts them: another partitioner, another partition count, or \
             keys that this hash hardly tells apart",
        ),
        LuckVerdict::TooEven => {
            (true, "lie more evenly than a hash puts them: numbered in turn, or placed so")
        }
        LuckVerdict::TooFewKeys => (false, "are too few for a test"),
        LuckVerdict::NotByKey => {
            return "keys that come again lie on several partitions: it is not the key that \
                    decides, and luck is not tested"
                .into();
        }
    };
    let test = match (tested, luck.chi_square, luck.p) {
        (true, Some(chi_square), Some(p)) => format!(
            " (chi-square {chi_square:.1}, {} degrees of freedom, {})",
            luck.degrees_of_freedom,
            chance(p)
        ),
        _ => String::new(),
    };
    let sampled = match luck.keys < keys {
        true => format!("{} of {keys} keys", luck.keys),
        false => format!("{keys} {}", if keys == 1 { "key" } else { "keys" }),
    };
    let unused = match luck.expected_used.round() as usize {
        used if used < n => format!(" and {:.1} partitions are used", luck.expected_used),
        _ => String::new(),
    };
    format!("{sampled} {verdict}{test}; 19 times in 20 a partition has {range} by luck{unused}")
}

fn of_weight(weight: &KeyWeight) -> String {
    let heaviest = format!(
        "the heaviest key has {} of the records, and together the keys are as unequal as {:.0} of \
         equal weight",
        percent(weight.heaviest_share),
        weight.effective_keys
    );
    match weight.keys_above_even {
        0 => heaviest,
        keys => format!(
            "{heaviest}; keys with more than an even partition holds: {keys}, which no partition \
             count can fix (above {} it is uneven whatever the hash)",
            weight.most_even_partitions
        ),
    }
}

fn of_pattern(pattern: LoadPattern, n: usize, keys: u64) -> String {
    match pattern {
        LoadPattern::OnePartition { partition } => {
            let why = match keys {
                0 => "no record has a key, and one assigner stayed there",
                1 => "there is one key",
                _ => "the partition is given, or the keys are all one to this hash",
            };
            format!("all records lie on partition {partition} of {n}: {why}")
        }
        LoadPattern::EveryNth { step: 2, first } => format!(
            "only {}-numbered partitions have records: kafka-clients 2.4 to 3.9 leave out every \
             other one with RoundRobinPartitioner (KAFKA-9965){}",
            if first == 0 { "even" } else { "odd" },
            if keys == 0 { "" } else { ", or this hash hardly tells the keys apart" }
        ),
        LoadPattern::EveryNth { step, first } => format!(
            "only every {step}-th partition has records, from {first}: keys that this hash hardly \
             tells apart, or several counters that take turns"
        ),
    }
}

fn chance(p: f64) -> String {
    match p {
        p if p < 0.001 => "p < 0.001".into(),
        p if p > 0.999 => "p > 0.999".into(),
        p => format!("p {p:.3}"),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}
