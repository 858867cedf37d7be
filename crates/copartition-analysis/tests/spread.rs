//! The spread: every record is counted once, where it lies or apart; and unkeyed records placed as
//! their assigner would, seen from outside.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

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
        Spread::new(Partitioner::named(partitioner)?, PartitionCount::try_from(n)?, unkeyed, 0)?;
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
        Some("in:3: partition must be a whole number below 6, got 6".into())
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
    assert!(Spread::new(java, most, Unkeyed::Apart, 0).is_ok());
    let more = Spread::new(java, PartitionCount::try_from(i32::MAX)?, Unkeyed::Apart, 0);
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
    let mut spread = Spread::new(java, n, Unkeyed::Apart, 0)?;
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

/// Places keys one by one, and tells each one's partition by what the counts gain. `None` is no
/// key; the partitioner ignores keys.
fn sequence(n: i32, unkeyed: Unkeyed, seed: u64, keys: &[Option<String>]) -> Outcome<Vec<u32>> {
    let partitioner = Partitioner::named("kafka-go:round_robin")?;
    let mut spread = Spread::new(partitioner, PartitionCount::try_from(n)?, unkeyed, seed)?;
    let fields = Fields { null_token: Some(b"NULL".to_vec()), ..Fields::default() };
    let mut before = records(&spread.report(0));
    let mut placed = Vec::new();
    for key in keys {
        let line = key.as_deref().unwrap_or("NULL").to_string() + "\n";
        let input = Box::new(std::io::Cursor::new(line));
        spread.add(open(InputFormat::Lines, "in", input, &fields)?.as_mut())?;
        let after = records(&spread.report(0));
        let gained = after.iter().zip(&before).position(|(after, before)| after > before);
        placed.push(gained.ok_or("no partition gained")? as u32);
        before = after;
    }
    assert_eq!(before.iter().sum::<u64>(), keys.len() as u64);
    Ok(placed)
}

/// The lengths of the runs of equal neighbors.
fn runs(placed: &[u32]) -> Vec<usize> {
    placed.chunk_by(|one, next| one == next).map(<[u32]>::len).collect()
}

fn sticky(records_per_batch: u64) -> Outcome<Unkeyed> {
    let records_per_batch = NonZeroU64::new(records_per_batch).ok_or("a batch of no records")?;
    Ok(Unkeyed::Sticky { records_per_batch })
}

#[test]
fn sticky_places_batches_and_never_two_in_a_row_on_one_partition() -> Outcome {
    for (n, batch) in [(2, 3), (3, 1), (7, 10), (12, 4)] {
        let placed = sequence(n, sticky(batch as u64)?, 5, &vec![None; batch * 240])?;
        assert_eq!(runs(&placed), vec![batch; 240], "{n} partitions, {batch} a batch");
        let used: BTreeSet<u32> = placed.into_iter().collect();
        assert!(used.into_iter().eq(0..n as u32), "{n} partitions");
    }
    let alone = sequence(1, sticky(3)?, 5, &vec![None; 10])?;
    assert_eq!(alone, [0; 10]);
    Ok(())
}

/// Where the bytes reach the threshold is found here by adding them up.
#[test]
fn built_in_leaves_a_partition_only_when_its_bytes_have_come() -> Outcome {
    const BYTES: u64 = 200;
    let keys: Vec<_> =
        (0..600_usize).map(|i| (i % 5 > 0).then(|| "k".repeat(i * i % 41))).collect();
    let placed = sequence(6, Unkeyed::BuiltIn { bytes: 200 }, 5, &keys)?;
    let (mut bytes, mut draws, mut changes) = (0, 0, 0);
    let pairs = placed.iter().zip(placed.iter().skip(1));
    for (key, (now, next)) in keys.iter().zip(pairs) {
        bytes += u64::from(Unkeyed::RECORD_BYTES) + key.as_ref().map_or(0, String::len) as u64;
        let may_change = bytes >= BYTES;
        if may_change {
            (bytes, draws) = (0, draws + 1);
        }
        assert!(may_change || now == next);
        changes += u32::from(now != next);
    }
    // One draw in six gives the same partition again.
    assert!(draws > 60 && changes > draws / 2 && changes < draws, "{changes} of {draws}");
    Ok(())
}

