//! `copartition key`: the bytes of a key, where its forms land, and what bytes could be.

use std::process::ExitCode;

use copartition::{PartitionCount, Resolved};
use copartition_analysis::documents::{SCHEMA, ShownKey};
use copartition_analysis::{
    KeyForm, KeyReadings, Reading, ShowKey, Shown, is_spelling, key_digest, key_forms, key_hex,
    key_notes, key_readings, written_by,
};
use serde::Serialize;

use crate::args::{Form, KeyForms};
use crate::output::{Failure, Out, Outcome, visible};
use crate::placements::{kind, number, partition};

/// The whole document of `--format json`.
#[derive(Serialize)]
struct JsonKeys {
    schema: u32,
    #[serde(flatten)]
    question: JsonQuestion,
    keys: Vec<JsonForms>,
}

/// A line of `--format ndjson`.
#[derive(Serialize)]
struct JsonLine {
    schema: u32,
    #[serde(flatten)]
    question: JsonQuestion,
    #[serde(flatten)]
    key: JsonForms,
}

#[derive(Serialize)]
struct JsonQuestion {
    partitions: Option<u32>,
    partitioner: &'static str,
    taken_for: Option<String>,
}

/// One key.
#[derive(Serialize)]
struct JsonForms {
    text: Option<String>,
    #[serde(rename = "as")]
    key_format: &'static str,
    #[serde(flatten)]
    landing: JsonLanding,
    forms: Vec<JsonForm>,
    ambiguous: Option<bool>,
    readings: Option<Vec<JsonReading>>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct JsonForm {
    names: Vec<String>,
    written_by: Vec<&'static str>,
    #[serde(flatten)]
    landing: JsonLanding,
}

#[derive(Serialize)]
struct JsonReading {
    form: &'static str,
    within: Vec<&'static str>,
    value: Option<String>,
    written_by: &'static str,
    #[serde(flatten)]
    landing: JsonLanding,
}

/// Bytes, and where they go as a key.
#[derive(Serialize)]
struct JsonLanding {
    #[serde(flatten)]
    key: ShownKey,
    bytes: usize,
    hash: Option<u32>,
    placement: Option<&'static str>,
    partition: Option<u32>,
}

/// What is asked, whatever the key.
struct Question<'a> {
    args: &'a KeyForms,
    resolved: Resolved,
    partitions: Option<PartitionCount>,
    shown: Shown,
}

/// What is known of one given text.
struct Answer<'a> {
    text: &'a [u8],
    key: &'a [u8],
    forms: Vec<KeyForm>,
    /// Of bytes that were given.
    read: Option<KeyReadings<'a>>,
    notes: Vec<String>,
}

