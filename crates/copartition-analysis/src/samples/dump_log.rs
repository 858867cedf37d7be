use std::io::Read;

use copartition::key::KeyFormat;

use super::blocks::{Blocks, MOST_BYTES};
use super::labels::Labels;
use super::lost::{LostBytes, is_lossy};
use super::{Batch, By, Fields, LogEntry, Source, fields};
use crate::Error;

/// What kafka-dump-log prints of a partition's segments with `--print-data-log`.
///
/// It prints the length of each key and value, so that text which holds spaces, tabs, line ends and
/// even lines like its own is told apart; and how many records a batch has, so that a cut dump is
/// found out. (Read as 2.3.1, 2.8.2, 4.1.0 and 4.4.0 print it.)
pub(super) struct DumpLog {
    name: String,
    blocks: Blocks,
    rows: Rows,
    line: u64,
}

struct Rows {
    fields: Fields,
    labels: Labels,
    topic: Option<Vec<u8>>,
    /// The segment that is being dumped.
    segment: Option<Segment>,
    batch: Option<LogBatch>,
    last: Option<Printed>,
    lost: LostBytes,
    aborted: u64,
    unprinted: u64,
    /// What the tool says of a segment whose end is no batch.
    invalid_bytes: Option<String>,
}

struct Segment {
    partition: Option<u32>,
    /// Whether it holds records: an index does not, nor what comes behind the last segment.
    has_records: bool,
}

/// A batch of records, as far as it was printed.
struct LogBatch {
    line: u64,
    records: Option<u64>,
    printed: u64,
    producer_id: Option<i64>,
    is_control: bool,
}

/// A record whose key or value may go on in the next line.
struct Printed {
    line: u64,
    text: Vec<u8>,
    /// Of the text that is not a key: a value's length so far.
    value: Option<Value>,
    key_bytes: Option<usize>,
    value_bytes: Option<u64>,
    /// Whether a line of the key or value looks like one of the tool's own.
    holds_dump: bool,
    log: LogEntry,
}

struct Value {
    /// How much of it was printed.
    printed: u64,
    is_lossy: bool,
}

impl DumpLog {
    pub(super) fn new(name: String, input: Box<dyn Read>, fields: &Fields) -> Result<Self, Error> {
        fields.none_named(&name, "dump-log")?;
        let labels = Labels::new(fields.by.as_ref(), &name, "dump-log", |by| {
            matches!(by, By::ProducerId | By::Hour)
        })?;
        let rows = Rows {
            fields: fields.clone(),
            labels,
            topic: None,
            segment: None,
            batch: None,
            last: None,
            lost: LostBytes::default(),
            aborted: 0,
            unprinted: 0,
            invalid_bytes: None,
        };
        Ok(Self { name, blocks: Blocks::new(input), rows, line: 0 })
    }
}

impl Source for DumpLog {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        let Self { name, blocks, rows, line } = self;
        let fail = |(line, why): At| Error::at(name, line, why);
        if blocks.next_lines(name, line, |text, line| rows.push(text, line, batch).map_err(fail))? {
            return Ok(true);
        }
        rows.end_batch(batch).map_err(fail)?;
        Ok(!batch.is_empty())
    }

    fn labels(&self) -> &[String] {
        self.rows.labels.texts()
    }

    fn warnings(&self) -> Vec<String> {
        let Rows { aborted, unprinted, .. } = self.rows;
        let mut warnings = Vec::new();
        if let Some(said) = &self.rows.invalid_bytes {
            warnings.push(format!("{}: kafka-dump-log says: {said}", self.name));
        }
        if aborted > 0 {
            warnings.push(format!(
                "{}: transactions that were aborted, whose records are counted too: {aborted}",
                self.name
            ));
        }
        if unprinted > 0 {
            warnings.push(format!(
                "{}: records left out, since this old kafka-dump-log does not print the key of a \
                 record without a value: {unprinted}",
                self.name
            ));
        }
        warnings.extend(self.rows.lost.warning(&self.name));
        warnings
    }
}

