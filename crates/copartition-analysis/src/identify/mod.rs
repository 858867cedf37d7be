//! Who placed the keys of a topic.

mod change;
mod clients;
mod coincidence;
mod deciding;
mod hashed_form;
mod hypothesis;
mod identification;
mod luck;
mod sentence;
mod shares;

use std::collections::HashSet;

use copartition::{PartitionCount, Rule, Usage};

pub use self::change::{Bound, Change};
pub use self::clients::clients_of;
use self::coincidence::is_coincidence;
pub use self::deciding::DecidingKey;
pub(crate) use self::deciding::keys_that_part;
use self::deciding::{deciding_keys, parting_count};
pub use self::hashed_form::HashedForm;
use self::hypothesis::{Hypothesis, ranked, simple};
pub use self::identification::{Candidate, Identification, Part, SameRule, Span, Verdict};
use crate::samples::LogEntry;
use crate::{Observed, Seen};

/// The greatest chance of a fit by luck at which a fit is an answer.
pub const MOST_LUCK: f64 = 0.01;

/// Tells which rules explain the partitions that a topic's keys lie on.
///
/// ```
/// use copartition::{PartitionCount, Rule};
/// use copartition_analysis::samples::LogEntry;
/// use copartition_analysis::{Observed, Verdict, identify};
///
/// let n = PartitionCount::try_from(12)?;
/// let crc32 = Rule::named("crc32").unwrap();
/// let mut observed = Observed::new(n, 20_000);
/// for i in 0..40 {
///     let key = format!("user-{i}");
///     observed.add_key(Some(key.as_bytes()), crc32.partition(key.as_bytes(), n), 1, LogEntry::default());
/// }
/// let identified = identify(&observed);
/// assert_eq!(identified.verdict, Verdict::One);
/// assert_eq!(identified.parts[0].candidates[0].rule.name(), "crc32");
/// assert!(identified.chance < 1e-9);
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn identify(observed: &Observed) -> Identification {
    let n = observed.count();
    let all = Pair::all(observed);
    let pairs: Vec<&Pair<'_>> = all.iter().collect();
    let keys = pairs.iter().map(|pair| pair.key).collect::<HashSet<_>>().len();
    let mut identified = Identification {
        count: n,
        keys,
        verdict: Verdict::NoKeys,
        parts: Vec::new(),
        unexplained_share: 0.0,
        labels: labels(&pairs),
        only_partition: only_partition(&pairs),
        changes: Vec::new(),
        chance: 1.0,
        deciding_keys: Vec::new(),
    };
    if pairs.is_empty() {
        return identified;
    }
    let fits: Vec<Hypothesis> =
        simple(n).into_iter().filter(|fit| pairs.iter().all(|pair| explains(fit, pair))).collect();
    identified.chance = luck::of_a_fit(&simple(n), &pairs, keys, n);
    if !fits.is_empty() {
        let candidates = candidates(&fits, &pairs, n);
        let several = candidates.len() > 1 || candidates.iter().any(Candidate::is_of_two_defaults);
        identified.verdict = match several {
            _ if identified.chance > MOST_LUCK => Verdict::TooFew,
            true => Verdict::Several,
            false => Verdict::One,
        };
        if several {
            identified.deciding_keys = deciding_keys(&candidates, n);
        }
        let found = fits.first().map(|fit| Found { hypothesis: *fit, candidates });
        identified.parts = parts(found.into_iter().collect(), &pairs, &mut identified);
        return identified;
    }
    if n.get() == 1 {
        identified.verdict = Verdict::TooFew;
        return identified;
    }
    let found = split_up(&pairs, n, &mut identified.chance);
    let hypotheses: Vec<Hypothesis> = found.iter().map(|found| found.hypothesis).collect();
    let mut parts = parts(found, &pairs, &mut identified);
    if is_coincidence(&parts, &hypotheses, &pairs, n, identified.unexplained_share) {
        parts.clear();
        identified.unexplained_share = 1.0;
        identified.changes.clear();
    }
    identified.verdict = match parts.as_slice() {
        [] => {
            let (verdict, luck) = unexplained(observed, &pairs, keys, n);
            identified.chance = luck;
            verdict
        }
        [part] if identified.unexplained_share == 0.0 => match part.form {
            HashedForm::Itself => Verdict::OtherCount,
            _ => Verdict::OtherBytes,
        },
        _ => Verdict::Mixture,
    };
    identified.parts = parts;
    identified
}

