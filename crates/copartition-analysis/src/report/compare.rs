//! Whether topics are co-partitioned, as a report.

use super::{
    Block, Column, Finding, MOST_KEYS, Mood, Report, Row, Table, of_at_most, places, shortened,
};
use crate::{Check, CoPartitioned, Comparison, DifferentKey, Identification, Remedy, Shown, Topic};

/// Two columns of a table on a phone are no wider.
const MOST_OF_A_HEAD: usize = 20;

/// The first topic and another one, by their names.
struct Pair<'a> {
    names: [&'a str; 2],
    comparison: &'a Comparison,
}

impl Report {
    /// Makes the report of what [`compare_with_first`](crate::compare_with_first) found of topics:
    /// the first of them beside each of the others.
    pub fn compare(topics: &[Topic], compared: &[Comparison], shown: &Shown) -> Self {
        let names: Vec<&str> = topics.iter().map(|topic| topic.name.as_str()).collect();
        let title = format!("Are {} co-partitioned?", names.join(", "));
        let pairs: Vec<Pair<'_>> = match names.split_first() {
            Some((one, others)) => others
                .iter()
                .zip(compared)
                .map(|(other, comparison)| Pair { names: [one, other], comparison })
                .collect(),
            None => Vec::new(),
        };
        let first = |verdict| pairs.iter().find(|pair| pair.comparison.verdict == verdict);
        let worst = first(CoPartitioned::No).or(first(CoPartitioned::NotTested)).or(pairs.first());
        let Some(worst) = worst else {
            let nothing = "cannot tell: there is nothing to compare";
            return Self::new(title, nothing.into(), Mood::Unsure);
        };
        let mood = match worst.comparison.verdict {
            CoPartitioned::Yes => Mood::Fine,
            CoPartitioned::No => Mood::Differs,
            CoPartitioned::NotTested => Mood::Unsure,
        };
        let mut report = Self::new(title, worst.sentence(), mood);
        report.heading("Topics");
        let of_first = compared.first().map(|first| &first.identified[0]).into_iter();
        let identified = of_first.chain(compared.iter().map(|of| &of.identified[1]));
        for (topic, identified) in topics.iter().zip(identified) {
            put_topic(&mut report, topic, identified);
        }
        for pair in &pairs {
            match pairs.len() {
                1 => report.heading("Checks"),
                _ => report.heading(pair.sentence()),
            }
            pair.put(&mut report, shown);
        }
        report
    }
}

impl Pair<'_> {
    fn sentence(&self) -> String {
        self.comparison.sentence(self.names)
    }

    fn put(&self, report: &mut Report, shown: &Shown) {
        let (names, found) = (self.names, self.comparison);
        report.put(Block::Findings(found.checks(names).into_iter().map(finding).collect()));
        if found.is_sampled {
            report.text(
                "Not all keys were looked at: a sample by digest, which holds the same keys of \
                 both.",
            );
        }
        self.different_keys(report, shown);
        for remedy in found.remedies() {
            self.remedy(report, &remedy);
        }
        self.list(report, "What else to do", found.advice(names));
        self.list(report, "Not checked", found.not_checked(names));
    }

    fn list(&self, report: &mut Report, heading: &str, items: Vec<String>) {
        if !items.is_empty() {
            report.put(Block::Subheading(heading.into()));
            report.put(Block::List(items));
        }
    }

    fn different_keys(&self, report: &mut Report, shown: &Shown) {
        let different = &self.comparison.different_keys;
        if different.is_empty() {
            return;
        }
        report.put(Block::Subheading("Keys that lie elsewhere".into()));
        let [one, other] = self.names.map(|name| of_at_most(MOST_OF_A_HEAD, name.into()));
        let row = |key: &DifferentKey| {
            let [at, others] = &key.lies_on;
            let key = shortened(shown.text(Some(&key.key)));
            Row::Cells(vec![key, places(at), places(others)])
        };
        report.put(Block::Table(Table {
            columns: vec![Column::key(), Column::number(one), Column::number(other)],
            rows: different.iter().take(MOST_KEYS).map(row).collect(),
        }));
        report.left_out(different.len(), MOST_KEYS, "keys");
    }

    fn remedy(&self, report: &mut Report, remedy: &Remedy) {
        let name = self.names.get(remedy.topic).copied().unwrap_or_default();
        let (rule, like) = (remedy.rule.name(), remedy.like.name());
        report.put(Block::Subheading(format!(
            "What makes the producers of {name} ({rule}) place as {like}"
        )));
        if remedy.settings.is_empty() {
            report.text("No setting does so: it takes code.");
        }
        for setting in &remedy.settings {
            report.text(format!("{}:", setting.clients.join(", ")));
            report.put(Block::Code(setting.written.into()));
        }
    }
}

fn put_topic(report: &mut Report, topic: &Topic, identified: &Identification) {
    let observed = &topic.observed;
    report.put(Block::Subheading(topic.name.clone()));
    report.facts([
        ("partitions", observed.count().get().to_string()),
        ("records", observed.records().to_string()),
        ("keys", observed.key_count().to_string()),
        ("missing key", observed.missing_key_records().to_string()),
        ("who placed", identified.sentence()),
    ]);
}

fn finding(Check { what, is_fine, found }: Check) -> Finding {
    Finding {
        about: what.name().replace('_', " "),
        mood: match is_fine {
            Some(true) => Mood::Fine,
            Some(false) => Mood::Differs,
            None => Mood::Unsure,
        },
        found,
        advice: None,
    }
}