type At = (u64, String);

impl Rows {
    fn push(&mut self, line: &[u8], number: u64, batch: &mut Batch) -> Result<(), At> {
        let fail = |why: String| (number, why);
        if let Some(last) = &mut self.last
            && last.goes_on(self.fields.key_format)
        {
            return last.add(line, self.fields.key_format).map_err(|why| (last.line, why));
        }
        if let Some(path) = line.strip_prefix(b"Dumping ") {
            self.end_batch(batch)?;
            return self.start_segment(path.trim_ascii_end()).map_err(fail);
        }
        let Some(segment) = &self.segment else {
            return Err(fail(format!(
                "line must be what kafka-dump-log prints, which starts with Dumping and a file, \
                 got {}",
                shown(line)
            )));
        };
        if !segment.has_records
            || line.starts_with(b"Log starting offset: ")
            || line.starts_with(b"Starting offset: ")
        {
            return Ok(());
        }
        if line.starts_with(b"baseOffset: ") {
            self.end_batch(batch)?;
            self.batch = Some(LogBatch::of(line, number).map_err(fail)?);
            return Ok(());
        }
        if is_record(line) {
            self.end_record(batch)?;
            return self.start_record(line, number).map_err(fail);
        }
        if is_summary(line) {
            self.end_batch(batch)?;
            if line.starts_with(INVALID_BYTES) && self.invalid_bytes.is_none() {
                self.invalid_bytes = Some(String::from_utf8_lossy(line).into_owned());
            }
            self.segment = Some(Segment { partition: None, has_records: false });
            return Ok(());
        }
        match &self.last {
            // Its length says nothing about the text that bytes were made into.
            Some(Printed { value: Some(value), value_bytes, .. })
                if value.is_lossy || value_bytes.is_some_and(|bytes| value.printed < bytes) =>
            {
                Ok(())
            }
            _ => Err(fail(format!(
                "line must be a batch or a record as kafka-dump-log prints them, got {}",
                shown(line)
            ))),
        }
    }

    fn start_segment(&mut self, path: &[u8]) -> Result<(), String> {
        let mut names = path.rsplit(|byte| matches!(byte, b'/' | b'\\'));
        let file = names.next().unwrap_or_default();
        let folder = names.next().unwrap_or_default();
        let (topic, partition) = match topic_partition(folder) {
            Some((topic, partition)) => (Some(topic), Some(partition)),
            None => (None, None),
        };
        match (&self.topic, topic) {
            (None, Some(topic)) => self.topic = Some(topic.to_vec()),
            (Some(first), Some(topic)) if first != topic => {
                let [first, topic] = [first, topic].map(String::from_utf8_lossy);
                return Err(format!("topic must be {first} as before, got {topic}"));
            }
            _ => {}
        }
        self.segment = Some(Segment { partition, has_records: file.ends_with(b".log") });
        Ok(())
    }

    fn start_record(&mut self, line: &[u8], number: u64) -> Result<(), String> {
        let (mut printed, mut rest) = Printed::of(line, number)?;
        if let Some(batch) = &mut self.batch {
            batch.printed += 1;
            printed.log.producer_id = printed.log.producer_id.or(batch.producer_id);
            if batch.is_control {
                rest = Rest::Control;
            }
        }
        match rest {
            Rest::Control => {
                self.aborted += u64::from(memchr::memmem::find(line, b": ABORT ").is_some());
                return Ok(());
            }
            Rest::Key(text) => {
                if printed.key_bytes.is_none() {
                    return Err(format!(
                        "key of keySize -1 must not be printed, got {}",
                        shown(text)
                    ));
                }
                self.last = Some(printed);
                // The line's own text is added as every other is.
                if let Some(last) = &mut self.last {
                    last.start(text, self.fields.key_format)?;
                }
                return Ok(());
            }
            Rest::Payload(text) => printed.start_value(text),
            Rest::Nothing => {}
        }
        match printed.key_bytes {
            None => self.last = Some(printed),
            Some(_) if printed.value_bytes.is_none() => self.unprinted += 1,
            Some(_) => {
                return Err(
                    "key must be printed, got none: run kafka-dump-log with --print-data-log"
                        .into(),
                );
            }
        }
        Ok(())
    }

