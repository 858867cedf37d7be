//! What moves, as a report.

use copartition::Placement;

use super::{
    Block, Column, FlowLine, MOST_KEYS, MOST_PARTITIONS, Mood, Report, Row, Table, percent,
    shortened,
};
use crate::{Moves, Shown};

/// More ribbons are one color.
const MOST_RIBBONS: usize = 400;
/// So many flows are listed where they cannot be drawn.
const MOST_FLOWS: usize = 40;

impl Report {
    /// Makes the report of a change. `name` is the input's, if there is one.
    pub fn moves(name: Option<&str>, moves: &Moves, shown: &Shown) -> Self {
        let [from, to] = [moves.from(), moves.to()];
        let side = |side: crate::Side| {
            format!("{} partitions by {}", side.count.get(), side.partitioner.name())
        };
        let of = name.map(|name| format!(" of {name}")).unwrap_or_default();
        let title = format!("What moves{of} from {} to {}", side(from), side(to));
        let mood = match (name, moves.keys(), moves.expected_share() == 0.0) {
            (Some(_), 0, _) => Mood::Unsure,
            (_, _, true) => Mood::Fine,
            _ => Mood::Differs,
        };
        let mut report = Self::new(title, moves.sentence(), mood);
        moves.facts().into_iter().for_each(|fact| report.text(fact));
        if moves.elsewhere_records() > 0 {
            report.text(format!(
                "{} of {} records lie elsewhere than {} puts them, and what moves them is not told \
                 here: see copartition identify.",
                moves.elsewhere_records(),
                moves.records(),
                side(from)
            ));
        }
        if moves.keys() > 0 {
            report.heading("From partition to partition, in records");
            flows(&mut report, moves);
            moved_keys(&mut report, moves, shown);
        }
        report.list("Before you do so", moves.checklist());
        report.heading("Totals");
        let policies = |before, after, policies: [String; 2]| {
            let [one, other] = policies;
            let (before, after) = (word(before, one), word(after, other));
            match before == after {
                true => format!("{before} in both"),
                false => format!("{before}, then {after}"),
            }
        };
        let (empty, missing) = (moves.empty_key(), moves.missing_key());
        let of_both = |of: fn(crate::Side) -> String| [of(from), of(to)];
        report.facts([
            ("expected share", percent(moves.expected_share())),
            ("keys", moves.keys().to_string()),
            ("moved keys", moves.moved_keys().len().to_string()),
            ("records", moves.records().to_string()),
            ("moved records", moves.moved_records().to_string()),
            (
                "an empty key",
                policies(empty.0, empty.1, of_both(|it| it.partitioner.empty_key().to_string())),
            ),
            (
                "no key",
                policies(
                    missing.0,
                    missing.1,
                    of_both(|it| it.partitioner.missing_key().to_string()),
                ) + &format!(", in {} records", moves.missing_key_records()),
            ),
        ]);
        report
    }
}

fn word(placement: Placement, policy: String) -> String {
    match placement {
        Placement::Partition(partition) => format!("partition {partition}"),
        Placement::Unkeyed => policy,
        Placement::Refused => "refused".into(),
    }
}

fn flows(report: &mut Report, moves: &Moves) {
    let mut flows: Vec<FlowLine> = moves
        .flows()
        .into_iter()
        .map(|flow| FlowLine {
            from: flow.from,
            to: flow.to,
            amount: flow.records,
            keys: flow.keys,
        })
        .collect();
    let most = moves.from().count.get().max(moves.to().count.get());
    if most as usize <= MOST_PARTITIONS && flows.len() <= MOST_RIBBONS {
        return report.put(Block::Flows(flows));
    }
    flows.retain(|flow| flow.from != flow.to);
    flows.sort_by_key(|flow| std::cmp::Reverse(flow.amount));
    let row = |flow: &FlowLine| {
        Row::Cells(
            [flow.from.into(), flow.to.into(), flow.amount, flow.keys]
                .map(|number: u64| number.to_string())
                .into(),
        )
    };
    report.put(Block::Table(Table {
        columns: ["from", "to", "records", "keys"].map(Column::number).into(),
        rows: flows.iter().take(MOST_FLOWS).map(row).collect(),
    }));
    report.left_out(flows.len(), MOST_FLOWS, "flows");
}

fn moved_keys(report: &mut Report, moves: &Moves, shown: &Shown) {
    let mut moved = moves.moved_keys();
    if moved.is_empty() {
        return;
    }
    report.heading("The heaviest keys that move");
    let all = moved.len();
    moved.sort_by_key(|key| std::cmp::Reverse(key.records));
    let place = |placement| match placement {
        Placement::Partition(partition) => partition.to_string(),
        Placement::Unkeyed => "unkeyed".into(),
        Placement::Refused => "refused".into(),
    };
    let rows = moved.iter().take(MOST_KEYS).map(|key| {
        Row::Cells(vec![
            shortened(shown.text(Some(key.key))),
            place(key.from),
            place(key.to),
            key.records.to_string(),
        ])
    });
    report.put(Block::Table(Table {
        columns: vec![
            Column::key(),
            Column::number("from"),
            Column::number("to"),
            Column::number("records"),
        ],
        rows: rows.collect(),
    }));
    report.left_out(all, MOST_KEYS, "keys");
}
