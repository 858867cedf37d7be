//! What was checked, and what was not, in words.

use copartition::Rule;

use super::{CoPartitioned, Comparison};
use crate::{HashedForm, Identification, Part, Verdict, clients_of};

/// One thing that co-partitioned topics have in common, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What was checked.
    pub what: Checked,
    /// Whether it is as it must be; `None` where that cannot be told.
    pub is_fine: Option<bool>,
    /// What was found, in words.
    pub found: String,
}

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Checked {
    /// The partition count.
    Count,
    /// Who placed the keys.
    Partitioner,
    /// Whether equal keys are equal bytes.
    KeyBytes,
    /// Where the keys lie that both topics have.
    SharedKeys,
    /// Whether such keys lie on more than one partition.
    SplitKeys,
    /// Where the empty key lies, over which clients differ that place all other keys alike.
    EmptyKey,
}

impl Checked {
    /// Returns the name, such as `key_bytes`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Partitioner => "partitioner",
            Self::KeyBytes => "key_bytes",
            Self::SharedKeys => "shared_keys",
            Self::SplitKeys => "split_keys",
            Self::EmptyKey => "empty_key",
        }
    }
}

impl Comparison {
    /// Returns the answer in one sentence; `names` are the topics'.
    pub fn sentence(&self, names: [&str; 2]) -> String {
        let [one, other] = names;
        let (shared, differ) = (self.shared_keys, self.shared_keys - self.same_partition_keys);
        match self.verdict {
            CoPartitioned::Yes => format!(
                "{one} and {other} are co-partitioned: {} on the same partition of {}",
                match shared {
                    1 => "the one shared key lies".into(),
                    _ => format!("all {shared} shared keys lie"),
                },
                self.counts[0].get()
            ),
            CoPartitioned::NotTested => format!(
                "cannot tell whether {one} and {other} are co-partitioned: {}",
                match shared {
                    0 => "no key was seen in both".into(),
                    1 => "one shared key lies on the same partition, which may be luck".into(),
                    _ =>
                        format!("{shared} shared keys lie on the same partition, which may be luck"),
                }
            ),
            CoPartitioned::No if differ > 0 => format!(
                "{one} and {other} are not co-partitioned: {} not lie on the same partition",
                match shared {
                    1 => "the one shared key does".into(),
                    _ => format!("{differ} of {shared} shared keys do"),
                }
            ),
            CoPartitioned::No => {
                let checks = self.checks(names);
                let why = checks.iter().find(|check| check.is_fine == Some(false));
                let found = why.map_or("", |check| check.found.as_str());
                format!("{one} and {other} are not co-partitioned: {found}")
            }
        }
    }

    /// Returns what was checked; `names` are the topics'.
    pub fn checks(&self, names: [&str; 2]) -> Vec<Check> {
        let check = |what, is_fine, found| Check { what, is_fine, found };
        let (is_fine, found) = self.count(names);
        let mut checks = vec![check(Checked::Count, Some(is_fine), found)];
        let (is_fine, found) = self.partitioner(names);
        checks.push(check(Checked::Partitioner, is_fine, found));
        let (is_fine, found) = self.key_bytes(names);
        checks.push(check(Checked::KeyBytes, is_fine, found));
        if self.shared_keys > 0 {
            let (shared, same) = (self.shared_keys, self.same_partition_keys);
            let found = format!("{same} of {shared} lie on the same partition in both");
            checks.push(check(Checked::SharedKeys, Some(same == shared), found));
            let found = match self.split_keys {
                0 => "none".into(),
                split => format!("{split} of {shared} lie on more than one partition of a topic"),
            };
            checks.push(check(Checked::SplitKeys, Some(self.split_keys == 0), found));
        }
        if let Some(is_same) = self.empty_key_is_same {
            let found = match is_same {
                true => "it lies on the same partition in both".into(),
                false => "it does not lie on one partition, the same in both: clients differ over \
                          it that place all other keys alike"
                    .into(),
            };
            checks.push(check(Checked::EmptyKey, Some(is_same), found));
        }
        checks
    }