    /// Gives the last record, which is over.
    fn end_record(&mut self, batch: &mut Batch) -> Result<(), At> {
        let Some(mut last) = self.last.take() else {
            return Ok(());
        };
        if last.goes_on(self.fields.key_format) || last.holds_dump && last.is_too_long() {
            return Err((last.line, last.is_cut()));
        }
        let valid = match last.key_bytes {
            None => false,
            Some(_) => {
                self.lost.see(&last.text);
                let valid = self.fields.key_into(&last.text, batch);
                valid.map_err(|why| (last.line, why.to_string()))?
            }
        };
        last.log.value_bytes = Some(last.value_bytes.unwrap_or(0));
        last.log.tombstone = Some(last.value_bytes.is_none());
        last.log.label = self.labels.of(last.log.timestamp, last.log.producer_id, None);
        let partition = self.segment.as_ref().and_then(|segment| segment.partition);
        batch.push(valid, partition, 1, last.line, last.log);
        Ok(())
    }

    /// Ends the last record and its batch.
    fn end_batch(&mut self, batch: &mut Batch) -> Result<(), At> {
        self.end_record(batch)?;
        match self.batch.take() {
            Some(LogBatch { line, records: Some(wanted), printed, .. }) if printed != wanted => {
                let remedy = match printed {
                    0 => ": run kafka-dump-log with --print-data-log",
                    _ => ": the dump is cut",
                };
                Err((line, format!("batch must have {wanted} records, got {printed}{remedy}")))
            }
            _ => Ok(()),
        }
    }
}

