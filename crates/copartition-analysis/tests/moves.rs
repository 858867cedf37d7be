//! What moves: the expected share is the measured one, and nothing is lost on the way.

use copartition::{MissingKey, PartitionCount, Partitioner, Placement};
use copartition_analysis::samples::{Fields, InputFormat, open};
use copartition_analysis::{Era, Moves, Observed, Side, Spread, Unkeyed, Verify};
use fastrand::Rng;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn side(partitioner: &str, n: u32) -> Outcome<Side> {
    let partitioner = Partitioner::named(partitioner)?;
    Ok(Side { partitioner, count: PartitionCount::try_from(i64::from(n))? })
}

fn moves(from: (&str, u32), to: (&str, u32)) -> Outcome<Moves> {
    Ok(Moves::new(side(from.0, from.1)?, side(to.0, to.1)?))
}

/// A partitioner and a count, before and after.
type Change = ((&'static str, u32), (&'static str, u32));

/// The changes that are looked at: counts, and rules over one hash or over two.
const CHANGES: [Change; 14] = [
    (("java", 6), ("java", 8)),
    (("java", 12), ("java", 24)),
    (("java", 12), ("java", 18)),
    (("librdkafka", 24), ("librdkafka", 10)),
    (("sarama:hash", 7), ("sarama:hash", 50)),
    (("java", 12), ("platformatic", 12)),
    (("java", 16), ("platformatic", 16)),
    (("platformatic", 12), ("java", 30)),
    (("java", 6), ("librdkafka", 6)),
    (("librdkafka", 6), ("java", 9)),
    (("sarama:hash", 10), ("sarama:reference_hash", 10)),
    (("fnv1a-unsigned", 12), ("sarama:hash", 18)),
    (("java-string-abs", 12), ("java-string-java-abs", 12)),
    (("kafkajs@1", 50), ("kafkajs", 50)),
];

#[test]
fn the_expected_share_is_that_of_many_keys() -> Outcome {
    const KEYS: u32 = 40_000;
    let mut rng = Rng::with_seed(1);
    for (from, to) in CHANGES {
        let mut moves = moves(from, to)?;
        for _ in 0..KEYS {
            moves.add_key(Some(format!("{:016x}", rng.u64(..)).as_bytes()), 1);
        }
        let share = moves.moved_keys().len() as f64 / f64::from(KEYS);
        let expected = moves.expected_share();
        let noise = (expected * (1.0 - expected) / f64::from(KEYS)).sqrt();
        let what = format!("{from:?} to {to:?}: {share} of {expected}");
        assert!((share - expected).abs() <= 4.0 * noise, "{what}");
    }
    Ok(())
}

#[test]
fn shares_that_are_known() -> Outcome {
    let cases = [
        (("java", 12), ("java", 24), 0.5),
        (("java", 12), ("java", 36), 2.0 / 3.0),
        (("java", 6), ("java", 8), 0.75),
        (("java", 12), ("java", 12), 0.0),
        (("java", 12), ("kafkajs", 12), 0.0),
        (("java", 12), ("librdkafka", 12), 11.0 / 12.0),
        (("java", 16), ("platformatic", 16), 0.0),
        // Those with the highest bit, half of all, move by 2^31 mod 12.
        (("java", 12), ("platformatic", 12), 0.5),
        // Two formulas that differ at one hash of all.
        (("java-string-abs", 12), ("java-string-java-abs", 12), 0.0),
        // Keys get a partition, or have none any more.
        (("java", 12), ("kafka-go:round_robin", 12), 1.0),
        (("kafka-go:round_robin", 12), ("java", 12), 1.0),
        (("kafka-go:round_robin", 12), ("kafka-go:round_robin", 24), 0.0),
    ];
    for (from, to, share) in cases {
        let got = moves(from, to)?.expected_share();
        assert!((got - share).abs() < 1e-9, "{from:?} to {to:?}: {got}, not {share}");
    }
    // More partitions than can be tried out; 2^31 - 2 of 2^31 hashes stay.
    let most = moves(("java", 2_147_483_647), ("java", 2_147_483_646))?;
    assert!(most.expected_share() < 1e-6 && most.counts_that_move_less().is_empty());
    let far = moves(("java", 3), ("platformatic", 2_147_483_647))?.expected_share();
    assert!((0.99..=1.0).contains(&far), "{far}");
    Ok(())
}

