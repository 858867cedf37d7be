use std::io::Read;

use super::blocks::{self, Blocks};
use super::labels::Labels;
use super::lost::LostBytes;
use super::{Batch, By, Fields, LogEntry, Source, fields};
use crate::Error;

/// What kafka-console-consumer prints with `print.key=true`, and with `print.timestamp`,
/// `print.partition`, `print.offset` and `print.headers` as far as they were set.
///
/// The tool escapes nothing, and prints a missing key as the text `null`. With one of the first three
/// settings a line that starts otherwise goes on with the value before it; a key that holds a tab or
/// a line end is cut there, which nobody can see. (Read as 2.8.2, 4.1.0 and 4.4.0 print it.)
pub(super) struct ConsoleConsumer {
    name: String,
    blocks: Blocks,
    rows: Rows,
    line: u64,
}

struct Rows {
    fields: Fields,
    labels: Labels,
    /// What each record starts with, known from the first one.
    columns: Option<Columns>,
    /// The last record, whose value may go on.
    last: Option<Printed>,
    is_null_said: bool,
    nulls: u64,
    lost: LostBytes,
}

/// Which columns come before the key.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Columns {
    start: Start,
    headers: Headers,
}

/// Whether the columns are there that start with a name of their own.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Start {
    timestamp: bool,
    partition: bool,
    offset: bool,
    delivery: bool,
    epoch: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Headers {
    None,
    Printed,
    /// Each of the first records has what looks like headers, and no word says so.
    Perhaps,
}

/// A record whose value may go on.
struct Printed {
    line: u64,
    key: Vec<u8>,
    value_bytes: u64,
    is_null: bool,
    partition: Option<u32>,
    log: LogEntry,
}

const NO_HEADERS: &[u8] = b"NO_HEADERS";
/// What stands for a missing key and value unless `null.literal` was set.
const NULL: &[u8] = b"null";

impl ConsoleConsumer {
    pub(super) fn new(name: String, input: Box<dyn Read>, fields: &Fields) -> Result<Self, Error> {
        let format = "console-consumer";
        fields.none_named(&name, format)?;
        let labels = Labels::new(fields.by.as_ref(), &name, format, |by| {
            matches!(by, By::Header(_) | By::Hour)
        })?;
        let is_null_said = fields.null_token.is_some();
        let mut fields = fields.clone();
        fields.null_token.get_or_insert_with(|| NULL.to_vec());
        let rows = Rows {
            fields,
            labels,
            columns: None,
            last: None,
            is_null_said,
            nulls: 0,
            lost: LostBytes::default(),
        };
        Ok(Self { name, blocks: Blocks::new(input), rows, line: 0 })
    }
}

impl Source for ConsoleConsumer {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        let Self { name, blocks, rows, line } = self;
        let fail = |(line, why): At| Error::at(name, line, why);
        // The columns are told by many lines.
        let Some(block) = blocks.next(name, *line)? else {
            let is_last = rows.last.is_some();
            rows.end(batch).map_err(fail)?;
            return Ok(is_last);
        };
        let columns = *rows.columns.get_or_insert_with(|| Columns::of(block));
        for text in blocks::lines(block) {
            *line += 1;
            rows.push(columns, text, *line, batch).map_err(fail)?;
        }
        Ok(true)
    }

    fn labels(&self) -> &[String] {
        self.rows.labels.texts()
    }

    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let Rows { columns, nulls, is_null_said, .. } = self.rows;
        if columns.is_some_and(|columns| columns.headers == Headers::Perhaps) {
            warnings.push(format!(
                "{}: what comes before the key's column was taken for print.headers",
                self.name
            ));
        }
        if nulls > 0 && !is_null_said {
            warnings.push(format!(
                "{}: keys printed as null, each taken for no key though a key of that text looks \
                 the same (null.literal prints another one, which --null-token names): {nulls}",
                self.name
            ));
        }
        warnings.extend(self.rows.lost.warning(&self.name));
        warnings
    }
}

const WANTED: &str = "line must be a record as kafka-console-consumer prints it with \
                      print.key=true, a tab between its key and its value";
const NO_TAB: &str = ", got no tab";

impl Columns {
    /// Tells the columns from the first lines.
    fn of(block: &[u8]) -> Self {
        let start = Start::of(blocks::lines(block).next().unwrap_or_default());
        let records =
            blocks::lines(block).filter_map(|line| start.strip(line, &mut Printed::new(0)));
        let (mut headers, mut all_perhaps) = (Headers::None, true);
        for record in records {
            let (first, rest) = cut(record).unwrap_or_default();
            if first == NO_HEADERS {
                headers = Headers::Printed;
            }
            all_perhaps &= first.contains(&b':') && rest.contains(&b'\t');
        }
        if headers == Headers::None && all_perhaps {
            headers = Headers::Perhaps;
        }
        Self { start, headers }
    }
}

impl Start {
    fn of(line: &[u8]) -> Self {
        let mut start = Self::default();
        let mut rest = line;
        let mut is_next = |names: &[&[u8]]| match cut(rest) {
            Some((column, behind)) if names.iter().any(|name| column.starts_with(name)) => {
                rest = behind;
                true
            }
            _ => false,
        };
        start.timestamp = is_next(&[b"CreateTime:", b"LogAppendTime:", b"NO_TIMESTAMP"]);
        start.partition = is_next(&[b"Partition:"]);
        start.offset = is_next(&[b"Offset:"]);
        start.delivery = is_next(&[b"Delivery:"]);
        start.epoch = is_next(&[b"Epoch:"]);
        start
    }

