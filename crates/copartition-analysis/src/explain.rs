use copartition::{CLIENTS, PARTITIONERS, PartitionCount, Partitioner, Placement, Rule};

/// What every partitioner does with one key.
#[derive(Debug)]
pub struct Explanation {
    /// The clients' partitioners by their answer, the biggest group first.
    pub groups: Vec<AnswerGroup>,
    /// The rules under their own names, for clients that have no row.
    pub rules: Vec<Answer>,
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
    /// Whether today's version of some client does this when nothing is set.
    pub default: bool,
}

/// Asks every partitioner where a key goes; `None` is no key.
///
/// ```
/// use copartition::{PartitionCount, Placement};
///
/// let explained = copartition_analysis::explain(Some(b"user-3"), PartitionCount::try_from(6)?);
/// let first = &explained.groups[0];
/// assert_eq!(first.placement, Placement::Partition(5));
/// assert_eq!(first.answers[0].partitioner.name(), "java");
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn explain(key: Option<&[u8]>, n: PartitionCount) -> Explanation {
    let mut groups: Vec<AnswerGroup> = Vec::new();
    let mut rules = Vec::new();
    for partitioner in PARTITIONERS {
        let answer = Answer {
            partitioner,
            hash: key.and_then(|key| partitioner.hash(key).ok()),
            placement: partitioner.place(key, n),
            default: is_a_default(partitioner),
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
    Explanation { groups, rules }
}

fn is_a_default(partitioner: &Partitioner) -> bool {
    CLIENTS.iter().any(|client| {
        client.default && client.until.is_none() && client.partitioner == partitioner.name()
    })
}
