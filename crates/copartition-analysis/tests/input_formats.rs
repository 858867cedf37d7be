//! The formats that Kafka's own tools write, on what the real tools wrote (see `data/README.md`), and
//! compressed and hostile inputs.

use std::fs;
use std::io::{self, Read, Write};

use copartition::key::KeyFormat;
use copartition_analysis::samples::{Batch, By, Fields, InputFormat, LogEntry, Source, open};

type Result<T, E = Box<dyn std::error::Error>> = std::result::Result<T, E>;

/// A record as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sent {
    partition: Option<u32>,
    offset: Option<i64>,
    timestamp: Option<i64>,
    key: Option<Vec<u8>>,
    /// The length of its value; `None` without one.
    value: Option<u64>,
}

/// What was read.
struct Read1 {
    records: Vec<(Sent, LogEntry)>,
    labels: Vec<String>,
    warnings: Vec<String>,
}

fn data(name: &str) -> Result<Vec<u8>> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    Ok(fs::read(&path).map_err(|why| format!("{path}: {why}"))?)
}

/// Gives at most `step` bytes a read, so that lines lie across reads.
struct Dribble<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl Read for Dribble<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = self.step.min(out.len());
        self.bytes.read(out.get_mut(..most).unwrap_or_default())
    }
}

fn read_by(
    name: &str,
    format: InputFormat,
    input: &[u8],
    fields: &Fields,
    step: usize,
) -> Result<Read1, String> {
    let text = |why: copartition_analysis::Error| why.to_string();
    let input = Dribble { bytes: input.to_vec().leak(), step };
    read_all(open(format, name, Box::new(input), fields).map_err(text)?)
}

fn read_all(mut source: Box<dyn Source>) -> Result<Read1, String> {
    let text = |why: copartition_analysis::Error| why.to_string();
    let (mut batch, mut records) = (Batch::new(), Vec::new());
    while source.read(&mut batch).map_err(text)? {
        records.extend(batch.records().map(|record| {
            let is_there = record.log.tombstone != Some(true);
            let sent = Sent {
                partition: record.partition,
                offset: record.log.offset,
                timestamp: record.log.timestamp,
                key: record.key.map(<[u8]>::to_vec),
                value: record.log.value_bytes.filter(|_| is_there),
            };
            (sent, record.log)
        }));
    }
    Ok(Read1 { records, labels: source.labels().to_vec(), warnings: source.warnings() })
}

fn read(format: InputFormat, input: &[u8], fields: &Fields) -> Result<Read1, String> {
    read_by("in", format, input, fields, usize::MAX)
}

fn error(format: InputFormat, input: &[u8], fields: &Fields) -> String {
    read(format, input, fields).err().unwrap_or_else(|| "no error".into())
}

fn sent(read: &Read1) -> Vec<Sent> {
    read.records.iter().map(|(sent, _)| sent.clone()).collect()
}

fn keys(read: &Read1) -> Vec<Option<&[u8]>> {
    read.records.iter().map(|(sent, _)| sent.key.as_deref()).collect()
}

/// All that was sent, in the order of partitions and offsets; two of them were aborted.
fn all_sent() -> Vec<Sent> {
    const START: i64 = 1_767_225_600_000;
    let dump = "key: tricky\n| offset: 99 CreateTime: 1 keySize: 1 valueSize: 1 sequence: 0 \
                headerKeys: [] key: a payload: b";
    type Bytes<'a> = Option<&'a [u8]>;
    let first: [(i64, Bytes<'_>, Bytes<'_>); 14] = [
        (0, Some(b"user-1"), Some(b"hello")),
        (1, Some(b"user-2"), Some(b"two\nlines")),
        (2, None, Some(b"no key")),
        (3, Some(b""), Some(b"empty key")),
        (4, Some(b"null"), Some(b"a key that says null")),
        (5, Some(b"\xff\0\xfe"), Some(b"bytes")),
        (6, Some(b"\0\0\0\0\0\0\0*"), Some(b"long")),
        (7, Some(b"a\"b\\c\td\ne\rf\x7f/\x1b"), Some(b"escapes")),
        (8, Some("café ☃ 😀".as_bytes()), Some(b"unicode")),
        (9, Some(b"user-1"), None),
        (10, None, None),
        (3600, Some(b"user-3"), Some(b"")),
        (3601, Some(b" payload: x"), Some(dump.as_bytes())),
        (3602, Some(b"last"), Some(b"\xff\xfe\nbinary")),
    ];
    let second: [(i64, i64, &[u8], &[u8]); 9] = [
        (0, 11_000, b"user-4", b"on one"),
        (1, 11_000, b"user-5", b"on one"),
        (2, 20_000, b"abort-0", b"abort"),
        (3, 20_001, b"abort-1", b"abort"),
        (5, 20_000, b"commit-0", b"commit"),
        (6, 20_001, b"commit-1", b"commit"),
        (8, 30_000, b"z-0", b"squeezed"),
        (9, 30_001, b"z-1", b"squeezed"),
        (10, 30_002, b"z-2", b"squeezed"),
    ];
    let first = (0..).zip(first).map(|(offset, (seconds, key, value))| Sent {
        partition: Some(0),
        offset: Some(offset),
        timestamp: Some(START + 1000 * seconds),
        key: key.map(<[u8]>::to_vec),
        value: value.map(|value| value.len() as u64),
    });
    let second = second.map(|(offset, milliseconds, key, value)| Sent {
        partition: Some(1),
        offset: Some(offset),
        timestamp: Some(START + milliseconds),
        key: Some(key.to_vec()),
        value: Some(value.len() as u64),
    });
    first.chain(second).collect()
}

