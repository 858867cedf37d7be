//! Why a spread is as it is: luck, weight, keyless records, patterns and the health of keys, and
//! the bounds of what is kept of many keys.

use std::collections::HashMap;
use std::fmt::Write as _;

use copartition::{PartitionCount, Partitioner};
use copartition_analysis::samples::{Fields, InputFormat, open};
use copartition_analysis::{
    KeyAspect, KeyState, LoadPattern, LuckVerdict, Spread, SpreadReport, Unkeyed,
};

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn report_of(
    n: u32,
    most_keys: usize,
    format: InputFormat,
    input: String,
) -> Outcome<SpreadReport> {
    let count = PartitionCount::try_from(i64::from(n))?;
    let mut spread = Spread::new(Partitioner::named("java")?, count, Unkeyed::Apart, 0)?
        .with_most_keys(most_keys);
    let fields = match format {
        InputFormat::Lines => Fields { null_token: Some(b"NO KEY".to_vec()), ..Fields::default() },
        _ => Fields {
            key: Some("k".into()),
            partition: Some("p".into()),
            offset: Some("o".into()),
            null_token: Some(b"NO KEY".to_vec()),
            ..Fields::default()
        },
    };
    spread.add(open(format, "in", Box::new(std::io::Cursor::new(input)), &fields)?.as_mut())?;
    Ok(spread.report(10))
}

fn lines(n: u32, keys: impl IntoIterator<Item = String>) -> Outcome<SpreadReport> {
    let input = keys.into_iter().fold(String::new(), |input, key| input + &key + "\n");
    report_of(n, Spread::MOST_KEYS, InputFormat::Lines, input)
}

/// Records with a key, a partition and an offset.
fn placed(n: u32, rows: impl IntoIterator<Item = (String, u32, u64)>) -> Outcome<SpreadReport> {
    let mut input = String::from("k,p,o\n");
    for (key, partition, offset) in rows {
        writeln!(input, "{key},{partition},{offset}")?;
    }
    report_of(n, Spread::MOST_KEYS, InputFormat::Csv, input)
}

fn state(report: &SpreadReport, aspect: KeyAspect) -> Option<KeyState> {
    let mut findings = report.key_health.iter().filter(|finding| finding.aspect == aspect);
    let finding = findings.next()?;
    assert!(findings.next().is_none());
    assert_eq!(finding.advice.is_some(), finding.state == KeyState::Poor, "{finding:?}");
    Some(finding.state)
}

fn verdict(report: &SpreadReport, aspect: KeyAspect) -> &str {
    let mut findings = report.key_health.iter();
    findings.find(|finding| finding.aspect == aspect).map_or("", |finding| &finding.verdict)
}

fn about<'a>(report: &'a SpreadReport, sentences: &'a mut Vec<String>, about: &str) -> &'a str {
    sentences.clear();
    let reasons = report.reasons().into_iter();
    sentences.extend(reasons.filter(|it| it.about == about).map(|it| it.sentence));
    sentences.first().map_or("", String::as_str)
}

/// Numbers that are drawn, the same in every run.
fn drawn(seed: u64) -> impl FnMut() -> u64 {
    let mut rng = fastrand::Rng::with_seed(seed);
    move || rng.u64(..)
}

fn uuid(bits: u64, more: u64, version: u64) -> String {
    format!(
        "{:08x}-{:04x}-{version}{:03x}-{:04x}-{:012x}",
        bits >> 32,
        bits & 0xffff,
        more & 0xfff,
        0x8000 | more >> 12 & 0x3fff,
        more >> 16
    )
}

/// SA-15 of the field cases.
#[test]
fn distinct_keys_within_noise_are_said_to_be() -> Outcome {
    let counts = [97_u32, 73, 81, 76, 93, 79];
    let rows = counts.iter().zip(0..).flat_map(|(&count, partition)| {
        (0..count).map(move |key| (format!("{partition}-{key}"), partition, 0))
    });
    let report = placed(6, rows)?;
    let luck = report.luck.ok_or("no luck")?;
    assert_eq!((luck.verdict, luck.keys, luck.degrees_of_freedom), (LuckVerdict::Even, 499, 5));
    assert!((luck.chi_square.ok_or("untested")? - 5.589).abs() < 0.0005);
    // pchisq(5.5892, 5, lower.tail = FALSE)
    assert!((luck.p.ok_or("untested")? - 0.348).abs() < 0.001, "{:?}", luck.p);
    assert!((report.skew.ok_or("no skew")? - 1.166).abs() < 0.0005);
    assert!(luck.fewest <= 73.0 && luck.most >= 97.0, "{luck:?}");
    Ok(())
}

