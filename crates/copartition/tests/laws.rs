//! Laws that hold for every rule, partitioner and client, whatever the vectors say.

#![expect(clippy::unwrap_used, reason = "a law that cannot be stated has to stop")]

use std::collections::BTreeSet;

use copartition::assign::RoundRobin;
use copartition::{
    Assigner, CLIENTS, DropIn, EmptyKey, ErrorId, Keyed, MissingKey, PARTITIONERS, PartitionCount,
    Partitioner, Placement, RULES, Reduction, Rule, Unkeyed, Usage, resolve,
};

const MIN: u32 = 0x8000_0000;

#[test]
fn a_partition_is_below_the_count() {
    let keys: Vec<Vec<u8>> = (0..300).map(|length| vec![0xa5; length]).collect();
    let mut cases = 0;
    for n in [1, 2, 3, 6, 7, 10, 12, 50, 1000, PartitionCount::MAX] {
        let n = count(n);
        for rule in RULES {
            for key in &keys {
                assert!(rule.partition(key, n) < n.get(), "{} of {key:?}", rule.name());
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 10 * RULES.len() * keys.len());
}

#[test]
fn a_reduction_is_below_the_count_for_every_boundary_hash() {
    for reduction in [Reduction::Mask, Reduction::Unsigned, Reduction::Abs, Reduction::JavaAbs] {
        for hash in [0, 1, 0x7fff_ffff, MIN, MIN + 1, u32::MAX] {
            for n in [1, 2, 3, 12, PartitionCount::MAX] {
                assert!(reduction.partition(hash, count(n)) < n, "{reduction:?} of {hash:#x}");
            }
        }
    }
}

#[test]
fn reductions_part_at_the_smallest_signed_hash() {
    let at = |reduction: Reduction, n| reduction.partition(MIN, count(n));
    for n in [3, 7, 10, 12, 1000] {
        assert_eq!(at(Reduction::Mask, n), 0);
        assert_eq!(at(Reduction::JavaAbs, n), 0);
        assert_eq!(at(Reduction::Unsigned, n), MIN % n);
        assert_eq!(at(Reduction::Abs, n), MIN % n);
    }
    assert_eq!(at(Reduction::Unsigned, PartitionCount::MAX), 1);
    assert_eq!(at(Reduction::Abs, PartitionCount::MAX), 1);
}

#[test]
fn an_absolute_remainder_is_the_remainder_of_the_absolute() {
    for hash in [MIN, MIN + 1, 0xffff_ffff, 0xcafe_babe, 0x7fff_ffff, 5] {
        for n in [1, 2, 3, 7, 12, PartitionCount::MAX] {
            let remainder = i64::from(hash.cast_signed()) % i64::from(n);
            let got = i64::from(Reduction::Abs.partition(hash, count(n)));
            assert_eq!(got, remainder.abs(), "{hash:#x} of {n}");
        }
    }
}

#[test]
fn a_power_of_two_hides_the_sign_rule_but_not_the_absolute() {
    let key = b"user-123"; // murmur2 a87c3114
    for (n, same) in [(8, true), (16, true), (1024, true), (12, false), (7, false)] {
        let partition = |rule| Rule::named(rule).unwrap().partition(key, count(n));
        assert_eq!(partition("murmur2") == partition("murmur2-unsigned"), same, "{n}");
    }
}

#[test]
fn a_dividend_has_the_partition_as_its_remainder_for_every_count() {
    let keys: Vec<Vec<u8>> = (0..200_u32).map(|key| key.to_be_bytes().to_vec()).collect();
    let keys = keys.iter().map(|key| Some(key.as_slice())).chain([Some(&b""[..]), None]);
    let (mut placed, mut unkeyed, mut undivided) = (0, 0, 0);
    for key in keys {
        for partitioner in PARTITIONERS {
            for n in [1, 2, 3, 7, 12, 50, PartitionCount::MAX] {
                let partition = partitioner.partition(key, count(n));
                match partitioner.dividend(key) {
                    Ok(Some(dividend)) => {
                        let name = partitioner.name();
                        assert_eq!(Ok(Some(dividend % n)), partition, "{name} of {key:?}");
                        placed += 1;
                    }
                    Ok(None) => {
                        assert_eq!(partition, Ok(None), "{} of {key:?}", partitioner.name());
                        unkeyed += 1;
                    }
                    Err(error) if error.id() == ErrorId::NoHash => {
                        let rule = partitioner.rule().unwrap();
                        assert!(rule.reduction().is_none(), "{}", partitioner.name());
                        undivided += 1;
                    }
                    refused => assert_eq!(refused, partition, "{}", partitioner.name()),
                }
            }
        }
    }
    assert!(placed > 50_000 && unkeyed > 5_000 && undivided > 1_000);
}

#[test]
fn a_drop_in_places_like_its_partitioner_and_leaves_the_unkeyed_as_chosen() {
    let n = count(12);
    let mut left = 0;
    for partitioner in PARTITIONERS {
        for key in [Some(&b"user-3"[..]), Some(b""), None] {
            let placed = partitioner.partition(key, n);
            for unkeyed in [Unkeyed::Client, Unkeyed::RoundRobin, Unkeyed::Sticky] {
                let drop_in = DropIn::new(partitioner, unkeyed);
                assert_eq!(drop_in.partition(key, n), placed);
                assert_eq!(drop_in.dividend(key), partitioner.dividend(key));
            }
            let strict = DropIn::new(partitioner, Unkeyed::Error);
            match &placed {
                Ok(None) => {
                    let error = strict.partition(key, n).unwrap_err();
                    assert_eq!(error.id(), ErrorId::Unkeyed);
                    assert!(error.to_string().starts_with(partitioner.name()), "{error}");
                    assert_eq!(strict.dividend(key), Err(error));
                    left += 1;
                }
                _ => assert_eq!(strict.partition(key, n), placed),
            }
        }
    }
    assert!(left > 50, "{left}");
}

#[test]
fn every_client_row_names_a_partitioner() {
    for row in CLIENTS {
        let named = PARTITIONERS.iter().any(|partitioner| partitioner.name() == row.partitioner);
        assert!(named, "{row} names {}", row.partitioner);
    }
}

#[test]
fn every_partitioner_resolves_to_itself_and_so_do_its_aliases() {
    for partitioner in PARTITIONERS {
        for name in std::iter::once(&partitioner.name()).chain(partitioner.aliases()) {
            let found = Partitioner::named(name).unwrap();
            assert_eq!(found.name(), partitioner.name(), "{name}");
        }
    }
}

#[test]
fn every_name_means_one_partitioner() {
    let mut seen = BTreeSet::new();
    for partitioner in PARTITIONERS {
        assert!(seen.insert(partitioner.name()), "{} twice", partitioner.name());
        for alias in partitioner.aliases() {
            assert!(seen.insert(alias), "{alias} twice");
        }
    }
    assert!(seen.len() >= PARTITIONERS.len());
}

#[test]
fn every_client_has_one_default_today() {
    let clients: BTreeSet<&str> = CLIENTS.iter().map(|row| row.name).collect();
    for client in clients.into_iter().filter(|client| *client != "port") {
        let defaults = CLIENTS
            .iter()
            .filter(|row| row.name == client && row.default && row.until.is_none())
            .count();
        assert_eq!(defaults, 1, "{client}");
        let resolved = resolve(client).unwrap();
        assert_eq!(resolved.client.map(|row| row.name), Some(client));
    }
}

#[test]
fn a_bare_name_is_todays_default() {
    for (name, partitioner) in [
        ("librdkafka", "librdkafka:consistent_random"),
        ("confluent-kafka", "librdkafka:consistent_random"),
        ("confluent-kafka:murmur2", "librdkafka:murmur2"),
        ("sarama", "sarama:hash"),
        ("kafka-go", "kafka-go:round_robin"),
        ("pykafka", "pykafka:random"),
        ("murmur2_random", "librdkafka:murmur2_random"),
        ("fnv1a_hash", "redpanda-connect:fnv1a_hash"),
        ("confluent-kafka-python:murmur2", "librdkafka:murmur2"),
        ("@platformatic/kafka", "platformatic"),
        ("@platformatic/kafka@1.35.0:compatibility", "platformatic:compatibility"),
        ("kafka-clients@2.8.2", "java@2.4"),
        ("kafka_ex@0.10", "kafka_ex:legacy"),
    ] {
        assert_eq!(Partitioner::named(name).unwrap().name(), partitioner, "{name}");
    }
}

#[test]
fn a_version_is_looked_up_in_the_clients_ranges() {
    for (name, partitioner) in [
        ("java@0.8", "java@0.8"),
        ("java@2.3.1", "java@0.8"),
        ("java@2.4.0", "java@2.4"),
        ("java@3.2.3", "java@2.4"),
        ("java@3.3", "java"),
        ("java@4.2.0", "java"),
        ("kafkajs@1.16.0", "kafkajs@1"),
        ("kafkajs@2", "kafkajs"),
        ("kafkajs@2.2.4:legacy", "kafkajs@1"),
    ] {
        assert_eq!(Partitioner::named(name).unwrap().name(), partitioner, "{name}");
    }
    for unknown in ["java@", "java@x", "java@0.8.1", "java@4.2.0-rc1", "kafkajs@1:legacy", ""] {
        assert!(Partitioner::named(unknown).is_err(), "{unknown}");
    }
}

#[test]
fn an_unknown_name_lists_the_nearest() {
    for (name, nearest) in [
        ("jaba", "java"),
        ("JAVA", "java"),
        ("kafka-pyton", "kafka-python"),
        ("librdkafka:murmur", "librdkafka:murmur2"),
        ("kafkajs:legasy", "kafkajs:legacy, kafkajs-legacy"),
    ] {
        let error = Partitioner::named(name).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("unknown partitioner {name:?}, nearest names: {nearest}")
        );
    }
}

#[test]
fn an_uncovered_version_lists_the_known_ones() {
    assert_eq!(
        Partitioner::named("librdkafka@0.8").unwrap_err().to_string(),
        "unknown partitioner \"librdkafka@0.8\", librdkafka is known at: 0.9.1 and later"
    );
}

#[test]
fn a_long_name_is_cut_in_its_error() {
    let error = Partitioner::named(&"x".repeat(1_000_000)).unwrap_err().to_string();
    assert!(error.len() < 300, "{} bytes", error.len());
}

#[test]
fn every_name_of_a_client_says_what_it_was_taken_for() {
    for row in CLIENTS.iter().filter(|row| row.usage != Usage::Port) {
        let resolved = resolve(row.partitioner).unwrap();
        assert!(resolved.client.is_some(), "{}", row.partitioner);
    }
    let legacy = resolve("LegacyPartitioner").unwrap().client.unwrap();
    assert_eq!((legacy.since, legacy.setting), (Some("2.0.0"), "legacy"));
}

#[test]
fn an_empty_key_is_hashed_and_a_missing_key_is_not() {
    let n = count(12);
    let placed = |name, key| Partitioner::named(name).unwrap().place(key, n);
    assert_eq!(placed("java", Some(b"".as_slice())), Placement::Partition(9));
    assert_eq!(placed("java", None), Placement::Unkeyed);
    assert_eq!(placed("librdkafka:consistent_random", Some(b"")), Placement::Unkeyed);
    assert_eq!(placed("librdkafka:consistent", None), Placement::Partition(0));
    assert_eq!(placed("librdkafka:murmur2", None), Placement::Partition(9));
    assert_eq!(placed("platformatic:compatibility", None), Placement::Partition(0));
    assert_eq!(placed("pykafka:hashing", None), Placement::Refused);
    assert_eq!(placed("kafka-go:round_robin", Some(b"a")), Placement::Unkeyed);
}

#[test]
fn the_three_policies_say_what_a_placement_does() {
    let n = count(12);
    for partitioner in PARTITIONERS {
        let name = partitioner.name();
        let keyed = partitioner.place(Some(b"kafka"), n);
        match partitioner.keyed() {
            Keyed::Rule(rule) => {
                assert_eq!(keyed, Placement::Partition(rule.partition(b"kafka", n)), "{name}");
                assert_eq!(partitioner.rule().map(Rule::name), Some(rule.name()));
            }
            Keyed::Partition0 => assert_eq!(keyed, Placement::Partition(0), "{name}"),
            _ => {
                assert_eq!(keyed, Placement::Unkeyed, "{name}");
                assert!(partitioner.rule().is_none());
            }
        }
        let hashed_empty =
            partitioner.rule().map(|rule| Placement::Partition(rule.partition(b"", n)));
        let empty = partitioner.place(Some(b""), n);
        match partitioner.empty_key() {
            EmptyKey::Hashed => assert_eq!(Some(empty), hashed_empty, "{name}"),
            EmptyKey::Refused => assert_eq!(empty, Placement::Refused, "{name}"),
            EmptyKey::Partition0 => assert_eq!(empty, Placement::Partition(0), "{name}"),
            _ => assert_eq!(empty, Placement::Unkeyed, "{name}"),
        }
        let missing = partitioner.place(None, n);
        match partitioner.missing_key() {
            MissingKey::HashedAsEmpty => assert_eq!(Some(missing), hashed_empty, "{name}"),
            MissingKey::HashedAs(hash) => {
                let reduction = partitioner.rule().unwrap().reduction().unwrap();
                let partition = reduction.partition(hash, n);
                assert_eq!(missing, Placement::Partition(partition), "{name}");
            }
            MissingKey::Partition0 => assert_eq!(missing, Placement::Partition(0), "{name}"),
            MissingKey::Refused => assert_eq!(missing, Placement::Refused, "{name}"),
            _ => assert_eq!(missing, Placement::Unkeyed, "{name}"),
        }
    }
}

#[test]
fn policies_are_spelled_the_same_everywhere() {
    let spelled = |name| {
        let partitioner = Partitioner::named(name).unwrap();
        [
            partitioner.keyed().to_string(),
            partitioner.empty_key().to_string(),
            partitioner.missing_key().to_string(),
        ]
    };
    assert_eq!(spelled("java"), ["murmur2", "hashed", "unkeyed:built_in"]);
    assert_eq!(
        spelled("librdkafka:random"),
        ["ignored:random", "unkeyed:random", "unkeyed:sticky"]
    );
    assert_eq!(spelled("librdkafka:fnv1a"), ["fnv1a-abs", "hashed", "hashed_as_empty"]);
    assert_eq!(spelled("platformatic:compatibility"), ["murmur2", "hashed", "partition_0"]);
    assert_eq!(spelled("pykafka:hashing"), ["sha1", "hashed", "refused"]);
    assert_eq!(spelled("crc32"), ["crc32", "hashed", "unkeyed:caller"]);
    assert_eq!(Assigner::RoundRobin.name(), "round_robin");
}

/// The trace is the real class's, apache/kafka 3.9.0 `RoundRobinPartitioner`.
#[test]
fn round_robin_starts_again_at_two_to_the_31() {
    let mut assigner = RoundRobin::starting_at(2_147_483_646);
    let trace: Vec<u32> = (0..6).map(|_| assigner.partition(count(3))).collect();
    assert_eq!(trace, [0, 1, 0, 1, 2, 0]);
}

/// Published: DESIGN's seeds, from the field cases; every oracle that runs confirms them again.
#[test]
fn the_seeds_hold() {
    let java = Partitioner::named("java").unwrap();
    let placed = |key: &str, n| java.place(Some(key.as_bytes()), count(n));
    let all = |prefix: &str, n: u32| -> Vec<Placement> {
        (1..=n).map(|i| placed(&format!("{prefix}-{i}"), n)).collect()
    };
    assert_eq!(all("user", 6), [2, 2, 5, 1, 4, 5].map(Placement::Partition));
    assert_eq!(all("kunci", 3), [1, 2, 0].map(Placement::Partition));
    assert_eq!(placed("sku-1042", 6), Placement::Partition(5));
    assert_eq!(placed("sku-1042", 8), Placement::Partition(1));
    for (key, signed) in
        [("ab", 316_155_434), ("21", -973_932_308), ("foobar", -790_332_482), ("", 275_646_681)]
    {
        assert_eq!(java.hash(key.as_bytes()).unwrap().cast_signed(), signed, "{key}");
    }
    for (key, hash) in
        [("kunci-1", 3_443_998_164), ("kunci-2", 2_468_232_559), ("kunci-3", 4_217_351_285)]
    {
        assert_eq!(java.hash(key.as_bytes()).unwrap(), hash, "{key}");
    }
}

fn count(n: u32) -> PartitionCount {
    PartitionCount::new(n).unwrap()
}
