//! Whether topics are co-partitioned: yes only where keys were compared, and why not where it is no.

use copartition::key::{json_string, long, schema_id_prefix, uuid};
use copartition::{PartitionCount, Partitioner, Placement, Rule};
use copartition_analysis::samples::LogEntry;
use copartition_analysis::{
    Checked, CoPartitioned, Comparison, HashedForm, Observed, SameValues, compare,
};

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn empty_topic(n: i64) -> Outcome<Observed> {
    Ok(Observed::new(PartitionCount::try_from(n)?, usize::MAX))
}

/// A topic of some keys, each placed by a rule.
fn topic(rule: &str, n: i64, keys: impl IntoIterator<Item = Vec<u8>>) -> Outcome<Observed> {
    let rule = Rule::named(rule).ok_or("no such rule")?;
    let mut observed = empty_topic(n)?;
    let n = observed.count();
    for key in keys {
        observed.add_key(Some(&key), rule.partition(&key, n), 1, LogEntry::default());
    }
    Ok(observed)
}

fn users(range: std::ops::Range<u32>) -> impl Iterator<Item = Vec<u8>> {
    range.map(|i| format!("user-{i}").into_bytes())
}

fn partition_of(observed: &Observed, key: &[u8]) -> Option<u32> {
    observed.seen(key).first().map(|seen| seen.partition)
}

/// What differs.
fn differs(compared: &Comparison) -> Vec<Checked> {
    let checks = compared.checks(["one", "other"]);
    checks.iter().filter(|check| check.is_fine == Some(false)).map(|check| check.what).collect()
}

fn found(compared: &Comparison, what: Checked) -> String {
    let checks = compared.checks(["one", "other"]);
    let check = checks.into_iter().find(|check| check.what == what);
    check.map(|check| check.found).unwrap_or_default()
}

#[test]
fn every_shared_key_on_the_same_partition_is_yes() -> Outcome {
    let (one, other) = (topic("murmur2", 12, users(0..60))?, topic("murmur2", 12, users(20..80))?);
    let compared = compare(&one, &other);
    assert_eq!(compared.verdict, CoPartitioned::Yes);
    assert_eq!((compared.shared_keys, compared.same_partition_keys), (40, 40));
    assert_eq!(differs(&compared), []);
    assert!(compared.remedies().is_empty() && compared.advice(["one", "other"]).is_empty());
    assert_eq!(
        compared.sentence(["one", "other"]),
        "one and other are co-partitioned: all 40 shared keys lie on the same partition of 12"
    );
    let not_checked = compared.not_checked(["one", "other"]).join("\n");
    for what in [
        "timestamps",
        "records without a key: 0 in one, 0 in other",
        "tombstones",
        "order",
        "keys that only one of them has: 20 in one, 20 in other",
    ] {
        assert!(not_checked.contains(what), "{what}: {not_checked}");
    }
    Ok(())
}

#[test]
fn two_rules_are_no_with_the_setting_that_mends_it() -> Outcome {
    let (one, other) = (topic("murmur2", 12, users(0..40))?, topic("crc32", 12, users(0..40))?);
    let compared = compare(&one, &other);
    assert_eq!(compared.verdict, CoPartitioned::No);
    assert_eq!(differs(&compared), [Checked::Partitioner, Checked::SharedKeys]);
    assert_eq!(
        found(&compared, Checked::Partitioner),
        "murmur2 (java) in one, crc32 (librdkafka) in other"
    );
    assert_eq!(compared.different_keys.len(), compared.elsewhere_keys());
    for different in &compared.different_keys {
        let at = ["murmur2", "crc32"].map(|rule| {
            let rule = Rule::named(rule)?;
            Some(vec![rule.partition(&different.key, one.count())])
        });
        assert_eq!(at, different.lies_on.clone().map(Some));
    }
    let remedies = compared.remedies();
    let [of_other, of_one] = remedies.as_slice() else { return Err("two remedies".into()) };
    assert_eq!((of_other.topic, of_other.like.name()), (1, "java"));
    let librdkafka = of_other.settings.first().ok_or("no setting")?;
    assert_eq!(librdkafka.written, "partitioner=murmur2_random");
    assert!(librdkafka.clients.contains(&"librdkafka"));
    // Java has no setting that makes it librdkafka; whatever is named is no Java client.
    assert_eq!((of_one.topic, of_one.like.name()), (0, "librdkafka:consistent_random"));
    assert!(of_one.settings.iter().all(|setting| !setting.clients.contains(&"java")));
    Ok(())
}