/// SA-16 of the field cases.
#[test]
fn even_partitions_alone_are_a_pattern_and_too_few_for_a_test() -> Outcome {
    let turns = [0, 2, 4, 6];
    let keyed = placed(8, turns.map(|partition| (format!("key-{partition}"), partition, 0)))?;
    let luck = keyed.luck.as_ref().ok_or("no luck")?;
    assert_eq!((luck.verdict, luck.p, luck.used), (LuckVerdict::TooFewKeys, None, 4));
    let keyless = placed(8, turns.map(|partition| ("NO KEY".into(), partition, 0)))?;
    assert!(keyless.luck.is_none());
    for report in [keyed, keyless] {
        assert_eq!(report.pattern, Some(LoadPattern::EveryNth { step: 2, first: 0 }));
        let mut sentences = Vec::new();
        let pattern = about(&report, &mut sentences, "pattern");
        assert!(pattern.starts_with("only even-numbered partitions"), "{pattern}");
        assert!(pattern.contains("KAFKA-9965"), "{pattern}");
    }
    Ok(())
}

/// SA-17 of the field cases: the reported unevenness is not there.
#[test]
fn random_uuids_under_javas_string_hash_are_even() -> Outcome {
    let n = PartitionCount::try_from(8)?;
    let mut draw = drawn(17);
    let rows = (0..40_000).map(|offset| {
        let key = uuid(draw(), draw(), 4);
        let partition = copartition::group_partition(&key, n);
        (key, partition, offset)
    });
    let report = placed(8, rows)?;
    let luck = report.luck.ok_or("no luck")?;
    assert_eq!((luck.verdict, luck.keys, luck.degrees_of_freedom), (LuckVerdict::Even, 40_000, 7));
    assert!(luck.p.is_some_and(|p| p > 0.01), "{:?}", luck.p);
    Ok(())
}

#[test]
fn what_luck_expects_holds_nineteen_times_in_twenty() -> Outcome {
    let mut draw = drawn(3);
    let (mut inside, trials) = (0, 400);
    for _ in 0..trials {
        let report = lines(12, (0..600).map(|_| format!("{:x}", draw())))?;
        let luck = report.luck.ok_or("no luck")?;
        let keys = || report.partitions.iter().map(|load| load.keys as f64);
        inside += u32::from(keys().all(|keys| (luck.fewest..=luck.most).contains(&keys)));
        assert_ne!(luck.verdict, LuckVerdict::Uneven);
    }
    assert!((374..=trials).contains(&inside), "{inside} of {trials}");
    Ok(())
}

#[test]
fn fifty_keys_leave_a_third_of_fifty_partitions_unused_by_luck() -> Outcome {
    let report = lines(50, (0..50).map(|key| format!("sensor-{key}")))?;
    let luck = report.luck.ok_or("no luck")?;
    // 50 * (1 - (1 - 1 / 50)^50)
    assert!((luck.expected_used - 31.79).abs() < 0.01, "{luck:?}");
    assert_eq!(luck.verdict, LuckVerdict::TooFewKeys);
    Ok(())
}

#[test]
fn keys_that_only_half_of_the_partitions_get_are_no_luck() -> Outcome {
    let rows = (0..2000).map(|key| (format!("key-{key}"), key % 3, u64::from(key)));
    let report = placed(6, rows)?;
    let fullest = report.reasons().into_iter().find(|reason| reason.about == "fullest");
    let says = fullest.ok_or("no fullest")?.sentence;
    assert!(says.contains("times the keys (no luck of hashing)"), "{says}");
    assert_eq!(report.luck.map(|luck| luck.verdict), Some(LuckVerdict::Uneven));
    let rows = (0..2000).map(|key| (format!("key-{key}"), key % 6, u64::from(key)));
    let report = placed(6, rows)?;
    assert_eq!(report.luck.map(|luck| luck.verdict), Some(LuckVerdict::TooEven));
    Ok(())
}