fn is_committed(sent: &Sent) -> bool {
    !sent.key.as_ref().is_some_and(|key| key.starts_with(b"abort"))
}

/// In the order of partitions and offsets, which a consumer of several partitions does not keep.
fn sorted(mut records: Vec<Sent>) -> Vec<Sent> {
    records.sort_by_key(|sent| (sent.partition, sent.offset));
    records
}

#[test]
fn kcat_envelopes_lose_nothing_and_need_no_field() -> Result<()> {
    let input = data("kcat-1.7.1.ndjson")?;
    let expected: Vec<_> = all_sent().into_iter().filter(is_committed).collect();
    assert_eq!(expected.len(), 21);
    for format in [InputFormat::Kcat, InputFormat::Ndjson] {
        let found = read(format, &input, &Fields::default())?;
        assert_eq!(sorted(sent(&found)), expected, "{format:?}");
        assert_eq!(found.warnings, [""; 0]);
    }
    Ok(())
}

#[test]
fn the_console_consumer_loses_only_what_its_text_cannot_hold() -> Result<()> {
    let mut expected = all_sent();
    for sent in &mut expected {
        match sent.key.as_deref() {
            // Printed as a missing key is.
            Some(b"null") => sent.key = None,
            // The key ends at its tab, and the rest is a value, and so is a header that holds a tab.
            Some(b"a\"b\\c\td\ne\rf\x7f/\x1b") => {
                sent.key = Some(b"a\"b\\c".to_vec());
                sent.value = Some(b"d\ne\rf\x7f/\x1b\tescapes".len() as u64);
            }
            Some(b"user-5") => {
                sent.key = Some(b"d:v,w:x".to_vec());
                sent.value = Some(b"y\tuser-5\ton one".len() as u64);
            }
            _ => {}
        }
    }
    let found = read(
        InputFormat::ConsoleConsumer,
        &data("console-consumer-4.1.0.txt")?,
        &Fields::default(),
    )?;
    assert_eq!(sorted(sent(&found)), expected);
    assert_eq!(
        found.warnings,
        [
            "in: keys printed as null, each taken for no key though a key of that text looks the same \
          (null.literal prints another one, which --null-token names): 3"
        ]
    );

    let old = read(
        InputFormat::ConsoleConsumer,
        &data("console-consumer-2.3.1.txt")?,
        &Fields::default(),
    )?;
    assert_eq!(old.records.len(), 23);
    assert!(old.records.iter().all(|(sent, _)| sent.partition.is_none() && sent.offset.is_none()));
    let timestamps = |sent: &[Sent]| sent.iter().map(|sent| sent.timestamp).collect::<Vec<_>>();
    let mut times = [timestamps(&sent(&old)), timestamps(&expected)];
    times.iter_mut().for_each(|times| times.sort_unstable());
    assert_eq!(times[0], times[1]);
    Ok(())
}

#[test]
fn the_console_consumers_other_columns_are_told() -> Result<()> {
    let null = Fields { null_token: Some(b"NULL".to_vec()), ..Fields::default() };
    let found =
        read(InputFormat::ConsoleConsumer, &data("console-consumer-4.1.0-epoch.txt")?, &null)?;
    let found_sent = sorted(sent(&found));
    assert_eq!(found_sent.len(), 23);
    let null_key =
        found_sent.iter().find(|sent| sent.offset == Some(4) && sent.partition == Some(0));
    assert_eq!(null_key.and_then(|sent| sent.key.as_deref()), Some(&b"null"[..]));
    assert_eq!(found.records.iter().filter(|(sent, _)| sent.key.is_none()).count(), 2);
    let tombstones = found.records.iter().filter(|(_, log)| log.tombstone == Some(true));
    assert_eq!(tombstones.count(), 2);
    assert_eq!(found.warnings, [""; 0]);

    let text =
        read(InputFormat::ConsoleConsumer, &data("console-consumer-4.1.0-text.txt")?, &null)?;
    assert!(keys(&text).contains(&Some("\u{fffd}\0\u{fffd}".as_bytes())));
    assert_eq!(
        text.warnings,
        [
            "in: keys that hold U+FFFD, which tools print for bytes that are not UTF-8; theirs are lost, \
          and no place of theirs can be trusted: 1"
        ]
    );

    // The key alone: no way to tell where a value goes on.
    assert_eq!(
        error(InputFormat::ConsoleConsumer, &data("console-consumer-4.1.0-key.txt")?, &null),
        "in:3: line must be a record as kafka-console-consumer prints it with print.key=true, a tab \
         between its key and its value, got no tab; where a value goes on in the next line, \
         print.offset=true tells it"
    );
    let lines = read(InputFormat::ConsoleConsumer, b"a\tx\nb\ty\tz\n\tx\n", &null)?;
    assert_eq!(keys(&lines), [Some(&b"a"[..]), Some(b"b"), Some(b"")]);
    Ok(())
}