/// SA-12: confluent-kafka-dotnet#1729, one key, CRC-32 on 12 and Java on 13, of 30.
#[test]
fn one_key_on_two_partitions_under_equal_counts_is_no_although_no_rule_is_sure() -> Outcome {
    let key = b"UFJPRDAuQVNTRVQuMzEwMQ.002.AC000HN.01_RMSVel";
    let (mut one, mut other) = (empty_topic(30)?, empty_topic(30)?);
    one.add_key(Some(key), 12, 1, LogEntry::default());
    other.add_key(Some(key), 13, 1, LogEntry::default());
    let compared = compare(&one, &other);
    assert_eq!(compared.verdict, CoPartitioned::No);
    assert_eq!(found(&compared, Checked::Count), "30 in both");
    assert_eq!(differs(&compared), [Checked::Partitioner, Checked::SharedKeys]);
    let found = found(&compared, Checked::Partitioner);
    for words in ["crc32 (librdkafka)", "in one", "murmur2 (java)", "in other", "too few keys"] {
        assert!(found.contains(words), "{found}");
    }
    let remedy = compared.remedies().into_iter().next().ok_or("no remedy")?;
    assert_eq!(
        (remedy.rule.name(), remedy.like.name()),
        ("murmur2", "librdkafka:consistent_random")
    );
    Ok(())
}

#[test]
fn another_count_is_no_even_where_no_key_is_shared() -> Outcome {
    let one = topic("murmur2", 12, users(0..40))?;
    for keys in [0..40, 40..80] {
        let compared = compare(&one, &topic("murmur2", 24, users(keys.clone()))?);
        assert_eq!(compared.verdict, CoPartitioned::No, "{keys:?}");
        assert_eq!(differs(&compared).first(), Some(&Checked::Count));
        assert!(!differs(&compared).contains(&Checked::Partitioner));
        assert_eq!(found(&compared, Checked::Count), "12 in one, 24 in other");
        let advice = compared.advice(["one", "other"]).join("\n");
        assert!(advice.contains("give one 24 partitions"), "{advice}");
    }
    Ok(())
}

#[test]
fn no_shared_key_is_not_tested() -> Outcome {
    let one = topic("murmur2", 12, users(0..40))?;
    for other in [topic("murmur2", 12, users(40..80))?, empty_topic(12)?] {
        for compared in [compare(&one, &other), compare(&other, &one)] {
            assert_eq!(compared.verdict, CoPartitioned::NotTested);
            assert!(compared.sentence(["one", "other"]).starts_with("cannot tell"));
        }
    }
    // Unless it is known that they are placed by two rules.
    let compared = compare(&one, &topic("crc32", 12, users(40..80))?);
    assert_eq!(compared.verdict, CoPartitioned::No);
    // A few keys do not tell that.
    let (one, other) = (topic("murmur2", 12, users(0..1))?, topic("crc32", 12, users(1..2))?);
    assert_eq!(compare(&one, &other).verdict, CoPartitioned::NotTested);
    Ok(())
}

#[test]
fn rules_that_are_the_same_at_a_count_are_no_difference_there() -> Outcome {
    let compared = compare(
        &topic("murmur2", 16, users(0..200))?,
        &topic("murmur2-unsigned", 16, users(0..200))?,
    );
    assert_eq!((compared.verdict, differs(&compared)), (CoPartitioned::Yes, vec![]));
    let compared = compare(
        &topic("murmur2", 12, users(0..200))?,
        &topic("murmur2-unsigned", 12, users(0..200))?,
    );
    assert_eq!(compared.verdict, CoPartitioned::No);
    assert_eq!(differs(&compared), [Checked::Partitioner, Checked::SharedKeys]);
    Ok(())
}