#[test]
fn keys_that_come_again_elsewhere_are_not_tested() -> Outcome {
    let rows = (0..2000).map(|turn| (format!("key-{}", turn % 301), turn % 6, u64::from(turn)));
    let report = placed(6, rows)?;
    let luck = report.luck.ok_or("no luck")?;
    assert_eq!((luck.verdict, luck.p), (LuckVerdict::NotByKey, None));
    Ok(())
}

#[test]
fn keyless_records_are_counted_apart_and_have_no_p_value() -> Outcome {
    let rows = (0..1000).map(|turn| ("NO KEY".to_string(), u32::from(turn % 10 == 0), turn));
    let report = placed(2, rows)?;
    assert!(report.luck.is_none() && report.weight.is_none() && report.fullest.is_none());
    let keyless = report.keyless.as_ref().ok_or("no keyless records")?;
    assert_eq!((keyless.records, keyless.min, keyless.max), (1000, 100, 900));
    assert_eq!(report.partitions.first().map(|load| load.keyless), Some(900));
    let mut sentences = Vec::new();
    assert!(!about(&report, &mut sentences, "keyless").contains(" p "));
    Ok(())
}

#[test]
fn a_key_above_an_even_partition_is_what_no_count_can_fix() -> Outcome {
    let keys = (0..1000).map(|turn| match turn % 5 {
        0 | 1 => "hot".to_string(),
        _ => format!("key-{turn}"),
    });
    let report = lines(12, keys)?;
    let weight = report.weight.as_ref().ok_or("no weight")?;
    assert_eq!((weight.keys_above_even, weight.most_even_partitions), (1, 2));
    // 1000^2 / (400^2 + 600)
    assert!((weight.effective_keys - 6.2266).abs() < 0.001, "{weight:?}");
    assert_eq!(state(&report, KeyAspect::Evenness), Some(KeyState::Poor));
    let fullest = report.fullest.as_ref().ok_or("no fullest")?;
    assert!((fullest.by_keys * fullest.by_weight - fullest.times_mean).abs() < 1e-9);
    assert!(fullest.by_weight > 3.0 && fullest.by_keys < 1.5, "{fullest:?}");
    let even = lines(12, (0..1000).map(|key| format!("key-{key}")))?;
    assert_eq!(even.weight.map(|weight| weight.keys_above_even), Some(0));
    Ok(())
}

#[test]
fn a_compacted_topic_shows_survivors() -> Outcome {
    let survivors =
        placed(3, (0..300).map(|key| (format!("key-{key}"), key % 3, 7 * u64::from(key))))?;
    assert!(survivors.survivors.is_some_and(|gone| (gone - 0.95).abs() < 0.01));
    assert_eq!(state(&survivors, KeyAspect::Stability), Some(KeyState::CannotTell));
    let mut sentences = Vec::new();
    assert!(about(&survivors, &mut sentences, "survivors").ends_with("survivors, not traffic"));
    // Without gaps, and with keys that come again.
    let whole = placed(3, (0..300).map(|key| (format!("key-{key}"), key % 3, u64::from(key / 3))))?;
    assert_eq!(whole.survivors, None);
    let traffic =
        placed(3, (0..300).map(|key| (format!("key-{}", key % 90), key % 3, 7 * u64::from(key))))?;
    assert_eq!(traffic.survivors, None);
    Ok(())
}