    /// Returns what can be done beside the settings; `names` are the topics'.
    pub fn advice(&self, names: [&str; 2]) -> Vec<String> {
        let mut advice = Vec::new();
        let [n, m] = self.counts.map(|count| count.get());
        if n != m {
            let (fewer, name, more) = match n < m {
                true => (n, names[0], m),
                false => (m, names[1], n),
            };
            advice.push(format!(
                "give {name} {more} partitions as well: as a new topic that is filled by key, since \
                 partitions that are added leave the old records where they are (copartition moves \
                 -n {fewer} --to {more})"
            ));
        }
        for (name, identified) in names.iter().zip(&self.identified) {
            match identified.verdict {
                Verdict::OtherCount => advice.push(format!(
                    "copy {name} by key into a new topic: what was written under another count stays \
                     where it is"
                )),
                Verdict::Mixture => advice.push(format!(
                    "ask who wrote which part of {name}: copartition identify"
                )),
                _ => {}
            }
        }
        if self.verdict == CoPartitioned::NotTested {
            advice.push(
                "look at more records, or send the same keys to both: copartition keys-for --probe"
                    .into(),
            );
        }
        if let Some(same) = self.same_values {
            // One serializer wrote both then, and its registry gave their schemas two ids.
            let one = match same.forms {
                [HashedForm::Payload, HashedForm::Payload] => "schema id",
                _ => "serializer",
            };
            advice.push(format!(
                "write the keys of both with one {one}, or copy one topic with the key bytes of the \
                 other"
            ));
        }
        if self.split_keys > 0 {
            advice.push(
                "look at the keys that lie on more than one partition: copartition split".into(),
            );
        }
        advice
    }

    /// Returns what no comparison of keys and partitions tells; `names` are the topics'.
    pub fn not_checked(&self, names: [&str; 2]) -> Vec<String> {
        let [one, other] = names;
        let alone = self.keys.map(|keys| keys.saturating_sub(self.shared_keys));
        let missing = self.missing_key_records;
        let mut not_checked = vec![
            "timestamps: whether records that belong together meet in a window, and which of two \
             comes first"
                .to_string(),
            format!(
                "records without a key: {} in {one}, {} in {other}, which no join finds",
                missing[0], missing[1]
            ),
            "tombstones: what a key without a value deletes in the other topic".to_string(),
            "order: whether the records of a key lie in the order in which they happened"
                .to_string(),
        ];
        if alone != [0, 0] {
            not_checked.push(format!(
                "keys that only one of them has: {} in {one}, {} in {other}",
                alone[0], alone[1]
            ));
        }
        if self.is_sampled {
            not_checked
                .push("keys outside the sample, which holds the same keys of both".to_string());
        }
        not_checked
    }

    /// The rules of the two topics, where no rule explains both.
    pub(super) fn two_rules(&self) -> Option<[&'static Rule; 2]> {
        let [one, other] = self.identified.each_ref().map(rules);
        if one.iter().any(|rule| other.iter().any(|other| rule.name() == other.name())) {
            return None;
        }
        Some([*one.first()?, *other.first()?])
    }

    fn count(&self, [one, other]: [&str; 2]) -> (bool, String) {
        let [n, m] = self.counts.map(|count| count.get());
        match n == m {
            true => (true, format!("{n} in both")),
            false => (false, format!("{n} in {one}, {m} in {other}")),
        }
    }

