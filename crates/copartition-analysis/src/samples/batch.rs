/// Records in columns: key bytes with offsets and validity, as Arrow lays them out.
///
/// One batch is filled again and again; it keeps its memory.
#[derive(Debug)]
pub struct Batch {
    bytes: Vec<u8>,
    /// Key `i` is `bytes[offsets[i] .. offsets[i + 1]]`.
    offsets: Vec<usize>,
    validity: Vec<bool>,
    partitions: Vec<Option<u32>>,
    weights: Vec<u64>,
    lines: Vec<u64>,
    /// Up to the last record of which the input says anything: files of keys say nothing, and would
    /// fill the processor's cache with it.
    log: Vec<LogEntry>,
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
            bytes: Vec::new(),
            offsets: vec![0],
            validity: Vec::new(),
            partitions: Vec::new(),
            weights: Vec::new(),
            lines: Vec::new(),
            log: Vec::new(),
        }
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the records in the order in which they were read.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let ends = self.offsets.iter().skip(1);
        let columns = self.offsets.iter().zip(ends).zip(&self.validity).zip(&self.partitions);
        let log = self.log.iter().copied().chain(std::iter::repeat(LogEntry::default()));
        columns.zip(&self.weights).zip(&self.lines).zip(log).map(
            |((((((&start, &end), &valid), &partition), &weight), &line), log)| Record {
                key: if valid { self.bytes.get(start..end) } else { None },
                partition,
                weight,
                line,
                log,
            },
        )
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.offsets.truncate(1);
        self.validity.clear();
        self.partitions.clear();
        self.weights.clear();
        self.lines.clear();
        self.log.clear();
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
        self.offsets.push(self.bytes.len());
        self.validity.push(valid);
        self.partitions.push(partition);
        self.weights.push(weight);
        if log != LogEntry::default() {
            self.log.resize(self.lines.len(), LogEntry::default());
            self.log.push(log);
        }
        self.lines.push(line);
    }

    pub(super) fn is_full(&self) -> bool {
        self.len() >= 16 * 1024 || self.bytes.len() >= 256 * 1024
    }
}

impl Default for Batch {
    fn default() -> Self {
        Self::new()
    }
}
