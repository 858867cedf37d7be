use std::io::Read;

use super::blocks::{self, Blocks};
use super::{Batch, Fields, Source};
use crate::Error;

/// One key a line.
pub(super) struct Lines {
    name: String,
    blocks: Blocks,
    fields: Fields,
    line: u64,
    carriage_returns: u64,
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
        match self.carriage_returns {
            0 => Vec::new(),
            count => vec![format!(
                "{}: lines that end in a carriage return, which is kept as a part of the key: {count}",
                self.name
            )],
        }
    }
}
