//! The explanation: every partitioner once, equal answers together.

use copartition::{CLIENTS, PARTITIONERS, PartitionCount, Placement, Usage};
use copartition_analysis::{Asked, explain};

#[test]
fn every_partitioner_answers_once() -> Result<(), copartition::Error> {
    let n = PartitionCount::try_from(6)?;
    for key in [Some(b"user-3".as_slice()), Some(b""), None] {
        let explained = explain(key, n, Asked::All);
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
    let explained = explain(Some(b"user-3"), PartitionCount::try_from(6)?, Asked::All);
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
    let explained = explain(None, PartitionCount::try_from(6)?, Asked::All);
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

#[test]
fn unless_all_are_asked_only_current_clients_answer() -> Result<(), copartition::Error> {
    let explained = explain(Some(b"user-3"), PartitionCount::try_from(6)?, Asked::Current);
    let is_current = |name: &str| {
        CLIENTS.iter().any(|client| {
            client.partitioner == name && matches!(client.usage, Usage::Default | Usage::Setting)
        })
    };
    let answers = explained.groups.iter().flat_map(|group| &group.answers);
    let mut names: Vec<_> = answers.map(|answer| answer.partitioner.name()).collect();
    let all = PARTITIONERS.iter().map(|partitioner| partitioner.name());
    let mut current: Vec<_> = all.filter(|name| is_current(name)).collect();
    names.sort_unstable();
    current.sort_unstable();
    assert_eq!(names, current);
    assert!(names.contains(&"java") && names.contains(&"kafkajs@1"));
    assert!(!names.contains(&"java@0.8") && !names.contains(&"pykafka:hashing"));
    assert!(explained.rules.is_empty());
    Ok(())
}

#[test]
fn rules_that_part_at_another_count_are_named_where_both_answer() -> Result<(), copartition::Error>
{
    let pairs = |n, asked| {
        let explained = explain(Some(b"user-3"), PartitionCount::try_from(n)?, asked);
        let names = explained
            .same_here
            .into_iter()
            .map(|same| (same.rules.0.name(), same.rules.1.name(), same.part_at.get()));
        Ok::<_, copartition::Error>(names.collect::<Vec<_>>())
    };
    let murmur2 = ("murmur2", "murmur2-unsigned", 24);
    let seed0 = ("murmur2-seed0", "murmur2-seed0-unsigned", 24);
    let current = pairs(16, Asked::Current)?;
    assert!(current.contains(&murmur2) && !current.contains(&seed0), "{current:?}");
    let all = pairs(16, Asked::All)?;
    assert!(all.contains(&murmur2) && all.contains(&seed0), "{all:?}");
    for n in [1, 12] {
        assert_eq!(pairs(n, Asked::All)?, []);
    }
    assert_eq!(explain(None, PartitionCount::try_from(16)?, Asked::All).same_here.len(), 0);
    Ok(())
}
