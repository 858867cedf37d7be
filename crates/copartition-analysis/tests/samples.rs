//! The sample reader: what each format makes of keys, and what it refuses.

use std::io::{self, Read};

use copartition::PartitionCount;
use copartition::key::KeyFormat;
use copartition_analysis::samples::{Batch, Fields, InputFormat, KeySample, open};
use copartition_analysis::{Observed, Spread, Unkeyed};

type Row = (Option<Vec<u8>>, Option<u32>, u64, u64);

/// Gives at most `step` bytes a read, so that lines lie across reads.
struct Dribble {
    bytes: Vec<u8>,
    at: usize,
    step: usize,
}

impl Read for Dribble {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let mut rest = rest.get(..self.step.min(rest.len())).unwrap_or_default();
        let read = rest.read(out)?;
        self.at += read;
        Ok(read)
    }
}

fn read(format: InputFormat, input: &[u8], fields: &Fields) -> Result<Vec<Row>, String> {
    read_by(format, input, fields, usize::MAX)
}

fn read_by(
    format: InputFormat,
    input: &[u8],
    fields: &Fields,
    step: usize,
) -> Result<Vec<Row>, String> {
    let input = Dribble { bytes: input.to_vec(), at: 0, step };
    let mut source = open(format, "in", Box::new(input), fields).map_err(|why| why.to_string())?;
    let mut batch = Batch::new();
    let mut rows = Vec::new();
    while source.read(&mut batch).map_err(|why| why.to_string())? {
        rows.extend(batch.records().map(|record| {
            (record.key.map(<[u8]>::to_vec), record.partition, record.weight, record.line)
        }));
    }
    Ok(rows)
}

fn keys(
    format: InputFormat,
    input: &[u8],
    fields: &Fields,
) -> Result<Vec<Option<Vec<u8>>>, String> {
    Ok(read(format, input, fields)?.into_iter().map(|row| row.0).collect())
}

fn some(keys: &[&[u8]]) -> Vec<Option<Vec<u8>>> {
    keys.iter().map(|key| Some(key.to_vec())).collect()
}

fn fields(key: &str, partition: Option<&str>, weight: Option<&str>) -> Fields {
    Fields {
        key: Some(key.into()),
        partition: partition.map(Into::into),
        weight: weight.map(Into::into),
        ..Fields::default()
    }
}

#[test]
fn a_blank_line_is_an_empty_key_and_the_last_line_needs_no_end() {
    let all = Fields::default();
    assert_eq!(keys(InputFormat::Lines, b"a\n\nb", &all), Ok(some(&[b"a", b"", b"b"])));
    assert_eq!(keys(InputFormat::Lines, b"a\n\nb\n", &all), Ok(some(&[b"a", b"", b"b"])));
    assert_eq!(keys(InputFormat::Lines, b"\n", &all), Ok(some(&[b""])));
    assert_eq!(keys(InputFormat::Lines, b"", &all), Ok(some(&[])));
}

#[test]
fn keys_stay_bytes_that_are_not_text() {
    let all = Fields::default();
    let keys = keys(InputFormat::Lines, b"\xff\0\n\xff\xfe\0\n\xc3\n", &all);
    assert_eq!(keys, Ok(some(&[b"\xff\0", b"\xff\xfe\0", b"\xc3"])));
}

#[test]
fn a_carriage_return_is_kept_with_one_warning() -> Result<(), Box<dyn std::error::Error>> {
    let input = Box::new(&b"a\r\nb\r\nc\n"[..]);
    let mut source = open(InputFormat::Lines, "in", input, &Fields::default())?;
    let mut batch = Batch::new();
    assert!(source.read(&mut batch)?);
    let keys: Vec<_> = batch.records().filter_map(|record| record.key).collect();
    assert_eq!(keys, [b"a\r".as_slice(), b"b\r", b"c"]);
    assert_eq!(
        source.warnings(),
        ["in: lines that end in a carriage return, which is kept as a part of the key: 2"]
    );
    Ok(())
}

