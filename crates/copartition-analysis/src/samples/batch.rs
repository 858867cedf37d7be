use std::ops::Sub;

use copartition::{Kernel, Keys, Validity};

use super::blocks::Blocks;
use crate::Error;

/// Records in columns: key bytes with offsets and validity, as Arrow lays them out.
///
/// One batch is filled again and again; it keeps its memory.
#[derive(Debug)]
pub struct Batch {
    len: usize,
    /// Key `i` is `bytes[offsets[i] .. offsets[i + 1]]`, unless there are lines.
    bytes: Vec<u8>,
    offsets: Vec<i64>,
    /// The lines that are the keys, as they were read.
    block: Block,
    /// A bit for each key, the lowest first, which is 0 where it is missing; empty where none is.
    validity: Vec<u8>,
    lines: Vec<u64>,
    // Up to the last record of which the input says anything: files of keys say nothing, and would
    // fill the processor's cache with it.
    partitions: Vec<Option<u32>>,
    weights: Vec<u64>,
    log: Vec<LogEntry>,
}

/// Lines behind a line end.
#[derive(Debug, Default)]
struct Block {
    bytes: Vec<u8>,
    end: usize,
    /// Line `i` is `bytes[separators[i] + 1 .. separators[i + 1]]`; empty where there are no lines.
    separators: Vec<i32>,
    /// The number of the first.
    first: u64,
}

/// One record of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// The key's bytes; `None` is no key, zero bytes are an empty key.
    pub key: Option<&'a [u8]>,
    /// The partition that the input says, unchecked; `None` when it says none.
    pub partition: Option<u32>,
    /// How many records this one stands for.
    pub weight: u64,
    /// Where the record starts in its file, from 1; in a topic its offset.
    pub line: u64,
    /// What else the input says of it.
    pub log: LogEntry,
}

/// What a topic's log says of a record beside its key; all absent where the input does not say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogEntry {
    /// The record's offset in its partition.
    pub offset: Option<i64>,
    /// Its timestamp in milliseconds since 1970: the producer's, unless the topic says otherwise.
    pub timestamp: Option<i64>,
    /// The bytes of its value; 0 without a value.
    pub value_bytes: Option<u64>,
    /// Whether it has no value: on a compacted topic it deletes its key.
    pub tombstone: Option<bool>,
    /// The producer's id, which only a log's own text has.
    pub producer_id: Option<i64>,
    /// What the records are told apart by, as an index of [`Source::labels`](super::Source::labels).
    pub label: Option<u32>,
}

impl Batch {
    /// Makes an empty batch.
    pub fn new() -> Self {
        Self {
            len: 0,
            bytes: Vec::new(),
            offsets: vec![0],
            block: Block::default(),
            validity: Vec::new(),
            lines: Vec::new(),
            partitions: Vec::new(),
            weights: Vec::new(),
            log: Vec::new(),
        }
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the records in the order in which they were read.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        (0..self.len).map(|row| self.record(row))
    }

