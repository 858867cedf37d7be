use std::io::Read;
use std::mem;

use serde::de::IgnoredAny;

use super::blocks::Blocks;
use super::labels::Labels;
use super::lost::LostBytes;
use super::ndjson::{NO_OBJECT, malformed};
use super::{Batch, By, Fields, LogEntry, Source, fields, json_bytes};
use crate::Error;

/// The envelopes that `kcat -J` writes, one a line.
///
/// kcat escapes what JSON must have escaped and leaves all other bytes of a key as they are, UTF-8 or
/// not (kcat 1.7.1), so that no byte is lost.
pub(super) struct Kcat {
    name: String,
    blocks: Blocks,
    rows: Rows,
    line: u64,
}

struct Rows {
    fields: Fields,
    labels: Labels,
    topic: Option<Vec<u8>>,
    /// Whether the input was said to be kcat's; otherwise its first line tells.
    is_said: bool,
    lost: LostBytes,
    key: Vec<u8>,
    text: Vec<u8>,
}

impl Kcat {
    /// Without `is_said`, an input whose first line is no envelope is NDJSON that lacks a key field.
    pub(super) fn new(
        name: String,
        input: Box<dyn Read>,
        fields: &Fields,
        is_said: bool,
    ) -> Result<Self, Error> {
        if is_said {
            fields.none_named(&name, "kcat")?;
        } else if fields.none_named(&name, "kcat").is_err() {
            fields.needed_key(&name, "ndjson")?;
        }
        let labels = Labels::new(fields.by.as_ref(), &name, "kcat", |by| {
            matches!(by, By::Header(_) | By::Hour)
        })?;
        let rows = Rows {
            fields: fields.clone(),
            labels,
            topic: None,
            is_said,
            lost: LostBytes::default(),
            key: Vec::new(),
            text: Vec::new(),
        };
        Ok(Self { name, blocks: Blocks::new(input), rows, line: 0 })
    }
}

impl Source for Kcat {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        let Self { name, blocks, rows, line } = self;
        blocks.next_lines(name, line, |text, line| {
            if text.trim_ascii().is_empty() {
                return Ok(());
            }
            let envelope = Envelope::parse(text);
            if !mem::replace(&mut rows.is_said, true)
                && !envelope.as_ref().is_ok_and(Envelope::is_of_kcat)
            {
                rows.fields.needed_key(name, "ndjson")?;
            }
            envelope
                .and_then(|envelope| rows.push(&envelope, line, batch))
                .map_err(|why| Error::at(name, line, why))
        })
    }

    fn labels(&self) -> &[String] {
        self.rows.labels.texts()
    }

    fn warnings(&self) -> Vec<String> {
        self.rows.lost.warning(&self.name).into_iter().collect()
    }
}

/// The members of an envelope, as they are written.
#[derive(Default)]
struct Envelope<'a> {
    topic: Option<&'a [u8]>,
    partition: Option<&'a [u8]>,
    offset: Option<&'a [u8]>,
    timestamp: Option<&'a [u8]>,
    headers: Option<&'a [u8]>,
    key: Option<&'a [u8]>,
    key_schema: Option<&'a [u8]>,
    payload: Option<&'a [u8]>,
}

impl<'a> Envelope<'a> {
    fn parse(line: &'a [u8]) -> Result<Self, String> {
        serde_json::from_slice::<IgnoredAny>(line).map_err(|why| malformed(&why))?;
        let mut envelope = Self::default();
        for (name, value) in json_bytes::members(line).ok_or(NO_OBJECT)? {
            let member = match name {
                b"topic" => &mut envelope.topic,
                b"partition" => &mut envelope.partition,
                b"offset" => &mut envelope.offset,
                b"ts" => &mut envelope.timestamp,
                b"headers" => &mut envelope.headers,
                b"key" => &mut envelope.key,
                b"key_schema_id" => &mut envelope.key_schema,
                b"payload" => &mut envelope.payload,
                _ => continue,
            };
            if member.replace(value).is_some() {
                let name = String::from_utf8_lossy(name);
                return Err(format!("line must hold the field {name} once, got it twice"));
            }
        }
        Ok(envelope)
    }

    fn is_of_kcat(&self) -> bool {
        let Self { topic, partition, offset, timestamp, key, .. } = self;
        [topic, partition, offset, timestamp, key].into_iter().all(|member| member.is_some())
    }
}

