//! The placement files of `tests/vectors/`: read, asked about and written, one row a line.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use copartition::Placement;
use serde_json::{Map, Value, json};

use crate::workspace::{Result, Workspace, read, write};

/// A key, `None` for no key, and the partition count that a client is asked for.
pub type Question = (Option<Vec<u8>>, u32);

/// Where a partitioner's answers come from.
pub struct Source {
    pub client: String,
    pub version: String,
    pub setting: String,
    pub how: String,
}

/// A file of `tests/vectors/` that holds placements.
pub struct VectorFile {
    stem: String,
    comment: String,
    sources: BTreeMap<String, Value>,
    partitions: Vec<u32>,
    rows: Vec<Row>,
}

/// A key, `None` for no key, and each partitioner's answers by its name.
struct Row {
    key: Option<Vec<u8>>,
    answers: BTreeMap<String, Vec<Option<Placement>>>,
}

impl VectorFile {
    /// Reads `tests/vectors/STEM.json`.
    pub fn read(workspace: &Workspace, stem: &str) -> Result<Self> {
        let path = path(stem);
        let file = serde_json::from_str(&read(&workspace.path(&path))?)
            .map_err(|why| format!("{path}: {why}"))?;
        Self::parse(stem, &file).ok_or_else(|| format!("{path}: not the shape of placements"))
    }

    /// Reads `tests/vectors/STEM.json` to be rewritten for these counts; when there is none, starts
    /// it with the keys that every file has.
    pub fn read_or_start(workspace: &Workspace, stem: &str, partitions: Vec<u32>) -> Result<Self> {
        let exists = workspace.path(&path(stem)).exists();
        let mut file = Self::read(workspace, if exists { stem } else { "java" })?;
        file.stem = stem.to_owned();
        if !exists || file.partitions != partitions {
            file.partitions = partitions;
            file.sources.clear();
            file.rows.iter_mut().for_each(|row| row.answers.clear());
        }
        Ok(file)
    }

    /// Reads the file that has `partitioner` among its sources.
    pub fn holding(workspace: &Workspace, partitioner: &str) -> Result<Self> {
        let folder = workspace.path("tests/vectors");
        let entries = std::fs::read_dir(&folder).map_err(|why| format!("tests/vectors: {why}"))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(".json")) else {
                continue;
            };
            match Self::read(workspace, stem) {
                Ok(file) if file.sources.contains_key(partitioner) => return Ok(file),
                _ => {}
            }
        }
        Err(format!("tests/vectors: no file has the source {partitioner}"))
    }

    /// Returns the keys in the file's order.
    pub fn keys(&self) -> Vec<Option<Vec<u8>>> {
        self.rows.iter().map(|row| row.key.clone()).collect()
    }

    /// Returns every key with every count up to `largest` that the file holds an answer for, and
    /// the answers.
    pub fn questions(&self, partitioner: &str, largest: u32) -> (Vec<Question>, Vec<Placement>) {
        let mut questions = (Vec::new(), Vec::new());
        for row in &self.rows {
            let answers = row.answers.get(partitioner).into_iter().flatten();
            for (&n, answer) in self.partitions.iter().zip(answers).filter(|(n, _)| **n <= largest)
            {
                questions.0.push((row.key.clone(), n));
                questions.1.extend(*answer);
            }
        }
        questions
    }

    /// Takes a partitioner's answers for keys of the file, each with every count in order; a key
    /// that the client was not asked for keeps none.
    pub fn set<'a>(
        &mut self,
        partitioner: &str,
        source: Source,
        answers: impl Iterator<Item = (&'a Question, Placement)>,
    ) {
        let source = json!({
            "client": source.client,
            "version": source.version,
            "setting": source.setting,
            "how": source.how,
        });
        self.sources.insert(partitioner.to_owned(), source);
        let mut answers = answers.peekable();
        for row in &mut self.rows {
            row.answers.remove(partitioner);
            let mut of_row = Vec::new();
            while let Some((_, answer)) = answers.next_if(|((key, _), _)| *key == row.key) {
                of_row.push(Some(answer));
            }
            if !of_row.is_empty() {
                row.answers.insert(partitioner.to_owned(), of_row);
            }
        }
    }

    /// Writes the file; the same answers always give the same bytes.
    pub fn write(&self, workspace: &Workspace) -> Result {
        let sources: Vec<String> =
            self.sources.iter().map(|(name, source)| format!("{}:{source}", json!(name))).collect();
        let rows: Vec<String> = self.rows.iter().map(Row::line).collect();
        let text = format!(
            "{{\"format\":1,\n\"_comment\":{},\n\"sources\":{{\n{}\n}},\n\"partitions\":{},\n\
             \"rows\":[\n{}\n]}}\n",
            json!(self.comment),
            sources.join(",\n"),
            json!(self.partitions),
            rows.join(",\n"),
        );
        write(&workspace.path(&self.path()), text)
    }

    /// Returns the file's path in the checkout.
    pub fn path(&self) -> String {
        path(&self.stem)
    }

    fn parse(stem: &str, file: &Value) -> Option<Self> {
        let numbers = file["partitions"].as_array()?.iter();
        let sources = file["sources"].as_object()?.iter();
        Some(Self {
            stem: stem.to_owned(),
            comment: file["_comment"].as_str()?.to_owned(),
            sources: sources.map(|(name, source)| (name.clone(), source.clone())).collect(),
            partitions: numbers.map(|n| u32::try_from(n.as_u64()?).ok()).collect::<Option<_>>()?,
            rows: file["rows"]
                .as_array()?
                .iter()
                .map(|row| Row::parse(row.as_object()?))
                .collect::<Option<_>>()?,
        })
    }
}

