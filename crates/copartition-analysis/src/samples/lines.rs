use std::io::Read;

use super::blocks::{self, Blocks};
use super::{Batch, Fields, Source, byte_order_mark};
use crate::Error;

/// One key a line.
pub(super) struct Lines {
    name: String,
    blocks: Blocks,
    fields: Fields,
    line: u64,
    carriage_returns: u64,
    starts_with_mark: bool,
    starts_with_brace: bool,
}

impl Lines {
    pub(super) fn new(name: String, input: Box<dyn Read>, fields: &Fields) -> Result<Self, Error> {
        let named = [&fields.key, &fields.partition, &fields.weight];
        if let Some(field) = named.into_iter().flatten().next() {
            return Err(Error::of(
                &name,
                format_args!(
                    "input format must be csv or ndjson to have a field {field}, got lines"
                ),
            ));
        }
        Ok(Self {
            name,
            blocks: Blocks::new(input),
            fields: fields.clone(),
            line: 0,
            carriage_returns: 0,
            starts_with_mark: false,
            starts_with_brace: false,
        })
    }
}

impl Source for Lines {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        let block = self.blocks.next().map_err(|why| Error::of(&self.name, why))?;
        let Some(block) = block else {
            return Ok(false);
        };
        for line in blocks::lines(block) {
            self.line += 1;
            if self.line == 1 {
                self.starts_with_mark = line.starts_with(byte_order_mark::UTF8);
                self.starts_with_brace = line.starts_with(b"{");
            }
            self.carriage_returns += u64::from(line.last() == Some(&b'\r'));
            let valid = self
                .fields
                .key_into(line, batch)
                .map_err(|why| Error::at(&self.name, self.line, why))?;
            batch.push(valid, None, 1, self.line);
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