#[test]
fn bytes_are_told_where_every_value_is() -> Outcome {
    let report = lines(3, (0..10).map(|key| format!("key-{key}")))?;
    assert!(report.partitions.iter().all(|load| load.bytes.is_none()));
    let mut spread =
        Spread::new(Partitioner::named("java")?, PartitionCount::try_from(3)?, Unkeyed::Apart, 0)?;
    let input = [r#"{"key":"ab","p":1,"payload":"12345"}"#, r#"{"key":null,"p":1,"payload":"1"}"#];
    let fields = Fields {
        key: Some("key".into()),
        partition: Some("p".into()),
        value: Some("payload".into()),
        ..Fields::default()
    };
    let input = Box::new(std::io::Cursor::new(input.join("\n")));
    spread.add(open(InputFormat::Ndjson, "in", input, &fields)?.as_mut())?;
    let bytes: Vec<_> = spread.report(0).partitions.iter().map(|load| load.bytes).collect();
    assert_eq!(bytes, [Some(0), Some(8), Some(0)]);
    Ok(())
}

#[test]
fn rates_are_told_where_every_timestamp_is() -> Outcome {
    let fields = Fields {
        key: Some("key".into()),
        partition: Some("p".into()),
        timestamp: Some("t".into()),
        value: Some("v".into()),
        weight: Some("w".into()),
        ..Fields::default()
    };
    let report = |rows: &[&str]| -> Outcome<SpreadReport> {
        let (java, n) = (Partitioner::named("java")?, PartitionCount::try_from(3)?);
        let mut spread = Spread::new(java, n, Unkeyed::Apart, 0)?;
        let input = format!("key,p,t,v,w\n{}\n", rows.join("\n"));
        let input = Box::new(std::io::Cursor::new(input));
        spread.add(open(InputFormat::Csv, "in", input, &fields)?.as_mut())?;
        Ok(spread.report(0))
    };
    // Not in the order of their times, and of two records each.
    let rows = ["a,1,1764450008000,12345,2", "b,1,1764450010000,1,2", "c,2,1764450000000,1,2"];
    let timed = report(&rows)?;
    let seen = timed.time_seen.ok_or("no time")?;
    assert_eq!((seen.first, seen.last), (1_764_450_000_000, 1_764_450_010_000));
    let rates = timed.partitions.iter().map(|load| {
        (seen.per_second(load.records), load.bytes.map(|bytes| seen.per_second(bytes)))
    });
    let expected = [(0.0, Some(0.0)), (0.4, Some(1.6)), (0.2, Some(0.4))];
    assert_eq!(rates.collect::<Vec<_>>(), expected);
    assert_eq!(
        timed.rate().map(|rate| rate.sentence).as_deref(),
        Some(
            "record skew is not consumer lag: the busiest partition, 1, gets 0.40 records and \
             1.60 bytes a second (from 2025-11-29T21:00:00.000Z to 2025-11-29T21:00:10.000Z, by their \
             timestamps), and lags where its consumer is slower"
        )
    );
    // One record without a time, and records of one time alone.
    let untimed = report(&[rows[0], rows[1], "c,2,,1,1"])?;
    let at_once = report(&[rows[0], rows[0]])?;
    for none in [untimed, at_once] {
        assert!(none.time_seen.is_none() && none.rate().is_none());
    }
    Ok(())
}

/// Keys of a skewed stream: the k-th of them about every k-th time.
fn skewed(records: u64) -> Vec<String> {
    let mut draw = drawn(99);
    let mut unit = move || (draw() >> 11) as f64 / (1_u64 << 53) as f64;
    (0..records).map(|_| format!("key-{}", (unit() * 11.5).exp() as u64)).collect()
}

#[test]
fn hot_keys_beyond_the_bound_keep_their_guarantee() -> Outcome {
    const MOST: usize = 12_800;
    let keys = skewed(400_000);
    let mut exact: HashMap<&[u8], u64> = HashMap::new();
    for key in &keys {
        *exact.entry(key.as_bytes()).or_default() += 1;
    }
    let input = keys.iter().fold(String::new(), |input, key| input + key + "\n");
    let report = report_of(12, MOST, InputFormat::Lines, input)?;
    assert!(!report.is_exact && exact.len() > 2 * MOST, "{}", exact.len());
    let mut heaviest: Vec<u64> = exact.values().copied().collect();
    heaviest.sort_unstable_by_key(|records| std::cmp::Reverse(*records));
    // 128 in so many keys as fit.
    let most_unseen = report.records * 128 / MOST as u64;
    let mut inexact = 0;
    for (hot, heaviest) in report.hot_keys.iter().zip(heaviest) {
        let records = exact.get(hot.key.as_slice()).copied().ok_or("no such key")?;
        assert!((hot.records..=hot.records_at_most).contains(&records), "{hot:?}: {records}");
        assert!(hot.records_at_most - hot.records <= most_unseen, "{hot:?}");
        assert!(hot.records + most_unseen >= heaviest, "{hot:?}: {heaviest}");
        inexact += u32::from(hot.records < hot.records_at_most);
    }
    assert_eq!(report.hot_keys.len(), 10);
    assert!(inexact < 10);
    Ok(())
}

/// It comes now and then before, and is forgotten each time: so many are what it may have more.
#[test]
fn a_hot_key_that_comes_late_is_found() -> Outcome {
    const MOST: usize = 2_560;
    let keys = (0..60_000).map(|turn| match turn {
        30_000.. if turn % 10 == 0 => "late".to_string(),
        _ if turn % 500 == 0 => "late".to_string(),
        _ => format!("key-{turn}"),
    });
    let input = keys.fold(String::new(), |input, key| input + &key + "\n");
    let report = report_of(12, MOST, InputFormat::Lines, input)?;
    let late = report.hot_keys.first().ok_or("no hot key")?;
    assert_eq!(late.key, b"late");
    assert!(late.records < 3_060 && late.records_at_most >= 3_060, "{late:?}");
    assert!(late.records_at_most - late.records <= 60_000 * 128 / MOST as u64, "{late:?}");
    Ok(())
}

#[test]
fn distinct_keys_beyond_the_bound_are_within_two_percent() -> Outcome {
    for distinct in [1_500_u64, 20_000, 300_000] {
        let keys = (0..2 * distinct).map(|turn| format!("user-{}", turn % distinct));
        let input = keys.fold(String::new(), |input, key| input + &key + "\n");
        let report = report_of(6, 1_000, InputFormat::Lines, input)?;
        assert!(!report.is_exact);
        let off = report.keys as f64 / distinct as f64 - 1.0;
        assert!(off.abs() < 0.02, "{} of {distinct}", report.keys);
        let of_partitions: u64 = report.partitions.iter().map(|load| load.keys).sum();
        assert!(of_partitions.abs_diff(report.keys) <= 6, "{of_partitions}, {}", report.keys);
        assert_eq!(report.luck.map(|luck| luck.verdict), Some(LuckVerdict::Even));
        let effective = report.weight.map_or(0.0, |weight| weight.effective_keys);
        assert!((effective / distinct as f64 - 1.0).abs() < 0.05, "{effective} of {distinct}");
    }
    Ok(())
}

#[test]
fn a_sample_of_keys_answers_as_all_of_them_do() -> Outcome {
    let keys = skewed(200_000);
    let input = keys.iter().fold(String::new(), |input, key| input + key + "\n");
    let exact = report_of(12, Spread::MOST_KEYS, InputFormat::Lines, input.clone())?;
    let bounded = report_of(12, 10_000, InputFormat::Lines, input)?;
    assert!(exact.is_exact && !bounded.is_exact);
    let records = |report: &SpreadReport| -> Vec<u64> {
        report.partitions.iter().map(|load| load.records).collect()
    };
    assert_eq!(records(&exact), records(&bounded));
    let hot = |report: &SpreadReport| -> Vec<Vec<u8>> {
        report.hot_keys.iter().map(|hot| hot.key.clone()).collect()
    };
    assert_eq!(hot(&exact), hot(&bounded));
    let weights = exact.weight.zip(bounded.weight).ok_or("no weight")?;
    let off = weights.1.effective_keys / weights.0.effective_keys - 1.0;
    assert!(off.abs() < 0.05, "{weights:?}");
    for (exact, bounded) in exact.partitions.iter().zip(&bounded.partitions) {
        let off = bounded.keys as f64 / exact.keys as f64 - 1.0;
        assert!(off.abs() < 0.2, "{} of {}", bounded.keys, exact.keys);
    }
    Ok(())
}

#[test]
fn keys_of_any_length_are_told_apart() -> Outcome {
    let lengths = 1..80_usize;
    let keys = lengths.clone().flat_map(|length| {
        let long = "k".repeat(length);
        let other = format!("{}l", "k".repeat(length - 1));
        [long.clone(), other.clone(), other, long.clone(), long]
    });
    let report = lines(6, keys)?;
    assert_eq!(report.keys, 2 * lengths.len() as u64);
    assert!(report.hot_keys.iter().all(|hot| hot.records == 3 && hot.key.ends_with(b"k")));
    Ok(())
}

/// Of so many keys some 18 pairs have the same 32 bits of their digest.
#[test]
fn keys_with_half_a_digest_in_common_are_told_apart() -> Outcome {
    let report = lines(6, (0..400_000).map(|key| format!("customer{key:06}")))?;
    assert!(report.is_exact);
    assert_eq!(report.keys, 400_000);
    Ok(())
}

#[test]
fn healthy_keys_have_nothing_to_say() -> Outcome {
    let report = lines(6, (0..5_000).map(|turn| format!("user-{}", turn % 700)))?;
    assert_eq!(report.key_health.len(), 7);
    for finding in &report.key_health {
        assert_eq!(finding.state, KeyState::Fine, "{finding:?}");
    }
    Ok(())
}

#[test]
fn few_records_say_nothing_of_cardinality_evenness_and_stability() -> Outcome {
    let report = lines(6, ["a", "a", "b"].map(String::from))?;
    for aspect in [KeyAspect::Cardinality, KeyAspect::Evenness, KeyAspect::Stability] {
        assert_eq!(state(&report, aspect), Some(KeyState::CannotTell), "{aspect:?}");
    }
    Ok(())
}

#[test]
fn each_kind_of_bad_key_is_found() -> Outcome {
    let mut draw = drawn(5);
    let mut times = drawn(6);
    let uuids = |version: u64| {
        let mut draw = drawn(version);
        (0..500).map(move |_| uuid(draw(), draw(), version)).collect::<Vec<_>>()
    };
    let cases: Vec<(KeyAspect, &str, Vec<String>)> = vec![
        (KeyAspect::Cardinality, "every key is the same", vec!["key".into(); 500]),
        (
            KeyAspect::Cardinality,
            "5 distinct keys for 6",
            (0..500).map(|i| (i % 5).to_string()).collect(),
        ),
        (
            KeyAspect::Cardinality,
            "20 distinct keys for 6",
            (0..500).map(|i| (i % 20).to_string()).collect(),
        ),
        (
            KeyAspect::Stability,
            "never seen twice",
            (0..500).map(|_| format!("{:x}", draw())).collect(),
        ),
        (KeyAspect::Stability, "(version 1)", uuids(1)),
        (KeyAspect::Stability, "(version 6)", uuids(6)),
        (KeyAspect::Stability, "(version 7)", uuids(7)),
        (KeyAspect::Stability, "never seen twice", uuids(4)),
        (
            KeyAspect::Stability,
            "points in time",
            (0..500).map(|i| (1_764_460_800 + i / 9).to_string()).collect(),
        ),
        (
            KeyAspect::Stability,
            "points in time",
            (0..500).map(|_| (1_764_460_800_000 + times() % 99_999).to_string()).collect(),
        ),
        (
            KeyAspect::Stability,
            "points in time",
            (0..500).map(|i| format!("2026-11-{:02}T10:00:00Z", i % 30)).collect(),
        ),
        (
            KeyAspect::Missing,
            "250 of 500 records (50.0%)",
            (0..500)
                .map(|i| if i % 2 == 0 { "NO KEY".into() } else { format!("{}", i % 99) })
                .collect(),
        ),
        (KeyAspect::Missing, "no record has a key", vec!["NO KEY".into(); 500]),
        (
            KeyAspect::Empty,
            "100 of 500 records (20.0%) have an empty key: all go to partition 3",
            (0..500).map(|i| if i % 5 == 0 { String::new() } else { format!("{i}") }).collect(),
        ),
        (
            KeyAspect::NullLike,
            "2 of 4 records",
            ["null", "None", "a", "b"].map(String::from).into(),
        ),
        (KeyAspect::NullLike, "1 of 2 records", ["undefined", "a"].map(String::from).into()),
        (
            KeyAspect::Encoding,
            "text in JSON's quotes",
            (0..500)
                .map(|i| {
                    if i % 4 == 0 {
                        format!("\"user-{}\"", i % 99)
                    } else {
                        format!("user-{}", i % 99)
                    }
                })
                .collect(),
        ),
    ];
    for (aspect, words, keys) in cases {
        let report = lines(6, keys)?;
        assert_eq!(state(&report, aspect), Some(KeyState::Poor), "{aspect:?}, {words}");
        let verdict = verdict(&report, aspect);
        assert!(verdict.contains(words), "{verdict:?} must have {words:?}");
    }
    Ok(())
}

#[test]
fn keys_made_from_the_time_that_come_again_are_fine() -> Outcome {
    let mut draw = drawn(7);
    let ids: Vec<_> = (0..100).map(|_| uuid(draw(), draw(), 7)).collect();
    let report = lines(6, ids.iter().cycle().take(5_000).cloned())?;
    assert_eq!(state(&report, KeyAspect::Stability), Some(KeyState::Fine));
    assert!(verdict(&report, KeyAspect::Stability).contains("UUID version 7"));
    // Numbers of ten digits that are no times.
    let numbers =
        lines(6, (0..2_000).map(|_| (1_000_000_000 + draw() % 8_999_999_999).to_string()))?;
    assert!(verdict(&numbers, KeyAspect::Stability).contains("never seen twice"));
    Ok(())
}

#[test]
fn text_and_numbers_in_bytes_are_two_encodings() -> Outcome {
    let hex = |key: String| key.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let of = |keys: Vec<String>| -> Outcome<SpreadReport> {
        let count = PartitionCount::try_from(6)?;
        let mut spread = Spread::new(Partitioner::named("java")?, count, Unkeyed::Apart, 0)?;
        let fields = Fields { key_format: copartition::key::KeyFormat::Hex, ..Fields::default() };
        let input = Box::new(std::io::Cursor::new(keys.join("\n")));
        spread.add(open(InputFormat::Lines, "in", input, &fields)?.as_mut())?;
        Ok(spread.report(0))
    };
    let text = || (0..400).map(|i| hex(format!("user-{i}")));
    let longs = || (0..400).map(|i| format!("{:016x}", i * 77));
    let framed = || (0..400).map(|i| format!("00000000{:02x}{}", i % 3, hex(format!("k{i}"))));
    for (keys, mixed) in [
        (text().collect(), false),
        (longs().collect(), false),
        (framed().collect(), false),
        (text().chain(longs()).collect(), true),
        (text().chain(framed()).collect(), true),
        // One stray key is no second encoding.
        (text().chain(longs().take(1)).collect::<Vec<_>>(), false),
    ] {
        let report = of(keys)?;
        let expected = if mixed { KeyState::Poor } else { KeyState::Fine };
        let verdict = verdict(&report, KeyAspect::Encoding);
        assert_eq!(state(&report, KeyAspect::Encoding), Some(expected), "{verdict}");
    }
    let verdict_of = |keys: Vec<String>| -> Outcome<String> {
        Ok(verdict(&of(keys)?, KeyAspect::Encoding).to_string())
    };
    assert_eq!(verdict_of(longs().collect())?, "the keys are numbers or UUIDs in bytes");
    assert_eq!(verdict_of(framed().collect())?, "the keys are bytes behind a schema id");
    Ok(())
}

#[test]
fn no_sentence_holds_a_key() -> Outcome {
    let keys = (0..3_000).map(|turn| format!("secret-{}", turn % 7));
    let report = lines(6, keys)?;
    let reasons = report.reasons();
    let sentences = reasons.iter().map(|reason| reason.sentence.as_str());
    let findings =
        report.key_health.iter().flat_map(|it| [Some(&*it.verdict), it.advice.as_deref()]);
    let sentences: Vec<_> = sentences.chain(findings.flatten()).collect();
    assert!(sentences.len() > 8);
    assert!(sentences.iter().all(|sentence| !sentence.contains("secret")), "{sentences:?}");
    Ok(())
}