    /// A rule is sure where its topic's keys tell; two keys on other partitions under equal counts
    /// were placed differently, whoever did so.
    fn partitioner(&self, [one, other]: [&str; 2]) -> (Option<bool>, String) {
        let [of_one, of_other] = &self.identified;
        let both = [of_one, of_other];
        let differs = match self.counts[0] == self.counts[1] && self.elsewhere_keys() > 0 {
            true => Some(false),
            false => None,
        };
        let each = format!("{} in {one}, {} in {other}", words(of_one), words(of_other));
        let is_sure = both.iter().all(|of| {
            of.verdict != Verdict::TooFew && of.parts.len() == 1 && of.verdict != Verdict::Mixture
        });
        let too_few = both.iter().any(|of| of.verdict == Verdict::TooFew);
        if self.two_rules().is_some() {
            return match too_few {
                true => (
                    differs,
                    format!("{each}: no rule fits both, though too few keys tell which it is"),
                ),
                false => (Some(false), each),
            };
        }
        // One rule explains both, but perhaps over another count or other bytes.
        let as_placed = both.map(|of| {
            of.parts.first().map(|part| (part.form, (part.count != of.count).then_some(part.count)))
        });
        let alike = as_placed[0] == as_placed[1];
        match (is_sure, alike) {
            (true, true) => {
                let [one, other] = both.map(words);
                (Some(true), if one == other { format!("{one} in both") } else { each })
            }
            (true, false) => (Some(false), each),
            (false, _) => (differs, each),
        }
    }

    fn key_bytes(&self, [one, other]: [&str; 2]) -> (Option<bool>, String) {
        let shared = self.shared_keys;
        if let Some(same) = self.same_values {
            let taken_as = match same.forms {
                [of_one, of_other] if of_one == of_other => {
                    format!("those of both are taken as {}", of_one.words())
                }
                [HashedForm::Itself, of_other] => {
                    format!("those of {other} are taken as {}", of_other.words())
                }
                [of_one, HashedForm::Itself] => {
                    format!("those of {one} are taken as {}", of_one.words())
                }
                [of_one, of_other] => format!(
                    "those of {one} are taken as {} and those of {other} as {}",
                    of_one.words(),
                    of_other.words()
                ),
            };
            let found = format!(
                "the same values are other bytes: {} keys are equal when {taken_as}, and {} of \
                 those lie on the same partition in both",
                same.keys, same.same_partition_keys
            );
            return (Some(false), found);
        }
        let [n, m] = self.keys;
        let found = format!("{shared} in both, of {n} in {one} and {m} in {other}");
        ((shared > 0).then_some(true), found)
    }
}

/// Every rule that explains a topic of which there is one explanation, the commonest first.
fn rules(identified: &Identification) -> Vec<&'static Rule> {
    match (identified.verdict, identified.parts.as_slice()) {
        (Verdict::Mixture, _) => Vec::new(),
        (_, [part]) => {
            let candidates = part.candidates.iter();
            let firsts = candidates.clone().map(|candidate| candidate.rule);
            let same = candidates.flat_map(|candidate| candidate.same_here.iter());
            firsts.chain(same.map(|same| same.rule)).collect()
        }
        _ => Vec::new(),
    }
}

/// What placed a topic's keys, in a few words.
fn words(identified: &Identification) -> String {
    match identified.verdict {
        Verdict::NoKeys => "no key".into(),
        Verdict::TooFew if identified.parts.is_empty() => "too few keys".into(),
        Verdict::Constant => "one partition for every key".into(),
        Verdict::RoundRobin => "round robin, whatever the key".into(),
        Verdict::KeysIgnored => "any partition, whatever the key".into(),
        Verdict::None => "no rule that is known".into(),
        _ => identified
            .parts
            .iter()
            .map(|part| part_words(part, identified))
            .collect::<Vec<_>>()
            .join(" and "),
    }
}

fn part_words(part: &Part, identified: &Identification) -> String {
    let mut text = match part.candidates.first() {
        Some(candidate) => named(candidate.rule),
        None => String::new(),
    };
    let more = part.candidates.len().saturating_sub(1);
    if more > 0 {
        text += &format!(" or {more} more");
    }
    if part.form != HashedForm::Itself {
        text += &format!(" over {}", part.form.words());
    }
    if part.count != identified.count {
        text += &format!(" as for {} partitions", part.count.get());
    }
    if identified.verdict == Verdict::Mixture {
        text += &format!(" {:.1} %", part.share * 100.0);
    }
    text
}

/// A rule with the commonest client that has it.
fn named(rule: &Rule) -> String {
    match clients_of(rule).first() {
        Some(client) if client.name != rule.name() => format!("{} ({})", rule.name(), client.name),
        _ => rule.name().into(),
    }
}