impl Row {
    fn parse(row: &Map<String, Value>) -> Option<Self> {
        let key = match row.get("key")? {
            Value::Null => None,
            hex => Some(bytes_of(hex.as_str()?)?),
        };
        let answers = row
            .iter()
            .filter(|(name, _)| *name != "key")
            .map(|(name, answers)| {
                let answers = answers.as_array()?.iter();
                Some((name.clone(), answers.map(placement_of).collect()))
            })
            .collect::<Option<_>>()?;
        Some(Self { key, answers })
    }

    fn line(&self) -> String {
        let mut line = format!("{{\"key\":{}", hex_of(self.key.as_deref()));
        for (name, answers) in &self.answers {
            let answers: Vec<String> =
                answers.iter().flatten().map(|placement| shown(*placement)).collect();
            write!(line, ",{}:[{}]", json!(name), answers.join(",")).unwrap_or_default();
        }
        line + "}"
    }
}

/// Reads a placement: a partition, `null` for unkeyed, `"refused"`.
pub fn placement_of(value: &Value) -> Option<Placement> {
    match value {
        Value::Null => Some(Placement::Unkeyed),
        Value::String(text) if text == "refused" => Some(Placement::Refused),
        other => Some(Placement::Partition(u32::try_from(other.as_u64()?).ok()?)),
    }
}

/// Writes a placement as [`placement_of`] reads it.
pub fn shown(placement: Placement) -> String {
    match placement {
        Placement::Partition(partition) => partition.to_string(),
        Placement::Unkeyed => "null".to_owned(),
        Placement::Refused => "\"refused\"".to_owned(),
    }
}

/// Writes a key as vectors hold it: lower-case hex between quotes, `null` for no key.
pub fn hex_of(key: Option<&[u8]>) -> Value {
    key.map_or(Value::Null, |key| {
        key.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")).into()
    })
}

/// Reads lower-case hex.
pub fn bytes_of(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.as_bytes().chunks(2);
    digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok()).collect()
}

fn path(stem: &str) -> String {
    format!("tests/vectors/{stem}.json")
}
