//! What all commands print alike: notes, rows, keys in JSON, and a closed pipe taken quietly.

use std::borrow::Cow;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write};

use copartition_analysis::documents::SCHEMA;
use serde::Serialize;

/// Why a command stopped.
pub(crate) enum Failure {
    /// Nobody reads stdout any more.
    Closed,
    /// One line for stderr.
    Error(String),
}

pub(crate) type Outcome<T = std::process::ExitCode> = Result<T, Failure>;

impl From<copartition::Error> for Failure {
    fn from(why: copartition::Error) -> Self {
        Self::Error(why.to_string())
    }
}

impl From<copartition_analysis::Error> for Failure {
    fn from(why: copartition_analysis::Error) -> Self {
        Self::Error(why.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(why: io::Error) -> Self {
        match why.kind() {
            ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Error(format!("stdout: {why}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(why: serde_json::Error) -> Self {
        Self::from(io::Error::from(why))
    }
}

impl From<csv::Error> for Failure {
    fn from(why: csv::Error) -> Self {
        match why.into_kind() {
            csv::ErrorKind::Io(why) => Self::from(why),
            why => Self::Error(format!("stdout: {why:?}")),
        }
    }
}

/// Writes a line on stderr; a closed stderr is nobody's loss.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "copartition: {}", visible(text));
}

/// Returns text from outside with its control characters escaped: a terminal would obey them.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c.is_control() {
            true => shown.extend(c.escape_default()),
            false => shown.push(c),
        }
    }
    shown.into()
}

/// Returns text of at most so many characters.
pub(crate) fn shortened(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => text.get(..end).unwrap_or_default().to_string() + "…",
        None => text,
    }
}

/// A share as a percentage.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A line of `--format ndjson` that says what it is.
#[derive(Serialize)]
struct JsonRow<T> {
    schema: u32,
    row: &'static str,
    #[serde(flatten)]
    content: T,
}

/// Standard output.
pub(crate) struct Out {
    writer: BufWriter<StdoutLock<'static>>,
    color: bool,
}

impl Out {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout().lock();
        let refused =
            |name, is: fn(&str) -> bool| std::env::var(name).is_ok_and(|value| is(&value));
        let color = stdout.is_terminal()
            && !refused("NO_COLOR", |value| !value.is_empty())
            && !refused("TERM", |value| value == "dumb");
        Self { writer: BufWriter::with_capacity(64 * 1024, stdout), color }
    }

    pub(crate) fn flush(&mut self) -> Outcome<()> {
        Ok(self.writer.flush()?)
    }

    /// Writes one line.
    pub(crate) fn line(&mut self, text: impl std::fmt::Display) -> Outcome<()> {
        Ok(writeln!(self.writer, "{text}")?)
    }

    /// Writes a text that ends its own lines.
    pub(crate) fn bytes(&mut self, text: &[u8]) -> Outcome<()> {
        Ok(self.writer.write_all(text)?)
    }

    /// Writes one line that stands out on a terminal.
    pub(crate) fn heading(&mut self, text: impl std::fmt::Display) -> Outcome<()> {
        match self.color {
            true => self.line(format_args!("\x1b[1m{text}\x1b[0m")),
            false => self.line(text),
        }
    }

    /// Writes text behind an indent, broken between words so that no line is wider than 100
    /// characters where that can be.
    pub(crate) fn wrapped(&mut self, indent: &str, text: &str) -> Outcome<()> {
        self.wrapped_behind(indent, text)
    }

    /// Writes text behind a label, broken as by [`wrapped`](Self::wrapped); under the label there is
    /// nothing.
    pub(crate) fn wrapped_behind(&mut self, label: &str, text: &str) -> Outcome<()> {
        const WIDTH: usize = 100;
        let indent = label.chars().count();
        let mut line = String::from(label);
        for word in text.split(' ') {
            let width = line.chars().count();
            if width > indent && width + word.chars().count() >= WIDTH {
                self.line(&line)?;
                line = " ".repeat(indent);
            } else if width > indent {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.line(line)
    }

    /// Writes one document over several lines.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> Outcome<()> {
        serde_json::to_writer_pretty(&mut self.writer, value)?;
        self.line("")
    }

    /// Writes one object on one line.
    pub(crate) fn ndjson(&mut self, value: &impl Serialize) -> Outcome<()> {
        serde_json::to_writer(&mut self.writer, value)?;
        self.line("")
    }

    /// Writes a part of a document on one line, and what it is.
    pub(crate) fn row(&mut self, row: &'static str, content: &impl Serialize) -> Outcome<()> {
        self.ndjson(&JsonRow { schema: SCHEMA, row, content })
    }

    /// Writes CSV rows, whose first one is the header.
    pub(crate) fn csv<const N: usize>(
        &mut self,
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Outcome<()> {
        let mut writer = csv::Writer::from_writer(&mut self.writer);
        for row in rows {
            writer.write_record(row)?;
        }
        Ok(writer.flush()?)
    }
}