#[test]
fn the_same_values_in_other_bytes_are_told_from_no_shared_key() -> Outcome {
    type Pair = fn(u32) -> (Vec<u8>, Vec<u8>);
    use HashedForm::{Decimal, Itself, Payload, Unquoted, UuidText};
    let cases: [(Pair, [HashedForm; 2]); 6] = [
        (|i| (i.to_string().into(), long(i.into()).to_vec()), [Itself, Decimal]),
        (|i| (long(i.into()).to_vec(), i.to_string().into()), [Decimal, Itself]),
        (|i| (i.to_string().into(), json_string(&i.to_string()).into()), [Itself, Unquoted]),
        (
            |i| {
                let [one, other] = [1, 21].map(|id| schema_id_prefix(id, &[2, 107, i as u8, 9]));
                (one, other)
            },
            [Payload, Payload],
        ),
        (|i| ((i as i32).to_be_bytes().to_vec(), long(i.into()).to_vec()), [Decimal, Decimal]),
        (
            |i| {
                let bytes = [i.to_be_bytes(), [7, 7, 0x47, 7], [0x87, 7, 7, 7], [9; 4]].concat();
                let bytes: [u8; 16] = bytes.try_into().unwrap_or_default();
                (uuid(bytes).to_vec(), bytes.to_vec())
            },
            [Itself, UuidText],
        ),
    ];
    for (pair, forms) in cases {
        let keys = (0..60).map(|i| pair(i * 3 + 1_000_000));
        let (ones, others): (Vec<_>, Vec<_>) = keys.unzip();
        let compared = compare(&topic("murmur2", 12, ones)?, &topic("murmur2", 12, others)?);
        let same = compared.same_values.ok_or(format!("{forms:?}"))?;
        assert_eq!(same.forms, forms);
        assert_eq!(same.keys, 60);
        assert!(same.same_partition_keys < 30, "{same:?}");
        assert_eq!((compared.verdict, compared.shared_keys), (CoPartitioned::No, 0));
        assert_eq!(differs(&compared), [Checked::KeyBytes]);
        assert!(compared.sentence(["one", "other"]).contains("the same values are other bytes"));
        let one = if forms == [Payload, Payload] { "one schema id" } else { "one serializer" };
        let advice = compared.advice(["one", "other"]);
        assert!(advice.iter().any(|advice| advice.contains(one)), "{forms:?}: {advice:?}");
    }
    Ok(())
}

#[test]
fn equal_values_of_a_few_keys_are_no_finding() -> Outcome {
    // A number here and there that is the text of another topic's.
    let numbers = (0..100).map(|i: i64| long(i).to_vec());
    let texts = users(0..200).chain([b"1".to_vec(), b"2".to_vec()]);
    let compared = compare(&topic("murmur2", 12, numbers)?, &topic("murmur2", 12, texts)?);
    assert_eq!(compared.same_values, None::<SameValues>);
    assert_eq!(compared.verdict, CoPartitioned::NotTested);
    Ok(())
}

#[test]
fn a_key_on_two_partitions_of_a_topic_is_split() -> Outcome {
    let one = topic("murmur2", 12, users(0..40))?;
    let mut other = topic("murmur2", 12, users(0..40))?;
    let n = other.count();
    let crc32 = Rule::named("crc32").ok_or("no rule")?;
    let second = |key: &Vec<u8>| crc32.partition(key, n);
    let split: Vec<Vec<u8>> =
        users(0..40).filter(|key| partition_of(&one, key) != Some(second(key))).collect();
    for key in split.iter().take(5) {
        other.add_key(Some(key), second(key), 1, LogEntry::default());
    }
    let compared = compare(&one, &other);
    assert_eq!(compared.verdict, CoPartitioned::No);
    assert_eq!((compared.split_keys, compared.elsewhere_keys()), (5, 0));
    assert!(differs(&compared).contains(&Checked::SplitKeys));
    assert!(compared.advice(["one", "other"]).join("").contains("copartition split"));
    // Twice the same split is one too: a join finds a part of such a key's records.
    let twice = compare(&other, &other);
    assert_eq!(twice.verdict, CoPartitioned::No);
    assert_eq!((twice.same_partition_keys, twice.split_keys, twice.elsewhere_keys()), (35, 5, 0));
    Ok(())
}

