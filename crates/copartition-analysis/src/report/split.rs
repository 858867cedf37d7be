//! The keys on more than one partition, as a report.

use super::{Block, Column, MOST_KEYS, Mood, Report, Row, Table, number, shortened, time};
use crate::{Observed, Seen, Shown, Split, SplitKey};

/// A key may lie on every partition of many.
const MOST_PLACES: usize = 12;

impl Report {
    /// Makes the report of what [`split`](crate::split()) found. `name` is the topic's or the
    /// input's.
    pub fn split(name: &str, observed: &Observed, split: &Split<'_>, shown: &Shown) -> Self {
        let found = split.split.len();
        let mood = match (split.keys, found) {
            (0, _) => Mood::Unsure,
            (_, 0) if observed.is_sampled() => Mood::Unsure,
            (_, 0) => Mood::Fine,
            _ => Mood::Differs,
        };
        let title = format!("Keys of {name} on more than one partition");
        let mut report = Self::new(title, split.sentence(), mood);
        split.facts().into_iter().for_each(|fact| report.text(fact));
        if found > 0 {
            report.text(
                "the order of such a key is lost, a join finds a part of it, and compaction keeps \
                 a value on each partition",
            );
            split_keys(&mut report, split, shown);
        }
        report.heading("Records");
        let n = observed.count().get();
        super::partition_bars(&mut report, observed.partition_records(), n.into());
        report.heading("Totals");
        let sampled = match observed.is_sampled() {
            true => " (a sample by digest, each with all its records)",
            false => "",
        };
        report.facts([
            ("records", observed.records().to_string()),
            ("partitions", n.to_string()),
            ("keys", format!("{}{sampled}", split.keys)),
            ("split keys", found.to_string()),
            ("undead keys", split.undead_keys().to_string()),
            ("missing key", observed.missing_key_records().to_string()),
        ]);
        report
    }
}

/// Each with its last record on each partition; those with a delete that never took effect first.
fn split_keys(report: &mut Report, split: &Split<'_>, shown: &Shown) {
    report.heading("The keys");
    let mut keys: Vec<&SplitKey<'_>> = split.split.iter().collect();
    keys.sort_by_key(|key| !key.undead);
    let mut rows = Vec::new();
    for key in keys.iter().take(MOST_KEYS) {
        rows.push(Row::Of(shortened(shown.text(Some(key.key)))));
        rows.extend(key.lies_on.iter().take(MOST_PLACES).map(|seen| Row::Cells(cells(key, seen))));
        match key.lies_on.len().checked_sub(MOST_PLACES) {
            None | Some(0) => {}
            Some(more) => rows.push(Row::Cells(vec![format!("and {more} more")])),
        }
    }
    report.put(Block::Table(Table {
        columns: vec![
            Column::number("partition"),
            Column::number("records"),
            Column::number("offset"),
            Column::text("last record"),
        ],
        rows,
    }));
    report.left_out(keys.len(), MOST_KEYS, "keys");
}

fn cells(key: &SplitKey<'_>, seen: &Seen) -> Vec<String> {
    let state = match seen.last.tombstone {
        Some(true) => ", deleted here",
        Some(false) if key.undead => ", alive here",
        _ => "",
    };
    vec![
        seen.partition.to_string(),
        seen.records.to_string(),
        number(seen.last.offset),
        time(seen.last.timestamp) + state,
    ]
}
