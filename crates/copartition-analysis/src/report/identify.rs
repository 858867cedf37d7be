//! Who placed the keys, as a report.

use copartition::Usage;

use super::{
    Bar, Bars, Block, Column, MOST_PARTITIONS, Mood, Report, Row, Stacks, Table, number,
    partition_bars, percent, shortened, time,
};
use crate::samples::LogEntry;
use crate::{Candidate, HashedForm, Identification, Observed, Part, Shown, Verdict, clients_of};

/// More hours or services are read in JSON.
const MOST_LABELS: usize = 48;

impl Report {
    /// Makes the report of what [`identify`](crate::identify()) found. `name` is the topic's or the
    /// input's. It shows no key of the input, so that `shown` changes nothing yet.
    pub fn identify(
        name: &str,
        observed: &Observed,
        identified: &Identification,
        _shown: &Shown,
    ) -> Self {
        let mood = match identified.verdict {
            Verdict::One | Verdict::OtherCount | Verdict::OtherBytes => Mood::Fine,
            Verdict::NoKeys | Verdict::TooFew | Verdict::Several => Mood::Unsure,
            _ => Mood::Differs,
        };
        let title = format!("Who placed the keys of {name}");
        let mut report = Self::new(title, identified.sentence(), mood);
        if !identified.parts.is_empty() {
            parts(&mut report, identified);
            rules(&mut report, identified);
        }
        deciding_keys(&mut report, identified);
        labels(&mut report, observed, identified);
        changes(&mut report, identified);
        spans(&mut report, identified);
        report.heading("Records");
        let n = observed.count().get();
        partition_bars(&mut report, observed.partition_records(), n.into());
        report.heading("Totals");
        let empty = observed.empty_key_records();
        let sampled = match observed.is_sampled() {
            true => " (a sample by digest, each with all its records)",
            false => "",
        };
        report.facts([
            ("records", observed.records().to_string()),
            ("partitions", n.to_string()),
            ("keys", format!("{}{sampled}", identified.keys)),
            ("missing key", observed.missing_key_records().to_string()),
            (
                "empty key",
                match empty {
                    0 => "0".into(),
                    _ => {
                        format!("{empty}, not asked: clients that hash all other keys alike differ")
                    }
                },
            ),
        ]);
        report
    }
}

/// What a part is called.
fn name(part: &Part, identified: &Identification) -> String {
    let mut name = part.who();
    if part.form != HashedForm::Itself {
        name += &format!(" over {}", part.form.words());
    }
    if part.count != identified.count {
        name += &format!(" over {} partitions", part.count.get());
    }
    name
}

const NO_RULE: &str = "no rule that is known";

/// The records that no part explains.
fn rest(identified: &Identification) -> u64 {
    let explained: u64 = identified.parts.iter().map(|part| part.records).sum();
    let all = explained as f64 / (1.0 - identified.unexplained_share);
    (all - explained as f64).round() as u64
}

fn parts(report: &mut Report, identified: &Identification) {
    report.heading("Who wrote which share");
    let mut bars: Vec<Bar> = identified
        .parts
        .iter()
        .map(|part| Bar {
            name: name(part, identified),
            amount: part.records,
            note: percent(part.share),
        })
        .collect();
    if identified.unexplained_share > 0.0 {
        bars.push(Bar {
            name: NO_RULE.into(),
            amount: rest(identified),
            note: percent(identified.unexplained_share),
        });
    }
    report.put(Block::Bars(Bars {
        of: "placed by",
        unit: "records",
        note: "share",
        bars,
        expected: None,
        mean: None,
        is_named: true,
    }));
}

/// Which clients have each rule, and which rules cannot be told from it.
fn rules(report: &mut Report, identified: &Identification) {
    report.heading("Clients that place so");
    let mut facts: Vec<(String, String)> = Vec::new();
    for candidate in identified.parts.iter().flat_map(|part| &part.candidates) {
        let rule = candidate.rule.name();
        if facts.iter().all(|(said, _)| said != rule) {
            facts.push((rule.into(), clients(candidate)));
        }
    }
    report.put(Block::Facts(facts));
}

