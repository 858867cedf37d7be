//! Batches: what is counted, placed and checked many keys at once is what one key after the other
//! gives, however the input is cut, and what is wrong is named as before.

use std::io::{self, Cursor, Read};

use copartition::key::KeyFormat;
use copartition::{PARTITIONERS, PartitionCount, Partitioner, UNKEYED};
use copartition_analysis::samples::{Batch, Fields, InputFormat, Source, open};
use copartition_analysis::{Spread, SpreadCounts, Unkeyed};

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// Gives at most so many bytes a read.
struct Dribble(Cursor<Vec<u8>>, usize);

impl Read for Dribble {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = self.1.min(out.len());
        self.0.read(out.get_mut(..most).unwrap_or_default())
    }
}

/// Inputs whose lines are empty, long, cut by a block, or end in what is no line end.
fn texts() -> Vec<Vec<u8>> {
    let users = |count: u64| (0..count).map(|user| format!("user-{user}\n")).collect::<String>();
    let mixed: String = (0..20_000_u32)
        .map(|row| match row % 7 {
            0 => "\n".into(),
            1 => "NULL\n".into(),
            2 => format!("{}\r\n", row * row % 977),
            3 => format!("{}\n", "é".repeat(row as usize % 40)),
            4 => "\r\r\n".into(),
            _ => format!("key-{row}\n"),
        })
        .collect();
    let long = format!("a\n{}\nb\n{}\n", "x".repeat(300_000), "y".repeat(600_001));
    let not_ended = users(70_000) + "NULL";
    let texts = ["", "\n", "a", "a\r", "\n\n\na", &users(5), &users(70_000), &mixed, &long];
    let texts = texts.into_iter().chain([not_ended.as_str()]);
    texts.map(|text| text.as_bytes().to_vec()).chain([vec![b'\n'; 300_000]]).collect()
}

fn lines(text: &[u8], step: usize, fields: &Fields) -> Outcome<Box<dyn Source>> {
    let input = Dribble(Cursor::new(text.to_vec()), step);
    Ok(open(InputFormat::Lines, "in", Box::new(input), fields)?)
}

fn with_null_token() -> Fields {
    Fields { null_token: Some(b"NULL".to_vec()), ..Fields::default() }
}

/// The lines as anyone would split them.
fn split<'a>(text: &'a [u8], fields: &Fields) -> Vec<Option<&'a [u8]>> {
    let mut lines: Vec<_> = text.split(|byte| *byte == b'\n').map(Some).collect();
    // Behind a last line end there is no line.
    lines.pop_if(|last| *last == Some(b""));
    for line in &mut lines {
        *line = line.filter(|line| fields.null_token.as_deref() != Some(*line));
    }
    lines
}