#[test]
fn a_dump_of_the_log_tells_keys_by_their_length() -> Result<()> {
    let mut expected = all_sent();
    for sent in &mut expected {
        if sent.key.as_deref() == Some(b"\xff\0\xfe") {
            sent.key = Some("\u{fffd}\0\u{fffd}".into());
        }
    }
    let aborted = "in: transactions that were aborted, whose records are counted too: 1";
    let lost = "in: keys that hold U+FFFD, which tools print for bytes that are not UTF-8; theirs are \
                lost, and no place of theirs can be trusted: 1";
    for version in ["2.8.2", "4.1.0"] {
        let input = data(&format!("dump-log-{version}.txt"))?;
        let found = read(InputFormat::DumpLog, &input, &Fields::default())?;
        assert_eq!(sent(&found), expected, "{version}");
        assert_eq!(found.warnings, [aborted, lost], "{version}");
    }
    let found = read(InputFormat::DumpLog, &data("dump-log-2.3.1.txt")?, &Fields::default())?;
    expected.retain(|sent| sent.key.is_none() || sent.value.is_some());
    assert_eq!(sent(&found), expected);
    let unprinted = "in: records left out, since this old kafka-dump-log does not print the key of a \
                     record without a value: 1";
    assert_eq!(found.warnings, [aborted, unprinted, lost]);
    Ok(())
}

#[test]
fn records_are_told_apart_by_what_the_tools_print() -> Result<()> {
    use InputFormat::{ConsoleConsumer, Csv, DumpLog, Kcat, Ndjson};
    let labels = |format, input: &[u8], fields: &Fields, by| -> Result<Vec<(String, usize)>> {
        let found = read(format, input, &Fields { by: Some(by), ..fields.clone() })?;
        let of = |at| found.records.iter().filter(|(_, log)| log.label == Some(at)).count();
        Ok((0..).zip(found.labels.iter().cloned()).map(|(at, label)| (label, of(at))).collect())
    };
    let is = |found: &[(String, usize)], expected: &[(&str, usize)]| {
        let mut found: Vec<_> = found.iter().map(|(label, n)| (label.as_str(), *n)).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    };
    let none = Fields::default();
    let [kcat, console, dump] =
        ["kcat-1.7.1.ndjson", "console-consumer-4.1.0.txt", "dump-log-4.1.0.txt"].map(data);
    let (kcat, console, dump) = (kcat?, console?, dump?);
    let service = || By::Header("service".into());
    // The last header of a name counts, and one without a value is null.
    let services =
        [("(no such header)", 17), ("billing", 1), ("checkout", 1), ("null", 1), ("retry", 1)];
    is(&labels(Kcat, &kcat, &none, service())?, &services);
    let services =
        [("(no such header)", 19), ("billing", 1), ("checkout", 1), ("null", 1), ("retry", 1)];
    is(&labels(ConsoleConsumer, &console, &none, service())?, &services);
    for (format, input, first) in
        [(Kcat, &kcat, 18), (ConsoleConsumer, &console, 20), (DumpLog, &dump, 20)]
    {
        let hours = [("2026-01-01T00:00Z", first), ("2026-01-01T01:00Z", 3)];
        is(&labels(format, input, &none, By::Hour)?, &hours);
    }
    let producers = [("(no producer id)", 3), ("0", 16), ("1", 4)];
    is(&labels(DumpLog, &dump, &none, By::ProducerId)?, &producers);
    let key = Fields { key: Some("k".into()), timestamp: Some("t".into()), ..Fields::default() };
    let csv = b"k,s,t\na,x,0\nb,,3600000\nc,x,\n";
    is(&labels(Csv, csv, &key, By::Field("s".into()))?, &[("", 1), ("x", 2)]);
    let ndjson = b"{\"k\":\"a\",\"s\":\"x\",\"t\":0}\n{\"k\":\"b\",\"s\":7}\n{\"k\":\"c\"}\n";
    let fields = [("(no such field)", 1), ("7", 1), ("x", 1)];
    is(&labels(Ndjson, ndjson, &key, By::Field("s".into()))?, &fields);
    let hours = [("(no timestamp)", 1), ("1970-01-01T00:00Z", 1), ("1970-01-01T01:00Z", 1)];
    is(&labels(Csv, csv, &key, By::Hour)?, &hours);

    let mut refused = 0;
    for (format, by) in [
        (Kcat, By::ProducerId),
        (Kcat, By::Field("s".into())),
        (ConsoleConsumer, By::ProducerId),
        (DumpLog, service()),
        (InputFormat::Lines, By::Hour),
    ] {
        let expected = format!("in: {} has nothing to tell records apart by {by}", format.name());
        assert_eq!(error(format, b"", &Fields { by: Some(by), ..Fields::default() }), expected);
        refused += 1;
    }
    assert_eq!(refused, 5);
    let without = b"CreateTime:1\tPartition:0\ta\tb\n";
    assert_eq!(
        error(ConsoleConsumer, without, &Fields { by: Some(service()), ..Fields::default() }),
        "in:1: headers must be printed (print.headers=true) to tell records apart by them, got none"
    );
    Ok(())
}