#[test]
fn built_in_of_equal_records_switches_after_whole_batches() -> Outcome {
    let bytes = 10 * Unkeyed::RECORD_BYTES;
    let placed = sequence(5, Unkeyed::BuiltIn { bytes }, 5, &vec![None; 600])?;
    assert!(runs(&placed).iter().all(|run| run.is_multiple_of(10)));
    // One byte more takes one record more.
    let placed = sequence(5, Unkeyed::BuiltIn { bytes: bytes + 1 }, 5, &vec![None; 660])?;
    assert!(runs(&placed).iter().all(|run| run.is_multiple_of(11)));
    Ok(())
}

#[test]
fn a_weight_is_so_many_records() -> Outcome {
    let assigners = [Unkeyed::RoundRobin, sticky(10)?, sticky(1)?, Unkeyed::BuiltIn { bytes: 100 }];
    for unkeyed in assigners {
        let by = |input: &str| {
            spread("kafka-go:round_robin", 7, unkeyed, InputFormat::Csv, input)
                .map(|report| records(&report))
        };
        let one_by_one = format!("k,p,w\n{}", ",,1\n".repeat(1000));
        assert_eq!(by("k,p,w\n,,3\n,,0\n,,995\n,,2\n")?, by(&one_by_one)?, "{unkeyed}");
    }
    Ok(())
}

#[test]
fn a_huge_weight_is_placed_at_once_and_evenly() -> Outcome {
    let started = std::time::Instant::now();
    let assigners = [Unkeyed::RoundRobin, sticky(1)?, sticky(1000)?, Unkeyed::BuiltIn { bytes: 1 }];
    for unkeyed in assigners {
        let input = format!("k,p,w\n,,5\n,,{}\n,,3\n", 1_u64 << 63);
        let report = spread("kafka-go:round_robin", 12, unkeyed, InputFormat::Csv, &input)?;
        assert_eq!(report.placed_records, (1 << 63) + 8, "{unkeyed}");
        assert_eq!(records(&report).iter().sum::<u64>(), report.placed_records, "{unkeyed}");
        assert!(report.skew.is_some_and(|skew| skew < 1.000_1), "{unkeyed}: {:?}", report.skew);
    }
    // One batch that is larger than everything is one partition's.
    let report =
        spread("kafka-go:round_robin", 12, sticky(u64::MAX)?, InputFormat::Csv, "k,p,w\n,,9\n")?;
    assert_eq!(report.max, 9);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    Ok(())
}

#[test]
fn one_seed_gives_one_spread_and_another_seed_another() -> Outcome {
    for unkeyed in [sticky(3)?, Unkeyed::BuiltIn { bytes: 21 }] {
        let placed = |seed| sequence(9, unkeyed, seed, &vec![None; 120]);
        assert_eq!(placed(0)?, placed(0)?);
        assert_ne!(placed(0)?, placed(1)?);
    }
    Ok(())
}

#[test]
fn an_assigner_is_read_as_it_is_written() {
    for text in
        ["apart", "round-robin", "sticky:1", "sticky:18446744073709551615", "builtin:1073741823"]
    {
        let read: Result<Unkeyed, _> = text.parse();
        assert_eq!(read.map(|unkeyed| unkeyed.to_string()), Ok(text.into()));
    }
    for text in
        ["", "sticky", "sticky:", "sticky:0", "sticky:+1", "sticky:-1", "builtin:0", "apart:1"]
            .into_iter()
            .chain(["builtin:1073741824", "builtin:1.5", "round_robin", "Sticky:1"])
    {
        assert!(text.parse::<Unkeyed>().is_err(), "{text}");
    }
}