#[test]
fn every_cut_of_the_input_gives_the_same_records() -> Result<(), String> {
    let lines = b"user-1\n\nuser-2\r\n\xff\nlast";
    let csv = b"\xef\xbb\xbfkey,weight\r\nuser-1,1\n\r\n,2\n\"a,\"\"\r\nb\",3\r\n\"c\",4";
    let ndjson = b"\xef\xbb\xbf{\"key\":\"user-1\"}\n\n{\"key\":null}\r\n{\"key\":\"\\u00e9\"}";
    let inputs: [(InputFormat, &[u8], Fields); 3] = [
        (InputFormat::Lines, lines, Fields::default()),
        (InputFormat::Csv, csv, fields("key", None, Some("weight"))),
        (InputFormat::Ndjson, ndjson, fields("key", None, None)),
    ];
    let mut compared = 0;
    for (format, input, fields) in &inputs {
        let whole = read(*format, input, fields)?;
        for step in 1..=input.len() {
            assert_eq!(read_by(*format, input, fields, step)?, whole, "{format:?} by {step}");
            compared += 1;
        }
    }
    assert_eq!(compared, lines.len() + csv.len() + ndjson.len());
    Ok(())
}

#[test]
fn a_line_longer_than_a_block_is_one_key() -> Result<(), String> {
    let long = vec![b'x'; 1_000_000];
    let input = [b"a\n".as_slice(), &long, b"\nb\n"].concat();
    let found = keys(InputFormat::Lines, &input, &Fields::default())?;
    assert_eq!(found, some(&[b"a", &long, b"b"]));
    Ok(())
}

#[test]
fn many_batches_keep_their_line_numbers() -> Result<(), String> {
    let input: String = (1..=200_000).map(|line| format!("key-{line}\n")).collect();
    let rows = read(InputFormat::Lines, input.as_bytes(), &Fields::default())?;
    assert_eq!(rows.len(), 200_000);
    for (row, line) in rows.iter().zip(1_u64..) {
        assert_eq!(row, &(Some(format!("key-{line}").into_bytes()), None, 1, line));
    }
    Ok(())
}

#[test]
fn csv_reads_the_named_columns_as_bytes() {
    let input = b"n,key,p\r\n3,\xff,1\r\n4,,\r\n\r\n5,\"a\nb\",0\r\n6,z,2\r\n";
    assert_eq!(
        read(InputFormat::Csv, input, &fields("key", Some("p"), Some("n"))),
        Ok(vec![
            (Some(b"\xff".to_vec()), Some(1), 3, 2),
            (Some(vec![]), None, 4, 3),
            (Some(b"a\nb".to_vec()), Some(0), 5, 5),
            (Some(b"z".to_vec()), Some(2), 6, 7),
        ])
    );
}

#[test]
fn an_input_without_a_byte_has_no_records() {
    for format in InputFormat::ALL {
        let fields = match format {
            InputFormat::Csv | InputFormat::Tsv | InputFormat::Ndjson => {
                fields("key", None, Some("n"))
            }
            #[cfg(feature = "parquet")]
            InputFormat::Parquet => continue,
            _ => Fields::default(),
        };
        assert_eq!(read(format, b"", &fields), Ok(vec![]), "{format:?}");
    }
}

#[test]
fn json_null_and_an_absent_field_are_no_key_and_empty_text_is_a_key() {
    let input = br#"{"key":null}
{"other":1}
{"key":""}
{"key":"caf\u00e9"}
"#;
    assert_eq!(
        keys(InputFormat::Ndjson, input, &fields("key", None, None)),
        Ok(vec![None, None, Some(vec![]), Some("café".into())])
    );
}

#[test]
fn json_paths_go_into_objects_and_names_may_hold_dots() {
    let input = br#"{"m":{"key":"a","p":{"n":3}},"w":7,"x":[{"key":"no"}]}
{"m.key":"b","m":5,"w":1}
{"m":{"p.n":4},"w":2}
"#;
    assert_eq!(
        read(InputFormat::Ndjson, input, &fields("m.key", Some("m.p.n"), Some("w"))),
        Ok(vec![
            (Some(b"a".to_vec()), Some(3), 7, 1),
            (Some(b"b".to_vec()), None, 1, 2),
            (None, Some(4), 2, 3),
        ])
    );
}

#[test]
fn kcat_envelopes_are_read_as_they_are() {
    let input = br#"{"topic":"t","partition":5,"offset":0,"tstype":"create","ts":1,"broker":1,"headers":["a","b"],"key":"user-3","payload":"{\"key\":\"no\"}"}"#;
    assert_eq!(
        read(InputFormat::Ndjson, input, &fields("key", Some("partition"), None)),
        Ok(vec![(Some(b"user-3".to_vec()), Some(5), 1, 1)])
    );
}

