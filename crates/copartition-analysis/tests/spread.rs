//! The spread: every record is counted once, where it lies or apart.

use std::collections::{BTreeMap, BTreeSet};

use copartition::{PartitionCount, Partitioner};
use copartition_analysis::samples::{Fields, InputFormat, open};
use copartition_analysis::{MAX_SPREAD_PARTITIONS, Spread, SpreadReport, Unkeyed};

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

const FLIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/data/flights.csv");

fn spread(
    partitioner: &str,
    n: i32,
    unkeyed: Unkeyed,
    format: InputFormat,
    input: &str,
) -> Outcome<SpreadReport> {
    let mut spread =
        Spread::new(Partitioner::named(partitioner)?, PartitionCount::try_from(n)?, unkeyed)?;
    let fields = match format {
        InputFormat::Lines => Fields::default(),
        _ => Fields {
            key: Some("k".into()),
            partition: Some("p".into()),
            weight: Some("w".into()),
            ..Fields::default()
        },
    };
    let input = Box::new(std::io::Cursor::new(input.to_string()));
    spread.add(open(format, "in", input, &fields)?.as_mut())?;
    Ok(spread.report(3))
}

fn records(report: &SpreadReport) -> Vec<u64> {
    report.partitions.iter().map(|load| load.records).collect()
}

fn distinct(report: &SpreadReport) -> Vec<u64> {
    report.partitions.iter().map(|load| load.keys).collect()
}

#[test]
fn keys_are_counted_where_java_puts_them() -> Outcome {
    let input = "user-1\nuser-2\nuser-3\nuser-4\nuser-5\nuser-6\nuser-3\n";
    let report = spread("java", 6, Unkeyed::Apart, InputFormat::Lines, input)?;
    assert_eq!(records(&report), [0, 1, 2, 0, 1, 3]);
    assert_eq!(distinct(&report), [0, 1, 2, 0, 1, 2]);
    assert_eq!((report.rows, report.records, report.placed_records, report.keys), (7, 7, 7, 6));
    assert_eq!((report.min, report.max), (0, 3));
    assert_eq!(report.skew, Some(3.0 / (7.0 / 6.0)));
    Ok(())
}

#[test]
fn hot_keys_come_most_first_and_equal_ones_in_byte_order() -> Outcome {
    let input = "d\nb\nc\na\nc\nb\nz\nz\nz\n";
    let report = spread("java", 6, Unkeyed::Apart, InputFormat::Lines, input)?;
    let hot: Vec<_> = report.hot_keys.iter().map(|hot| (hot.key.as_slice(), hot.records)).collect();
    assert_eq!(hot, [(b"z".as_slice(), 3), (b"b", 2), (b"c", 2)]);
    assert_eq!(report.hot_keys.first().map(|hot| hot.share), Some(3.0 / 9.0));
    Ok(())
}

#[test]
fn an_explicit_partition_is_kept_and_a_weight_counts() -> Outcome {
    let input = "k,p,w\nuser-3,,10\nuser-3,0,4\nuser-3,5,1\nuser-3,0,2\n";
    let report = spread("java", 6, Unkeyed::Apart, InputFormat::Csv, input)?;
    assert_eq!(records(&report), [6, 0, 0, 0, 0, 11]);
    assert_eq!(distinct(&report), [1, 0, 0, 0, 0, 1]);
    assert_eq!((report.rows, report.records, report.explicit_records, report.keys), (4, 17, 7, 1));
    assert_eq!(report.hot_keys.first().map(|hot| hot.lies_on.clone()), Some(vec![0, 5]));
    Ok(())
}

#[test]
fn a_record_without_a_key_is_counted_apart_or_placed_in_turn() -> Outcome {
    let input = "{\"w\":7}\n{\"k\":null,\"w\":1}\n{\"k\":\"user-3\",\"w\":2}\n{\"w\":1,\"p\":2}\n";
    let apart = spread("java", 6, Unkeyed::Apart, InputFormat::Ndjson, input)?;
    assert_eq!(records(&apart), [0, 0, 1, 0, 0, 2]);
    assert_eq!(
        (
            apart.missing_key_records,
            apart.unkeyed_records,
            apart.assigned_records,
            apart.placed_records
        ),
        (9, 8, 0, 3)
    );
    let turned = spread("java", 6, Unkeyed::RoundRobin, InputFormat::Ndjson, input)?;
    assert_eq!(records(&turned), [2, 2, 2, 1, 1, 3]);
    assert_eq!(
        (
            turned.missing_key_records,
            turned.unkeyed_records,
            turned.assigned_records,
            turned.placed_records
        ),
        (9, 0, 8, 11)
    );
    Ok(())
}