impl Rows {
    fn push(
        &mut self,
        envelope: &Envelope<'_>,
        line: u64,
        batch: &mut Batch,
    ) -> Result<(), String> {
        self.see_topic(envelope.topic)?;
        let key = self.key(envelope)?;
        let timestamp = match envelope.timestamp {
            None | Some(b"null") => None,
            Some(text) => fields::timestamp(text)
                .map_err(|()| wrong(&fields::timestamp_wanted("ts"), text))?,
        };
        let partition = envelope.partition.unwrap_or(b"no such field");
        let offset = envelope.offset.unwrap_or(b"no such field");
        let label = match self.labels.by() {
            Some(By::Header(name)) => {
                self.text.clear();
                let header = last_header(envelope.headers, name, &mut self.text)?;
                header.then_some(self.text.as_slice())
            }
            _ => None,
        };
        let label = self.labels.of(timestamp, None, label);
        let (value_bytes, tombstone) = match envelope.payload {
            None => (None, None),
            Some(b"null") => (Some(0), Some(true)),
            Some(payload) => {
                self.text.clear();
                let is_text = json_bytes::decode(payload, &mut self.text).is_some();
                (is_text.then_some(self.text.len() as u64), Some(false))
            }
        };
        let log = LogEntry {
            offset: Some(
                fields::whole_number(offset)
                    .ok_or_else(|| wrong(&fields::offset_wanted("offset"), offset))?,
            ),
            timestamp,
            value_bytes,
            tombstone,
            producer_id: None,
            label,
        };
        let partition = fields::whole_number(partition)
            .ok_or_else(|| wrong(&fields::partition_wanted("partition"), partition))?;
        let valid = key && self.fields.key_into(&self.key, batch).map_err(|why| why.to_string())?;
        batch.push(valid, Some(partition), 1, line, log);
        Ok(())
    }

    /// Reads the key's bytes into `self.key`; `false` for no key.
    fn key(&mut self, envelope: &Envelope<'_>) -> Result<bool, String> {
        const GONE: &str = "the bytes are gone, so run kcat without -s";
        if let Some(id) = envelope.key_schema.filter(|id| *id != b"null") {
            return Err(format!(
                "key must be the bytes that were sent, got one that a schema decoded (its id is \
                 {}): {GONE}",
                String::from_utf8_lossy(id)
            ));
        }
        let wanted = "key must be null or a string of the bytes that were sent";
        match envelope.key {
            None => Err(format!("{wanted}, got no such field")),
            Some(b"null") => Ok(false),
            Some(key) if key.starts_with(b"\"") => {
                self.key.clear();
                json_bytes::decode(key, &mut self.key)
                    .ok_or_else(|| format!("{wanted}, got half of a surrogate pair"))?;
                self.lost.see(&self.key);
                Ok(true)
            }
            Some(key) => {
                let got = match key.first() {
                    Some(b'{') => "an object",
                    Some(b'[') => "an array",
                    Some(b't' | b'f') => "a boolean",
                    _ => "a number",
                };
                Err(format!("{wanted}, got {got}: {GONE}"))
            }
        }
    }

    /// Partitions of two topics are not the same partitions.
    fn see_topic(&mut self, topic: Option<&[u8]>) -> Result<(), String> {
        let topic = topic.unwrap_or(b"no such field");
        match &self.topic {
            None => self.topic = Some(topic.to_vec()),
            Some(first) if first == topic => {}
            Some(first) => {
                return Err(wrong(
                    &format!("topic must be {} as before", String::from_utf8_lossy(first)),
                    topic,
                ));
            }
        }
        Ok(())
    }
}

/// Writes the value of the last header of this name; `false` where there is none.
fn last_header(headers: Option<&[u8]>, name: &str, text: &mut Vec<u8>) -> Result<bool, String> {
    let Some(headers) = headers else {
        return Ok(false);
    };
    let wanted = "headers must be an array of names and values";
    let mut elements = json_bytes::elements(headers).ok_or_else(|| wrong(wanted, headers))?;
    let (mut found, mut got) = (None, Vec::new());
    while let Some(of) = elements.next() {
        got.clear();
        json_bytes::decode(of, &mut got).ok_or_else(|| wrong(wanted, of))?;
        let value = elements.next().ok_or_else(|| wrong(wanted, headers))?;
        if got == name.as_bytes() {
            found = Some(value);
        }
    }
    Ok(match found {
        None => false,
        // A header without a value is labelled as kcat shows it.
        Some(value) => {
            if json_bytes::decode(value, text).is_none() {
                text.extend_from_slice(value);
            }
            true
        }
    })
}

#[cold]
fn wrong(wanted: &str, got: &[u8]) -> String {
    format!("{wanted}, got {}", String::from_utf8_lossy(got))
}
