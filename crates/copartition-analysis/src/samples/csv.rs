use std::io::{self, Read};
use std::str::FromStr;

use memchr::{memchr, memchr_iter};

use super::blocks::MOST_BYTES;
use super::labels::Labels;
use super::{Batch, By, Fields, LogEntry, Source, fields};
use crate::Error;

/// Values separated by commas or tabs, with a header line.
pub(super) struct Csv {
    rows: Rows,
    columns: usize,
    fields: Fields,
    key: usize,
    partition: Option<Column>,
    weight: Option<Column>,
    offset: Option<Column>,
    timestamp: Option<Column>,
    value: Option<usize>,
    label: Option<usize>,
    labels: Labels,
}

struct Column {
    field: String,
    at: usize,
}

impl Csv {
    /// `format` is what messages call it, and `separator` stands between fields.
    pub(super) fn new(
        name: String,
        input: Box<dyn Read>,
        fields: &Fields,
        format: &str,
        separator: u8,
    ) -> Result<Self, Error> {
        let key = fields.needed_key(&name, format)?;
        let has_timestamp = fields.timestamp.is_some();
        let labels = Labels::new(fields.by.as_ref(), &name, format, |by| match by {
            By::Field(_) => true,
            By::Hour => has_timestamp,
            By::Header(_) | By::ProducerId => false,
        })?;
        let mut rows = Rows::new(name, input, separator);
        let header = match rows.next()? {
            true => rows.row().iter().map(<[u8]>::to_vec).collect(),
            false => Vec::new(),
        };
        let column = |field: &str| find(&rows.name, &header, field);
        let named = |field: &Option<String>| {
            let field = field.as_ref();
            field.map(|field| Ok(Column { field: field.clone(), at: column(field)? })).transpose()
        };
        let label = match &fields.by {
            Some(By::Field(field)) => Some(column(field)?),
            _ => None,
        };
        Ok(Self {
            columns: header.len(),
            key: column(key)?,
            partition: named(&fields.partition)?,
            weight: named(&fields.weight)?,
            offset: named(&fields.offset)?,
            timestamp: named(&fields.timestamp)?,
            value: fields.value.as_deref().map(column).transpose()?,
            label,
            labels,
            fields: fields.clone(),
            rows,
        })
    }

    fn push(&mut self, batch: &mut Batch) -> Result<(), String> {
        let row = self.rows.row();
        if row.len() != self.columns {
            let (wanted, got) = (self.columns, row.len());
            return Err(format!("line must have {wanted} fields as the header has, got {got}"));
        }
        let valid = self.fields.key_into(row.field(self.key), batch);
        let valid = valid.map_err(|why| why.to_string())?;
        let partition = row.number(&self.partition, fields::partition_wanted)?;
        let weight = match &self.weight {
            Some(Column { field, at }) => {
                let got = row.field(*at);
                fields::whole_number(got).ok_or_else(|| not(&fields::weight_wanted(field), got))?
            }
            None => 1,
        };
        let timestamp = match &self.timestamp {
            Some(Column { field, at }) if !row.field(*at).is_empty() => {
                let got = row.field(*at);
                let wrong = |()| not(&fields::timestamp_wanted(field), got);
                fields::timestamp(got).map_err(wrong)?
            }
            _ => None,
        };
        let value = self.value.map(|at| row.field(at));
        let is_null = |value: &[u8]| self.fields.null_token.as_deref() == Some(value);
        let log = LogEntry {
            offset: row.number(&self.offset, fields::offset_wanted)?,
            timestamp,
            value_bytes: value.map(|value| if is_null(value) { 0 } else { value.len() as u64 }),
            tombstone: value.map(is_null),
            producer_id: None,
            label: self.labels.of(timestamp, None, self.label.map(|at| row.field(at))),
        };
        batch.push(valid, partition, weight, row.line, log);
        Ok(())
    }
}

