use copartition::{
    CLIENTS, PARTITIONERS, PartitionCount, Partitioner, Placement, RULES, Rule, Usage,
};

/// Which partitioners are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Those that some current client has by default or by a setting.
    Current,
    /// Every one: retired clients' too, and the rules under their own names.
    All,
}

/// What partitioners do with one key.
#[derive(Debug)]
pub struct Explanation {
    /// The clients' partitioners by their answer, the biggest group first.
    pub groups: Vec<AnswerGroup>,
    /// The rules under their own names, for clients that have no row; empty unless all are asked.
    pub rules: Vec<Answer>,
    /// Rules among the answers that place every key alike at this count, and part at another. Empty
    /// without a key.
    pub same_here: Vec<SameHere>,
}

/// Two rules that cannot be told apart at one partition count.
#[derive(Clone, Copy, Debug)]
pub struct SameHere {
    /// The two rules, in the order of the table.
    pub rules: (&'static Rule, &'static Rule),
    /// A larger count at which they part: half as many again.
    pub part_at: PartitionCount,
}

/// The partitioners that give the same answer.
#[derive(Debug)]
pub struct AnswerGroup {
    /// The answer.
    pub placement: Placement,
    /// Who gives it: what clients do by default first, then in the order of the table.
    pub answers: Vec<Answer>,
}

/// One partitioner's answer.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The partitioner.
    pub partitioner: &'static Partitioner,
    /// The key's 32-bit hash; `None` without a key, without a rule or without a 32-bit hash.
    pub hash: Option<u32>,
    /// Where the record goes.
    pub placement: Placement,
    /// Whether a current client does this when nothing is set.
    pub default: bool,
}

/// Asks partitioners where a key goes; `None` is no key.
///
/// ```
/// use copartition::{PartitionCount, Placement};
/// use copartition_analysis::{Asked, explain};
///
/// let explained = explain(Some(b"user-3"), PartitionCount::try_from(6)?, Asked::Current);
/// let first = &explained.groups[0];
/// assert_eq!(first.placement, Placement::Partition(5));
/// assert_eq!(first.answers[0].partitioner.name(), "java");
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn explain(key: Option<&[u8]>, n: PartitionCount, asked: Asked) -> Explanation {
    let mut groups: Vec<AnswerGroup> = Vec::new();
    let mut rules = Vec::new();
    for partitioner in PARTITIONERS {
        let usage = usage(partitioner);
        if asked == Asked::Current && !matches!(usage, Some(Usage::Default | Usage::Setting)) {
            continue;
        }
        let answer = Answer {
            partitioner,
            hash: key.and_then(|key| partitioner.hash(key).ok()),
            placement: partitioner.place(key, n),
            default: usage == Some(Usage::Default),
        };
        if Rule::named(partitioner.name()).is_some() {
            rules.push(answer);
            continue;
        }
        match groups.iter_mut().find(|group| group.placement == answer.placement) {
            Some(group) => group.answers.push(answer),
            None => {
                groups.push(AnswerGroup { placement: answer.placement, answers: vec![answer] });
            }
        }
    }
    for group in &mut groups {
        group.answers.sort_by_key(|answer| !answer.default);
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.answers.len()));
    let answers = groups.iter().flat_map(|group| &group.answers).chain(&rules);
    let same_here = match key {
        Some(_) => same_here(n, &answers.collect::<Vec<_>>()),
        None => Vec::new(),
    };
    Explanation { groups, rules, same_here }
}

/// Over one partition every rule is the same, which says nothing of any.
fn same_here(n: PartitionCount, answers: &[&Answer]) -> Vec<SameHere> {
    let half_as_many_again = n.get().checked_add(n.get() / 2).and_then(PartitionCount::new);
    let (Some(part_at), 2..) = (half_as_many_again, n.get()) else {
        return Vec::new();
    };
    let is_among = |rule: &&Rule| {
        let mut of_answers = answers.iter().filter_map(|answer| answer.partitioner.rule());
        of_answers.any(|answer| answer.name() == rule.name())
    };
    let rules: Vec<&Rule> = RULES.iter().copied().filter(is_among).collect();
    let mut pairs = Vec::new();
    for (i, &one) in rules.iter().enumerate() {
        for &other in rules.iter().skip(i + 1) {
            if one.agrees_with(other, n) && !one.agrees_with(other, part_at) {
                pairs.push(SameHere { rules: (one, other), part_at });
            }
        }
    }
    pairs
}

/// How common the partitioner is: as its commonest client row.
fn usage(partitioner: &Partitioner) -> Option<Usage> {
    let rows = CLIENTS.iter().filter(|client| client.partitioner == partitioner.name());
    rows.map(|client| client.usage).min()
}
