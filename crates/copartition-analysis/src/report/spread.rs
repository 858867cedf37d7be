//! How records spread, as a report.

use copartition::Resolved;

use super::{
    Bar, Bars, Block, Finding, MOST_PARTITIONS, Mood, Report, partition_bars, percent, places,
    shortened,
};
use crate::{KeyFinding, KeyState, LuckVerdict, PartitionLoad, Shown, SpreadReport};

impl Report {
    /// Makes the report of a spread. `name` is the input's; `asked` is who placed the records whose
    /// partition the input does not say.
    pub fn spread(name: &str, asked: &Resolved, spread: &SpreadReport, shown: &Shown) -> Self {
        let n = spread.partitions.len();
        let over = if n == 1 { "partition" } else { "partitions" };
        let title = format!("How {name} spreads over {n} {over}");
        let (mood, verdict) = verdict(spread);
        let mut report = Self::new(title, verdict, mood);
        report.heading("Records");
        let records: Vec<u64> = spread.partitions.iter().map(|load| load.records).collect();
        partition_bars(&mut report, &records, n as u64);
        keys(&mut report, spread);
        hot_keys(&mut report, spread, shown);
        let reasons = spread.reasons();
        if !reasons.is_empty() {
            report.heading("Why");
            let facts = reasons.into_iter().map(|reason| (reason.about.into(), reason.sentence));
            report.put(Block::Facts(facts.collect()));
        }
        report.heading("Key health");
        report.put(Block::Findings(spread.key_health.iter().map(finding).collect()));
        report.heading("Totals");
        totals(&mut report, asked, spread);
        report
    }
}

fn verdict(spread: &SpreadReport) -> (Mood, String) {
    let n = spread.partitions.len();
    let fullest = spread.partitions.iter().rev().max_by_key(|load| load.records);
    let (Some(fullest), Some(skew)) = (fullest, spread.skew) else {
        let why = match spread.records {
            0 => "there are no records",
            _ => "no record has a partition, all are unkeyed",
        };
        return (Mood::Unsure, format!("cannot tell: {why}"));
    };
    if n == 1 {
        return (Mood::Fine, format!("the only partition has all {} records", fullest.records));
    }
    let said = format!(
        "partition {} is the fullest of {n}, with {} of the records, {skew:.2} times the mean",
        fullest.partition,
        percent(fullest.share)
    );
    let is_poor = spread.key_health.iter().any(|finding| finding.state == KeyState::Poor);
    let luck = spread.luck.as_ref().map(|luck| luck.verdict);
    let mood = match luck {
        _ if spread.pattern.is_some() || is_poor => Mood::Differs,
        Some(LuckVerdict::Uneven) => Mood::Differs,
        Some(LuckVerdict::TooFewKeys) => Mood::Unsure,
        _ => Mood::Fine,
    };
    (mood, said)
}

/// The keys of each partition, with what luck makes of them.
fn keys(report: &mut Report, spread: &SpreadReport) {
    if spread.keys == 0 {
        return;
    }
    report.heading("Keys");
    let mut loads: Vec<&PartitionLoad> = spread.partitions.iter().collect();
    let all = loads.len();
    if all > MOST_PARTITIONS {
        loads.sort_by_key(|load| std::cmp::Reverse(load.keys));
    }
    let keys: u64 = loads.iter().map(|load| load.keys).sum();
    let left_out = loads.split_off(all.min(MOST_PARTITIONS));
    let bar = |load: &&PartitionLoad| Bar {
        name: load.partition.to_string(),
        amount: load.keys,
        note: percent(load.keys as f64 / keys.max(1) as f64),
    };
    let luck = spread.luck.as_ref().filter(|luck| luck.verdict != LuckVerdict::NotByKey);
    report.put(Block::Bars(Bars {
        of: "partition",
        unit: "keys",
        note: "share",
        bars: loads.iter().map(bar).collect(),
        expected: luck.map(|luck| (luck.fewest, luck.most)),
        mean: None,
        is_named: false,
    }));
    if let Some(luck) = luck {
        report.text(format!(
            "The band is what luck of hashing makes of it, 19 times in 20: {:.0} to {:.0} keys a \
             partition.",
            luck.fewest, luck.most
        ));
    }
    if let (Some(most), Some(fewest)) = (left_out.first(), left_out.last()) {
        report.text(format!(
            "These are the {MOST_PARTITIONS} partitions with the most keys of {all}; the other {} \
             have {} to {} keys each.",
            left_out.len(),
            fewest.keys,
            most.keys
        ));
    }
}

fn hot_keys(report: &mut Report, spread: &SpreadReport, shown: &Shown) {
    if spread.hot_keys.is_empty() {
        return;
    }
    report.heading("Hot keys");
    let bars = spread.hot_keys.iter().take(super::MOST_KEYS).map(|hot| {
        let place = match hot.lies_on.as_slice() {
            [] => "unkeyed".into(),
            [one] => format!("on {one}"),
            several => format!("on {}", places(several)),
        };
        Bar {
            name: format!("{}  ({place})", shortened(shown.text(Some(&hot.key)))),
            amount: hot.records,
            note: percent(hot.share),
        }
    });
    report.put(Block::Bars(Bars {
        of: "key (on partition)",
        unit: "records",
        note: "share",
        bars: bars.collect(),
        expected: None,
        mean: None,
        is_named: true,
    }));
    report.left_out(spread.hot_keys.len(), super::MOST_KEYS, "hot keys");
}

fn finding(finding: &KeyFinding) -> Finding {
    Finding {
        about: finding.aspect.name().replace('_', " "),
        mood: match finding.state {
            KeyState::Fine => Mood::Fine,
            KeyState::Poor => Mood::Differs,
            KeyState::CannotTell => Mood::Unsure,
        },
        found: finding.verdict.clone(),
        advice: finding.advice.clone(),
    }
}

fn totals(report: &mut Report, asked: &Resolved, spread: &SpreadReport) {
    let name = asked.partitioner.name();
    let placed_by = asked.client.map_or(name.into(), |client| format!("{name} ({client})"));
    let estimate = if spread.is_exact { "" } else { " (an estimate)" };
    report.facts([
        ("records", format!("{} in {} rows", spread.records, spread.rows)),
        ("placed by", placed_by),
        ("keys", format!("{}{estimate}", spread.keys)),
        ("a partition", format!("min {}, mean {:.1}, max {}", spread.min, spread.mean, spread.max)),
        ("skew", spread.skew.map_or_else(|| "-".into(), |skew| format!("{skew:.2}, 1 is even"))),
        ("missing key", spread.missing_key_records.to_string()),
        ("empty key", spread.empty_key_records.to_string()),
        ("unkeyed", format!("{}, in no partition above", spread.unkeyed_records)),
        ("explicit", format!("{}, whose partition the data says", spread.explicit_records)),
        (
            "assigned",
            match spread.assigned_records {
                0 => "0".into(),
                records => {
                    format!("{records} unkeyed, by {} of seed {}", spread.unkeyed, spread.seed)
                }
            },
        ),
    ]);
}