fn clients(candidate: &Candidate) -> String {
    let clients = clients_of(candidate.rule);
    let commonest = clients.first().map(|client| client.usage);
    let how = match commonest {
        None => "no client that is known",
        Some(Usage::Default) => "by default: ",
        Some(Usage::Setting) => "by a setting: ",
        Some(Usage::Retired) => "formerly: ",
        Some(_) => "hand-made: ",
    };
    let mut names: Vec<&str> = Vec::new();
    for client in clients.iter().filter(|client| Some(client.usage) == commonest) {
        let name = if client.usage == Usage::Port { client.written } else { client.name };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let is_run = |usage: Option<Usage>| usage.is_some_and(|usage| usage <= Usage::Setting);
    let alike = candidate.same_here.iter().filter_map(|same| {
        let part_at = same.part_at?.get();
        let usage = clients_of(same.rule).first().map(|client| client.usage);
        is_run(usage).then(|| {
            format!("; the same here as {}, they part at {part_at} partitions", same.rule.name())
        })
    });
    format!("{how}{}{}", names.join(", "), alike.collect::<String>())
}

fn deciding_keys(report: &mut Report, identified: &Identification) {
    if identified.deciding_keys.is_empty() {
        return;
    }
    report.heading("Keys that decide");
    report.text("Send them with the producer, and see where they lie.");
    let rows = identified.deciding_keys.iter().flat_map(|deciding| {
        let mut at: Vec<(u32, Vec<&str>)> = Vec::new();
        for (rule, partition) in &deciding.partitions {
            match at.iter_mut().find(|(on, _)| on == partition) {
                Some((_, rules)) => rules.push(rule.name()),
                None => at.push((*partition, vec![rule.name()])),
            }
        }
        let places =
            at.into_iter().map(|(on, rules)| Row::Cells(vec![on.to_string(), rules.join(", ")]));
        std::iter::once(Row::Of(deciding.key.clone())).chain(places.collect::<Vec<_>>())
    });
    let columns = vec![Column::number("partition"), Column::text("then it is")];
    report.put(Block::Table(Table { columns, rows: rows.collect() }));
}

/// What each hour or service wrote; of many those with the most records, in their order.
fn labels(report: &mut Report, observed: &Observed, identified: &Identification) {
    if identified.labels.iter().all(|records| *records == 0) || identified.parts.is_empty() {
        return;
    }
    report.heading("What each wrote");
    let parts = identified.parts.iter().map(|part| name(part, identified));
    let parts: Vec<String> = parts.chain([NO_RULE.into()]).collect();
    let mut labels: Vec<(&String, u64, usize)> = observed
        .labels()
        .iter()
        .zip(&identified.labels)
        .enumerate()
        .map(|(i, (label, records))| (label, *records, i))
        .collect();
    let all = labels.len();
    labels.sort_by_key(|(_, records, _)| std::cmp::Reverse(*records));
    labels.truncate(MOST_LABELS);
    labels.sort_unstable();
    let rows = labels.into_iter().map(|(label, records, i)| {
        let of_parts = identified.parts.iter().map(|part| part.labels.get(i).copied().unwrap_or(0));
        let mut amounts: Vec<u64> = of_parts.collect();
        amounts.push(records.saturating_sub(amounts.iter().sum()));
        (shortened(label.clone()), amounts)
    });
    report.put(Block::Stacks(Stacks { parts, rows: rows.collect() }));
    report.left_out(all, MOST_LABELS, "labels");
}

/// Where a partition count changed.
fn changes(report: &mut Report, identified: &Identification) {
    for change in &identified.changes {
        let (from, to) = (change.from.get(), change.to.get());
        report.heading(format!("From {from} to {to} partitions"));
        if change.bounds.is_empty() {
            report.text("The input has no offsets, which would tell since when.");
            continue;
        }
        report.text(
            "As far as records tell. A producer keeps a count until it asks for the topic's \
             metadata again.",
        );
        let rows = change.bounds.iter().take(MOST_PARTITIONS).flat_map(|bound| {
            let of = [
                (format!("last under {from}"), bound.last_before),
                (format!("first under {to}"), bound.first_after),
            ];
            of.into_iter().filter_map(|(of, entry)| {
                let [offset, at] = place(&entry?);
                Some(Row::Cells(vec![bound.partition.to_string(), of, offset, at]))
            })
        });
        report.put(Block::Table(Table {
            columns: vec![
                Column::number("partition"),
                Column::text("record"),
                Column::number("offset"),
                Column::text("at"),
            ],
            rows: rows.collect(),
        }));
        report.left_out(change.bounds.len(), MOST_PARTITIONS, "partitions");
    }
}

/// Where in the log each part of a mixture lies.
fn spans(report: &mut Report, identified: &Identification) {
    let is_told = identified.parts.iter().any(|part| !part.spans.is_empty());
    if identified.parts.len() < 2 || !is_told {
        return;
    }
    report.heading("Where in the log");
    report.text(
        "The records that one part alone explains: the first and the last of each partition.",
    );
    for part in identified.parts.iter().filter(|part| !part.spans.is_empty()) {
        report.put(Block::Subheading(name(part, identified)));
        let rows = part.spans.iter().take(MOST_PARTITIONS).map(|span| {
            let ([first, since], [last, until]) = (place(&span.first), place(&span.last));
            let offsets = if first == last { first } else { format!("{first} to {last}") };
            Row::Cells(vec![span.partition.to_string(), offsets, since, until])
        });
        report.put(Block::Table(Table {
            columns: vec![
                Column::number("partition"),
                Column::number("offsets"),
                Column::text("since"),
                Column::text("until"),
            ],
            rows: rows.collect(),
        }));
        report.left_out(part.spans.len(), MOST_PARTITIONS, "partitions");
    }
}

fn place(entry: &LogEntry) -> [String; 2] {
    [number(entry.offset), time(entry.timestamp)]
}