#[test]
fn every_cut_of_what_the_tools_write_gives_the_same_records() -> Result<()> {
    let mut compared = 0;
    for (format, name) in [
        (InputFormat::Kcat, "kcat-1.7.1.ndjson"),
        (InputFormat::ConsoleConsumer, "console-consumer-4.1.0.txt"),
        (InputFormat::DumpLog, "dump-log-4.1.0.txt"),
    ] {
        let input = data(name)?;
        let whole = sent(&read(format, &input, &Fields::default())?);
        for step in [1, 2, 3, 7, 64, 1000] {
            let found = read_by("in", format, &input, &Fields::default(), step)?;
            assert_eq!(sent(&found), whole, "{name} by {step}");
            compared += 1;
        }
    }
    assert_eq!(compared, 18);
    Ok(())
}

#[test]
fn no_cut_of_a_dump_is_taken_for_a_whole_one() -> Result<()> {
    let input = data("dump-log-4.1.0.txt")?;
    // Behind a whole batch nobody can tell, and what ends in a key or a value is found by its length.
    let mut ends = 0;
    for end in 1..input.len() {
        let cut = input.get(..end).unwrap_or_default();
        if let Ok(found) = read(InputFormat::DumpLog, cut, &Fields::default()) {
            let next = input.get(end..).unwrap_or_default();
            let behind = [&b"baseOffset: "[..], b"\nbaseOffset: ", b"Dumping", b"\nDumping"];
            let count = found.records.len();
            let is_end = behind.iter().any(|start| next.starts_with(start))
                || next.is_empty()
                || next == b"\n"
                || count == 0
                || matches!(count, 14 | 16 | 18 | 20 | 23);
            assert!(is_end, "cut at {end}: {count} records");
            ends += 1;
        }
    }
    assert!(ends > 5, "{ends}");
    Ok(())
}

