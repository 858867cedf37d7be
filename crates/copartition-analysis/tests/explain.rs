//! The explanation: every partitioner once, equal answers together.

use copartition::{PARTITIONERS, PartitionCount, Placement};
use copartition_analysis::explain;

#[test]
fn every_partitioner_answers_once() -> Result<(), copartition::Error> {
    let n = PartitionCount::try_from(6)?;
    for key in [Some(b"user-3".as_slice()), Some(b""), None] {
        let explained = explain(key, n);
        let mut names: Vec<_> = explained
            .groups
            .iter()
            .flat_map(|group| &group.answers)
            .chain(&explained.rules)
            .map(|answer| answer.partitioner.name())
            .collect();
        names.sort_unstable();
        let mut all: Vec<_> = PARTITIONERS.iter().map(|partitioner| partitioner.name()).collect();
        all.sort_unstable();
        assert_eq!(names, all);
    }
    Ok(())
}

#[test]
fn groups_hold_equal_answers_biggest_first_and_defaults_before_the_rest()
-> Result<(), copartition::Error> {
    let explained = explain(Some(b"user-3"), PartitionCount::try_from(6)?);
    assert!(explained.groups.len() > 2);
    assert!(explained.groups.is_sorted_by_key(|group| std::cmp::Reverse(group.answers.len())));
    for group in &explained.groups {
        assert!(group.answers.iter().all(|answer| answer.placement == group.placement));
        assert!(group.answers.is_sorted_by_key(|answer| !answer.default));
    }
    Ok(())
}

#[test]
fn without_a_key_there_is_no_hash_and_the_policies_answer() -> Result<(), copartition::Error> {
    let explained = explain(None, PartitionCount::try_from(6)?);
    let answer = |name: &str| {
        let answers = explained.groups.iter().flat_map(|group| &group.answers);
        answers.into_iter().find(|answer| answer.partitioner.name() == name).copied()
    };
    let placement = |name| answer(name).map(|answer| answer.placement);
    assert_eq!(placement("java"), Some(Placement::Unkeyed));
    assert_eq!(placement("platformatic:compatibility"), Some(Placement::Partition(0)));
    assert_eq!(placement("pykafka:hashing"), Some(Placement::Refused));
    assert_eq!(answer("java").and_then(|answer| answer.hash), None);
    Ok(())
}