#[test]
fn under_a_multiple_a_key_stays_or_moves_by_a_multiple() -> Outcome {
    let mut rng = Rng::with_seed(2);
    let mut asked = 0;
    for partitioner in
        ["java", "librdkafka", "sarama:hash", "platformatic", "kafkajs@1", "pykafka:hashing"]
    {
        for (n, m) in [(1, 7), (6, 12), (10, 50), (12, 24), (30, 60)] {
            let mut moves = moves((partitioner, n), (partitioner, m))?;
            assert!(moves.is_multiple());
            for _ in 0..2_000 {
                moves.add_key(Some(&rng.u64(..).to_be_bytes()), 1);
            }
            for flow in moves.flows() {
                assert_eq!((flow.to % n, flow.from < n, flow.to < m), (flow.from, true, true));
                asked += flow.keys;
            }
        }
    }
    assert_eq!(asked, 6 * 5 * 2_000);
    let not = [
        (("java", 12), ("java", 18)),
        (("java", 12), ("librdkafka", 24)),
        (("java", 24), ("java", 12)),
    ];
    for (from, to) in not {
        assert!(!moves(from, to)?.is_multiple());
    }
    assert!(!moves(("java", 12), ("java", 12))?.is_multiple(), "nothing moves at all");
    Ok(())
}

#[test]
fn flows_sum_to_the_keys_and_their_records() -> Outcome {
    let mut rng = Rng::with_seed(3);
    for (from, to) in CHANGES {
        let mut moves = moves(from, to)?;
        let mut keyed = 0;
        for _ in 0..5_000 {
            let key = rng.u32(0..700).to_string();
            let records = rng.u64(0..5);
            moves.add_key(Some(key.as_bytes()), records);
            keyed += records;
        }
        moves.add_key(None, 11);
        let flows = moves.flows();
        let keys: u64 = flows.iter().map(|flow| flow.keys).sum();
        let records: u64 = flows.iter().map(|flow| flow.records).sum();
        assert_eq!((keys, records), (moves.keys() as u64, keyed));
        assert_eq!((moves.records(), moves.missing_key_records()), (keyed + 11, 11));
        let moving = flows.iter().filter(|flow| flow.from != flow.to);
        let moving =
            moving.fold((0, 0), |(keys, records), flow| (keys + flow.keys, records + flow.records));
        let moved = moves.moved_keys();
        let of_moved: u64 = moved.iter().map(|key| key.records).sum();
        assert_eq!(moving, (moved.len() as u64, of_moved));
        assert_eq!(moves.moved_records(), of_moved);
        assert!(moved.is_sorted_by_key(|moved| moved.key));
    }
    Ok(())
}

/// SA-14, karafka#2804: the keys of the public reports, doubled. SA-19 is the last of them.
#[test]
fn keys_of_public_reports_stay_or_move_by_the_old_count() -> Outcome {
    let cases = [
        ("fd7af248-ce5c-46a5-93d7-1c0c9005b99d", 32, 26, 58),
        ("UFJPRDAuQVNTRVQuMzEwMQ.002.AC000HN.01_RMSVel", 30, 13, 43),
        ("354afe16-939a-4ea8-8e17-8bb0840b6886", 10, 4, 4),
        ("f562ac3b-2224-4e25-a0ab-56094e10c239", 10, 5, 15),
        ("100:48069", 12, 9, 9),
    ];
    for (key, n, before, after) in cases {
        let mut moves = moves(("java", n), ("java", 2 * n))?;
        moves.add_key(Some(key.as_bytes()), 3);
        let flows: Vec<_> = moves
            .flows()
            .iter()
            .map(|flow| (flow.from, flow.to, flow.keys, flow.records))
            .collect();
        assert_eq!(flows, [(before, after, 1, 3)], "{key}");
        let moved = moves.moved_keys();
        assert_eq!(moved.len(), usize::from(before != after));
        for moved in moved {
            assert_eq!((moved.key, moved.from), (key.as_bytes(), Placement::Partition(before)));
        }
    }
    Ok(())
}

/// SA-18, librdkafka#4510: what an empty and a missing key meet.
#[test]
fn empty_and_missing_keys_are_told_before_and_after() -> Outcome {
    use Placement::{Partition, Unkeyed};
    let cases = [
        ("java", Partition(1), Unkeyed, "unkeyed:built_in"),
        ("librdkafka:murmur2_random", Partition(1), Unkeyed, "unkeyed:sticky"),
        ("librdkafka:consistent_random", Unkeyed, Unkeyed, "unkeyed:sticky"),
        ("librdkafka:consistent", Partition(0), Partition(0), "hashed_as_empty"),
    ];
    for (partitioner, empty, missing, policy) in cases {
        let moves = moves(("java", 10), (partitioner, 10))?;
        assert_eq!(moves.empty_key(), (Partition(1), empty), "{partitioner}");
        assert_eq!(moves.missing_key(), (Unkeyed, missing), "{partitioner}");
        let after: MissingKey = moves.to().partitioner.missing_key();
        assert_eq!(after.to_string(), policy);
    }
    Ok(())
}