    /// Returns the keys as one column.
    ///
    /// # Errors
    ///
    /// None, for a batch that a [`Source`](super::Source) filled: what a column is checked for holds.
    pub fn keys(&self) -> Result<Keys<'_>, copartition::Error> {
        let keys = match self.block.is_empty() {
            true => Keys::with_large_offsets(&self.bytes, &self.offsets)?,
            false => Keys::separated(self.block.bytes(), &self.block.separators)?,
        };
        match self.validity.is_empty() {
            true => Ok(keys),
            false => keys.with_validity(Validity::new(&self.validity, 0, self.len)?),
        }
    }

    /// Returns whether the input says of each record no more than its key: no partition, and no
    /// weight.
    pub fn is_keys_alone(&self) -> bool {
        self.partitions.is_empty() && self.weights.is_empty()
    }

    /// Returns how many keys are missing, and how many are there and empty.
    pub(crate) fn missing_and_empty_keys(&self) -> (u64, u64) {
        if !self.validity.is_empty() {
            let keys = || self.records().map(|record| record.key);
            let missing = keys().filter(Option::is_none).count();
            return (missing as u64, keys().filter(|key| *key == Some(b"")).count() as u64);
        }
        (
            0,
            match self.block.is_empty() {
                true => pairs_apart_by(0, &self.offsets),
                false => pairs_apart_by(1, &self.block.separators),
            },
        )
    }

    /// Returns the key of a row; `None` where it is missing.
    #[inline]
    pub(crate) fn key(&self, row: usize) -> Option<&[u8]> {
        let is_missing = |validity: &u8| validity >> (row % 8) & 1 == 0;
        if !self.validity.is_empty() && self.validity.get(row / 8).is_some_and(is_missing) {
            return None;
        }
        if !self.block.is_empty() {
            return self.block.line(row);
        }
        let (start, end) = (self.offsets.get(row)?, self.offsets.get(row + 1)?);
        self.bytes.get(*start as usize..*end as usize)
    }

    #[inline]
    fn record(&self, row: usize) -> Record<'_> {
        Record {
            key: self.key(row),
            partition: self.partitions.get(row).copied().flatten(),
            weight: self.weights.get(row).copied().unwrap_or(1),
            line: self.lines.get(row).copied().unwrap_or(self.block.first + row as u64),
            log: self.log.get(row).copied().unwrap_or_default(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.bytes.clear();
        self.offsets.truncate(1);
        self.block.separators.clear();
        self.validity.clear();
        self.lines.clear();
        self.partitions.clear();
        self.weights.clear();
        self.log.clear();
    }

    /// Takes the next whole lines of an input for keys; `false` at the end. `line` is the number of
    /// the last line before them, and `name` the input's.
    pub(super) fn take_lines(
        &mut self,
        blocks: &mut Blocks,
        name: &str,
        line: u64,
    ) -> Result<bool, Error> {
        self.clear();
        let Some(end) = blocks.next_into(&mut self.block.bytes, name, line)? else {
            return Ok(false);
        };
        self.block.end = end;
        self.block.first = line + 1;
        self.block.find_lines();
        self.len = self.block.separators.len() - 1;
        Ok(true)
    }

    /// Says that keys of this text are missing ones.
    pub(super) fn forget(&mut self, null_token: &[u8]) {
        for row in 0..self.len {
            let is_missing = self.key(row) == Some(null_token);
            self.set_validity(row, !is_missing);
        }
    }

    /// Returns how many of the lines end in a carriage return.
    pub(super) fn carriage_returns(&self) -> u64 {
        let bytes = self.block.bytes();
        if memchr::memchr(b'\r', bytes).is_none() {
            return 0;
        }
        let ends = self.block.separators.iter().skip(1);
        let is_before = |end: &&i32| bytes.get(**end as usize - 1) == Some(&b'\r');
        ends.filter(is_before).count() as u64
    }

    /// The end of the key column, where the next record's key is written before it is pushed.
    pub(super) fn next_key(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    pub(super) fn push(
        &mut self,
        valid: bool,
        partition: Option<u32>,
        weight: u64,
        line: u64,
        log: LogEntry,
    ) {
        let row = self.len;
        self.len += 1;
        self.offsets.push(self.bytes.len() as i64);
        self.lines.push(line);
        self.set_validity(row, valid);
        if partition.is_some() {
            self.partitions.resize(row, None);
            self.partitions.push(partition);
        }
        if weight != 1 {
            self.weights.resize(row, 1);
            self.weights.push(weight);
        }
        if log != LogEntry::default() {
            self.log.resize(row, LogEntry::default());
            self.log.push(log);
        }
    }

    /// Says whether the key of a row is there; rows are told in their order.
    #[inline]
    fn set_validity(&mut self, row: usize, valid: bool) {
        if valid && self.validity.is_empty() {
            return;
        }
        self.validity.resize(row / 8 + 1, u8::MAX);
        if let Some(bits) = self.validity.get_mut(row / 8).filter(|_| !valid) {
            *bits &= !(1 << (row % 8));
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.len() >= 16 * 1024 || self.bytes.len() >= 256 * 1024
    }
}

impl Block {
    fn is_empty(&self) -> bool {
        self.separators.is_empty()
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.end).unwrap_or_default()
    }

    #[inline]
    fn line(&self, row: usize) -> Option<&[u8]> {
        let (before, end) = (self.separators.get(row)?, self.separators.get(row + 1)?);
        self.bytes.get(*before as usize + 1..*end as usize)
    }

    fn find_lines(&mut self) {
        let bytes = self.bytes.get(..self.end).unwrap_or_default();
        self.separators.clear();
        let kernel = Kernel::available().next().unwrap_or(Kernel::PORTABLE);
        kernel.line_ends(bytes, 0, &mut self.separators);
        if bytes.last() != Some(&b'\n') {
            // A block is far below 2^31 bytes.
            self.separators.push(bytes.len() as i32);
        }
    }
}

/// Counts the places that follow the one before them so closely.
fn pairs_apart_by<N: Copy + PartialEq + Sub<Output = N>>(apart: N, places: &[N]) -> u64 {
    let pairs = places.iter().zip(places.iter().skip(1));
    // 32 bits: with 64, half as many would be counted at once.
    let count: u32 = pairs.map(|(before, after)| u32::from(*after - *before == apart)).sum();
    count.into()
}

impl Default for Batch {
    fn default() -> Self {
        Self::new()
    }
}