#[test]
fn the_null_token_is_no_key_in_every_format() {
    let token = |fields: Fields| Fields { null_token: Some(b"NULL".to_vec()), ..fields };
    let expected = Ok(vec![None, Some(b"a".to_vec())]);
    assert_eq!(keys(InputFormat::Lines, b"NULL\na\n", &token(Fields::default())), expected);
    let key = token(fields("k", None, None));
    assert_eq!(keys(InputFormat::Csv, b"k\nNULL\na\n", &key), expected);
    assert_eq!(keys(InputFormat::Ndjson, b"{\"k\":\"NULL\"}\n{\"k\":\"a\"}\n", &key), expected);
}

#[test]
fn a_json_number_is_a_key_only_where_the_format_says_its_bytes() {
    let long = Fields { key_format: KeyFormat::Long, ..fields("key", None, None) };
    assert_eq!(
        keys(
            InputFormat::Ndjson,
            b"{\"key\":42}\n{\"key\":\"-1\"}\n{\"key\":-9223372036854775808}",
            &long
        ),
        Ok(some(&[&42_i64.to_be_bytes(), &(-1_i64).to_be_bytes(), &i64::MIN.to_be_bytes()]))
    );
    let int = Fields { key_format: KeyFormat::Int, ..fields("key", None, None) };
    assert_eq!(
        keys(InputFormat::Ndjson, b"{\"key\":2147483648}", &int),
        Err("in:1: key must be a 32-bit whole number for key format int, got \"2147483648\"".into())
    );
    let of = |key_format, value: &str| {
        let fields = Fields { key_format, ..fields("key", None, None) };
        keys(InputFormat::Ndjson, format!("{{\"key\":{value}}}").as_bytes(), &fields)
    };
    for (format, value, bytes) in [
        (KeyFormat::Short, "-1", &[0xff, 0xff][..]),
        (KeyFormat::Double, "-1.7976931348623157e308", &f64::MIN.to_be_bytes()),
        // A reader that is quick about the last bit gives the next number.
        (
            KeyFormat::Double,
            "2.638344616030823e-256",
            &2.638_344_616_030_823e-256_f64.to_be_bytes(),
        ),
        (KeyFormat::Float, "1.5", &1.5_f32.to_be_bytes()),
        (KeyFormat::KafkajsNumber, "1e3", b"1000"),
        (KeyFormat::KafkajsNumber, "1.0", b"1"),
        (KeyFormat::Boolean, "true", &[1]),
    ] {
        assert_eq!(of(format, value), Ok(some(&[bytes])), "{value}");
    }
    for (format, value) in [
        (KeyFormat::Short, "1.5"),
        (KeyFormat::Double, "true"),
        (KeyFormat::Boolean, "1"),
        (KeyFormat::Utf8, "1"),
        (KeyFormat::Json, "1"),
        (KeyFormat::UuidBytes, "1"),
    ] {
        assert!(of(format, value).is_err(), "{value}");
    }
}

