//! The records of one key, and what may be behind those that lie elsewhere.

use copartition::{PartitionCount, Partitioner, Placement, Rule};
use copartition_analysis::samples::{Fields, InputFormat, open};
use copartition_analysis::{Elsewhere, Find, Whereabouts, Written};

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

const KEY: &[u8] = b"user-3";

/// Looks for a key in `key,partition,timestamp` lines, and returns the lines found too.
fn searched(find: &mut Find<'_>, rows: &str) -> Outcome<Vec<u64>> {
    let fields = Fields {
        key: Some("key".into()),
        partition: Some("partition".into()),
        timestamp: Some("timestamp".into()),
        ..Fields::default()
    };
    let csv = Box::new(std::io::Cursor::new(format!("key,partition,timestamp\n{rows}")));
    let mut source = open(InputFormat::Csv, "orders.csv", csv, &fields)?;
    let mut lines = Vec::new();
    find.add(source.as_mut(), |record| lines.push(record.line))?;
    Ok(lines)
}

fn find(name: &str, n: i64, key: Option<&'static [u8]>) -> Outcome<Find<'static>> {
    Ok(Find::new(Partitioner::named(name)?, PartitionCount::try_from(n)?, key))
}

fn elsewhere(find: &Find<'_>) -> Vec<Elsewhere> {
    match find.whereabouts() {
        Whereabouts::Elsewhere(elsewhere) => elsewhere,
        _ => Vec::new(),
    }
}

#[test]
fn a_key_is_found_by_its_bytes_alone() -> Outcome {
    let mut user_3 = find("java", 6, Some(KEY))?;
    assert_eq!(user_3.placement(), Placement::Partition(5));
    assert!(matches!(user_3.whereabouts(), Whereabouts::NotFound));
    assert_eq!(
        searched(&mut user_3, "user-33,5,1\nuser-3,5,2\n,5,3\nuser-3,5,4\nUser-3,5,5\n")?,
        [3, 5]
    );
    assert!(matches!(user_3.whereabouts(), Whereabouts::AsPlaced));
    assert_eq!(user_3.records(), 2);
    let on = user_3.lies_on();
    assert_eq!(on.iter().map(|on| (on.partition, on.records)).collect::<Vec<_>>(), [(5, 2)]);
    Ok(())
}

#[test]
fn a_topic_that_grew_has_the_older_records_where_the_older_count_puts_them() -> Outcome {
    // At 6 the key is on 5, at 8 on 3.
    let mut grown = find("java", 8, Some(KEY))?;
    let Placement::Partition(now) = grown.placement() else { return Err("no placement".into()) };
    assert_ne!(now, 5);
    searched(&mut grown, &format!("user-3,5,10\nuser-3,5,20\nuser-3,{now},30\n"))?;
    let found = elsewhere(&grown);
    assert_eq!(found.len(), 1);
    for found in &found {
        assert_eq!((found.seen.partition, found.seen.records), (5, 2));
        assert_eq!(found.when, Written::Before);
        assert!(found.counts.iter().any(|count| count.get() == 6), "{:?}", found.counts);
        assert!(found.counts.iter().all(|count| (6..8).contains(&count.get())));
    }
    Ok(())
}

#[test]
fn every_smaller_count_that_puts_the_key_there_is_named_the_largest_first() -> Outcome {
    let (java, mut tried) = (Partitioner::named("java")?, 0);
    for n in 2..40 {
        let place = |n| java.place(Some(KEY), n);
        let before = PartitionCount::try_from(n - 1)?;
        let mut grown = find("java", n, Some(KEY))?;
        let Placement::Partition(there) = place(before) else { return Err("no place".into()) };
        if grown.placement() == Placement::Partition(there) {
            continue;
        }
        searched(&mut grown, &format!("user-3,{there},1\n"))?;
        let counts = elsewhere(&grown).remove(0).counts;
        assert_eq!(counts.first(), Some(&before), "{n}");
        assert!(counts.is_sorted_by(|one, other| one > other) && counts.len() <= 10, "{n}");
        assert!(counts.iter().all(|count| place(*count) == Placement::Partition(there)), "{n}");
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
    Ok(())
}

#[test]
fn another_client_is_named_where_its_default_puts_the_key_there() -> Outcome {
    let mut split = find("java", 12, Some(KEY))?;
    let (n, crc32) = (PartitionCount::try_from(12)?, Rule::named("crc32"));
    let there = crc32.ok_or("no crc32")?.partition(KEY, n);
    let Placement::Partition(here) = split.placement() else { return Err("no placement".into()) };
    assert_ne!(here, there);
    searched(&mut split, &format!("user-3,{here},10\nuser-3,{there},20\nuser-3,{here},30\n"))?;
    let found = elsewhere(&split);
    assert_eq!(found.len(), 1);
    for found in &found {
        assert_eq!(found.when, Written::Among);
        let names: Vec<_> = found.partitioners.iter().map(|it| it.name()).collect();
        assert!(names.contains(&"librdkafka:consistent_random"), "{names:?}");
        assert!(!names.contains(&"java"), "{names:?}");
    }
    Ok(())
}

#[test]
fn later_records_elsewhere_are_told_from_earlier_ones_and_from_those_of_unknown_time() -> Outcome {
    for (rows, expected) in [
        ("user-3,5,10\nuser-3,0,20\n", Written::After),
        ("user-3,0,10\nuser-3,5,20\n", Written::Before),
        ("user-3,0,10\nuser-3,5,10\n", Written::Among),
        ("user-3,0,10\n", Written::NotKnown),
    ] {
        let mut user_3 = find("java", 6, Some(KEY))?;
        searched(&mut user_3, rows)?;
        assert_eq!(elsewhere(&user_3).first().map(|found| found.when), Some(expected), "{rows}");
    }
    Ok(())
}

#[test]
fn where_the_client_chooses_nothing_lies_elsewhere() -> Outcome {
    for (name, key) in [
        ("java", None),
        ("librdkafka:consistent_random", Some(&b""[..])),
        ("java:ignore_keys", Some(KEY)),
    ] {
        let mut unkeyed = find(name, 6, key)?;
        assert_eq!(unkeyed.placement(), Placement::Unkeyed);
        let text = key.map_or("NULL".into(), |key| String::from_utf8_lossy(key).into_owned());
        searched(&mut unkeyed, &format!("{text},0,1\n{text},3,2\n"))?;
        let found = unkeyed.records();
        // An empty CSV field is an empty key; a missing key has no spelling here.
        assert_eq!(found, if key.is_some() { 2 } else { 0 }, "{name}");
        assert!(!matches!(unkeyed.whereabouts(), Whereabouts::Elsewhere(_)), "{name}");
    }
    Ok(())
}
