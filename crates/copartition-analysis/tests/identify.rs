//! Who placed the keys: every rule is named, luck is not understated, and nothing is guessed.

use copartition::{PartitionCount, RULES, Rule};
use copartition_analysis::samples::LogEntry;
use copartition_analysis::{
    HashedForm, Identification, MOST_LUCK, Observed, Part, Verdict, identify,
};
use fastrand::Rng;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn rule(name: &str) -> Outcome<&'static Rule> {
    Rule::named(name).ok_or_else(|| format!("no rule {name}").into())
}

/// A key as producers make them.
fn random_key(rng: &mut Rng) -> Vec<u8> {
    match rng.u8(0..4) {
        0 => format!("user-{}", rng.u32(0..100_000)).into_bytes(),
        1 => format!("{:08x}-{:04x}", rng.u32(..), rng.u16(..)).into_bytes(),
        2 => rng.u64(..).to_string().into_bytes(),
        _ => format!("\u{f3}rder:{}:\u{e9}", rng.u32(0..1_000_000)).into_bytes(),
    }
}

/// A topic of random keys, each placed by `place`.
fn topic(
    n: u32,
    keys: usize,
    rng: &mut Rng,
    mut place: impl FnMut(&[u8], PartitionCount, &mut Rng) -> u32,
) -> Outcome<Observed> {
    let n = PartitionCount::try_from(i64::from(n))?;
    let mut observed = Observed::new(n, 20_000);
    for _ in 0..keys {
        let key = random_key(rng);
        let partition = place(&key, n, rng);
        observed.add_key(Some(&key), partition, 1, LogEntry::default());
    }
    Ok(observed)
}

/// Every rule that an answer names, those that cannot be told apart included.
fn named(identified: &Identification) -> Vec<&'static str> {
    let candidates = identified.parts.iter().flat_map(|part| &part.candidates);
    let rules = candidates.flat_map(|candidate| {
        let same = candidate.same_here.iter().map(|same| same.rule);
        std::iter::once(candidate.rule).chain(same)
    });
    rules.map(Rule::name).collect()
}

/// The first rule of each part, and its count.
fn firsts(parts: &[Part]) -> Vec<(&'static str, u32)> {
    let first = |part: &Part| Some((part.candidates.first()?.rule.name(), part.count.get()));
    parts.iter().filter_map(first).collect()
}

#[test]
fn with_200_keys_every_rule_of_the_catalogue_is_named() -> Outcome {
    let mut rng = Rng::with_seed(1);
    let mut asked = 0;
    for n in [3, 6, 10, 12, 16, 50] {
        for rule in RULES {
            let seen = topic(n, 200, &mut rng, |key, n, _| rule.partition(key, n))?;
            let identified = identify(&seen);
            let what = format!("{} of {n}: {identified:?}", rule.name());
            assert!(named(&identified).contains(&rule.name()), "{what}");
            assert!(matches!(identified.verdict, Verdict::One | Verdict::Several), "{what}");
            asked += 1;
        }
    }
    assert_eq!(asked, 6 * RULES.len());
    Ok(())
}

const COUNTS: [u32; 6] = [3, 6, 10, 12, 16, 50];
const KEYS: [usize; 5] = [3, 5, 10, 40, 200];

#[test]
fn a_verdict_is_wrong_no_more_often_than_the_chance_that_it_states() -> Outcome {
    let trials = COUNTS.map(|n| {
        std::thread::spawn(move || -> Result<Vec<Trials>, String> {
            let mut rng = Rng::with_seed(n.into());
            let each = KEYS.map(|keys| Trials::run(n, keys, &mut rng));
            each.into_iter().collect::<Outcome<_>>().map_err(|why| why.to_string())
        })
    });
    let mut columns = Vec::new();
    for trial in trials {
        columns.push(trial.join().map_err(|_| "a trial failed")??);
    }
    let mut table = String::new();
    for (row, keys) in KEYS.iter().enumerate() {
        let cells = columns.iter().filter_map(|column| column.get(row));
        let cells = cells.map(|Trials { answers, wrong, stated }| {
            format!(" {answers}, {wrong} wrong of {stated:.2} |")
        });
        table += &format!("| {keys} |{}\n", cells.collect::<String>());
    }
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/identify.md");
    assert!(std::fs::read_to_string(page)?.contains(&table), "docs/identify.md wants\n{table}");
    Ok(())
}