#[test]
fn a_malformed_record_is_named_with_its_line_what_was_wanted_and_what_came() {
    let ndjson = |input: &str| ("ndjson", input.to_string());
    let csv = |input: &str| ("csv", format!("k,p,w\na,0,1\n{input}"));
    let wanted_key =
        "key must be a JSON string or null, or a number or boolean with a key format of its kind";
    let wanted_line = "line must be a JSON object, got";
    let once = "in:1: line must hold the field F once, got it twice";
    let cases = [
        (ndjson(r#"{"k":42,"w":1}"#), format!("in:1: {wanted_key}, got 42")),
        (ndjson(r#"{"k":4.5,"w":1}"#), format!("in:1: {wanted_key}, got 4.5")),
        (ndjson(r#"{"k":true,"w":1}"#), format!("in:1: {wanted_key}, got true")),
        (ndjson(r#"{"k":["a"],"w":1}"#), format!("in:1: {wanted_key}, got an array")),
        (ndjson(r#"{"k":{"a":1},"w":1}"#), format!("in:1: {wanted_key}, got an object")),
        (
            ndjson("{\"k\":\"a\",\"w\":1}\n{\"k\":\"a\""),
            format!("in:2: {wanted_line} malformed JSON: EOF while parsing an object"),
        ),
        (
            ndjson(r#"{"k":"\ud800","w":1}"#),
            format!("in:1: {wanted_line} malformed JSON: unexpected end of hex escape"),
        ),
        (
            ndjson(r#"{"k":"a","w":1} x"#),
            format!("in:1: {wanted_line} malformed JSON: trailing characters"),
        ),
        (ndjson("7"), format!("in:1: {wanted_line} another JSON value")),
        (ndjson("[1]"), format!("in:1: {wanted_line} another JSON value")),
        (
            ndjson(r#"{"k":"a"}"#),
            "in:1: weight in field w must be a whole number from 0 to 18446744073709551615, \
             got no such field"
                .into(),
        ),
        (
            ndjson(r#"{"k":"a","w":-1}"#),
            "in:1: weight in field w must be a whole number from 0 to 18446744073709551615, got -1"
                .into(),
        ),
        (
            ndjson(r#"{"k":"a","w":1,"p":"0"}"#),
            "in:1: partition in field p must be a whole number of 0 or more, got \"0\"".into(),
        ),
        (ndjson(r#"{"k":"a","w":1,"k":"a"}"#), once.replace('F', "k")),
        (ndjson(r#"{"k":"a","w":1,"w":1}"#), once.replace('F', "w")),
        (csv("b,0\n"), "in:3: line must have 3 fields as the header has, got 2".into()),
        (
            csv("b,0,-3\n"),
            "in:3: weight in field w must be a whole number from 0 to 18446744073709551615, \
             got \"-3\""
                .into(),
        ),
        (
            csv("b,0,\n"),
            "in:3: weight in field w must be a whole number from 0 to 18446744073709551615, \
             got \"\""
                .into(),
        ),
        (
            csv("b,0,1.5\n"),
            "in:3: weight in field w must be a whole number from 0 to 18446744073709551615, \
             got \"1.5\""
                .into(),
        ),
        (
            csv("b,-1,1\n"),
            "in:3: partition in field p must be a whole number of 0 or more, got \"-1\"".into(),
        ),
    ];
    let total = cases.len();
    let mut checked = 0;
    for ((format, input), expected) in cases {
        let format = if format == "csv" { InputFormat::Csv } else { InputFormat::Ndjson };
        let got = read(format, input.as_bytes(), &fields("k", Some("p"), Some("w")));
        assert_eq!(got, Err(expected), "{input}");
        checked += 1;
    }
    assert_eq!(checked, total);
}

#[test]
fn fields_that_a_format_lacks_are_named() {
    let input = b"origin,destination,origin2,twice,twice\n";
    let asked = |format, fields: &Fields| read(format, input, fields).err().unwrap_or_default();
    assert_eq!(
        asked(InputFormat::Csv, &fields("orign", None, None)),
        "in:1: header must have a column orign, got origin, destination, origin2, twice, twice"
    );
    assert_eq!(
        asked(InputFormat::Csv, &fields("twice", None, None)),
        "in:1: header must have only one column twice, \
         got origin, destination, origin2, twice, twice"
    );
    assert_eq!(asked(InputFormat::Csv, &Fields::default()), "in: csv needs a key field, got none");
    assert_eq!(
        asked(InputFormat::Lines, &fields("k", None, None)),
        "in: input format must be csv, tsv, ndjson or parquet to have a field k, got lines"
    );
}

#[test]
fn a_json_field_that_no_record_has_is_warned_about() -> Result<(), Box<dyn std::error::Error>> {
    let input = Box::new(&b"{\"key\":\"a\"}\n"[..]);
    let mut source = open(InputFormat::Ndjson, "in", input, &fields("kee", None, None))?;
    while source.read(&mut Batch::new())? {}
    assert_eq!(source.warnings(), ["in: no record has a field kee"]);
    Ok(())
}

#[test]
fn csv_quotes_are_read_as_rfc_4180_has_them() {
    let read = |input: &str| {
        let rows = read(InputFormat::Csv, input.as_bytes(), &fields("k", None, None))?;
        Ok(rows.into_iter().map(|(key, _, _, line)| (key, line)).collect::<Vec<_>>())
    };
    let row = |key: &str, line| (Some(key.as_bytes().to_vec()), line);
    let cases = [
        ("k\n\"\"\n", Ok(vec![row("", 2)])),
        ("k\n\"a\"\"b\"", Ok(vec![row("a\"b", 2)])),
        ("k\r\n\"a\r\n\rb\"\r\nc\n", Ok(vec![row("a\r\n\rb", 2), row("c", 4)])),
        ("n,k\n\"\",\"\"\"\"\n\n\n,", Ok(vec![row("\"", 2), row("", 5)])),
        ("k\na\n\"b\nc\n", Err("in:3: quoted field must end, got the end of the input")),
        ("k\n\"b\"\"", Err("in:2: quoted field must end, got the end of the input")),
        (
            "k\n\"a\nb\"c\n",
            Err("in:2: quoted field must have a comma or a line end behind it, got 'c'"),
        ),
        (
            "k\n\"a\" \n",
            Err("in:2: quoted field must have a comma or a line end behind it, got ' '"),
        ),
        (
            "k\na\"b\n",
            Err("in:2: quote must stand at the start of a field or be doubled inside quotes, \
                 got one inside a field without quotes"),
        ),
        (
            "k\na\rb\n",
            Err("in:2: carriage return outside quotes must have a line feed behind it, got 'b'"),
        ),
        (
            "k\na\n\"b\"\r",
            Err("in:3: carriage return outside quotes must have a line feed behind it, \
                 got the end of the input"),
        ),
        (
            "k\n\r\r\n",
            Err("in:2: carriage return outside quotes must have a line feed behind it, got '\\r'"),
        ),
    ];
    let mut checked = 0;
    for (input, expected) in cases {
        assert_eq!(read(input), expected.map_err(String::from), "{input:?}");
        checked += 1;
    }
    assert_eq!(checked, 12);
}

/// Never ends.
struct Endless;

impl Read for Endless {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        out.fill(b'x');
        Ok(out.len())
    }
}

#[test]
fn a_csv_row_without_an_end_is_refused_before_it_takes_all_memory() {
    let mut checked = 0;
    for (start, what) in [("k\n\"", "quoted field"), ("k\n", "row")] {
        let input = Box::new(start.as_bytes().chain(Endless));
        let mut why = String::new();
        if let Ok(mut source) = open(InputFormat::Csv, "in", input, &fields("k", None, None)) {
            why = source.read(&mut Batch::new()).err().map_or(why, |why| why.to_string());
        }
        assert_eq!(why, format!("in:2: {what} must end within 67108864 bytes, got more"));
        checked += 1;
    }
    assert_eq!(checked, 2);
}

#[test]
fn a_byte_order_mark_is_no_part_of_csv_and_json() {
    let key = fields("k", None, None);
    assert_eq!(keys(InputFormat::Csv, b"\xef\xbb\xbfk\na\n", &key), Ok(some(&[b"a"])));
    let quoted = b"\xef\xbb\xbf\"k\"\na\n";
    assert_eq!(keys(InputFormat::Csv, quoted, &key), Ok(some(&[b"a"])));
    let json = b"\xef\xbb\xbf{\"k\":\"a\"}\n";
    assert_eq!(keys(InputFormat::Ndjson, json, &key), Ok(some(&[b"a"])));
}

#[test]
fn a_byte_order_mark_of_lines_is_kept_with_one_warning() -> Result<(), Box<dyn std::error::Error>> {
    let input = Box::new(&b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n"[..]);
    let mut source = open(InputFormat::Lines, "in", input, &Fields::default())?;
    let mut batch = Batch::new();
    let mut keys = Vec::new();
    while source.read(&mut batch)? {
        keys.extend(batch.records().map(|record| record.key.map(<[u8]>::to_vec)));
    }
    assert_eq!(keys, some(&[b"\xef\xbb\xbfa", b"\xef\xbb\xbfb"]));
    assert_eq!(
        source.warnings(),
        ["in: the first key starts with a byte order mark, which is kept as a part of the key"]
    );
    Ok(())
}

#[test]
fn utf_16_is_refused_by_name_in_every_format() {
    for format in InputFormat::ALL {
        for mark in [b"\xff\xfek\0\n\0", b"\xfe\xff\0k\0\n"] {
            let fields = match format {
                InputFormat::Csv | InputFormat::Tsv | InputFormat::Ndjson => {
                    fields("k", None, None)
                }
                _ => Fields::default(),
            };
            for step in [1, usize::MAX] {
                assert_eq!(
                    read_by(format, mark, &fields, step),
                    Err("in: input must be bytes or UTF-8, got the byte order mark of UTF-16"
                        .into())
                );
            }
        }
    }
}

#[test]
fn a_json_field_is_there_once_wherever_its_path_goes() {
    let twice = Err("in:1: line must hold the field a.b once, got it twice".into());
    let key = fields("a.b", None, None);
    let mut checked = 0;
    for input in [
        r#"{"a":{"b":"x"},"a":5}"#,
        r#"{"a":5,"a":{"b":"x"}}"#,
        r#"{"a":{"b":"x"},"a":{"c":"y"}}"#,
        r#"{"a":{"b":"x","b":"x"}}"#,
        r#"{"a":{"b":"x"},"a.b":"x"}"#,
        r#"{"a.b":"x","a":{"b":"x"}}"#,
        r#"{"a.b":null,"a.b":"x"}"#,
    ] {
        assert_eq!(keys(InputFormat::Ndjson, input.as_bytes(), &key), twice, "{input}");
        checked += 1;
    }
    assert_eq!(checked, 7);
    let unwanted = br#"{"c":1,"c":2,"a":{"d":1,"d":2,"b":"x"},"b":1,"b":2,"a.b.c":1}"#;
    assert_eq!(keys(InputFormat::Ndjson, unwanted, &key), Ok(some(&[b"x"])));
    let deep_key = fields("a.b.c", None, None);
    let deep = br#"{"a":{"b.c":"x"},"a.b":{"d":2}}"#;
    assert_eq!(keys(InputFormat::Ndjson, deep, &deep_key), Ok(some(&[b"x"])));
}

#[test]
fn a_plus_sign_is_in_no_number() {
    let csv = fields("k", Some("p"), Some("w"));
    let mut refused = 0;
    for row in ["a,+1,1", "a,1,+1"] {
        let input = format!("k,p,w\n{row}\n");
        refused += u32::from(read(InputFormat::Csv, input.as_bytes(), &csv).is_err());
    }
    for format in [KeyFormat::Int, KeyFormat::Long] {
        let fields = Fields { key_format: format, ..Fields::default() };
        refused += u32::from(read(InputFormat::Lines, b"+5\n", &fields).is_err());
    }
    assert_eq!(refused, 4);
}

#[test]
fn a_sample_of_keys_holds_the_same_keys_of_every_input() -> Result<(), Box<dyn std::error::Error>> {
    let n = PartitionCount::try_from(12)?;
    let fields = Fields {
        key: Some("k".into()),
        partition: Some("p".into()),
        null_token: Some(b"NO KEY".to_vec()),
        ..Fields::default()
    };
    let observed = |keys: std::ops::Range<u32>| -> Result<Observed, Box<dyn std::error::Error>> {
        let rows: String = keys.map(|key| format!("user-{},{}\n", key % 9000, key % 12)).collect();
        let input = Box::new(io::Cursor::new(format!("k,p\n{rows}")));
        let mut csv = open(InputFormat::Csv, "in", input, &fields)?;
        let mut observed = Observed::new(n, usize::MAX);
        observed.add(&mut KeySample::new(csv.as_mut(), "10%".parse()?))?;
        Ok(observed)
    };
    let [one, other] = [observed(0..9000)?, observed(3000..21_000)?];
    assert!(one.is_sampled() && (850..950).contains(&one.key_count()), "{}", one.key_count());
    assert_eq!(one.records(), one.key_count() as u64);
    // All records of each key.
    assert_eq!(other.records(), 2 * other.key_count() as u64);
    let keys = |of: &Observed| of.keys().iter().map(|(key, _)| key.to_vec()).collect::<Vec<_>>();
    assert_eq!(keys(&one), keys(&other));
    Ok(())
}

#[test]
fn a_sample_of_keys_keeps_the_share_of_records_without_a_key_and_the_estimates()
-> Result<(), Box<dyn std::error::Error>> {
    let rows: String =
        (0..400_000).map(|row| format!("{}\n", if row % 4 == 0 { -1 } else { row })).collect();
    let fields = Fields { null_token: Some(b"-1".to_vec()), ..Fields::default() };
    let mut lines = open(InputFormat::Lines, "in", Box::new(io::Cursor::new(rows)), &fields)?;
    let java = copartition::Partitioner::named("java")?;
    // So few are counted exactly that their number is an estimate.
    let mut spread =
        Spread::new(java, PartitionCount::try_from(12)?, Unkeyed::Apart, 0)?.with_most_keys(1000);
    spread.add(&mut KeySample::new(lines.as_mut(), "10%".parse()?))?;
    let report = spread.report(0);
    assert!((9_700..10_300).contains(&report.missing_key_records), "{report:?}");
    assert!(!report.is_exact);
    let keyed = report.records - report.missing_key_records;
    assert!((29_500..30_500).contains(&keyed), "{keyed}");
    assert!((keyed as f64 / report.keys as f64 - 1.0).abs() < 0.03, "{} of {keyed}", report.keys);
    Ok(())
}