#[test]
fn what_a_schema_decoded_is_refused_since_its_bytes_are_gone() {
    let kcat = |members: &str| {
        let line = format!(r#"{{"topic":"t","partition":0,"offset":0,"ts":1,{members}}}"#);
        error(InputFormat::Kcat, line.as_bytes(), &Fields::default())
    };
    let wanted = "in:1: key must be null or a string of the bytes that were sent, got";
    let gone = "the bytes are gone, so run kcat without -s";
    for (members, expected) in [
        (r#""key":{"id":5}"#, format!("{wanted} an object: {gone}")),
        (r#""key":[5]"#, format!("{wanted} an array: {gone}")),
        (r#""key":5"#, format!("{wanted} a number: {gone}")),
        (r#""key":true"#, format!("{wanted} a boolean: {gone}")),
        (r#""payload":null"#, format!("{wanted} no such field")),
        (r#""key":"\ud800""#, format!("{wanted} half of a surrogate pair")),
        (
            r#""key_schema_id":7,"key":"a""#,
            format!(
                "in:1: key must be the bytes that were sent, got one that a schema decoded (its id is 7): {gone}"
            ),
        ),
    ] {
        assert_eq!(kcat(members), expected);
    }
    let own = Fields { key: Some("m.key".into()), ..Fields::default() };
    let line = br#"{"m":{"key":"a","keySchemaId":7}}"#;
    assert_eq!(
        error(InputFormat::Ndjson, line, &own),
        "in:1: key must be the bytes that were sent, got one that a schema decoded (its id is 7): the \
         bytes are gone, read the topic itself"
    );
    let unset = br#"{"m":{"key":"a","keySchemaId":null},"keySchemaId":5}"#;
    assert_eq!(read(InputFormat::Ndjson, unset, &own).map(|read| read.records.len()), Ok(1));
    let hex = Fields { key_format: KeyFormat::Hex, ..own };
    let line = br#"{"m":{"key":"0000000007aa","keySchemaId":7}}"#;
    assert_eq!(read(InputFormat::Ndjson, line, &hex).map(|read| read.records.len()), Ok(1));
}

#[test]
fn ndjson_without_a_key_field_is_kcats_or_refused() {
    let needs = "in: ndjson needs a key field, got none";
    let fields = Fields::default();
    assert_eq!(error(InputFormat::Ndjson, b"{\"key\":\"a\"}\n", &fields), needs);
    assert_eq!(error(InputFormat::Ndjson, b"{\"key\"", &fields), needs);
    let named = Fields { partition: Some("p".into()), ..fields.clone() };
    assert_eq!(error(InputFormat::Ndjson, b"", &named), needs);
    for format in [InputFormat::Kcat, InputFormat::ConsoleConsumer, InputFormat::DumpLog] {
        let name = format.name();
        let wanted = "input format must be csv, tsv, ndjson or parquet to have a field p, got";
        assert_eq!(error(format, b"", &named), format!("in: {wanted} {name}"));
        assert!(format.has_own_fields());
    }
    let envelope = r#"{"topic":"t","partition":0,"offset":0,"ts":1,"key":"a"}"#;
    let other = envelope.replace("\"t\"", "\"u\"");
    let two = format!("{envelope}\n{other}\n");
    assert_eq!(
        error(InputFormat::Kcat, two.as_bytes(), &fields),
        "in:2: topic must be \"t\" as before, got \"u\""
    );
    let broken = [envelope; 6].join("\n") + "\n{\"topic\":\"t\",\n";
    assert_eq!(
        error(InputFormat::Ndjson, broken.as_bytes(), &fields),
        "in:7: line must be a JSON object, got malformed JSON: EOF while parsing an object"
    );
}

#[test]
fn own_fields_say_offset_time_and_value() -> Result<()> {
    let fields = Fields {
        key: Some("k".into()),
        partition: Some("p".into()),
        offset: Some("o".into()),
        timestamp: Some("t".into()),
        value: Some("v".into()),
        null_token: Some(b"\\N".to_vec()),
        ..Fields::default()
    };
    let sent_as = |key: Option<&[u8]>, partition, offset, timestamp, value| Sent {
        partition,
        offset,
        timestamp,
        key: key.map(<[u8]>::to_vec),
        value,
    };
    let expected = [
        sent_as(Some(b"a"), Some(1), Some(7), Some(1500), Some(2)),
        sent_as(Some(b"b"), None, None, None, None),
        sent_as(None, Some(0), Some(0), Some(1_767_225_600_500), Some(0)),
    ];
    let csv = "k,p,o,t,v\na,1,7,1500,xy\nb,,,,\\N\n\\N,0,0,2026-01-01T00:00:00.5Z,\n";
    let tsv = csv.replace(',', "\t");
    let ndjson = br#"{"k":"a","p":1,"o":7,"t":1500,"v":"xy"}
{"k":"b","o":null,"t":-1,"v":null}
{"k":null,"p":0,"o":0,"t":"2026-01-01T00:00:00.5Z","v":""}
"#;
    for (format, input) in [
        (InputFormat::Csv, csv.as_bytes()),
        (InputFormat::Tsv, tsv.as_bytes()),
        (InputFormat::Ndjson, ndjson),
    ] {
        let found = read(format, input, &fields)?;
        assert_eq!(sent(&found), expected, "{format:?}");
        let tombstones: Vec<_> = found.records.iter().map(|(_, log)| log.tombstone).collect();
        assert_eq!(tombstones, [Some(false), Some(true), Some(false)], "{format:?}");
    }
    let wanted = "in:2: timestamp in field t must be milliseconds since 1970 or like \
                  2026-11-30T02:10:08Z, got";
    let offset =
        "in:2: offset in field o must be a whole number from 0 to 9223372036854775807, got";
    for (row, expected) in [
        ("a,0,0,2026-01-01,x", format!("{wanted} \"2026-01-01\"")),
        ("a,0,0,12.5,x", format!("{wanted} \"12.5\"")),
        ("a,0,-1,1,x", format!("{offset} \"-1\"")),
        ("a,0,9223372036854775808,1,x", format!("{offset} \"9223372036854775808\"")),
    ] {
        let input = format!("k,p,o,t,v\n{row}\n");
        assert_eq!(error(InputFormat::Csv, input.as_bytes(), &fields), expected);
    }
    let unseen =
        read(InputFormat::Ndjson, b"{\"k\":\"a\",\"p\":1,\"o\":1,\"t\":1,\"V\":1}\n", &fields)?;
    assert_eq!(unseen.warnings, ["in: no record has a field v"]);
    assert_eq!(
        error(InputFormat::Tsv, b"k\tp\to\tt\tv\n\"a\"b\t\t\t\t\n", &fields),
        "in:2: quoted field must have a tab or a line end behind it, got 'b'"
    );
    Ok(())
}

fn gzip(input: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(input)?;
    encoder.finish()
}

#[test]
fn compressed_files_are_read_whole_or_not_at_all() -> Result<()> {
    let lines: String = (0..5000).map(|line| format!("key-{line}\n")).collect();
    let (first, second) = lines.split_at(lines.len() / 3);
    let [one, two] = [first, second].map(|half| gzip(half.as_bytes()));
    let [zst_one, zst_two] = [first, second].map(|half| zstd::encode_all(half.as_bytes(), 3));
    let inputs = [
        ("in.gz", gzip(lines.as_bytes())?),
        ("in.csv.GZ", [one?, two?].concat()),
        ("in.zst", zstd::encode_all(lines.as_bytes(), 3)?),
        ("in.zst", [zst_one?, zst_two?].concat()),
    ];
    let read = |name: &str, input: &[u8]| {
        read_by(name, InputFormat::Lines, input, &Fields::default(), usize::MAX)
    };
    let mut cuts = 0;
    for (name, input) in inputs {
        let found = read(name, &input)?;
        assert_eq!(found.records.len(), 5000);
        let last = found.records.last().and_then(|(sent, _)| sent.key.clone());
        assert_eq!(last.as_deref(), Some(&b"key-4999"[..]));
        for cut in [5, 20, input.len() / 2, input.len() - 9, input.len() - 1] {
            let cut = input.get(..cut).unwrap_or_default();
            assert_eq!(
                read(name, cut).err(),
                Some(format!("{name}: compressed data must be whole, got an end in the middle"))
            );
            cuts += 1;
        }
        for garbage in [&b"plain text\n"[..], b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"] {
            assert!(read(name, garbage).is_err_and(|why| why.starts_with(&format!("{name}: "))));
        }
        // Another name is another format, and that is pointed out.
        let warnings = read("in", &input)?.warnings;
        assert!(warnings.first().is_some_and(|it| it.starts_with("in: starts like ")), "{name}");
    }
    assert_eq!(cuts, 20);
    for name in ["in.gz", "in.zst"] {
        assert!(read(name, b"").is_err() || read(name, b"")?.records.is_empty());
    }
    for (name, format) in [
        ("a.csv", Some(InputFormat::Csv)),
        ("a.b/c.csv.gz", Some(InputFormat::Csv)),
        ("a.TSV.zst", Some(InputFormat::Tsv)),
        ("a.jsonl.gz", Some(InputFormat::Ndjson)),
        ("a.gz", None),
        ("csv", None),
    ] {
        assert_eq!(InputFormat::of_file(name), format, "{name}");
    }
    Ok(())
}

#[test]
fn a_line_of_100_megabytes_is_refused_and_a_key_of_one_is_read() -> Result<()> {
    let mut checked = 0;
    let own = Fields { key: Some("k".into()), ..Fields::default() };
    for (format, fields, start, what) in [
        (InputFormat::Lines, &Fields::default(), "a\n", "line"),
        (InputFormat::Csv, &own, "k\n", "row"),
        (InputFormat::Tsv, &own, "k\n", "row"),
        (InputFormat::Ndjson, &own, "{\"k\":\"a\"}\n", "line"),
        (InputFormat::Kcat, &Fields::default(), "\n", "line"),
        (InputFormat::ConsoleConsumer, &Fields::default(), "a\tb\n", "line"),
        (InputFormat::DumpLog, &Fields::default(), "Dumping t-0/0.log\n", "line"),
    ] {
        let input = start.as_bytes().chain(io::repeat(b'x').take(100_000_000));
        let mut source = open(format, "in", Box::new(input), fields)?;
        let mut batch = Batch::new();
        let why = loop {
            match source.read(&mut batch) {
                Ok(true) => {}
                Ok(false) => break "no error".into(),
                Err(why) => break why.to_string(),
            }
        };
        assert_eq!(why, format!("in:2: {what} must end within 67108864 bytes, got more"));
        checked += 1;
    }
    assert_eq!(checked, 7);

    let key = "k".repeat(1_000_000);
    let dump = format!(
        "Dumping t-0/0.log\n| offset: 0 CreateTime: 1 keySize: 1000000 valueSize: -1 sequence: 0 \
         headerKeys: [] key: {key}\n"
    );
    let kcat = format!(r#"{{"topic":"t","partition":0,"offset":0,"ts":1,"key":"{key}"}}"#);
    for (format, input, fields) in [
        (InputFormat::Lines, key.clone(), &Fields::default()),
        (InputFormat::Csv, format!("k\n\"{key}\"\n"), &own),
        (InputFormat::Ndjson, format!("{{\"k\":\"{key}\"}}"), &own),
        (InputFormat::Kcat, kcat, &Fields::default()),
        (InputFormat::ConsoleConsumer, format!("Offset:0\t{key}\tv\n"), &Fields::default()),
        (InputFormat::DumpLog, dump, &Fields::default()),
    ] {
        let found = read(format, input.as_bytes(), fields)?;
        assert_eq!(keys(&found), [Some(key.as_bytes())], "{format:?}");
    }
    Ok(())
}

#[test]
fn garbage_is_refused_by_every_format_that_has_a_shape() {
    let garbage: Vec<u8> =
        (0..10_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let own = Fields { key: Some("k".into()), ..Fields::default() };
    let mut refused = 0;
    for format in InputFormat::ALL {
        let fields = match format {
            InputFormat::Csv | InputFormat::Tsv | InputFormat::Ndjson => &own,
            _ => &Fields::default(),
        };
        let read = read(format, &garbage, fields);
        match format {
            InputFormat::Lines => assert!(read.is_ok()),
            _ => {
                let why = read.err().unwrap_or_default();
                assert!(why.starts_with("in:"), "{format:?}: {why}");
                refused += 1;
            }
        }
    }
    assert_eq!(refused, InputFormat::ALL.len() - 1);
}

#[test]
fn a_malformed_dump_is_named_with_its_line() {
    let dump = |rest: &str| {
        let input = format!("Dumping t-0/0.log\nLog starting offset: 0\n{rest}");
        error(InputFormat::DumpLog, input.as_bytes(), &Fields::default())
    };
    let record = "| offset: 0 CreateTime: 1 keySize: 3 valueSize: 2 sequence: 0 headerKeys: []";
    let batch = "baseOffset: 0 lastOffset: 0 count: 1 producerId: -1 isControl: false\n";
    let cut = "in:3: record must be printed whole, a key of 3 bytes and a value of 2 bytes, got other \
               text: the dump is cut, or was made with a decoder class (say --key-format)";
    for (rest, expected) in [
        (format!("{record} key: abc payload: xy\n"), "no error"),
        (format!("{record} key: abc payload: x\n"), cut),
        (format!("{record} key: 42 payload: xy\n{record} key: abc payload: xy\n"), cut),
        (format!("{record} key: abcd payload: xy\n"), cut),
        (format!("{record} key: abc payload: x\n{record} key: abc payload: xy\n"), cut),
        (
            format!("{record}\n"),
            "in:3: key must be printed, got none: run kafka-dump-log with --print-data-log",
        ),
        (
            batch.to_string(),
            "in:3: batch must have 1 records, got 0: run kafka-dump-log with --print-data-log",
        ),
        (
            batch.replace("count: 1", "count: 3") + record + " key: abc payload: xy\n",
            "in:3: batch must have 3 records, got 1: the dump is cut",
        ),
        (
            "| key: abc payload: xy\n".into(),
            "in:3: record must be printed with its offset, keySize and valueSize (without \
             --skip-record-metadata), got \"| key: abc payload: xy\"",
        ),
        (
            "hello\n".into(),
            "in:3: line must be a batch or a record as kafka-dump-log prints them, got \"hello\"",
        ),
        ("Dumping u-1/0.log\n".into(), "in:3: topic must be t as before, got u"),
    ] {
        assert_eq!(dump(&rest), expected, "{rest}");
    }
    assert_eq!(
        error(InputFormat::DumpLog, b"user-1\n", &Fields::default()),
        "in:1: line must be what kafka-dump-log prints, which starts with Dumping and a file, got \
         \"user-1\""
    );
}

#[test]
fn a_dump_says_its_partition_in_the_folder_and_may_have_decoded_keys() -> Result<()> {
    let record = "| offset: 0 CreateTime: 1 keySize: 8 valueSize: 2 sequence: 0 headerKeys: []";
    for (folder, partition) in [
        ("orders-3/", Some(3)),
        ("/var/kafka/a.b-c-12/", Some(12)),
        ("C:\\kafka\\orders-3\\", Some(3)),
        ("orders-3.0f5a-delete/", Some(3)),
        ("orders-3.0f5a-future/", Some(3)),
        ("", None),
        ("data/", None),
    ] {
        let input = format!("Dumping {folder}0.log\n{record} key: 12345678 payload: xy\n");
        let found = read(InputFormat::DumpLog, input.as_bytes(), &Fields::default())?;
        let partitions: Vec<_> = found.records.iter().map(|(sent, _)| sent.partition).collect();
        assert_eq!(partitions, [partition], "{folder}");
    }
    let input = format!(
        "Dumping t-0/0.log\n{record} key: 42 payload: xy\n{record} key: -1 payload: x\ny\n\
         Dumping t-0/0.index\noffset: 0 position: 0\nMismatches in :t-0/0.index\n  Index offset: 0\n"
    );
    let long = Fields { key_format: KeyFormat::Long, ..Fields::default() };
    let found = read(InputFormat::DumpLog, input.as_bytes(), &long)?;
    let expected = [42_i64, -1].map(i64::to_be_bytes);
    assert_eq!(keys(&found), expected.each_ref().map(|key| Some(key.as_slice())));
    Ok(())
}

#[test]
fn a_malformed_line_of_the_console_consumer_is_named() {
    let no_tab = "line must be a record as kafka-console-consumer prints it with print.key=true, a tab \
                  between its key and its value, got no tab";
    for (input, expected) in [
        (
            "Offset:0\tNO_HEADERS\ta\tx\nOffset:1\tb\tx\n",
            "in:2: headers must be NO_HEADERS or like name:value, got \"b\"".to_string(),
        ),
        ("Offset:0\tonly\n", format!("in:1: {no_tab}; a key that holds a line end cannot be told")),
        (
            "just text\n",
            format!(
                "in:1: {no_tab}; where a value goes on in the next line, print.offset=true tells it"
            ),
        ),
    ] {
        assert_eq!(
            error(InputFormat::ConsoleConsumer, input.as_bytes(), &Fields::default()),
            expected
        );
    }
    // Nobody says whether these are headers, so that this is said aloud.
    let perhaps = read(
        InputFormat::ConsoleConsumer,
        b"Offset:0\ta:b\tk\tx\nOffset:1\tc:d\tl\ty\n",
        &Fields::default(),
    );
    let warnings = perhaps.map(|read| read.warnings);
    let expected = "in: what comes before the key's column was taken for print.headers";
    assert_eq!(warnings, Ok(vec![expected.to_string()]));
}

#[cfg(feature = "parquet")]
mod parquet {
    use std::fs::File;

    use copartition_analysis::samples::open_parquet;

    use super::*;

    const FILES: [&str; 5] = ["none", "snappy", "gzip", "zstd", "lz4"];

    fn read(path: &str, fields: &Fields) -> Result<Read1, String> {
        let file = File::open(path).map_err(|why| format!("{path}: {why}"))?;
        read_all(open_parquet("in", file, fields).map_err(|why| why.to_string())?)
    }

    fn path(compression: &str) -> String {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
        format!("{folder}/pyarrow-26.0.1-{compression}.parquet")
    }

    fn fields(key: &str) -> Fields {
        Fields { key: Some(key.into()), ..Fields::default() }
    }

    #[test]
    fn columns_are_read_by_name_whatever_wrote_them() -> Result<()> {
        let asked = Fields {
            partition: Some("log.partition".into()),
            weight: Some("count".into()),
            offset: Some("log.offset".into()),
            timestamp: Some("time".into()),
            value: Some("value".into()),
            by: Some(By::Field("text".into())),
            ..fields("key")
        };
        for compression in FILES {
            let found = read(&path(compression), &asked)?;
            assert_eq!(found.records.len(), 120, "{compression}");
            for (n, (sent, log)) in (0_i64..).zip(&found.records) {
                let key = (n % 10 != 0).then(|| [b"\xff", n.to_string().as_bytes()].concat());
                let expected = Sent {
                    partition: u32::try_from(n % 12).ok(),
                    offset: Some(n),
                    timestamp: Some(1_767_225_600_000 + n),
                    key,
                    value: (n % 5 != 0).then_some(n as u64 % 3),
                };
                assert_eq!(sent, &expected, "{compression}");
                assert_eq!(log.label, Some(n as u32 % 7), "{compression}");
            }
            assert_eq!(found.labels, (0..7).map(|n| format!("user-{n}")).collect::<Vec<_>>());
        }
        Ok(())
    }

    #[test]
    fn a_column_of_numbers_is_a_key_only_with_a_key_format() -> Result<()> {
        let first = |column: &str, key_format| {
            let found = read(&path("snappy"), &Fields { key_format, ..fields(column) })?;
            Ok::<_, String>(found.records.first().and_then(|(sent, _)| sent.key.clone()))
        };
        assert_eq!(first("id", KeyFormat::Long)?, Some((-60_i64).to_be_bytes().to_vec()));
        assert_eq!(first("short", KeyFormat::Int)?, Some((-60_i32).to_be_bytes().to_vec()));
        assert_eq!(first("half", KeyFormat::Double)?, Some(0_f64.to_be_bytes().to_vec()));
        assert_eq!(first("even", KeyFormat::Boolean)?, Some(vec![1]));
        assert_eq!(first("text", KeyFormat::Utf8)?, Some(b"user-0".to_vec()));
        assert_eq!(first("uuid", KeyFormat::Utf8)?, Some(b"0000000000000000".to_vec()));
        let wanted = "in:1: key must be bytes or text, or a number or boolean with a key format of its \
                      kind, got";
        for (column, key_format, got) in [
            ("id", KeyFormat::Utf8, "-60"),
            ("half", KeyFormat::Long, "0e0"),
            ("even", KeyFormat::Int, "true"),
            ("time", KeyFormat::Boolean, "1767225600000000"),
        ] {
            assert_eq!(first(column, key_format), Err(format!("{wanted} {got}")));
        }
        Ok(())
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |fields: &Fields| read(&path("none"), fields).err().unwrap_or_default();
        assert_eq!(error(&Fields::default()), "in: parquet needs a key field, got none");
        let columns = "key, text, id, short, half, even, uuid, log.partition, log.offset, time, value, \
                       list.list.element, count";
        assert_eq!(
            error(&fields("kee")),
            format!("in: file must have a column kee, got {columns}")
        );
        assert_eq!(
            error(&fields("list.list.element")),
            "in: column list.list.element must hold one value a row, got a list"
        );
        let partition = |column: &str| Fields { partition: Some(column.into()), ..fields("key") };
        let wanted = |column| {
            format!("in:1: partition in field {column} must be a whole number of 0 or more, got")
        };
        assert_eq!(error(&partition("id")), format!("{} -60", wanted("id")));
        assert_eq!(error(&partition("text")), format!("{} \"user-0\"", wanted("text")));
        let time = |column: &str| Fields { timestamp: Some(column.into()), ..fields("key") };
        assert!(error(&time("text")).ends_with("got \"user-0\""));
        assert_eq!(
            super::error(InputFormat::Parquet, b"PAR1", &fields("key")),
            "in: parquet must be a file that is not compressed, got a stream"
        );
    }

    #[test]
    fn a_damaged_file_is_an_error_and_never_ends_the_process() -> Result<()> {
        let asked = Fields {
            partition: Some("log.partition".into()),
            timestamp: Some("time".into()),
            value: Some("value".into()),
            ..fields("key")
        };
        let folder = std::env::temp_dir().join(format!("copartition-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let damaged = folder.join("damaged.parquet");
        let (mut tried, mut refused) = (0, 0);
        let mut random = 1_u32;
        for compression in FILES {
            let whole = fs::read(path(compression))?;
            for cut in [0, 3, 4, 100, whole.len() / 2, whole.len() - 5, whole.len() - 1] {
                fs::write(&damaged, whole.get(..cut).unwrap_or_default())?;
                assert!(
                    read(&damaged.to_string_lossy(), &asked).is_err(),
                    "{compression} cut at {cut}"
                );
            }
            for _ in 0..100 {
                let mut bytes = whole.clone();
                for _ in 0..3 {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let at = random as usize % bytes.len();
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte ^= (random >> 24) as u8 | 1;
                    }
                }
                fs::write(&damaged, bytes)?;
                refused += usize::from(read(&damaged.to_string_lossy(), &asked).is_err());
                tried += 1;
            }
        }
        fs::remove_dir_all(&folder)?;
        assert_eq!(tried, 500);
        assert!(refused > 100, "{refused}");
        Ok(())
    }
}
