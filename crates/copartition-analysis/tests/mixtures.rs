//! Who wrote how much of a topic, and since when.

use copartition::{PartitionCount, Rule, group_partition};
use copartition_analysis::samples::{Fields, InputFormat, LogEntry, open};
use copartition_analysis::{
    Era, HashedForm, Identification, Observed, Verdict, Verify, identify, time_text,
};
use fastrand::Rng;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn rule(name: &str) -> Outcome<&'static Rule> {
    Rule::named(name).ok_or_else(|| format!("no rule {name}").into())
}

fn count(n: i64) -> Outcome<PartitionCount> {
    Ok(PartitionCount::try_from(n)?)
}

/// The log of a topic: each record is the next one of its partition, a second after the one before.
struct Log {
    observed: Observed,
    ends: Vec<i64>,
    records: i64,
}

impl Log {
    fn new(n: PartitionCount) -> Self {
        let ends = vec![0; n.get() as usize];
        Self { observed: Observed::new(n, 20_000), ends, records: 0 }
    }

    fn append(&mut self, key: &str, partition: u32) {
        let Some(end) = self.ends.get_mut(partition as usize) else { return };
        let log = LogEntry {
            offset: Some(*end),
            timestamp: Some(self.records * 1000),
            ..LogEntry::default()
        };
        *end += 1;
        self.records += 1;
        self.observed.add_key(Some(key.as_bytes()), partition, 1, log);
    }
}

/// Each part's first rule, count and share in percent.
fn shares(identified: &Identification) -> Vec<(&'static str, u32, f64)> {
    let parts = identified.parts.iter().filter_map(|part| {
        let rule = part.candidates.first()?.rule.name();
        Some((rule, part.count.get(), part.share * 100.0))
    });
    let mut shares: Vec<_> = parts.collect();
    shares.sort_by(|one, other| (one.0, one.1).cmp(&(other.0, other.1)));
    shares
}

#[test]
fn what_fits_two_parts_is_shared_out_as_the_rest_is() -> Outcome {
    let mut rng = Rng::with_seed(1);
    let (java, librdkafka) = (rule("murmur2")?, rule("crc32")?);
    let n = count(3)?;
    // A third of what one rule places is where the other would place it too.
    let mut seen = Observed::new(n, 20_000);
    for i in 0..6_000 {
        let key = format!("user-{i}");
        let at = match rng.u8(0..10) {
            0..5 => java.partition(key.as_bytes(), n),
            5..8 => librdkafka.partition(key.as_bytes(), n),
            _ => rng.u32(0..3),
        };
        seen.add_key(Some(key.as_bytes()), at, 1, LogEntry::default());
    }
    let identified = identify(&seen);
    assert_eq!(identified.verdict, Verdict::Mixture);
    let shares = shares(&identified);
    let [(crc32, 3, thirty), (murmur2, 3, fifty)] = shares.as_slice() else {
        return Err(format!("{shares:?}").into());
    };
    assert_eq!((*crc32, *murmur2), ("crc32", "murmur2"));
    assert!((fifty - 50.0).abs() < 3.0 && (thirty - 30.0).abs() < 3.0, "{shares:?}");
    assert!((identified.unexplained_share - 0.2).abs() < 0.03, "{identified:?}");
    Ok(())
}

#[test]
fn a_label_tells_which_service_has_which_partitioner() -> Outcome {
    let csv: String = (0..900)
        .map(|i| {
            let service = ["billing", "shop", "web"].get(i % 3).copied().unwrap_or_default();
            let by = if service == "billing" { rule("crc32")? } else { rule("murmur2")? };
            let key = format!("user-{i}");
            Ok(format!("{key},{},{service}\n", by.partition(key.as_bytes(), count(6)?)))
        })
        .collect::<Outcome<String>>()?;
    let fields = Fields {
        key: Some("key".into()),
        partition: Some("partition".into()),
        by: copartition_analysis::samples::By::named("field:service"),
        ..Fields::default()
    };
    let csv = Box::new(std::io::Cursor::new(format!("key,partition,service\n{csv}").into_bytes()));
    let mut seen = Observed::new(count(6)?, 20_000);
    seen.add(open(InputFormat::Csv, "in.csv", csv, &fields)?.as_mut())?;
    let identified = identify(&seen);
    assert_eq!(seen.labels(), ["billing", "shop", "web"]);
    assert_eq!(identified.labels, [300, 300, 300]);
    let of = |rule: &str| {
        let part = identified.parts.iter().find(|part| {
            part.candidates.first().is_some_and(|candidate| candidate.rule.name() == rule)
        });
        part.map(|part| part.labels.clone())
    };
    assert_eq!(of("crc32"), Some(vec![300, 0, 0]));
    assert_eq!(of("murmur2"), Some(vec![0, 300, 300]));
    Ok(())
}

