//! What was found, in words.

use copartition::{PartitionCount, RULES, Rule, Usage};

use super::clients::clients_of;
use super::{HashedForm, Identification, MOST_LUCK, Part, Verdict};

impl Identification {
    /// Says the verdict in one line for people, such as `java (murmur2) placed all 40 keys; a fit
    /// like this is luck once in 10^41`.
    pub fn sentence(&self) -> String {
        let n = self.count.get();
        let all = all(self.keys);
        let part = self.parts.first();
        let who = part.map(Part::who).unwrap_or_default();
        match self.verdict {
            Verdict::NoKeys => "cannot tell: no record has a key of one byte or more".into(),
            Verdict::TooFew if n == 1 => {
                "cannot tell: the only partition has every key, whoever placed it".into()
            }
            Verdict::TooFew => {
                let keys = match self.keys {
                    1 => "the only key".into(),
                    keys => format!("the {keys} keys"),
                };
                let fits = self.parts.iter().map(|part| part.candidates.len()).sum::<usize>();
                let fit = if fits == 1 { "fits" } else { "fit" };
                let luck = match self.chance > 0.5 {
                    true => "mostly luck".into(),
                    false => format!("luck {}", once_in(self.chance)),
                };
                let enough = keys_wanted(self.count);
                format!(
                    "cannot tell yet: {who} {fit} {keys}, and that one does is {luck}; {enough} \
                     keys are enough"
                )
            }
            Verdict::One => format!("{who} placed {all}; {}", self.luck()),
            Verdict::Several => match self.alike_here() {
                Some((one, other, part_at)) => format!(
                    "{} and {} place every key alike over {n} partitions, and one of them placed \
                     {all}; they part at {part_at}",
                    name(one),
                    name(other)
                ),
                None => format!("{who} all place {all} where they lie: a few more keys decide"),
            },
            Verdict::OtherCount => {
                let before = part.map_or(n, |part| part.count.get());
                format!(
                    "{who} placed {all} over {before} partitions, and the topic has {n} now: it \
                     was grown, mirrored or recreated; {}",
                    self.luck()
                )
            }
            Verdict::OtherBytes
                if part.is_some_and(|part| part.form == HashedForm::Coordinated) =>
            {
                format!(
                    "the coordinators' formula placed {all}, by the group or the transactional id \
                     in each: this is __consumer_offsets, __transaction_state or their like; {}",
                    self.luck()
                )
            }
            Verdict::OtherBytes => {
                let form = part.map_or(HashedForm::Itself, |part| part.form);
                let over = part.map_or(n, |part| part.count.get());
                let over =
                    if over == n { String::new() } else { format!(", over {over} partitions") };
                format!(
                    "{who} placed {all} by other bytes than the key's: {}{over}; {}",
                    form.words(),
                    self.luck()
                )
            }
            Verdict::Mixture => self.mixture(),
            Verdict::Constant => {
                let partition = self.only_partition.unwrap_or(0);
                format!(
                    "keys are ignored: all {} keys lie on partition {partition}, a constant or the \
                     caller's choice",
                    self.keys
                )
            }
            Verdict::RoundRobin => {
                "keys are ignored: records go to one partition after the other, as round robin \
                 places them"
                    .into()
            }
            Verdict::KeysIgnored => {
                "keys are ignored: records of one key lie on many partitions, as random and sticky \
                 placing leave them"
                    .into()
            }
            Verdict::None => {
                let enough = keys_wanted(self.count);
                let few = match (self.keys as u64) < enough {
                    true => format!("; {enough} keys would tell of a mixture or another count"),
                    false => String::new(),
                };
                format!(
                    "none: no rule that is known placed {all}; explicit partitions, Flink's fixed \
                     partitions, a partitioner of the producer's own, a hash of something else than \
                     the key, other key bytes or another seed{few}"
                )
            }
        }
    }

