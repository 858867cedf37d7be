//! What is made of the JSON documents' schemas: Python's classes, TypeScript's interfaces and the
//! page that explains every member.

mod page;
mod python;
mod typescript;

use std::collections::BTreeSet;

use copartition_analysis::documents;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::Derived;
use crate::workspace::{Result, Workspace};

/// Makes the three files.
pub(super) fn derived(workspace: &Workspace) -> Result<Vec<Derived>> {
    let shapes = shapes(&definitions())?;
    let page = page::derived(workspace, &shapes)?;
    Ok(vec![python::derived(&shapes), typescript::derived(&shapes), page])
}

/// The schemas of every document, and of what they are made of.
fn definitions() -> Value {
    // As they are written: what is absent at times is not required, and null is not absent.
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    generator.subschema_for::<documents::Identified>();
    generator.subschema_for::<documents::SplitKeys>();
    generator.subschema_for::<documents::Verified>();
    generator.subschema_for::<documents::Compared>();
    generator.subschema_for::<documents::Moved>();
    generator.subschema_for::<documents::SpreadOut>();
    generator.subschema_for::<documents::KeysFor>();
    generator.subschema_for::<documents::ProbeKeys>();
    generator.subschema_for::<documents::Diagnosed>();
    Value::Object(generator.take_definitions(true))
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

/// Reads the definitions of a JSON schema: an object of objects.
fn shapes(definitions: &Value) -> Result<Vec<Shape>> {
    let (mut shapes, mut seen) = (Vec::new(), BTreeSet::new());
    for name in definitions.as_object().into_iter().flat_map(|all| all.keys()) {
        add(name, definitions, &mut shapes, &mut seen)?;
    }
    Ok(shapes)
}

/// Adds a shape behind those that it names.
fn add(
    name: &str,
    definitions: &Value,
    shapes: &mut Vec<Shape>,
    seen: &mut BTreeSet<String>,
) -> Result {
    if !seen.insert(name.into()) {
        return Ok(());
    }
    let schema = &definitions[name];
    let doc = doc(schema).ok_or_else(|| format!("{name}: a document must be explained"))?;
    let fields = fields(schema).map_err(|why| format!("{name}: {why}"))?;
    for field in &fields {
        if let Some(inner) = field.kind.shape() {
            add(inner, definitions, shapes, seen)?;
        }
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