/// What topics of so many keys were answered.
struct Trials {
    /// How many got an answer.
    answers: u32,
    /// How many of these were wrong.
    wrong: u32,
    /// How many wrong ones the answers' own chances add up to.
    stated: f64,
}

impl Trials {
    /// Half of the topics are placed by a rule, half by none. With 10 keys wrong answers are already
    /// rare; with fewer they are counted in more topics.
    fn run(n: u32, keys: usize, rng: &mut Rng) -> Outcome<Self> {
        let mut trials = Self { answers: 0, wrong: 0, stated: 0.0 };
        let topics = if keys < 10 { 10_000 } else { 1_000 };
        for trial in 0..topics {
            let by = rng.choice(RULES).filter(|_| trial % 2 == 0);
            let seen = topic(n, keys, rng, |key, n, rng| match by {
                Some(rule) => rule.partition(key, n),
                None => rng.u32(0..n.get()),
            })?;
            let identified = identify(&seen);
            if matches!(
                identified.verdict,
                Verdict::NoKeys | Verdict::TooFew | Verdict::None | Verdict::KeysIgnored
            ) {
                // Where a rule placed all keys, it fits; that there is none is never said.
                assert!(by.is_none() || identified.verdict == Verdict::TooFew);
                continue;
            }
            trials.answers += 1;
            trials.stated += identified.chance;
            assert!(identified.chance <= MOST_LUCK, "{identified:?}");
            let right = by.is_some_and(|rule| named(&identified).contains(&rule.name()));
            trials.wrong += u32::from(!right);
        }
        let Self { answers, wrong, stated } = trials;
        // What is stated is an expectation, of which a few more may come.
        let most = stated + 3.0 * f64::sqrt(stated) + 1.0;
        let what = format!("n {n}, {keys} keys: {wrong} of {answers} wrong, {stated} stated");
        assert!(f64::from(wrong) <= most, "{what}");
        assert!(keys < 10 || answers >= 500, "{what}");
        Ok(trials)
    }
}

#[test]
fn too_few_keys_are_no_answer() -> Outcome {
    let mut rng = Rng::with_seed(7);
    let java = rule("murmur2")?;
    for (n, keys) in [(1, 200), (2, 5), (3, 3), (6, 2), (50, 1)] {
        let seen = topic(n, keys, &mut rng, |key, n, _| java.partition(key, n))?;
        let identified = identify(&seen);
        assert_eq!(identified.verdict, Verdict::TooFew, "{keys} keys of {n}");
        assert!(named(&identified).contains(&"murmur2"));
    }
    let none = identify(&Observed::new(PartitionCount::try_from(6)?, 10));
    assert_eq!((none.verdict, none.keys), (Verdict::NoKeys, 0));
    Ok(())
}

#[test]
fn partitions_that_no_rule_gave_are_no_ones() -> Outcome {
    let mut rng = Rng::with_seed(3);
    for n in [3, 6, 12, 50] {
        let seen = topic(n, 2_000, &mut rng, |_, n, rng| rng.u32(0..n.get()))?;
        assert_eq!(identify(&seen).verdict, Verdict::None);
    }
    for n in [6, 10, 12, 16, 30] {
        let number_modulo_n = |key: &[u8], n: PartitionCount| {
            let text = std::str::from_utf8(key).unwrap_or_default();
            text.parse::<u32>().unwrap_or_default() % n.get()
        };
        let count = PartitionCount::try_from(i64::from(n))?;
        for _ in 0..20 {
            let mut seen = Observed::new(count, 1_000);
            for _ in 0..400 {
                let key = rng.u32(1_000..1_000_000).to_string().into_bytes();
                let partition = number_modulo_n(&key, count);
                seen.add_key(Some(&key), partition, 1, LogEntry::default());
            }
            let identified = identify(&seen);
            assert_eq!(identified.verdict, Verdict::None, "{n}: {}", identified.sentence());
        }
    }
    // Issue 352 of confluentinc/kafka-streams-examples: 1 to 4 on one, 5 to 8 on the other.
    let mut seen = Observed::new(PartitionCount::try_from(2)?, 10);
    for key in 1..=8_u8 {
        let text = key.to_string();
        seen.add_key(Some(text.as_bytes()), u32::from(key > 4), 1, LogEntry::default());
    }
    let identified = identify(&seen);
    assert_eq!((identified.verdict, identified.parts.len()), (Verdict::None, 0));
    Ok(())
}