#[test]
fn a_growth_lies_between_the_offsets_that_are_named() -> Outcome {
    let mut rng = Rng::with_seed(2);
    let (java, librdkafka) = (rule("murmur2")?, rule("crc32")?);
    let (six, eight) = (count(6)?, count(8)?);
    let mut log = Log::new(eight);
    let mut ends_at_growth = Vec::new();
    for i in 0..3_000 {
        if i == 1_500 {
            ends_at_growth.clone_from(&log.ends);
        }
        let key = format!("user-{}", rng.u32(0..1_000));
        let n = if i < 1_500 { six } else { eight };
        // A third comes from another client, which must not blur the bounds.
        let by = if i % 3 == 2 { librdkafka } else { java };
        log.append(&key, by.partition(key.as_bytes(), n));
    }
    let identified = identify(&log.observed);
    let parts = shares(&identified);
    let counts: Vec<_> = parts.iter().map(|(rule, count, _)| (*rule, *count)).collect();
    assert_eq!(counts, [("crc32", 6), ("crc32", 8), ("murmur2", 6), ("murmur2", 8)]);
    for ((_, _, share), expected) in parts.iter().zip([16.7, 16.7, 33.3, 33.3]) {
        assert!((share - expected).abs() < 2.0, "{parts:?}");
    }
    let [change] = identified.changes.as_slice() else { return Err("one change is wanted".into()) };
    assert_eq!((change.from, change.to, change.bounds.len()), (six, eight, 8));
    for (bound, end) in change.bounds.iter().zip(ends_at_growth) {
        let last = bound.last_before.and_then(|last| last.offset);
        let first = bound.first_after.and_then(|first| first.offset);
        let (least, most) = (last.unwrap_or(-1), first.ok_or("a first record is wanted")?);
        assert!(least < end && end <= most, "{bound:?} does not hold {end}");
        assert!(most - least < 30, "{bound:?} is wide");
    }
    assert!(identified.sentence().ends_with("the topic was grown, mirrored or recreated"));
    Ok(())
}

#[test]
fn a_rule_that_is_javas_at_one_count_is_told_by_the_other() -> Outcome {
    let platformatic = rule("murmur2-unsigned")?;
    let mut log = Log::new(count(8)?);
    for i in 0..1_000 {
        let key = format!("user-{i}");
        let n = if i < 500 { count(6)? } else { count(8)? };
        log.append(&key, platformatic.partition(key.as_bytes(), n));
    }
    let identified = identify(&log.observed);
    let parts = shares(&identified);
    let counts: Vec<_> = parts.iter().map(|(rule, count, _)| (*rule, *count)).collect();
    assert_eq!(counts, [("murmur2-unsigned", 6), ("murmur2-unsigned", 8)]);
    assert_eq!(identified.changes.len(), 1);
    Ok(())
}

#[test]
fn an_older_count_is_bounded_by_the_last_records() -> Outcome {
    let (java, twelve) = (rule("murmur2")?, count(12)?);
    let mut log = Log::new(count(24)?);
    for i in 0..500 {
        let key = format!("user-{i}");
        log.append(&key, java.partition(key.as_bytes(), twelve));
    }
    let identified = identify(&log.observed);
    assert_eq!(identified.verdict, Verdict::OtherCount);
    let [change] = identified.changes.as_slice() else { return Err("one change is wanted".into()) };
    assert_eq!((change.from.get(), change.to.get(), change.bounds.len()), (12, 24, 12));
    assert!(change.bounds.iter().all(|bound| bound.first_after.is_none()));
    assert!(change.bounds.iter().all(|bound| bound.last_before.is_some()));
    Ok(())
}

#[test]
fn the_coordinators_formula_is_found_in_their_own_topics() -> Outcome {
    let n = count(50)?;
    let mut offsets = Observed::new(n, 1_000);
    let mut transactions = Observed::new(n, 1_000);
    for i in 0..100 {
        let id = format!("group-{i}");
        let text = |text: &str| [&(text.len() as u16).to_be_bytes()[..], text.as_bytes()].concat();
        let partition = group_partition(&id, n);
        // An offset of a group, a group, and a transactional id.
        let commit = [&[0, 1][..], &text(&id), &text("orders"), &[0, 0, 0, i]].concat();
        let group = [&[0, 2][..], &text(&id)].concat();
        let transaction = [&[0, 0][..], &text(&id)].concat();
        for key in [commit, group] {
            offsets.add_key(Some(&key), partition, 1, LogEntry::default());
        }
        transactions.add_key(Some(&transaction), partition, 1, LogEntry::default());
    }
    for seen in [offsets, transactions] {
        let identified = identify(&seen);
        assert_eq!(identified.verdict, Verdict::OtherBytes, "{}", identified.sentence());
        let [part] = identified.parts.as_slice() else { return Err("one part is wanted".into()) };
        assert_eq!(part.form, HashedForm::Coordinated);
        let rules: Vec<_> = part.candidates.iter().map(|it| it.rule.name()).collect();
        assert_eq!(rules, ["java-string-java-abs"]);
        assert!(identified.sentence().starts_with("the coordinators' formula placed all "));
    }
    Ok(())
}

