use std::io::Read;

use copartition::key::KeyFormat;

use super::blocks::Blocks;
use super::labels::Labels;
use super::{Batch, Fields, LogEntry, Source, byte_order_mark};
use crate::Error;

/// One key a line.
pub(super) struct Lines {
    name: String,
    blocks: Blocks,
    fields: Fields,
    /// The lines, where a key is made of each.
    texts: Batch,
    line: u64,
    carriage_returns: u64,
    starts_with_mark: bool,
    starts_with_brace: bool,
    /// What the input is, when it starts like a format that was not said.
    looks_like: Option<&'static str>,
}

impl Lines {
    pub(super) fn new(name: String, input: Box<dyn Read>, fields: &Fields) -> Result<Self, Error> {
        fields.none_named(&name, "lines")?;
        Labels::new(fields.by.as_ref(), &name, "lines", |_| false)?;
        Ok(Self {
            name,
            blocks: Blocks::new(input),
            fields: fields.clone(),
            texts: Batch::new(),
            line: 0,
            carriage_returns: 0,
            starts_with_mark: false,
            starts_with_brace: false,
            looks_like: None,
        })
    }
}

impl Source for Lines {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        let Self { name, blocks, fields, texts, line, .. } = self;
        let as_it_is = fields.key_format == KeyFormat::Utf8;
        let lines = if as_it_is { &mut *batch } else { &mut *texts };
        if !lines.take_lines(blocks, name, *line)? {
            return Ok(false);
        }
        if *line == 0 {
            let first = lines.records().next().and_then(|record| record.key).unwrap_or_default();
            self.starts_with_mark = first.starts_with(byte_order_mark::UTF8);
            self.starts_with_brace = first.starts_with(b"{");
            self.looks_like = looks_like(first);
        }
        self.carriage_returns += lines.carriage_returns();
        *line += lines.len() as u64;
        if as_it_is {
            if let Some(null_token) = &fields.null_token {
                batch.forget(null_token);
            }
            return Ok(true);
        }
        for record in texts.records() {
            let key = fields.key_into(record.key.unwrap_or_default(), batch);
            let valid = key.map_err(|why| Error::at(name, record.line, why))?;
            batch.push(valid, None, 1, record.line, LogEntry::default());
        }
        Ok(true)
    }

    fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.starts_with_mark {
            warnings.push(format!(
                "{}: the first key starts with a byte order mark, which is kept as a part of the key",
                self.name
            ));
        }
        if let Some(format) = self.looks_like {
            warnings.push(format!(
                "{}: starts like {format}, and each line was read as a key",
                self.name
            ));
        }
        if self.carriage_returns > 0 {
            warnings.push(format!(
                "{}: lines that end in a carriage return, which is kept as a part of the key: {}",
                self.name, self.carriage_returns
            ));
        }
        warnings
    }

    fn is_perhaps_ndjson(&self) -> bool {
        self.starts_with_brace
    }
}

fn looks_like(line: &[u8]) -> Option<&'static str> {
    const STARTS: [(&[u8], &str); 5] = [
        (b"\x1f\x8b\x08", "gzip, for which a file's name must end in .gz"),
        (b"\x28\xb5\x2f\xfd", "zstd, for which a file's name must end in .zst"),
        (b"PAR1", "parquet, for which a file's name must end in .parquet"),
        (b"Dumping ", "kafka-dump-log's text, which --input dump-log reads"),
        (b"CreateTime:", "kafka-console-consumer's text, which --input console-consumer reads"),
    ];
    STARTS.into_iter().find_map(|(start, format)| line.starts_with(start).then_some(format))
}