    fn mixture(&self) -> String {
        let is_over_others = self.parts.iter().any(|part| part.count != self.count);
        let mut groups: Vec<Vec<&Part>> = Vec::new();
        for part in &self.parts {
            match groups.iter_mut().find(|group| group.iter().any(|other| other.is_like(part))) {
                Some(group) => group.push(part),
                None => groups.push(vec![part]),
            }
        }
        let shares = groups.iter().enumerate().filter_map(|(i, group)| {
            let who = group.first()?.who();
            let share: f64 = group.iter().map(|part| part.share).sum();
            let placed = if i == 0 { "placed " } else { "" };
            let of = if i == 0 { " of the records" } else { "" };
            let bytes = match group.first()?.form {
                HashedForm::Itself => String::new(),
                form => format!(" by {}", form.words()),
            };
            let over = match group.as_slice() {
                _ if !is_over_others => String::new(),
                [part] => format!(" over {} partitions", part.count.get()),
                parts => {
                    let over = parts.iter().map(|part| {
                        format!("{} over {} partitions", percent(part.share), part.count.get())
                    });
                    format!(" ({})", over.collect::<Vec<_>>().join(", "))
                }
            };
            Some(match groups.len() {
                1 if self.unexplained_share == 0.0 => {
                    format!("{who} placed all records{bytes}{over}")
                }
                _ => format!("{who} {placed}{}{of}{bytes}{over}", percent(share)),
            })
        });
        let mut shares: Vec<String> = shares.collect();
        if self.unexplained_share > 0.0 {
            let rest = percent(self.unexplained_share);
            shares.push(format!("{rest} by no rule that is known"));
        }
        let what =
            if groups.len() > 1 || self.unexplained_share > 0.0 { "a mixture: " } else { "" };
        let grown = match is_over_others {
            true => "; the topic was grown, mirrored or recreated",
            false => "",
        };
        format!("{what}{}{grown}", shares.join(", "))
    }

    fn luck(&self) -> String {
        format!("a fit like this is luck {}", once_in(self.chance))
    }

    /// Two clients' defaults that no key tells apart at this count, and where they part.
    fn alike_here(&self) -> Option<(&'static Rule, &'static Rule, u32)> {
        let [part] = self.parts.as_slice() else { return None };
        let [candidate] = part.candidates.as_slice() else { return None };
        let default = |rule| super::clients::usage(rule) == Some(Usage::Default);
        let same = candidate.same_here.iter().find(|same| default(same.rule))?;
        Some((candidate.rule, same.rule, same.part_at?.get()))
    }
}

impl Part {
    /// Names the commonest candidates, each by its commonest client.
    pub fn who(&self) -> String {
        const MOST: usize = 3;
        let names = self.candidates.iter().take(MOST).map(|candidate| name(candidate.rule));
        let more = self.candidates.len().saturating_sub(MOST);
        let more = (more > 0).then(|| format!("{more} more"));
        let names: Vec<String> = names.chain(more).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        let rule = |part: &Self| part.candidates.first().map(|candidate| candidate.rule.name());
        self.form == other.form && rule(self) == rule(other)
    }
}

/// Names a rule by its commonest client: `java (murmur2)`.
fn name(rule: &Rule) -> String {
    match clients_of(rule).first() {
        Some(client) if client.usage == Usage::Default => {
            format!("{} ({})", client.name, rule.name())
        }
        Some(client) if client.usage != Usage::Port => {
            format!("{} ({})", client.partitioner, rule.name())
        }
        _ => format!("a hand-made {}", rule.name()),
    }
}

/// How many distinct keys make a fit by luck rare enough for an answer, if all rules place them
/// differently.
fn keys_wanted(n: PartitionCount) -> u64 {
    let keys = (RULES.len() as f64 / MOST_LUCK).ln() / f64::from(n.get()).ln();
    keys.ceil() as u64
}

fn all(keys: usize) -> String {
    if keys == 1 { "the only key".into() } else { format!("all {keys} keys") }
}

/// A chance in words: `once in 250`, or in powers of ten, rounded against the answer.
fn once_in(chance: f64) -> String {
    // Below that a float has nothing.
    const LEAST: f64 = 1e-300;
    if chance < LEAST {
        return "less than once in 10^300".into();
    }
    let times = 1.0 / chance;
    match times < 1e6 {
        true => format!("once in {}", times.floor().max(1.0)),
        false => format!("once in 10^{}", times.log10().floor()),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}
