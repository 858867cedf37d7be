//! `tests/vectors/key_bytes.json`: read, asked about and written, one row a line.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::workspace::{Result, Workspace, read, write};

/// The file's path in the checkout.
pub const PATH: &str = "tests/vectors/key_bytes.json";

/// What serializers wrote.
pub struct KeyBytes {
    comment: String,
    /// Where each client's bytes come from, by its name in the rows.
    pub sources: BTreeMap<String, Value>,
    pub rows: Vec<Row>,
}

/// A value of a form, and who wrote it how.
pub struct Row {
    /// The core's function that writes these bytes.
    pub form: String,
    pub value: Value,
    /// Lower-case hex; `None` until a client was asked.
    pub bytes: Option<String>,
    /// The clients that wrote exactly these bytes.
    pub by: Vec<String>,
}

impl KeyBytes {
    /// Reads the file.
    pub fn read(workspace: &Workspace) -> Result<Self> {
        let file = serde_json::from_str(&read(&workspace.path(PATH))?)
            .map_err(|why| format!("{PATH}: {why}"))?;
        Self::parse(&file).ok_or_else(|| format!("{PATH}: not the shape of key bytes"))
    }

    /// Writes the file; the same answers always give the same bytes.
    pub fn write(&self, workspace: &Workspace) -> Result {
        let sources: Vec<String> =
            self.sources.iter().map(|(name, source)| format!("{}:{source}", json!(name))).collect();
        let rows: Vec<String> = self.rows.iter().map(Row::line).collect();
        let text = format!(
            "{{\"format\":1,\n\"_comment\":{},\n\"sources\":{{\n{}\n}},\n\"rows\":[\n{}\n]}}\n",
            json!(self.comment),
            sources.join(",\n"),
            rows.join(",\n"),
        );
        write(&workspace.path(PATH), text)
    }

    fn parse(file: &Value) -> Option<Self> {
        let sources = file["sources"].as_object()?.iter();
        Some(Self {
            comment: file["_comment"].as_str()?.to_owned(),
            sources: sources.map(|(name, source)| (name.clone(), source.clone())).collect(),
            rows: file["rows"].as_array()?.iter().map(Row::parse).collect::<Option<_>>()?,
        })
    }
}

impl Row {
    fn parse(row: &Value) -> Option<Self> {
        let by = row.get("by").and_then(Value::as_array).into_iter().flatten();
        Some(Self {
            form: row["form"].as_str()?.to_owned(),
            value: row.get("value")?.clone(),
            bytes: row.get("bytes").and_then(Value::as_str).map(str::to_owned),
            by: by.map(|name| name.as_str().map(str::to_owned)).collect::<Option<_>>()?,
        })
    }

    fn line(&self) -> String {
        let written = match &self.bytes {
            Some(bytes) => format!(",\"bytes\":{},\"by\":{}", json!(bytes), json!(self.by)),
            None => String::new(),
        };
        format!("{{\"form\":{},\"value\":{}{written}}}", json!(self.form), self.value)
    }
}