/// What a record's line ends with.
enum Rest<'a> {
    Key(&'a [u8]),
    Payload(&'a [u8]),
    /// A mark of the broker's own: the end of a transaction.
    Control,
    Nothing,
}

impl Printed {
    /// Reads a record's line up to the key, or to the value without one.
    fn of(line: &[u8], number: u64) -> Result<(Self, Rest<'_>), String> {
        let wrong = || {
            format!(
                "record must be printed with its offset, keySize and valueSize (without \
                 --skip-record-metadata), got {}",
                shown(line)
            )
        };
        let mut printed = Self {
            line: number,
            text: Vec::new(),
            value: None,
            key_bytes: None,
            value_bytes: None,
            holds_dump: false,
            log: LogEntry::default(),
        };
        let mut rest = line.strip_prefix(b"| ").unwrap_or(line);
        let mut has_sizes = 0;
        let end = loop {
            let Some(colon) = memchr::memmem::find(rest, b": ") else {
                match rest.trim_ascii() {
                    b"" => break Rest::Nothing,
                    _ => return Err(wrong()),
                }
            };
            let (name, behind) = rest.split_at_checked(colon).ok_or_else(wrong)?;
            let behind = behind.get(2..).unwrap_or_default();
            match name {
                b"key" => break Rest::Key(behind),
                b"payload" => break Rest::Payload(behind),
                b"endTxnMarker" => break Rest::Control,
                b"headerKeys" => {
                    rest = behind_headers(behind).ok_or_else(wrong)?;
                    continue;
                }
                _ => {}
            }
            let space = memchr::memchr(b' ', behind).unwrap_or(behind.len());
            let (value, behind) = behind.split_at_checked(space).ok_or_else(wrong)?;
            rest = behind.get(1..).unwrap_or_default();
            match name {
                b"offset" => {
                    printed.log.offset = Some(fields::whole_number(value).ok_or_else(wrong)?);
                }
                b"CreateTime" | b"LogAppendTime" => {
                    printed.log.timestamp = fields::timestamp(value).map_err(|()| wrong())?;
                }
                b"keySize" | b"keysize" => {
                    has_sizes += 1;
                    printed.key_bytes = size(value).ok_or_else(wrong)?;
                }
                b"valueSize" | b"valuesize" => {
                    has_sizes += 1;
                    printed.value_bytes = size(value).ok_or_else(wrong)?;
                }
                b"producerId" => {
                    printed.log.producer_id = size(value).ok_or_else(wrong)?;
                }
                _ => {}
            }
        };
        if has_sizes != 2 || printed.log.offset.is_none() {
            return Err(wrong());
        }
        Ok((printed, end))
    }

    fn start(&mut self, text: &[u8], format: KeyFormat) -> Result<(), String> {
        self.text.extend_from_slice(text);
        self.take_value(format)
    }

    /// Adds a line that the key or the value goes on with.
    fn add(&mut self, line: &[u8], format: KeyFormat) -> Result<(), String> {
        let printed = self.value.as_ref().map_or(self.text.len() as u64, |value| value.printed);
        let wanted = match self.value {
            Some(_) => self.value_bytes,
            None => self.key_bytes.map(|bytes| bytes as u64),
        };
        if is_of_the_tool(line) {
            // Text like the tool's own is this record's where it fits into the length; else the length
            // is that of other bytes than these.
            if printed + 1 + line.len() as u64 > wanted.unwrap_or(0) {
                return Err(self.is_cut());
            }
            self.holds_dump = true;
        }
        match &mut self.value {
            Some(value) => {
                value.printed += 1 + line.len() as u64;
                value.is_lossy |= is_lossy(line);
                Ok(())
            }
            None => {
                self.text.push(b'\n');
                self.text.extend_from_slice(line);
                if self.text.len() > MOST_BYTES {
                    return Err(format!("key must have at most {MOST_BYTES} bytes, got more"));
                }
                self.take_value(format)
            }
        }
    }

    /// Finds the end of the key, once all of it is there, and starts the value.
    fn take_value(&mut self, format: KeyFormat) -> Result<(), String> {
        const VALUE: &[u8] = b" payload: ";
        let least = self.least_text(format);
        let Some(behind) = self.text.get(least..) else {
            return Ok(());
        };
        let is_exact =
            format == KeyFormat::Utf8 && !is_lossy(self.text.get(..least).unwrap_or_default());
        match self.value_bytes {
            None if is_exact && !behind.trim_ascii().is_empty() => Err(self.is_cut()),
            None => {
                if is_exact {
                    self.text.truncate(least);
                }
                Ok(())
            }
            Some(_) => match memchr::memmem::find(behind, VALUE) {
                Some(at) if at == 0 || !is_exact => {
                    let value = self.text.split_off(least + at);
                    let value = value.get(VALUE.len()..).unwrap_or_default();
                    self.start_value(value);
                    Ok(())
                }
                None if !is_exact && format == KeyFormat::Utf8 => Ok(()),
                _ => Err(self.is_cut()),
            },
        }
    }

    fn start_value(&mut self, text: &[u8]) {
        self.value = Some(Value { printed: text.len() as u64, is_lossy: is_lossy(text) });
    }

    /// The key's text has at least as many bytes as the key: what is not UTF-8 is printed as the
    /// three of U+FFFD. A number's text tells nothing.
    fn least_text(&self, format: KeyFormat) -> usize {
        match format {
            KeyFormat::Utf8 => self.key_bytes.unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether the next line is certainly a part of this record.
    fn goes_on(&self, format: KeyFormat) -> bool {
        match (&self.value, self.value_bytes) {
            (Some(value), Some(wanted)) => value.printed < wanted && format == KeyFormat::Utf8,
            (None, _) if self.key_bytes.is_none() => false,
            (None, None) => self.text.len() < self.least_text(format),
            (None, Some(_)) => true,
            (Some(_), None) => false,
        }
    }

    fn is_too_long(&self) -> bool {
        match (&self.value, self.value_bytes) {
            (Some(value), Some(wanted)) => value.printed > wanted && !value.is_lossy,
            _ => false,
        }
    }

    fn is_cut(&self) -> String {
        let [key, value] = [self.key_bytes, self.value_bytes.map(|bytes| bytes as usize)]
            .map(|bytes| bytes.map_or("none".into(), |bytes| format!("{bytes} bytes")));
        format!(
            "record must be printed whole, a key of {key} and a value of {value}, got other text: \
             the dump is cut, or was made with a decoder class (say --key-format)"
        )
    }
}

impl LogBatch {
    fn of(line: &[u8], number: u64) -> Result<Self, String> {
        let value = |name: &[u8]| {
            let mut words = line.split(|byte| *byte == b' ');
            words.by_ref().find(|word| word.strip_suffix(b":") == Some(name))?;
            words.next()
        };
        let is_control = value(b"isControl") == Some(b"true");
        let records = match value(b"count") {
            Some(count) => Some(fields::whole_number(count).ok_or_else(|| {
                format!("batch must have a count of records, got {}", shown(count))
            })?),
            None => None,
        };
        let producer_id = value(b"producerId").and_then(size).flatten();
        Ok(Self { line: number, records, printed: 0, producer_id, is_control })
    }
}

/// Reads a length or an id: `Some(None)` for -1, which is none.
fn size<N: std::str::FromStr>(text: &[u8]) -> Option<Option<N>> {
    match text {
        b"-1" => Some(None),
        text => fields::whole_number(text).map(Some),
    }
}

fn is_record(line: &[u8]) -> bool {
    line.starts_with(b"| offset: ")
        || line.starts_with(b"offset: ")
        || line.starts_with(b"| key: ")
        || line.starts_with(b"| payload: ")
}

const INVALID_BYTES: &[u8] = b"Found ";

fn is_of_the_tool(line: &[u8]) -> bool {
    is_record(line) || line.starts_with(b"baseOffset: ") || line.starts_with(b"Dumping ")
}

/// Whether the tool says here what it thinks of the files, behind all records.
fn is_summary(line: &[u8]) -> bool {
    [&b"Mismatches in :"[..], b"Non-consecutive offsets in ", INVALID_BYTES]
        .iter()
        .any(|start| line.starts_with(start))
}

/// Finds the end of the names of headers, which may hold anything.
fn behind_headers(text: &[u8]) -> Option<&[u8]> {
    let text = text.strip_prefix(b"[")?;
    let mut ends = memchr::memchr_iter(b']', text).filter_map(|at| text.get(at + 1..));
    ends.find(|rest| {
        rest.trim_ascii().is_empty()
            || [&b" key: "[..], b" payload: ", b" endTxnMarker: "]
                .iter()
                .any(|start| rest.starts_with(start))
    })
    .map(|rest| rest.strip_prefix(b" ").unwrap_or(rest))
}

/// Reads a partition's folder: `TOPIC-N`, and behind that, where it is moved or deleted,
/// `.ID-future` and the like.
fn topic_partition(folder: &[u8]) -> Option<(&[u8], u32)> {
    let read = |folder: &[u8]| {
        let dash = memchr::memrchr(b'-', folder)?;
        Some((dash, fields::whole_number(folder.get(dash + 1..)?)?))
    };
    let (dash, partition) = read(folder).or_else(|| {
        let end = [&b"-delete"[..], b"-future", b"-stray"]
            .into_iter()
            .find_map(|end| folder.strip_suffix(end))?;
        read(end.get(..memchr::memrchr(b'.', end)?)?)
    })?;
    Some((folder.get(..dash)?, partition))
}

fn shown(line: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(line.get(..MOST).unwrap_or(line)).into_owned();
    format!("{text:?}{}", if line.len() > MOST { "..." } else { "" })
}
