//! What is made of the JSON documents' schemas: Python's classes, TypeScript's interfaces and the
//! page that explains every member.

mod page;
mod python;
mod typescript;

use copartition_analysis::documents;
use serde_json::Value;

use super::Derived;
use crate::workspace::{Result, Workspace};

/// Makes the three files.
pub(super) fn derived(workspace: &Workspace) -> Result<Vec<Derived>> {
    let all: Vec<(&str, Value)> = documents::schemas()
        .into_iter()
        .map(|(command, schema)| (command, schema.to_value()))
        .collect();
    // Python and Node.js have had objects of their own for it before.
    let of_hosts: Vec<_> = all.iter().filter(|(command, _)| *command != "settings").collect();
    let of_hosts = shapes(of_hosts.into_iter().map(|(_, schema)| schema))?;
    let page = page::derived(workspace, &shapes(all.iter().map(|(_, schema)| schema))?)?;
    Ok(vec![python::derived(&of_hosts), typescript::derived(&of_hosts), page])
}

/// An object of fixed members, in the order in which a file can name each that it has used before.
struct Shape {
    name: String,
    doc: String,
    fields: Vec<Field>,
}

/// A member.
struct Field {
    name: String,
    doc: String,
    kind: Kind,
    /// Whether it may be absent.
    is_optional: bool,
}

/// What a member holds.
enum Kind {
    Text,
    Whole,
    Number,
    Flag,
    Shape(String),
    List(Box<Kind>),
    /// An object whose members' names are data.
    Map(Box<Kind>),
    Nullable(Box<Kind>),
}

impl Shape {
    /// Whether it is the whole answer of a function.
    fn is_document(&self) -> bool {
        self.fields.first().is_some_and(|field| field.name == "schema")
    }

    fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

/// Reads JSON schemas, each of a document by its title with its parts in `$defs`.
fn shapes<'a>(schemas: impl Iterator<Item = &'a Value>) -> Result<Vec<Shape>> {
    let mut shapes = Vec::new();
    for schema in schemas {
        let name = schema["title"].as_str().ok_or("a document must have a name")?;
        add(name, schema, &schema["$defs"], &mut shapes)?;
    }
    Ok(shapes)
}

/// Adds a shape, unless it is there, behind those that it names.
fn add(name: &str, schema: &Value, parts: &Value, shapes: &mut Vec<Shape>) -> Result {
    if shapes.iter().any(|shape| shape.name == name) {
        return Ok(());
    }
    let doc = doc(schema).ok_or_else(|| format!("{name}: a document must be explained"))?;
    let fields = fields(schema).map_err(|why| format!("{name}: {why}"))?;
    for part in fields.iter().filter_map(|field| field.kind.shape()) {
        add(part, &parts[part], parts, shapes)?;
    }
    shapes.push(Shape { name: name.into(), doc, fields });
    Ok(())
}

fn fields(schema: &Value) -> Result<Vec<Field>> {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().ok_or("must be an object of members")?;
    // The members' own order is that of the required ones; a map has none.
    let optional = properties.keys().map(String::as_str).filter(|name| !required.contains(name));
    let field = |name: &str| {
        let property = &schema["properties"][name];
        Ok(Field {
            name: name.into(),
            doc: doc(property).ok_or_else(|| format!("{name} must be explained"))?,
            kind: kind(property).map_err(|why| format!("{name}: {why}"))?,
            is_optional: !required.contains(&name),
        })
    };
    required.iter().copied().chain(optional).map(field).collect()
}

/// A description on one line for each of its paragraphs.
fn doc(schema: &Value) -> Option<String> {
    let paragraphs = schema["description"].as_str()?.split("\n\n");
    let lines: Vec<String> =
        paragraphs.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    Some(lines.join("\n\n"))
}

fn kind(schema: &Value) -> Result<Kind> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return Ok(Kind::Shape(name.into()));
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        return match choices.as_slice() {
            [inner, null] if null["type"] == "null" => Ok(Kind::Nullable(kind(inner)?.into())),
            _ => Err("must be one thing or null".into()),
        };
    }
    if let Some([name, null]) = schema["type"].as_array().map(Vec::as_slice) {
        let mut inner = schema.clone();
        inner["type"] = name.clone();
        return match null.as_str() {
            Some("null") => Ok(Kind::Nullable(kind(&inner)?.into())),
            _ => Err("must be one type or null".into()),
        };
    }
    match schema["type"].as_str() {
        Some("string") => Ok(Kind::Text),
        Some("integer") => Ok(Kind::Whole),
        Some("number") => Ok(Kind::Number),
        Some("boolean") => Ok(Kind::Flag),
        Some("array") => Ok(Kind::List(kind(&schema["items"])?.into())),
        Some("object") if schema["additionalProperties"].is_object() => {
            Ok(Kind::Map(kind(&schema["additionalProperties"])?.into()))
        }
        _ => Err(format!("has a type that no host is told of: {schema}")),
    }
}

impl Kind {
    fn shape(&self) -> Option<&str> {
        match self {
            Self::Shape(name) => Some(name),
            Self::List(inner) | Self::Map(inner) | Self::Nullable(inner) => inner.shape(),
            _ => None,
        }
    }
}

/// Breaks text between words so that no line is wider than `width`, each with `indent` before it.
fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split("\n\n") {
        if !lines.is_empty() {
            lines.push(indent.trim_end().into());
        }
        let mut line = String::from(indent);
        for word in paragraph.split(' ') {
            if line.len() > indent.len() && line.chars().count() + 1 + word.len() > width {
                lines.push(std::mem::replace(&mut line, indent.into()));
            }
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.join("\n")
}