#[test]
fn the_sentence_says_what_a_person_needs() -> Outcome {
    let java = rule("murmur2")?;
    let sentence = |n: i64, keys: u32, before: i64| -> Outcome<String> {
        let mut seen = Observed::new(count(n)?, 1_000);
        for i in 0..keys {
            let key = format!("user-{i}");
            let at = java.partition(key.as_bytes(), count(before)?);
            seen.add_key(Some(key.as_bytes()), at, 1, LogEntry::default());
        }
        Ok(identify(&seen).sentence())
    };
    assert_eq!(
        sentence(12, 40, 12)?,
        "java (murmur2) placed all 40 keys; a fit like this is luck once in 10^41"
    );
    assert_eq!(
        sentence(16, 200, 16)?,
        "java (murmur2) and platformatic (murmur2-unsigned) place every key alike over 16 \
         partitions, and one of them placed all 200 keys; they part at 24"
    );
    assert_eq!(
        sentence(24, 200, 12)?,
        "java (murmur2) placed all 200 keys over 12 partitions, and the topic has 24 now: it was \
         grown, mirrored or recreated; a fit like this is luck once in 10^104"
    );
    assert_eq!(
        sentence(12, 2, 12)?,
        "cannot tell yet: java (murmur2), platformatic (murmur2-unsigned), beats (fnv1a-mask) and 1 \
         more fit the 2 keys, and that one does is luck once in 7; 4 keys are enough"
    );
    assert_eq!(
        sentence(1, 200, 1)?,
        "cannot tell: the only partition has every key, whoever placed it"
    );
    assert_eq!(sentence(12, 0, 12)?, "cannot tell: no record has a key of one byte or more");
    Ok(())
}

#[test]
fn a_record_is_right_under_the_count_of_its_time() -> Outcome {
    let java = rule("murmur2")?;
    let key = "user-582";
    let [six, eight] = [6, 8].map(|n| count(n).map(|n| java.partition(key.as_bytes(), n)));
    let (six, eight) = (six?, eight?);
    assert_ne!(six, eight);
    let rows = [(99_000, six), (99_000, eight), (100_000, six), (100_000, eight)];
    let csv: String =
        rows.iter().map(|(time, at)| format!("{key},{at},{}\n", time_text(*time))).collect();
    let verified = |history: &str| -> Outcome<Vec<u64>> {
        let fields = Fields {
            key: Some("key".into()),
            partition: Some("partition".into()),
            timestamp: Some("time".into()),
            ..Fields::default()
        };
        let csv = format!("key,partition,time\n{csv}").into_bytes();
        let csv = Box::new(std::io::Cursor::new(csv));
        let mut source = open(InputFormat::Csv, "in.csv", csv, &fields)?;
        let java = copartition::Partitioner::named("java")?;
        let mut verify = Verify::new(java, Era::history(history)?, 10);
        verify.add(source.as_mut())?;
        Ok(verify.mismatches().iter().map(|mismatch| mismatch.line).collect())
    };
    assert_eq!(verified("8")?, [2, 4]);
    assert_eq!(verified("6,8@1970-01-01T00:01:40Z")?, [3, 4]);
    assert_eq!(verified("6,8")?, [0_u64; 0]);
    let why = verified("6").map_err(|why| why.to_string());
    let outside = eight >= 6;
    assert!(!outside || why.is_err_and(|why| why.contains("below 6")));
    Ok(())
}

#[test]
fn a_rule_is_named_beside_records_that_no_rule_placed() -> Outcome {
    let java = rule("murmur2")?;
    for n in [6, 12, 30] {
        let n = count(n)?;
        for seed in 0..5 {
            let mut rng = Rng::with_seed(seed);
            let mut log = Log::new(n);
            for key in 0..2_000 {
                let key = format!("user-{key}");
                let partition = match rng.u8(0..10) < 6 {
                    true => java.partition(key.as_bytes(), n),
                    false => rng.u32(0..n.get()),
                };
                log.append(&key, partition);
            }
            let identified = identify(&log.observed);
            let what = format!("{} seed {seed}: {}", n.get(), identified.sentence());
            assert_eq!(identified.verdict, Verdict::Mixture, "{what}");
            let [(name, of, share)] = shares(&identified)[..] else { return Err(what.into()) };
            assert_eq!((name, of), ("murmur2", n.get()), "{what}");
            assert!((55.0..65.0).contains(&share), "{what}");
        }
    }
    Ok(())
}