#[test]
fn a_tenth_by_another_client_is_found_in_2000_records() -> Outcome {
    let mut rng = Rng::with_seed(4);
    let pairs = [
        ("murmur2", "crc32"),
        ("murmur2", "murmur2-unsigned"),
        ("crc32", "murmur2"),
        ("fnv1a-abs", "fnv1a-mask"),
        ("kafkajs-legacy", "murmur2"),
    ];
    for n in [3, 6, 10, 12, 50] {
        for (most, few) in pairs {
            let (mostly, else_by) = (rule(most)?, rule(few)?);
            let seen = topic(n, 2_000, &mut rng, |key, n, rng| {
                let by = if rng.u8(0..10) == 0 { else_by } else { mostly };
                by.partition(key, n)
            })?;
            let identified = identify(&seen);
            assert_eq!(identified.verdict, Verdict::Mixture, "{most} and {few} of {n}");
            assert_eq!(firsts(&identified.parts), [(most, n), (few, n)]);
            assert!(identified.unexplained_share < 1e-9 && identified.chance < 1e-6);
        }
    }
    Ok(())
}

#[test]
fn a_topic_that_grew_from_6_to_8_is_found_in_2000_records() -> Outcome {
    let mut rng = Rng::with_seed(5);
    for name in ["murmur2", "crc32", "fnv1a-abs", "phash2"] {
        let placed_by = rule(name)?;
        let mut sent = 0;
        let seen = topic(8, 2_000, &mut rng, |key, n, _| {
            sent += 1;
            let before = PartitionCount::new(6).filter(|_| sent <= 1_000);
            placed_by.partition(key, before.unwrap_or(n))
        })?;
        let identified = identify(&seen);
        let mut parts = firsts(&identified.parts);
        parts.sort_unstable();
        assert_eq!(identified.verdict, Verdict::Mixture);
        assert_eq!(parts, [(name, 6), (name, 8)]);
    }
    Ok(())
}

#[test]
fn an_older_count_is_named() -> Outcome {
    let (mut rng, java) = (Rng::with_seed(6), rule("murmur2")?);
    let twelve = PartitionCount::try_from(12)?;
    let seen = topic(24, 200, &mut rng, |key, _, _| java.partition(key, twelve))?;
    let identified = identify(&seen);
    assert_eq!(identified.verdict, Verdict::OtherCount);
    assert_eq!(firsts(&identified.parts), [("murmur2", 12)]);
    Ok(())
}

#[test]
fn other_key_bytes_are_named() -> Outcome {
    use copartition::key::{int, json_string, long, schema_id_prefix};

    let (n, java) = (PartitionCount::try_from(12)?, rule("murmur2")?);
    // What is read, what was hashed, and how that is called.
    type Pair = fn(i32) -> (Vec<u8>, Vec<u8>);
    let cases: [(Pair, HashedForm); 6] = [
        (|i| (i.to_string().into(), long(i.into()).to_vec()), HashedForm::Long),
        (|i| (i.to_string().into(), int(i).to_vec()), HashedForm::Int),
        (|i| (long(i.into()).to_vec(), i.to_string().into()), HashedForm::Decimal),
        (|i| (i.to_string().into(), json_string(&i.to_string()).into()), HashedForm::Quoted),
        (|i| (json_string(&i.to_string()).into(), i.to_string().into()), HashedForm::Unquoted),
        (
            |i| (schema_id_prefix(7, i.to_string().as_bytes()), i.to_string().into()),
            HashedForm::Payload,
        ),
    ];
    for (pair, form) in cases {
        let mut seen = Observed::new(n, 1_000);
        for i in 0..200 {
            let (read, hashed) = pair(i * 31 + 1_000);
            seen.add_key(Some(&read), java.partition(&hashed, n), 1, LogEntry::default());
        }
        let identified = identify(&seen);
        assert_eq!(identified.verdict, Verdict::OtherBytes, "{form:?}: {identified:?}");
        assert_eq!(identified.parts.first().map(|part| part.form), Some(form));
    }
    Ok(())
}

