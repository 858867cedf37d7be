use std::io::{self, Read};

use csv_core::ReadRecordResult;
use memchr::memchr_iter;

use super::{Batch, Fields, Source, fields};
use crate::Error;

/// Comma-separated values with a header line.
pub(super) struct Csv {
    name: String,
    rows: Rows,
    columns: usize,
    fields: Fields,
    key: usize,
    partition: Option<Column>,
    weight: Option<Column>,
}

struct Column {
    field: String,
    at: usize,
}

impl Csv {
    pub(super) fn new(name: String, input: Box<dyn Read>, fields: &Fields) -> Result<Self, Error> {
        let key = fields.needed_key(&name, "csv")?;
        let mut rows = Rows::new(input);
        let header = match rows.next().map_err(|why| Error::of(&name, why))? {
            true => rows.row().iter().map(<[u8]>::to_vec).collect(),
            false => Vec::new(),
        };
        let column = |field: &str| find(&name, &header, field);
        let named = |field: &Option<String>| {
            let field = field.as_ref();
            field.map(|field| Ok(Column { field: field.clone(), at: column(field)? })).transpose()
        };
        let key = column(key)?;
        let (partition, weight) = (named(&fields.partition)?, named(&fields.weight)?);
        let (columns, fields) = (header.len(), fields.clone());
        Ok(Self { name, rows, columns, fields, key, partition, weight })
    }

    fn push(&self, batch: &mut Batch) -> Result<(), String> {
        let row = self.rows.row();
        if row.len() != self.columns {
            let (wanted, got) = (self.columns, row.len());
            return Err(format!("line must have {wanted} fields as the header has, got {got}"));
        }
        let valid = self.fields.key_into(row.field(self.key), batch);
        let valid = valid.map_err(|why| why.to_string())?;
        let partition = match &self.partition {
            Some(Column { field, at }) if !row.field(*at).is_empty() => {
                let got = row.field(*at);
                let wrong = || not(&fields::partition_wanted(field), got);
                Some(fields::partition(got).ok_or_else(wrong)?)
            }
            _ => None,
        };
        let weight = match &self.weight {
            Some(Column { field, at }) => {
                let got = row.field(*at);
                fields::weight(got).ok_or_else(|| not(&fields::weight_wanted(field), got))?
            }
            None => 1,
        };
        batch.push(valid, partition, weight, row.line);
        Ok(())
    }
}

impl Source for Csv {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        while !batch.is_full() {
            if !self.rows.next().map_err(|why| Error::of(&self.name, why))? {
                return Ok(!batch.is_empty());
            }
            self.push(batch).map_err(|why| Error::at(&self.name, self.rows.start, why))?;
        }
        Ok(true)
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

/// Parses rows, and knows the line where each starts.
///
/// The `csv` crate's own reader counts lines one too low behind a `\r\n` or a blank line, so this
/// stands on its parser, csv-core.
struct Rows {
    input: Box<dyn Read>,
    buffer: Vec<u8>,
    /// What is read but not parsed: `buffer[at .. filled]`.
    at: usize,
    filled: usize,
    parser: csv_core::Reader,
    /// The line that is being parsed.
    line: u64,
    /// The line where the row starts.
    start: u64,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    columns: usize,
}

/// One row, borrowed until the next is read.
struct Row<'a> {
    bytes: &'a [u8],
    ends: &'a [usize],
    line: u64,
}

impl Rows {
    fn new(input: Box<dyn Read>) -> Self {
        Self {
            input,
            buffer: vec![0; 256 * 1024],
            at: 0,
            filled: 0,
            parser: csv_core::Reader::new(),
            line: 1,
            start: 1,
            bytes: vec![0; 1024],
            ends: vec![0; 16],
            columns: 0,
        }
    }

    fn row(&self) -> Row<'_> {
        let ends = self.ends.get(..self.columns).unwrap_or_default();
        Row { bytes: &self.bytes, ends, line: self.start }
    }

    /// Parses the next row; `false` at the end.
    fn next(&mut self) -> io::Result<bool> {
        let (mut written, mut started) = (0, false);
        self.columns = 0;
        loop {
            if self.at == self.filled {
                self.fill()?;
            }
            let unread = self.buffer.get(self.at..self.filled).unwrap_or_default();
            let (result, read, wrote, ended) = self.parser.read_record(
                unread,
                self.bytes.get_mut(written..).unwrap_or_default(),
                self.ends.get_mut(self.columns..).unwrap_or_default(),
            );
            let parsed = unread.get(..read).unwrap_or_default();
            // Line ends before the first byte are the last row's, or blank lines.
            let blank = parsed.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            if !started && blank < parsed.len() {
                self.start = self.line + newlines(parsed.get(..blank).unwrap_or_default());
                started = true;
            }
            self.line += newlines(parsed);
            self.at += read;
            written += wrote;
            self.columns += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.bytes.resize(self.bytes.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => return Ok(true),
                ReadRecordResult::End => return Ok(false),
            }
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        self.at = 0;
        self.filled = loop {
            match self.input.read(&mut self.buffer) {
                Err(why) if why.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        Ok(())
    }
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

    fn iter(&self) -> impl Iterator<Item = &'a [u8]> {
        (0..self.len()).map(|at| self.field(at))
    }
}