    const fn is_any(self) -> bool {
        self.timestamp || self.partition || self.offset || self.delivery || self.epoch
    }

    /// Takes these columns off a record; `None` where the line does not have them all.
    fn strip<'a>(self, line: &'a [u8], printed: &mut Printed) -> Option<&'a [u8]> {
        let mut rest = line;
        if self.timestamp {
            let (column, behind) = cut(rest)?;
            rest = behind;
            printed.log.timestamp = match column {
                b"NO_TIMESTAMP" => None,
                column => {
                    let time = column
                        .strip_prefix(b"CreateTime:")
                        .or_else(|| column.strip_prefix(b"LogAppendTime:"))?;
                    fields::timestamp(time).ok()?
                }
            };
        }
        if self.partition {
            printed.partition = Some(named(&mut rest, b"Partition:")?);
        }
        if self.offset {
            printed.log.offset = Some(named(&mut rest, b"Offset:")?);
        }
        for (is_there, name) in [(self.delivery, &b"Delivery:"[..]), (self.epoch, b"Epoch:")] {
            if is_there {
                let (column, behind) = cut(rest)?;
                rest = behind;
                column.strip_prefix(name)?;
            }
        }
        Some(rest)
    }
}

fn named<N: std::str::FromStr>(rest: &mut &[u8], name: &[u8]) -> Option<N> {
    let (column, behind) = cut(rest)?;
    *rest = behind;
    fields::whole_number(column.strip_prefix(name)?)
}

/// Cuts at the first tab.
fn cut(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(b'\t', line)?;
    Some((line.get(..at)?, line.get(at + 1..)?))
}

impl Printed {
    fn new(line: u64) -> Self {
        Self {
            line,
            key: Vec::new(),
            value_bytes: 0,
            is_null: false,
            partition: None,
            log: LogEntry::default(),
        }
    }
}

type At = (u64, String);

impl Rows {
    fn push(
        &mut self,
        columns: Columns,
        line: &[u8],
        number: u64,
        batch: &mut Batch,
    ) -> Result<(), At> {
        let mut printed = Printed::new(number);
        let Some(rest) = columns.start.strip(line, &mut printed) else {
            // Only behind a record: the first line has told the columns.
            if let Some(last) = &mut self.last {
                last.value_bytes += 1 + line.len() as u64;
                last.is_null = false;
            }
            return Ok(());
        };
        self.end(batch)?;
        let fail = |why: String| (number, why);
        let (headers, rest) = match columns.headers {
            Headers::None => (None, rest),
            _ => {
                let (headers, rest) = cut(rest).ok_or_else(|| fail(WANTED.to_string() + NO_TAB))?;
                if headers != NO_HEADERS && !headers.contains(&b':') {
                    return Err(fail(format!(
                        "headers must be NO_HEADERS or like name:value, got {:?}",
                        String::from_utf8_lossy(headers)
                    )));
                }
                (Some(headers), rest)
            }
        };
        let Some((key, value)) = cut(rest) else {
            let remedy = match columns.start.is_any() {
                true => "; a key that holds a line end cannot be told",
                false => "; where a value goes on in the next line, print.offset=true tells it",
            };
            return Err(fail(format!("{WANTED}{NO_TAB}{remedy}")));
        };
        if headers.is_none() && key == NO_HEADERS {
            return Err(fail("headers must be printed for each record or none".into()));
        }
        let value_of = match (self.labels.by(), headers) {
            (Some(By::Header(_)), None) => {
                return Err(fail(
                    "headers must be printed (print.headers=true) to tell records apart by them, \
                     got none"
                        .into(),
                ));
            }
            (Some(By::Header(name)), Some(headers)) => last_header(headers, name.as_bytes()),
            _ => None,
        };
        printed.log.label = self.labels.of(printed.log.timestamp, None, value_of);
        printed.key.extend_from_slice(key);
        printed.value_bytes = value.len() as u64;
        printed.is_null = self.fields.null_token.as_deref() == Some(value);
        self.last = Some(printed);
        Ok(())
    }

    /// Gives the last record, whose value is over.
    fn end(&mut self, batch: &mut Batch) -> Result<(), At> {
        let Some(last) = self.last.take() else {
            return Ok(());
        };
        let valid = self.fields.key_into(&last.key, batch);
        let valid = valid.map_err(|why| (last.line, why.to_string()))?;
        self.nulls += u64::from(!valid);
        self.lost.see(&last.key);
        let log = LogEntry {
            value_bytes: Some(if last.is_null { 0 } else { last.value_bytes }),
            tombstone: Some(last.is_null),
            ..last.log
        };
        batch.push(valid, last.partition, 1, last.line, log);
        Ok(())
    }
}

fn last_header<'a>(headers: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    // A value may hold a comma, and is cut there.
    headers.rsplit(|byte| *byte == b',').find_map(|header| {
        let (of, value) = header.split_at_checked(memchr::memchr(b':', header)?)?;
        (of == name).then(|| value.get(1..)).flatten()
    })
}
