//! What was reported in public, and what the right diagnosis is. The keys, counts and partitions are
//! those of the reports.

use copartition::{PartitionCount, Partitioner};
use copartition_analysis::samples::{Fields, InputFormat, LogEntry, open};
use copartition_analysis::{Era, Identification, Observed, Verdict, Verify, identify, split};

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// A topic of so many partitions, and keys that lie on them.
fn topic(n: i64, keys: &[(&str, u32)]) -> Outcome<Observed> {
    let mut observed = Observed::new(PartitionCount::try_from(n)?, 1_000);
    for (key, partition) in keys {
        observed.add_key(Some(key.as_bytes()), *partition, 1, LogEntry::default());
    }
    Ok(observed)
}

/// The rules that explain every key, those included that are the same for keys like these.
fn fits(identified: &Identification) -> Vec<&'static str> {
    let candidates = identified.parts.iter().flat_map(|part| &part.candidates);
    let rules = candidates.flat_map(|candidate| {
        let same = candidate.same_here.iter().map(|same| same.rule);
        std::iter::once(candidate.rule).chain(same)
    });
    rules.map(|rule| rule.name()).collect()
}

const DOTNET_KEY: &str = "UFJPRDAuQVNTRVQuMzEwMQ.002.AC000HN.01_RMSVel";

/// Where it was reported, the partition count, the keys, and the rules that must be among the fits.
type Report<'a> = (&'a str, i64, &'a [(&'a str, u32)], &'a [&'a str]);

const TOO_FEW_KEYS: [Report<'_>; 10] = [
    ("dotnet#1729, the .NET topic", 30, &[(DOTNET_KEY, 12)], &["crc32"]),
    ("dotnet#1729, the Java topic", 30, &[(DOTNET_KEY, 13)], &["murmur2"]),
    (
        "node-rdkafka#616, the console producer",
        10,
        &[("354afe16-939a-4ea8-8e17-8bb0840b6886", 4), ("f562ac3b-2224-4e25-a0ab-56094e10c239", 5)],
        &["murmur2"],
    ),
    (
        "node-rdkafka#616, node-rdkafka",
        10,
        &[("354afe16-939a-4ea8-8e17-8bb0840b6886", 9), ("f562ac3b-2224-4e25-a0ab-56094e10c239", 6)],
        &["crc32"],
    ),
    ("kafkajs#357, Node", 12, &[("100:48069", 6)], &["crc32", "kafkajs-legacy"]),
    ("kafkajs#357, Java", 12, &[("100:48069", 9)], &["murmur2", "murmur2-unsigned", "murmur2-abs"]),
    ("kafka-rest#610, as text", 3, &[("A", 2)], &["crc32", "crc32-abs", "java-string-abs"]),
    ("kafka-rest#610, as JSON", 3, &[("\"A\"", 2)], &["murmur2", "kafkajs-legacy"]),
    ("franz-go#669, the old hasher", 840, &[("test", 76)], &["crc32"]),
    ("franz-go#669, the new hasher", 840, &[("test", 180)], &["crc32-abs"]),
];

/// The rules of the reports' own list that must not fit, for want of which a fit would mean nothing.
const COMMON: [&str; 9] = [
    "murmur2",
    "crc32",
    "fnv1a-abs",
    "fnv1a-mask",
    "crc32-abs",
    "kafkajs-legacy",
    "murmur2-unsigned",
    "murmur2-abs",
    "java-string-abs",
];

#[test]
fn one_or_two_keys_leave_every_rule_that_fits_and_are_no_answer() -> Outcome {
    for (report, n, keys, expected) in TOO_FEW_KEYS {
        let identified = identify(&topic(n, keys)?);
        assert_eq!(identified.verdict, Verdict::TooFew, "{report}");
        let fits = fits(&identified);
        let mut of_common: Vec<&str> =
            COMMON.into_iter().filter(|rule| fits.contains(rule)).collect();
        let mut expected = expected.to_vec();
        of_common.sort_unstable();
        expected.sort_unstable();
        assert_eq!(of_common, expected, "{report}");
        let sentence = identified.sentence();
        assert!(sentence.starts_with("cannot tell yet: "), "{report}: {sentence}");
        // Wherever several fit, there is a key that decides.
        let several = identified.parts.iter().any(|part| part.candidates.len() > 1);
        assert_eq!(!identified.deciding_keys.is_empty(), several, "{report}");
    }
    Ok(())
}

/// Keys 1 to 4 on one partition and 5 to 8 on the other: the caller gave the partitions.
const EXPLICIT: [(&str, u32); 8] =
    [("1", 0), ("2", 0), ("3", 0), ("4", 0), ("5", 1), ("6", 1), ("7", 1), ("8", 1)];

#[test]
fn explicit_partitions_are_by_no_rule_that_is_known() -> Outcome {
    let identified = identify(&topic(2, &EXPLICIT)?);
    assert_eq!((identified.verdict, identified.parts.len()), (Verdict::None, 0));
    let sentence = identified.sentence();
    for what in ["explicit partitions", "of the producer's own", "other key bytes"] {
        assert!(sentence.contains(what), "{sentence}");
    }
    assert!(split(&topic(2, &EXPLICIT)?).split.is_empty());
    Ok(())
}

#[test]
fn verify_names_the_records_that_are_not_where_java_puts_them() -> Outcome {
    let rows: String = EXPLICIT.iter().map(|(key, at)| format!("{key},{at}\n")).collect();
    let csv = format!("key,partition\n{rows}").into_bytes();
    let fields = Fields {
        key: Some("key".into()),
        partition: Some("partition".into()),
        ..Fields::default()
    };
    let mut source =
        open(InputFormat::Csv, "in.csv", Box::new(std::io::Cursor::new(csv)), &fields)?;
    let era = Era { count: PartitionCount::try_from(2)?, until: None };
    let mut verify = Verify::new(Partitioner::named("java")?, vec![era], 10);
    verify.add(source.as_mut())?;
    let differ: Vec<&[u8]> =
        verify.mismatches().iter().filter_map(|mismatch| mismatch.key.as_deref()).collect();
    assert_eq!(differ, [b"1", b"3", b"4", b"5", b"6"]);
    let wanted: Vec<&[u32]> =
        verify.mismatches().iter().map(|mismatch| mismatch.wanted.as_slice()).collect();
    assert_eq!(wanted, [[1], [1], [1], [0], [0]]);
    assert_eq!((verify.records(), verify.right_records(), verify.keys()), (8, 3, 8));
    let elsewhere = verify.elsewhere().map(identify).ok_or("nothing lies elsewhere")?;
    assert_eq!(elsewhere.keys, 5);
    Ok(())
}
