//! `docs/json.md`: a table for each document and part.

use super::{Kind, Shape};
use crate::generate::{Derived, Marks};
use crate::workspace::{Result, Workspace};

const MARKS: Marks = Marks {
    path: "docs/json.md",
    start: "<!-- documents: written by `cargo xtask generate` -->\n",
    end: "<!-- end of documents -->\n",
};

/// Makes the page with today's tables between its two marks: the documents, then their parts.
pub(super) fn derived(workspace: &Workspace, shapes: &[Shape]) -> Result<Derived> {
    let mut text = String::new();
    for (title, of_documents) in [("Documents", true), ("Parts", false)] {
        let mut of_title: Vec<&Shape> =
            shapes.iter().filter(|shape| shape.is_document() == of_documents).collect();
        of_title.sort_unstable_by_key(|shape| &shape.name);
        text += &format!("\n## {title}\n");
        for shape in of_title {
            text += &table(shape);
        }
    }
    MARKS.filled(workspace, &(text + "\n"))
}

fn table(shape: &Shape) -> String {
    let mut table = format!(
        "\n### `{}`\n\n{}\n\n| member | holds | meaning |\n|---|---|---|\n",
        shape.name, shape.doc
    );
    for field in &shape.fields {
        let absent = if field.is_optional { ", or absent" } else { "" };
        let doc = field.doc.replace("\n\n", " ").replace('|', "\\|");
        table += &format!("| `{}` | {}{absent} | {doc} |\n", field.name, words(&field.kind));
    }
    table
}

fn words(kind: &Kind) -> String {
    match kind {
        Kind::Text => "text".into(),
        Kind::Whole => "whole number".into(),
        Kind::Number => "number".into(),
        Kind::Flag => "true or false".into(),
        Kind::Shape(name) => format!("[`{name}`](#{})", name.to_lowercase()),
        Kind::List(inner) => format!("list of: {}", words(inner)),
        Kind::Map(inner) => format!("object, each member: {}", words(inner)),
        Kind::Nullable(inner) => format!("{}, or null", words(inner)),
    }
}
