//! `copartition.results`: a frozen dataclass for each document and part.

use super::{Kind, Shape, wrapped};
use crate::generate::Derived;

/// What Python keeps for itself; its field has a `_` behind it.
const KEYWORDS: [&str; 5] = ["from", "in", "is", "not", "as"];

/// The documents that are shown as a report too.
const REPORTED: [&str; 5] = ["Compared", "Identified", "Moved", "SplitKeys", "SpreadOut"];

const HEAD: &str =
    "\"\"\"What the analysis answers: a class for each of its JSON documents, and for their parts.

A member is named as in JSON, with `_` behind a word of Python's own, as in `from_`. One that may be
absent there, and null, is `None` here.

>>> isinstance(copartition.probe_keys(12), copartition.results.ProbeKeys)
True
\"\"\"

# Written by `cargo xtask generate`.

from dataclasses import dataclass

from copartition._document import Document, Reported

";

pub(super) fn derived(shapes: &[Shape]) -> Derived {
    let mut names: Vec<&str> = shapes.iter().map(|shape| shape.name.as_str()).collect();
    names.sort_unstable();
    let names: String = names.iter().map(|name| format!("    \"{name}\",\n")).collect();
    let classes: String = shapes.iter().map(class).collect();
    let contents = format!("{HEAD}__all__ = [\n{names}]\n{classes}");
    Derived { path: "python/src/copartition/results.py", contents }
}

fn class(shape: &Shape) -> String {
    // With slots, stubtest takes those of a base for the class's own.
    let (base, slots) = match shape.is_document() {
        true if REPORTED.contains(&shape.name.as_str()) => ("(Reported)", ""),
        true => ("(Document)", ""),
        false => ("", "slots=True, "),
    };
    let mut text = format!(
        "\n\n@dataclass(frozen=True, {slots}kw_only=True)\nclass {}{base}:\n{}\n",
        shape.name,
        docstring(&shape.doc)
    );
    for field in &shape.fields {
        let keyword = if KEYWORDS.contains(&field.name.as_str()) { "_" } else { "" };
        let default = if field.is_optional { " = None" } else { "" };
        let kind = match (&field.kind, field.is_optional) {
            (Kind::Nullable(_), _) | (_, false) => annotation(&field.kind),
            (kind, true) => format!("{} | None", annotation(kind)),
        };
        text +=
            &format!("\n    {}{keyword}: {kind}{default}\n{}\n", field.name, docstring(&field.doc));
    }
    if let Some(field) = shape.field("key_hex") {
        text += match field.kind {
            Kind::Text if !field.is_optional => KEY_BYTES,
            _ => KEY_BYTES_OR_NONE,
        };
    }
    text
}

const KEY_BYTES: &str = "
    @property
    def key_bytes(self) -> bytes:
        \"\"\"The key's bytes.\"\"\"
        return bytes.fromhex(self.key_hex)
";
const KEY_BYTES_OR_NONE: &str = "
    @property
    def key_bytes(self) -> bytes | None:
        \"\"\"The key's bytes; `None` for no key.\"\"\"
        return None if self.key_hex is None else bytes.fromhex(self.key_hex)
";

/// A docstring inside a class.
fn docstring(text: &str) -> String {
    let text = text.replace('\\', "\\\\");
    let one_line = format!("    \"\"\"{text}\"\"\"");
    if !text.contains('\n') && one_line.chars().count() <= 100 {
        return one_line;
    }
    let wrapped = wrapped(&text, "    ", 100 - 3);
    format!("    \"\"\"{}\n    \"\"\"", wrapped.trim_start())
}

fn annotation(kind: &Kind) -> String {
    match kind {
        Kind::Text => "str".into(),
        Kind::Whole => "int".into(),
        Kind::Number => "float".into(),
        Kind::Flag => "bool".into(),
        Kind::Shape(name) => name.clone(),
        Kind::List(inner) => format!("list[{}]", annotation(inner)),
        Kind::Map(inner) => format!("dict[str, {}]", annotation(inner)),
        Kind::Nullable(inner) => format!("{} | None", annotation(inner)),
    }
}