#[test]
fn rules_that_are_the_same_at_a_count_are_told_with_the_count_at_which_they_part() -> Outcome {
    let (mut rng, java) = (Rng::with_seed(8), rule("murmur2")?);
    let identified = identify(&topic(16, 200, &mut rng, |key, n, _| java.partition(key, n))?);
    assert_eq!(identified.verdict, Verdict::Several);
    let candidates = identified.parts.iter().flat_map(|part| &part.candidates);
    let parting = candidates
        .flat_map(|candidate| &candidate.same_here)
        .find(|same| same.rule.name() == "murmur2-unsigned")
        .and_then(|same| same.part_at)
        .map(PartitionCount::get);
    assert_eq!(parting, Some(24));
    assert!(identified.deciding_keys.is_empty(), "no key decides at 16");
    Ok(())
}

#[test]
fn a_tie_names_keys_that_decide_it() -> Outcome {
    // Three keys with a hash below 2^31, at which mask and unsigned agree.
    let (n, java) = (PartitionCount::try_from(50)?, rule("murmur2")?);
    let mut seen = Observed::new(n, 100);
    let low = |key: &String| java.hash(key.as_bytes()).is_some_and(|hash| hash < 1 << 31);
    for key in (0..).map(|i| format!("user-{i}")).filter(low).take(3) {
        let partition = java.partition(key.as_bytes(), n);
        seen.add_key(Some(key.as_bytes()), partition, 1, LogEntry::default());
    }
    let identified = identify(&seen);
    assert_eq!(identified.verdict, Verdict::Several);
    let names = named(&identified);
    assert!(names.contains(&"murmur2") && names.contains(&"murmur2-unsigned"));
    let at = |name: &str| -> Vec<u32> {
        let keys = identified.deciding_keys.iter().flat_map(|key| &key.partitions);
        keys.filter(|(rule, _)| rule.name() == name).map(|(_, partition)| *partition).collect()
    };
    assert_ne!(at("murmur2"), at("murmur2-unsigned"));
    Ok(())
}

#[test]
fn keys_that_are_ignored_are_not_taken_for_a_partitioner() -> Outcome {
    let mut rng = Rng::with_seed(9);
    let n = PartitionCount::try_from(6)?;
    let [mut random, mut in_turn, mut constant] = [(); 3].map(|()| Observed::new(n, 1_000));
    for i in 0..2_000 {
        let key = format!("user-{}", rng.u32(0..300));
        random.add_key(Some(key.as_bytes()), rng.u32(0..6), 1, LogEntry::default());
        in_turn.add_key(Some(key.as_bytes()), i % 6, 1, LogEntry::default());
        constant.add_key(Some(key.as_bytes()), 3, 1, LogEntry::default());
    }
    assert_eq!(identify(&random).verdict, Verdict::KeysIgnored);
    assert_eq!(identify(&in_turn).verdict, Verdict::RoundRobin);
    assert_eq!(identify(&constant).verdict, Verdict::Constant);
    Ok(())
}

#[test]
fn an_empty_key_does_not_speak_against_a_client_that_sends_it_anywhere() -> Outcome {
    let (mut rng, crc32) = (Rng::with_seed(10), rule("crc32")?);
    let mut seen = topic(12, 100, &mut rng, |key, n, _| crc32.partition(key, n))?;
    for partition in 0..12 {
        seen.add_key(Some(b""), partition, 5, LogEntry::default());
    }
    let identified = identify(&seen);
    assert_eq!((identified.verdict, identified.keys), (Verdict::One, 100));
    Ok(())
}
