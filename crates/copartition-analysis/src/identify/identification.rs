use copartition::{PartitionCount, Rule, Usage};

use super::{Change, DecidingKey, HashedForm};
use crate::samples::LogEntry;

/// Who placed the keys of a topic, as far as its samples tell.
#[derive(Debug)]
pub struct Identification {
    /// The topic's partition count.
    pub count: PartitionCount,
    /// The distinct keys that were asked about; empty keys are left out, since clients that hash
    /// all others differ over them.
    pub keys: usize,
    /// The answer.
    pub verdict: Verdict,
    /// What explains the samples: one part, or the parts of a mixture, the biggest first. Empty
    /// where nothing does.
    pub parts: Vec<Part>,
    /// The share of the keyed records that no part explains, from 0 to 1.
    pub unexplained_share: f64,
    /// How many of the keyed records have each label, in the order of
    /// [`Observed::labels`](crate::Observed::labels).
    pub labels: Vec<u64>,
    /// The partition that every key lies on, where there is but one.
    pub only_partition: Option<u32>,
    /// Where a partition count of the topic was followed by a greater one, the earliest first.
    pub changes: Vec<Change>,
    /// The chance that the verdict is luck: that keys which were placed without any rule that was
    /// tried fit one of them all the same. From 0 to 1; 0 for a verdict that states no fit.
    pub chance: f64,
    /// Keys whose partitions would decide between the parts' candidates; empty unless several fit.
    pub deciding_keys: Vec<DecidingKey>,
}

/// What the samples say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// There is no key to ask about.
    NoKeys,
    /// Too few keys: what fits may fit by luck.
    TooFew,
    /// One candidate explains every key.
    One,
    /// Several candidates explain every key, and a few more keys, or another count, would decide.
    Several,
    /// One rule explains every key at another partition count than the topic's.
    OtherCount,
    /// One rule explains every key over other bytes than the key's own.
    OtherBytes,
    /// Several explain the samples together: several producers, or a count that has changed.
    Mixture,
    /// Every key lies on one partition, whatever it is.
    Constant,
    /// Keys are ignored: records of one key lie on one partition after the other.
    RoundRobin,
    /// Keys are ignored: records of one key lie on many partitions.
    KeysIgnored,
    /// No rule that is known: explicit partitions, a partitioner of the producer's own, or other
    /// key bytes.
    None,
}

impl Verdict {
    /// Returns the verdict's name, such as `other_count`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoKeys => "no_keys",
            Self::TooFew => "too_few",
            Self::One => "one",
            Self::Several => "several",
            Self::OtherCount => "other_count",
            Self::OtherBytes => "other_bytes",
            Self::Mixture => "mixture",
            Self::Constant => "constant",
            Self::RoundRobin => "round_robin",
            Self::KeysIgnored => "keys_ignored",
            Self::None => "none",
        }
    }
}

/// A part of the records, and what explains it.
#[derive(Debug)]
pub struct Part {
    /// What explains it, the commonest first; more than one where the samples do not decide.
    pub candidates: Vec<Candidate>,
    /// Which bytes were hashed.
    pub form: HashedForm,
    /// The partition count under which it fits.
    pub count: PartitionCount,
    /// How many records it explains. Those that another part explains too are shared out as the
    /// others are, so that a mixture's numbers are estimates.
    pub records: u64,
    /// Their share of the keyed records, from 0 to 1.
    pub share: f64,
    /// How many of them have each label, in the order of
    /// [`Observed::labels`](crate::Observed::labels).
    pub labels: Vec<u64>,
    /// Where those lie in the log that no other part explains, in the order of the partitions; empty
    /// without offsets.
    pub spans: Vec<Span>,
}

/// The offsets of a part's records on one partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The partition.
    pub partition: u32,
    /// The first of them.
    pub first: LogEntry,
    /// The last of them.
    pub last: LogEntry,
}

/// Rules that place keys like these alike.
#[derive(Debug)]
pub struct Candidate {
    /// The rule, the commonest where several place alike.
    pub rule: &'static Rule,
    /// Other rules that place alike every key like those of the samples.
    pub same_here: Vec<SameRule>,
}

/// A rule that cannot be told from another one by keys like these.
#[derive(Clone, Copy, Debug)]
pub struct SameRule {
    /// The rule.
    pub rule: &'static Rule,
    /// A partition count at which the two part, where they are the same for every key at this one;
    /// `None` where they part for other keys.
    pub part_at: Option<PartitionCount>,
}

impl Candidate {
    /// Returns the commonest way in which the rule is used; `None` where no client is known.
    pub fn usage(&self) -> Option<Usage> {
        super::clients::usage(self.rule)
    }
}