impl Source for Csv {
    fn name(&self) -> &str {
        &self.rows.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        while !batch.is_full() {
            if !self.rows.next()? {
                return Ok(!batch.is_empty());
            }
            self.push(batch).map_err(|why| self.rows.malformed(why))?;
        }
        Ok(true)
    }

    fn labels(&self) -> &[String] {
        self.labels.texts()
    }
}

/// An input without a header has no records either, so that any column will do.
fn find(name: &str, header: &[Vec<u8>], field: &str) -> Result<usize, Error> {
    let mut found = header.iter().enumerate().filter(|(_, column)| *column == field.as_bytes());
    match (found.next(), found.next()) {
        (Some((at, _)), None) => Ok(at),
        (None, _) if header.is_empty() => Ok(0),
        (first, _) => {
            let wanted = if first.is_some() { "only one column" } else { "a column" };
            let columns: Vec<_> =
                header.iter().map(|column| String::from_utf8_lossy(column)).collect();
            let columns = columns.join(", ");
            Err(Error::at(
                name,
                1,
                format_args!("header must have {wanted} {field}, got {columns}"),
            ))
        }
    }
}

#[cold]
fn not(wanted: &str, got: &[u8]) -> String {
    format!("{wanted}, got {:?}", String::from_utf8_lossy(got))
}

/// Parses rows as RFC 4180 has them, and knows the line where each starts.
///
/// The well-known parsers take whatever comes: a quote that nothing closes swallows the records
/// behind it. Here each of these is an error: such a quote, a quote inside a field that does not
/// start with one, anything behind a closing quote, and outside quotes a `\r` without its `\n`.
struct Rows {
    name: String,
    input: Box<dyn Read>,
    separator: u8,
    buffer: Vec<u8>,
    /// What is read but not parsed: `buffer[at .. filled]`.
    at: usize,
    filled: usize,
    /// The line that is being parsed.
    line: u64,
    /// The line where the row starts.
    start: u64,
    /// The row's fields without their quotes, one behind the other, and where each ends.
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

/// What lies before the next byte.
#[derive(Clone, Copy)]
enum State {
    /// The start of a field.
    Start,
    /// A field without quotes.
    Plain,
    /// A quote that is open.
    Quoted,
    /// A second quote: the closing one, or the first half of a quote in the field.
    Closed,
    /// A `\r` outside quotes.
    Return,
}

/// One row, borrowed until the next is read.
struct Row<'a> {
    bytes: &'a [u8],
    ends: &'a [usize],
    line: u64,
}