#[test]
fn lines_are_keys_with_their_numbers_however_the_input_is_cut() -> Outcome {
    let mut cases = 0;
    for text in texts() {
        for fields in [Fields::default(), with_null_token()] {
            let wanted = split(&text, &fields);
            for step in [usize::MAX, 100_003, 4096, 77, 1] {
                if step < 100 && text.len() > 10_000 {
                    continue;
                }
                let (mut source, mut batch) = (lines(&text, step, &fields)?, Batch::new());
                let mut row = 0;
                while source.read(&mut batch)? {
                    let keys = batch.keys()?;
                    assert_eq!(keys.len(), batch.len());
                    for (at, record) in batch.records().enumerate() {
                        assert_eq!(Some(&record.key), wanted.get(row), "row {row}, step {step}");
                        assert_eq!(keys.get(at).as_deref(), record.key);
                        row += 1;
                        assert_eq!(record.line, row as u64);
                    }
                }
                assert_eq!(row, wanted.len());
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 2 * (5 * 6 + 3 * 5));
    Ok(())
}

#[test]
fn counts_alone_are_those_of_a_spread_for_every_partitioner() -> Outcome {
    let (mut cases, mut refused) = (0, 0);
    let n = PartitionCount::try_from(7)?;
    for (text, partitioner) in texts().iter().flat_map(|text| {
        // A short text for each, and all of every text for java.
        let short = text.get(..8_000).unwrap_or(text);
        PARTITIONERS.iter().map(move |it| (if it.name() == "java" { text } else { short }, it))
    }) {
        let counted = |spread: &mut dyn FnMut(&mut dyn Source) -> Result<(), String>| {
            let mut source = lines(text, 50_000, &with_null_token())?;
            Ok::<_, Box<dyn std::error::Error>>(spread(source.as_mut()))
        };
        let mut spread = Spread::new(partitioner, n, Unkeyed::Apart, 0)?;
        let mut counts = SpreadCounts::new(partitioner, n, Unkeyed::Apart, 0)?;
        let wanted = counted(&mut |source| spread.add(source).map_err(|why| why.to_string()))?;
        let got = counted(&mut |source| counts.add(source).map_err(|why| why.to_string()))?;
        assert_eq!(got, wanted, "{}", partitioner.name());
        cases += 1;
        if wanted.is_err() {
            refused += 1;
            continue;
        }
        let report = spread.report(0);
        let records: Vec<u64> = report.partitions.iter().map(|load| load.records).collect();
        assert_eq!(counts.partition_records(), records, "{}", partitioner.name());
        assert_eq!(
            (counts.rows(), counts.records(), counts.placed_records()),
            (report.rows, report.records, report.placed_records)
        );
        assert_eq!(
            (counts.missing_key_records(), counts.empty_key_records()),
            (report.missing_key_records, report.empty_key_records)
        );
        // Neither is asked of the other: a single call for each key.
        let mut alone = vec![0; 7];
        for key in split(text, &with_null_token()) {
            if let Some(partition) = partitioner.partition(key, n)?
                && let Some(count) = alone.get_mut(partition as usize)
            {
                *count += 1;
            }
        }
        assert_eq!(records, alone, "{}", partitioner.name());
    }
    assert_eq!(cases, texts().len() * PARTITIONERS.len());
    assert!(refused > 0 && refused < cases);
    Ok(())
}

#[test]
fn counts_alone_take_weights_partitions_and_assigners_as_a_spread_does() -> Outcome {
    let csv = "k,p,w\nuser-1,3,2\n\"\",0,1\nNULL,5,7\nuser-2,1,0\n";
    let n = PartitionCount::try_from(6)?;
    let mut cases = 0;
    for how in ["apart", "round-robin", "sticky:3", "builtin:40"] {
        for (partition, weight) in [(None, None), (Some("p"), None), (None, Some("w"))] {
            for name in ["java", "kafka-go:round_robin", "sarama:random"] {
                let fields = Fields {
                    key: Some("k".into()),
                    partition: partition.map(str::to_string),
                    weight: weight.map(str::to_string),
                    ..with_null_token()
                };
                let source = || open(InputFormat::Csv, "in", Box::new(csv.as_bytes()), &fields);
                let (partitioner, how) = (Partitioner::named(name)?, how.parse::<Unkeyed>()?);
                let mut spread = Spread::new(partitioner, n, how, 9)?;
                let mut counts = SpreadCounts::new(partitioner, n, how, 9)?;
                spread.add(source()?.as_mut())?;
                counts.add(source()?.as_mut())?;
                let report = spread.report(0);
                let records: Vec<u64> = report.partitions.iter().map(|load| load.records).collect();
                assert_eq!(counts.partition_records(), records, "{name}, {how}");
                assert_eq!(counts.explicit_records(), report.explicit_records);
                assert_eq!(counts.assigned_records(), report.assigned_records);
                assert_eq!(counts.skew(), report.skew);
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 4 * 3 * 3);
    Ok(())
}

#[test]
fn what_is_wrong_is_named_with_its_line_in_the_first_batch_and_in_a_later_one() -> Outcome {
    let n = PartitionCount::try_from(6)?;
    let refusing = Partitioner::named("pykafka:hashing")?;
    let java = Partitioner::named("java")?;
    let hex = Fields { key_format: KeyFormat::Hex, ..Fields::default() };
    let mut cases = 0;
    for line in [1, 2, 100_000, 150_000] {
        for (partitioner, bad, fields, why) in [
            (refusing, "NULL", with_null_token(), "refuses a record without a key"),
            (java, "xy", hex.clone(), "key must be an even number of hexadecimal digits"),
        ] {
            // The same again behind it: the first is named.
            let text: String =
                (1..=200_000)
                    .map(|at| {
                        if at == line || at > 190_000 { format!("{bad}\n") } else { "61\n".into() }
                    })
                    .collect();
            let mut counts = SpreadCounts::new(partitioner, n, Unkeyed::Apart, 0)?;
            let mut spread = Spread::new(partitioner, n, Unkeyed::Apart, 0)?;
            let source = || lines(text.as_bytes(), usize::MAX, &fields);
            for came in [counts.add(source()?.as_mut()), spread.add(source()?.as_mut())] {
                let came = came.err().map(|why| why.to_string()).unwrap_or_default();
                assert!(came.starts_with(&format!("in:{line}: ")) && came.contains(why), "{came}");
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 4 * 2 * 2);
    Ok(())
}

#[test]
fn what_is_refused_comes_before_what_cannot_be_read_behind_it() -> Outcome {
    // Both are behind the first batch, the malformed row is read first.
    let rows = |from, to| (from..to).map(|row| format!("a-{row}\n")).collect::<String>();
    let csv = format!("k\n{}NULL\n{}\"x\"y\n", rows(0, 40_000), rows(0, 10_000));
    let fields = Fields { key: Some("k".into()), ..with_null_token() };
    let n = PartitionCount::try_from(6)?;
    let mut counts =
        SpreadCounts::new(Partitioner::named("pykafka:hashing")?, n, Unkeyed::Apart, 0)?;
    let input = Box::new(Cursor::new(csv.clone()));
    let came = counts.add(open(InputFormat::Csv, "in", input, &fields)?.as_mut());
    let came = came.err().map(|why| why.to_string()).unwrap_or_default();
    assert_eq!(came, "in:40002: pykafka:hashing refuses a record without a key");
    let mut counts = SpreadCounts::new(Partitioner::named("java")?, n, Unkeyed::Apart, 0)?;
    let input = Box::new(Cursor::new(csv));
    let came = counts.add(open(InputFormat::Csv, "in", input, &fields)?.as_mut());
    let came = came.err().map(|why| why.to_string()).unwrap_or_default();
    assert!(came.starts_with("in:50003: "), "{came}");
    Ok(())
}

#[test]
fn a_batch_that_was_pushed_is_a_column_too() -> Outcome {
    let csv = "k\na\n\"\"\nNULL\nb\nNULL\nc\nd\ne\nf\ng\n";
    let fields = Fields { key: Some("k".into()), ..with_null_token() };
    let mut source = open(InputFormat::Csv, "in", Box::new(csv.as_bytes()), &fields)?;
    let (mut batch, n) = (Batch::new(), PartitionCount::try_from(6)?);
    assert!(source.read(&mut batch)? && batch.is_keys_alone());
    let mut placed = vec![0; batch.len()];
    let java = Partitioner::named("java")?;
    java.place_batch(&batch.keys()?, n, &mut placed)?;
    let single = |key| Ok(java.partition(key, n)?.map_or(UNKEYED, u32::cast_signed));
    let wanted: Outcome<Vec<i32>> = batch.records().map(|record| single(record.key)).collect();
    assert_eq!(placed, wanted?);
    assert_eq!(placed.iter().filter(|partition| **partition == UNKEYED).count(), 2);
    Ok(())
}