/// A key on a partition.
struct Pair<'a> {
    key: &'a [u8],
    partition: u32,
    records: u64,
    seen: Vec<&'a Seen>,
}

impl<'a> Pair<'a> {
    fn all(observed: &'a Observed) -> Vec<Self> {
        let mut pairs: Vec<Self> = Vec::new();
        for (key, seen) in observed.keys().into_iter().filter(|(key, _)| !key.is_empty()) {
            let first = pairs.len();
            for seen in seen {
                let of_key = pairs.get_mut(first..).unwrap_or_default();
                match of_key.iter_mut().find(|pair| pair.partition == seen.partition) {
                    Some(pair) => {
                        pair.records = pair.records.saturating_add(seen.records);
                        pair.seen.push(seen);
                    }
                    None => {
                        let (partition, records) = (seen.partition, seen.records);
                        pairs.push(Pair { key, partition, records, seen: vec![seen] });
                    }
                }
            }
        }
        pairs
    }
}

impl Candidate {
    /// Whether two clients' defaults cannot be told apart at this count.
    fn is_of_two_defaults(&self) -> bool {
        self.same_here
            .iter()
            .any(|same| same.part_at.is_some() && clients::usage(same.rule) == Some(Usage::Default))
    }
}

/// What places groups and transactional ids, see [`copartition::group_partition`].
const COORDINATORS: &str = "java-string-java-abs";

/// What explains a part, until all parts are found.
struct Found {
    hypothesis: Hypothesis,
    candidates: Vec<Candidate>,
}

impl Found {
    /// Puts another rule first that places these keys alike.
    fn prefer(&mut self, rule: &'static Rule) {
        let Some(candidate) = self.candidates.first_mut() else { return };
        let place = candidate.same_here.iter().position(|same| same.rule.name() == rule.name());
        if let Some(same) = place.and_then(|place| candidate.same_here.get_mut(place)) {
            (candidate.rule, same.rule) = (same.rule, candidate.rule);
            self.hypothesis.rule = rule;
        }
    }

    /// Keeps the coordinators' formula alone, where it is one of those that fit: nobody else writes
    /// their topics.
    fn keep_coordinators(&mut self) {
        let Some(formula) = Rule::named(COORDINATORS) else { return };
        let is_it = |candidate: &Candidate| {
            let mut same = candidate.same_here.iter().map(|same| same.rule);
            candidate.rule.name() == COORDINATORS || same.any(|same| same.name() == COORDINATORS)
        };
        if let Some(place) = self.candidates.iter().position(is_it) {
            self.candidates.swap(0, place);
            self.candidates.truncate(1);
            self.prefer(formula);
        }
    }

    fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        self.candidates.iter().map(|candidate| candidate.rule)
    }
}

/// Lets a part that cannot tell two rules apart have the one that another part has: a topic of a
/// client's grows from a count at which its rule is its own to one at which it is Java's too.
fn agree(found: &mut [Found]) {
    for i in 0..found.len() {
        let (before, after) = found.split_at_mut(i);
        let Some((this, after)) = after.split_first_mut() else { continue };
        let others = || before.iter().chain(after.iter()).flat_map(Found::rules);
        let [own] = this.candidates.as_slice() else { continue };
        if others().any(|rule| rule.name() == own.rule.name()) {
            continue;
        }
        let same = |rule: &&Rule| own.same_here.iter().any(|it| it.rule.name() == rule.name());
        if let Some(rule) = others().find(same) {
            this.prefer(rule);
        }
    }
}