#[test]
fn counts_near_the_new_one_that_move_less_are_named() -> Outcome {
    let less = |from, to| -> Outcome<Vec<(u32, u32)>> {
        let moves = moves(("java", from), ("java", to))?;
        let less = moves.counts_that_move_less();
        assert!(less.iter().all(|(_, share)| *share < moves.expected_share()));
        let percent =
            |(count, share): (PartitionCount, f64)| (count.get(), (share * 100.0).round() as u32);
        Ok(less.into_iter().map(percent).collect())
    };
    assert_eq!(less(12, 20)?, [(24, 50), (18, 67), (16, 75)]);
    assert_eq!(less(12, 24)?, []);
    assert_eq!(less(24, 12)?, []);
    assert_eq!(less(1, 2_147_483_647)?.len(), 3);
    Ok(())
}

#[test]
fn the_checklist_says_what_the_change_brings() -> Outcome {
    let list =
        |from, to| Ok::<_, Box<dyn std::error::Error>>(moves(from, to)?.checklist().join("\n"));
    let grown = list(("java", 12), ("java", 24))?;
    for words in [
        "metadata.max.age.ms",
        "topic.metadata.refresh.interval.ms",
        "auto.offset.reset=latest",
        "joined",
        "changelog",
        "compaction",
    ] {
        assert!(grown.contains(words), "{words}: {grown}");
    }
    assert!(!grown.contains("all producers must change"));
    let changed = list(("java", 12), ("librdkafka", 12))?;
    assert!(changed.contains("from java to librdkafka:consistent_random at once"));
    assert!(!changed.contains("auto.offset.reset") && !changed.contains("metadata.max.age.ms"));
    assert!(list(("java", 24), ("java", 12))?.contains("partitions can only be added"));
    assert_eq!(list(("java", 12), ("kafkajs", 12))?, "");
    Ok(())
}

#[test]
fn records_that_lie_elsewhere_are_counted() -> Outcome {
    // user-3 is Java's 5 of 6, user-1 its 2.
    let rows = "key,partition,count\nuser-3,5,2\nuser-3,0,9\nuser-1,2,1\nuser-1,,4\nNONE,1,7\n";
    let fields = Fields {
        key: Some("key".into()),
        partition: Some("partition".into()),
        weight: Some("count".into()),
        null_token: Some(b"NONE".to_vec()),
        ..Fields::default()
    };
    let mut moves = moves(("java", 6), ("java", 12))?;
    let input = Box::new(std::io::Cursor::new(rows));
    moves.add(open(InputFormat::Csv, "rows.csv", input, &fields)?.as_mut())?;
    assert_eq!((moves.records(), moves.missing_key_records()), (23, 7));
    assert_eq!((moves.keys(), moves.elsewhere_records()), (2, 9));
    Ok(())
}

#[test]
fn a_partition_that_the_topic_does_not_have_is_an_error() -> Outcome {
    let fields = Fields {
        key: Some("key".into()),
        partition: Some("partition".into()),
        ..Fields::default()
    };
    let mut moves = moves(("java", 6), ("java", 12))?;
    let input = Box::new(&b"key,partition\nuser-3,5\nuser-3,6\n"[..]);
    let mut source = open(InputFormat::Csv, "rows.csv", input, &fields)?;
    let why = moves.add(source.as_mut()).map_err(|why| why.to_string());
    let wanted = "rows.csv:3: partition must be a whole number below 6, got 6";
    assert_eq!(why, Err(wanted.to_string()));
    Ok(())
}

#[test]
fn records_that_no_number_counts_are_an_error_of_every_question() -> Outcome {
    let rows = format!("key,partition,count\nuser-1,2,{0}\nuser-1,2,{0}\n", u64::MAX);
    let fields = Fields {
        key: Some("key".into()),
        partition: Some("partition".into()),
        weight: Some("count".into()),
        ..Fields::default()
    };
    let source = || {
        open(InputFormat::Csv, "rows.csv", Box::new(std::io::Cursor::new(rows.clone())), &fields)
    };
    let n = PartitionCount::try_from(6)?;
    let java = Partitioner::named("java")?;
    let era = Era { count: n, until: None };
    let refused = [
        moves(("java", 6), ("java", 12))?.add(source()?.as_mut()),
        Observed::new(n, 10).add(source()?.as_mut()),
        Verify::new(java, vec![era], 10).add(source()?.as_mut()),
        Spread::new(java, n, Unkeyed::Apart, 0)?.add(source()?.as_mut()),
    ];
    for refused in refused {
        let why = refused.map_err(|why| why.to_string());
        let wanted = "rows.csv:3: records must add up to less than 2^64".to_string();
        assert_eq!(why, Err(wanted));
    }
    Ok(())
}