impl Rows {
    fn new(name: String, input: Box<dyn Read>, separator: u8) -> Self {
        Self {
            name,
            input,
            separator,
            buffer: vec![0; 256 * 1024],
            at: 0,
            filled: 0,
            line: 1,
            start: 1,
            bytes: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn row(&self) -> Row<'_> {
        Row { bytes: &self.bytes, ends: &self.ends, line: self.start }
    }

    /// Parses the next row; `false` at the end.
    fn next(&mut self) -> Result<bool, Error> {
        self.bytes.clear();
        self.ends.clear();
        self.start = self.line;
        let (mut state, mut blank) = (State::Start, true);
        loop {
            if self.at == self.filled && !self.fill().map_err(|why| Error::of(&self.name, why))? {
                return self.end(state, blank);
            }
            let unread = self.buffer.get(self.at..self.filled).unwrap_or_default();
            let run = match state {
                State::Start | State::Plain => {
                    let separator = self.separator;
                    unread
                        .iter()
                        .position(|&byte| byte == separator || matches!(byte, b'"' | b'\r' | b'\n'))
                }
                State::Quoted => memchr(b'"', unread),
                State::Closed | State::Return => Some(0),
            };
            let run = unread.get(..run.unwrap_or(unread.len())).unwrap_or_default();
            let next = unread.get(run.len()).copied();
            self.bytes.extend_from_slice(run);
            self.at += run.len() + usize::from(next.is_some());
            if !run.is_empty() {
                blank = false;
                match state {
                    State::Quoted => self.line += newlines(run),
                    _ => state = State::Plain,
                }
            }
            if self.bytes.len() > MOST_BYTES {
                let what = if matches!(state, State::Quoted) { "quoted field" } else { "row" };
                return Err(self.malformed(format_args!(
                    "{what} must end within {MOST_BYTES} bytes, got more"
                )));
            }
            let Some(next) = next else {
                continue;
            };
            state = match (state, next) {
                (State::Quoted, _) => State::Closed,
                (State::Closed, b'"') => {
                    self.bytes.push(b'"');
                    State::Quoted
                }
                (State::Start, b'"') => {
                    blank = false;
                    State::Quoted
                }
                (_, b'\n') if blank => {
                    self.line += 1;
                    self.start = self.line;
                    State::Start
                }
                (_, b'\n') => {
                    self.line += 1;
                    self.ends.push(self.bytes.len());
                    return Ok(true);
                }
                (State::Return, got) => return Err(self.lone_return(byte(got))),
                (_, b'\r') => State::Return,
                (_, got) if got == self.separator => {
                    blank = false;
                    self.ends.push(self.bytes.len());
                    State::Start
                }
                (State::Closed, got) => {
                    let separator = if self.separator == b'\t' { "tab" } else { "comma" };
                    return Err(self.malformed(format_args!(
                        "quoted field must have a {separator} or a line end behind it, got {}",
                        byte(got)
                    )));
                }
                (State::Start | State::Plain, _) => {
                    return Err(self.malformed(
                        "quote must stand at the start of a field or be doubled inside quotes, \
                         got one inside a field without quotes",
                    ));
                }
            };
        }
    }

    /// Ends the last row where the input ends.
    fn end(&mut self, state: State, blank: bool) -> Result<bool, Error> {
        const END: &str = "the end of the input";
        match state {
            State::Quoted => Err(self.malformed(format_args!("quoted field must end, got {END}"))),
            State::Return => Err(self.lone_return(END)),
            State::Start | State::Plain | State::Closed => {
                self.ends.push(self.bytes.len());
                Ok(!blank)
            }
        }
    }

    /// An error in the row that is being parsed.
    #[cold]
    fn malformed(&self, why: impl std::fmt::Display) -> Error {
        Error::at(&self.name, self.start, why)
    }

    #[cold]
    fn lone_return(&self, got: impl std::fmt::Display) -> Error {
        self.malformed(format_args!(
            "carriage return outside quotes must have a line feed behind it, got {got}"
        ))
    }

    /// Reads on; `false` at the end of the input.
    fn fill(&mut self) -> io::Result<bool> {
        self.at = 0;
        self.filled = loop {
            match self.input.read(&mut self.buffer) {
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        Ok(self.filled > 0)
    }
}

/// Shows a byte as Rust writes it: `b'x'` without the `b`.
fn byte(got: u8) -> String {
    format!("'{}'", got.escape_ascii())
}

fn newlines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}

impl<'a> Row<'a> {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn field(&self, at: usize) -> &'a [u8] {
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before));
        let end = self.ends.get(at).copied().unwrap_or(0);
        self.bytes.get(start.copied().unwrap_or(0)..end).unwrap_or_default()
    }

    /// Reads a column of whole numbers, where a field may be empty.
    fn number<N: FromStr>(
        &self,
        column: &Option<Column>,
        wanted: fn(&str) -> String,
    ) -> Result<Option<N>, String> {
        match column {
            Some(Column { field, at }) if !self.field(*at).is_empty() => {
                let got = self.field(*at);
                fields::whole_number(got).map(Some).ok_or_else(|| not(&wanted(field), got))
            }
            _ => Ok(None),
        }
    }

    fn iter(&self) -> impl Iterator<Item = &'a [u8]> {
        (0..self.len()).map(|at| self.field(at))
    }
}