/// Shares the pairs out among what was found; the biggest part first.
fn parts(mut found: Vec<Found>, pairs: &[&Pair<'_>], identified: &mut Identification) -> Vec<Part> {
    agree(&mut found);
    let of_coordinators = |found: &&mut Found| found.hypothesis.form == HashedForm::Coordinated;
    found.iter_mut().filter(of_coordinators).for_each(Found::keep_coordinators);
    let hypotheses: Vec<Hypothesis> = found.iter().map(|found| found.hypothesis).collect();
    let fits = shares::Fits::new(&hypotheses, pairs);
    let shared = fits.shared(pairs, identified.count);
    let all = records(pairs).max(1) as f64;
    let mut parts: Vec<Part> = Vec::new();
    for (i, Found { hypothesis, candidates }) in found.into_iter().enumerate() {
        let of_part = shared.get(i).cloned().unwrap_or_default();
        parts.push(Part {
            candidates,
            form: hypothesis.form,
            count: hypothesis.count,
            records: of_part.records.round() as u64,
            share: of_part.records / all,
            labels: of_part.labels.iter().map(|records| records.round() as u64).collect(),
            spans: spans(&fits.alone(i, pairs)),
        });
    }
    identified.unexplained_share = shared.last().map_or(0.0, |rest| rest.records / all);
    identified.changes = change::changes(&hypotheses, &fits, pairs, identified.count);
    parts.sort_by_key(|part| std::cmp::Reverse(part.records));
    parts
}

/// Where pairs lie in the log, in the order of the partitions.
fn spans(pairs: &[&Pair<'_>]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for pair in pairs {
        for seen in pair.seen.iter().filter(|seen| seen.first.offset.is_some()) {
            match spans.iter_mut().find(|span| span.partition == pair.partition) {
                Some(span) => {
                    span.first = earlier(span.first, seen.first);
                    span.last = later(span.last, seen.last);
                }
                None => spans.push(Span {
                    partition: pair.partition,
                    first: seen.first,
                    last: seen.last,
                }),
            }
        }
    }
    spans.sort_unstable_by_key(|span| span.partition);
    spans
}

/// The records with each label, up to the last that one has.
fn labels(pairs: &[&Pair<'_>]) -> Vec<u64> {
    let mut labels: Vec<u64> = Vec::new();
    for seen in pairs.iter().flat_map(|pair| &pair.seen) {
        let Some(label) = seen.label.map(|label| label as usize) else { continue };
        labels.resize(labels.len().max(label + 1), 0);
        labels.iter_mut().skip(label).take(1).for_each(|of| *of += seen.records);
    }
    labels
}

fn records(pairs: &[&Pair<'_>]) -> u64 {
    pairs.iter().map(|pair| pair.records).sum()
}

fn earlier(one: LogEntry, other: LogEntry) -> LogEntry {
    if other.offset < one.offset { other } else { one }
}

fn later(one: LogEntry, other: LogEntry) -> LogEntry {
    if other.offset > one.offset { other } else { one }
}

/// Puts fits together that cannot be told apart by keys like these; the commonest first.
fn candidates(fits: &[Hypothesis], pairs: &[&Pair<'_>], n: PartitionCount) -> Vec<Candidate> {
    let like_these = deciding::keys_like(pairs.iter().map(|pair| pair.key));
    let mut candidates: Vec<Candidate> = Vec::new();
    for fit in fits {
        let same = candidates.iter_mut().find_map(|candidate| {
            let rule = candidate.rule;
            if rule.agrees_with(fit.rule, n) {
                let part_at = Some(parting_count(rule, fit.rule, n));
                return Some((candidate, part_at));
            }
            let alike = like_these
                .iter()
                .filter_map(|key| fit.form.of(key))
                .all(|key| rule.partition(&key, n) == fit.rule.partition(&key, n));
            alike.then_some((candidate, None))
        });
        match same {
            Some((candidate, part_at)) => {
                candidate.same_here.push(SameRule { rule: fit.rule, part_at });
            }
            None => candidates.push(Candidate { rule: fit.rule, same_here: Vec::new() }),
        }
    }
    candidates
}

/// How many pairs are asked while there are many hypotheses.
const SCREENED: usize = 160;
/// How many partition counts are tried.
const MOST_COUNTS: u32 = 1024;
const MOST_PARTS: usize = 6;
/// The greatest chance of luck at which a hypothesis is a part of a mixture.
const MOST_LUCK_OF_A_PART: f64 = 1e-6;

/// Finds what explains the pairs part by part: each time what explains the most of the rest.
///
/// `chance` becomes the greatest at which one of them is luck.
fn split_up(pairs: &[&Pair<'_>], n: PartitionCount, chance: &mut f64) -> Vec<Found> {
    let counts: Vec<PartitionCount> =
        (2..=n.get()).rev().take(MOST_COUNTS as usize).filter_map(PartitionCount::new).collect();
    let mut found: Vec<Found> = Vec::new();
    let mut rest: Vec<&Pair<'_>> = pairs.to_vec();
    while !rest.is_empty() && found.len() < MOST_PARTS {
        let step = rest.len().div_ceil(SCREENED);
        let few: Vec<&Pair<'_>> = rest.iter().copied().step_by(step).collect();
        let seen: Vec<(&[u8], u32)> = few.iter().map(|pair| (pair.key, pair.partition)).collect();
        let ranked = ranked(&seen, &counts, &HashedForm::ALL);
        let Some(&(best, explained)) = ranked.first() else { break };
        let luck = luck::of_matches(explained, &few, &best, ranked.len());
        let whole = found.is_empty() && rest.iter().all(|pair| explains(&best, pair));
        if luck > if whole { MOST_LUCK } else { MOST_LUCK_OF_A_PART } {
            break;
        }
        *chance = if found.is_empty() { luck } else { chance.max(luck) };
        let (of_part, others): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|pair| explains(&best, pair));
        rest = others;
        let fits: Vec<Hypothesis> = ranked
            .iter()
            .take_while(|(_, as_many)| *as_many == explained)
            .map(|(hypothesis, _)| *hypothesis)
            .filter(|fit| (fit.form, fit.count) == (best.form, best.count))
            .filter(|fit| of_part.iter().all(|pair| explains(fit, pair)))
            .collect();
        let candidates = candidates(&fits, &of_part, best.count);
        found.push(Found { hypothesis: best, candidates });
    }
    found
}

fn explains(hypothesis: &Hypothesis, pair: &Pair<'_>) -> bool {
    hypothesis.partition(pair.key) == Some(pair.partition)
}

fn only_partition(pairs: &[&Pair<'_>]) -> Option<u32> {
    let first = pairs.first()?.partition;
    pairs.iter().all(|pair| pair.partition == first).then_some(first)
}

/// What can be said where no rule explains anything, and how likely that is luck.
fn unexplained(
    observed: &Observed,
    pairs: &[&Pair<'_>],
    keys: usize,
    n: PartitionCount,
) -> (Verdict, f64) {
    let all_on_one = f64::from(n.get()).powf(-(keys.saturating_sub(1) as f64));
    if only_partition(pairs).is_some() && all_on_one <= MOST_LUCK_OF_A_PART {
        return (Verdict::Constant, all_on_one);
    }
    if observed.in_turn_share() > 0.9 && observed.records() > 3 * u64::from(n.get()) {
        return (Verdict::RoundRobin, 0.0);
    }
    let (mut repeated, mut split) = (0, 0);
    for of_key in pairs.chunk_by(|one, other| one.key == other.key) {
        repeated += usize::from(records(of_key) > 1);
        split += usize::from(of_key.len() > 1);
    }
    // Two records of a key that is ignored part once in two at the least.
    let ignored = split >= 3 && split * 5 >= repeated * 2;
    (if ignored { Verdict::KeysIgnored } else { Verdict::None }, 0.0)
}