pub(crate) fn run(args: &KeyForms, out: &mut Out) -> Outcome {
    let wrapping = args.wrapping();
    if let (Some(start), Some(end)) = (wrapping.window_start, wrapping.window_end)
        && end < start
    {
        let why = format!("window end must not be before the start {start}, got {end}");
        return Err(Failure::Error(why));
    }
    let question = Question {
        args,
        resolved: args.partitioner.resolve()?,
        partitions: args.count()?,
        shown: Shown { show_key: ShowKey::Auto, redact: args.redact },
    };
    let mut keys = Vec::new();
    for text in &args.texts {
        if text == "-" {
            return Err(Failure::Error("key takes texts, got - for stdin".into()));
        }
        let (text, mut key) = (text.as_encoded_bytes(), Vec::new());
        args.key_format.encode(text, &mut key)?;
        keys.push((text, key));
    }
    let answers = keys.iter().map(|(text, key)| {
        let is_given = is_spelling(args.key_format);
        let mut forms = if is_given { Vec::new() } else { key_forms(text) };
        forms.extend(wrapping.forms(key));
        Answer {
            text,
            key,
            forms,
            read: is_given.then(|| key_readings(key)),
            notes: key_notes(if is_given { key } else { text }),
        }
    });
    match args.format.format {
        Form::Table => {
            args.partitioner.say(&question.resolved);
            for (i, answer) in answers.enumerate() {
                if i > 0 {
                    out.line("")?;
                }
                question.table(&answer, out)?;
            }
        }
        Form::Json => out.json(&JsonKeys {
            schema: SCHEMA,
            question: question.json(),
            keys: answers.map(|answer| question.json_forms(&answer)).collect(),
        })?,
        Form::Ndjson => {
            for answer in answers {
                let (key, question) = (question.json_forms(&answer), question.json());
                out.ndjson(&JsonLine { schema: SCHEMA, question, key })?;
            }
        }
        Form::Csv => {
            let [_, key] = question.shown.field_names();
            let header = [
                "text",
                "as",
                "form",
                "within",
                "value",
                &key,
                "bytes",
                "hash",
                "placement",
                "partition",
                "written_by",
            ];
            let rows = answers.flat_map(|answer| question.csv_rows(&answer));
            out.csv(std::iter::once(header.map(String::from)).chain(rows))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Question<'_> {
    fn landing(&self, key: &[u8]) -> JsonLanding {
        let partitioner = self.resolved.partitioner;
        let placement = self.partitions.map(|n| partitioner.place(Some(key), n));
        JsonLanding {
            key: ShownKey::new(Some(key), &self.shown),
            bytes: key.len(),
            hash: self.shown.hash(partitioner.hash(key).ok()),
            placement: placement.map(kind),
            partition: placement.and_then(partition),
        }
    }

    fn json(&self) -> JsonQuestion {
        JsonQuestion {
            partitions: self.partitions.map(PartitionCount::get),
            partitioner: self.resolved.partitioner.name(),
            taken_for: self.resolved.client.map(ToString::to_string),
        }
    }

    fn json_forms(&self, answer: &Answer<'_>) -> JsonForms {
        let text = std::str::from_utf8(answer.text).ok().filter(|_| !self.shown.redact);
        let forms = answer.forms.iter().map(|form| JsonForm {
            names: form.names.clone(),
            written_by: form.written_by.clone(),
            landing: self.landing(&form.key),
        });
        let readings = answer.read.as_ref().map(|read| {
            let readings = read.readings.iter().map(|reading| JsonReading {
                form: reading.candidate.form(),
                within: reading.within.clone(),
                value: self.value(reading),
                written_by: written_by(reading.candidate.form()),
                landing: self.landing(reading.key),
            });
            readings.collect()
        });
        JsonForms {
            text: text.map(Into::into),
            key_format: self.args.key_format.name(),
            landing: self.landing(answer.key),
            forms: forms.collect(),
            ambiguous: answer.read.as_ref().map(KeyReadings::is_ambiguous),
            readings,
            notes: answer.notes.clone(),
        }
    }

    fn csv_rows(&self, answer: &Answer<'_>) -> Vec<[String; 11]> {
        let text =
            if self.shown.redact { String::new() } else { self.shown.text(Some(answer.text)) };
        let row = |form: String, within: String, value: String, by: String, key: &[u8]| {
            let landing = self.landing(key);
            let [_, bytes] = self.shown.fields(Some(key));
            [
                text.clone(),
                self.args.key_format.name().into(),
                form,
                within,
                value,
                bytes,
                landing.bytes.to_string(),
                number(landing.hash),
                landing.placement.unwrap_or_default().into(),
                number(landing.partition),
                by,
            ]
        };
        let readings = answer.read.iter().flat_map(|read| &read.readings).map(|reading| {
            let form = reading.candidate.form();
            let value = self.value(reading).unwrap_or_default();
            row(form.into(), reading.within.join("; "), value, written_by(form).into(), reading.key)
        });
        let forms = answer.forms.iter().map(|form| {
            let (forms, by) = (form.names.join("; "), form.written_by.join("; "));
            row(forms, String::new(), String::new(), by, &form.key)
        });
        readings.chain(forms).collect()
    }

    /// A reading's value, with the bytes of a payload or an inner key; a value is the key as well.
    fn value(&self, reading: &Reading<'_>) -> Option<String> {
        let value = reading.candidate.value();
        match reading.inner() {
            _ if self.shown.redact => None,
            Some(inner) => Some(format!("{value}: {}", key_hex(inner))),
            None => Some(value),
        }
    }

    fn table(&self, answer: &Answer<'_>, out: &mut Out) -> Outcome<()> {
        let given = match self.shown.redact {
            true => key_digest(answer.key),
            false => self.shown.text(Some(answer.text)),
        };
        let (format, bytes) = (self.args.key_format.name(), answer.key.len());
        let s = if bytes == 1 { "" } else { "s" };
        out.line(format_args!("{given} as {format} is {bytes} byte{s}"))?;
        if let Some(read) = &answer.read {
            out.line(read.verdict())?;
            let rows = read.readings.iter().map(|reading| Row {
                depth: reading.within.len(),
                star: " ",
                name: reading.candidate.form().into(),
                by: written_by(reading.candidate.form()).into(),
                landing: self.landing(reading.key),
                last: match self.value(reading).as_deref() {
                    None => "-".into(),
                    Some("") => "(empty key)".into(),
                    Some(value) => visible(value).into(),
                },
            });
            self.rows("  reading", "value", &rows.collect::<Vec<_>>(), out)?;
        }
        let length = |form: &KeyForm| form.key.len().to_string().len();
        let width = answer.forms.iter().map(length).max().unwrap_or(0).max("bytes".len());
        let star = |form: &KeyForm| match form.names.iter().any(|name| name == format) {
            true => "*",
            false => " ",
        };
        let rows = answer.forms.iter().map(|form| Row {
            depth: 0,
            star: star(form),
            name: form.names.join(", "),
            by: form.written_by.join("; "),
            landing: self.landing(&form.key),
            last: format!("{:>width$}  {}", form.key.len(), self.bytes(&form.key)),
        });
        let heading = format!("{:>width$}", "bytes");
        self.rows("  form", &heading, &rows.collect::<Vec<_>>(), out)?;
        if !answer.notes.is_empty() {
            out.line("")?;
        }
        for note in &answer.notes {
            out.wrapped("", note)?;
        }
        Ok(())
    }

    fn bytes(&self, key: &[u8]) -> String {
        if self.shown.redact { key_digest(key) } else { key_hex(key) }
    }

    /// Two lines a row: what it is with where it lands, and who writes it. What may be wide comes
    /// last.
    fn rows(&self, first: &str, last: &str, rows: &[Row], out: &mut Out) -> Outcome<()> {
        if rows.is_empty() {
            return Ok(());
        }
        out.line("")?;
        let widest = |least: usize, width: fn(&Row) -> usize| {
            rows.iter().map(width).max().unwrap_or(0).max(least)
        };
        let name_width = widest(first.len(), |row| row.name().len());
        let hash_width = widest("hash".len(), |row| row.hash().len());
        let place = |text: String| match self.partitions {
            Some(_) => format!("  {text:>9}"),
            None => String::new(),
        };
        out.heading(format_args!(
            "{first:name_width$}  {:>hash_width$}{}  {last}",
            "hash",
            place("partition".into()),
        ))?;
        for row in rows {
            let line = format!(
                "{:name_width$}  {:>hash_width$}{}  {}",
                row.name(),
                row.hash(),
                place(row.place()),
                row.last,
            );
            out.line(line.trim_end())?;
            out.wrapped(&" ".repeat(6 + 2 * row.depth), &row.by)?;
        }
        Ok(())
    }
}

/// A row of a table.
struct Row {
    /// How many forms are around it.
    depth: usize,
    star: &'static str,
    name: String,
    by: String,
    landing: JsonLanding,
    last: String,
}

impl Row {
    fn name(&self) -> String {
        format!("{} {}{}", self.star, "  ".repeat(self.depth), self.name)
    }

    fn hash(&self) -> String {
        self.landing.hash.map_or_else(|| "-".into(), |hash| hash.to_string())
    }

    fn place(&self) -> String {
        let kind = || self.landing.placement.unwrap_or_default().into();
        self.landing.partition.map_or_else(kind, |partition| partition.to_string())
    }
}