#[test]
fn an_empty_key_goes_where_its_client_puts_it() -> Outcome {
    let java = spread("java", 12, Unkeyed::Apart, InputFormat::Lines, "\n\n")?;
    assert_eq!(
        (java.partitions.get(9).map(|load| load.records), java.empty_key_records),
        (Some(2), 2)
    );
    assert_eq!((java.unkeyed_records, java.missing_key_records), (0, 0));
    let librdkafka = spread("librdkafka", 12, Unkeyed::Apart, InputFormat::Lines, "\n\n")?;
    assert_eq!(
        (librdkafka.unkeyed_records, librdkafka.empty_key_records, librdkafka.skew),
        (2, 2, None)
    );
    Ok(())
}

#[test]
fn keys_that_a_partitioner_ignores_are_unkeyed_and_still_counted() -> Outcome {
    let report = spread("kafka-go", 3, Unkeyed::RoundRobin, InputFormat::Lines, "a\na\na\nb\n")?;
    assert_eq!(records(&report), [2, 1, 1]);
    assert_eq!((report.assigned_records, report.keys, distinct(&report)), (4, 2, vec![0, 0, 0]));
    assert_eq!(report.hot_keys.first().map(|hot| hot.lies_on.clone()), Some(vec![]));
    Ok(())
}

#[test]
fn a_record_that_the_client_refuses_is_an_error_unless_its_partition_is_said() -> Outcome {
    let said = "{\"k\":\"a\",\"w\":1}\n{\"w\":1,\"p\":0}\n";
    spread("pykafka:hashing", 3, Unkeyed::Apart, InputFormat::Ndjson, said)?;
    let unsaid = "{\"k\":\"a\",\"w\":1}\n\n{\"w\":1}\n";
    let refused = spread("pykafka:hashing", 3, Unkeyed::Apart, InputFormat::Ndjson, unsaid);
    assert_eq!(
        refused.err().map(|why| why.to_string()),
        Some("in:3: pykafka:hashing refuses a record without a key".into())
    );
    Ok(())
}

#[test]
fn a_partition_outside_the_count_is_an_error_with_its_line() {
    let outside = spread("java", 6, Unkeyed::Apart, InputFormat::Csv, "k,p,w\na,5,1\na,6,1\n");
    assert_eq!(
        outside.err().map(|why| why.to_string()),
        Some("in:3: partition must be from 0 to 5, got 6".into())
    );
}

#[test]
fn weights_that_overflow_are_an_error() {
    let input = format!("k,p,w\na,0,{}\na,0,1\n", u64::MAX);
    let overflow = spread("java", 6, Unkeyed::Apart, InputFormat::Csv, &input);
    assert_eq!(
        overflow.err().map(|why| why.to_string()),
        Some("in:3: records must add up to less than 2^64".into())
    );
}

#[test]
fn more_partitions_than_can_be_counted_are_an_error() -> Outcome {
    let java = Partitioner::named("java")?;
    let most = PartitionCount::try_from(i64::from(MAX_SPREAD_PARTITIONS))?;
    assert!(Spread::new(java, most, Unkeyed::Apart).is_ok());
    let more = Spread::new(java, PartitionCount::try_from(i32::MAX)?, Unkeyed::Apart);
    assert_eq!(
        more.err().map(|why| why.to_string()),
        Some("a spread must be over at most 1048576 partitions, got 2147483647".into())
    );
    Ok(())
}

/// Counts the flights again without the reader: split at commas, one map a partition.
#[test]
fn the_flights_add_up() -> Outcome {
    let java = Partitioner::named("java")?;
    let n = PartitionCount::try_from(12)?;
    let mut expected: BTreeMap<u32, (u64, BTreeSet<&str>)> = BTreeMap::new();
    let text = std::fs::read_to_string(FLIGHTS)?;
    for line in text.lines().skip(1) {
        let mut fields = line.split(',');
        let origin = fields.next().ok_or("no origin")?;
        let count: u64 = fields.nth(1).ok_or("no count")?.parse()?;
        let partition = java.partition(Some(origin.as_bytes()), n)?.ok_or("unkeyed")?;
        let load = expected.entry(partition).or_default();
        load.0 += count;
        load.1.insert(origin);
    }

    let fields =
        Fields { key: Some("origin".into()), weight: Some("count".into()), ..Fields::default() };
    let mut spread = Spread::new(java, n, Unkeyed::Apart)?;
    let input = Box::new(std::fs::File::open(FLIGHTS)?);
    spread.add(open(InputFormat::Csv, "flights.csv", input, &fields)?.as_mut())?;
    let report = spread.report(1);
    // awk -F, 'NR > 1 { n++; s += $3 } END { print n, s }' examples/data/flights.csv
    assert_eq!((report.rows, report.records), (5366, FLIGHTS_TOTAL));
    let counted = report.partitions.iter().map(|load| (load.records, load.keys));
    let expected = (0..12).map(|partition| {
        expected.get(&partition).map_or((0, 0), |load| (load.0, load.1.len() as u64))
    });
    assert!(counted.eq(expected));
    Ok(())
}

const FLIGHTS_TOTAL: u64 = 7009728;