#[test]
fn the_empty_key_is_a_check_of_its_own() -> Outcome {
    let [mut java, mut other] = [(); 2].map(|()| topic("murmur2", 12, users(0..40)));
    let (java, other) = (java.as_mut().map_err(|_| "java")?, other.as_mut().map_err(|_| "other")?);
    let placed = Partitioner::named("java")?.place(Some(b""), java.count());
    let Placement::Partition(at) = placed else { return Err("java hashes empty keys".into()) };
    java.add_key(Some(b""), at, 1, LogEntry::default());
    assert_eq!(compare(java, other).empty_key_is_same, None);
    for partition in [at, (at + 1) % 12] {
        other.add_key(Some(b""), partition, 1, LogEntry::default());
        let compared = compare(java, other);
        let is_same = partition == at;
        assert_eq!(compared.empty_key_is_same, Some(is_same));
        assert_eq!((compared.shared_keys, compared.same_partition_keys), (40, 40));
        assert_eq!(differs(&compared).contains(&Checked::EmptyKey), !is_same);
    }
    Ok(())
}

#[test]
fn a_topic_that_has_grown_is_named() -> Outcome {
    // Mirrored from 12 partitions by number.
    let one = topic("murmur2", 24, users(0..200))?;
    let twelve = topic("murmur2", 12, users(0..200))?;
    let mut mirrored = empty_topic(24)?;
    for (key, seen) in twelve.keys() {
        mirrored.add_key(
            Some(key),
            seen.first().ok_or("nowhere")?.partition,
            1,
            LogEntry::default(),
        );
    }
    let compared = compare(&one, &mirrored);
    assert_eq!(compared.verdict, CoPartitioned::No);
    assert!(differs(&compared).contains(&Checked::Partitioner));
    let found = found(&compared, Checked::Partitioner);
    assert!(found.contains("as for 12 partitions in other"), "{found}");
    assert!(compared.remedies().is_empty(), "no setting helps");
    // Two that were mirrored so are alike.
    assert_eq!(compare(&mirrored, &mirrored).verdict, CoPartitioned::Yes);
    Ok(())
}

#[test]
fn samples_of_two_topics_hold_the_same_keys() -> Outcome {
    let n = PartitionCount::try_from(12)?;
    let murmur2 = Rule::named("murmur2").ok_or("no rule")?;
    let sampled = |keys: std::ops::Range<u32>, most| {
        let mut observed = Observed::new(n, most);
        for key in users(keys) {
            observed.add_key(Some(&key), murmur2.partition(&key, n), 1, LogEntry::default());
        }
        observed
    };
    let compared = compare(&sampled(0..20_000, 1_000), &sampled(10_000..40_000, 500));
    assert!(compared.is_sampled);
    assert_eq!(compared.verdict, CoPartitioned::Yes);
    // Half of the one topic's and a third of the other's keys are shared.
    let [one, other] = compared.keys.map(|keys| keys as f64);
    let shared = compared.shared_keys as f64;
    assert!((shared / one - 0.5).abs() < 0.15, "{compared:?}");
    assert!((shared / other - 1.0 / 3.0).abs() < 0.1, "{compared:?}");
    Ok(())
}

#[test]
fn one_shared_key_on_the_same_partition_may_be_luck() -> Outcome {
    let topic = || -> Outcome<Observed> {
        let mut seen = Observed::new(PartitionCount::try_from(2)?, 10);
        seen.add_key(Some(b"user-1"), 0, 1, LogEntry::default());
        Ok(seen)
    };
    let compared = compare(&topic()?, &topic()?);
    assert_eq!(compared.verdict, CoPartitioned::NotTested);
    let sentence = "cannot tell whether a and b are co-partitioned: \
                    one shared key lies on the same partition, which may be luck";
    assert_eq!(compared.sentence(["a", "b"]), sentence);
    Ok(())
}
