//! `node/results.d.ts`: an interface for each document and part.

use super::{Kind, Shape, wrapped};
use crate::generate::Derived;

const HEAD: &str = "// What the analysis answers: an interface for each of its JSON documents, and for their parts, with
// the members' names in camelCase.
//
// Written by `cargo xtask generate`.
";

pub(super) fn derived(shapes: &[Shape]) -> Derived {
    let interfaces: String = shapes.iter().map(interface).collect();
    Derived { path: "node/results.d.ts", contents: format!("{HEAD}{interfaces}") }
}

fn interface(shape: &Shape) -> String {
    let mut text = format!("\n{}\nexport interface {} {{\n", comment(&shape.doc, ""), shape.name);
    for field in &shape.fields {
        let optional = if field.is_optional { "?" } else { "" };
        text += &format!(
            "{}\n  readonly {}{optional}: {};\n",
            comment(&field.doc, "  "),
            camel_case(&field.name),
            annotation(&field.kind)
        );
    }
    text + "}\n"
}

fn comment(text: &str, indent: &str) -> String {
    let one_line = format!("{indent}/** {text} */");
    if !text.contains('\n') && one_line.chars().count() <= 100 {
        return one_line;
    }
    format!("{indent}/**\n{}\n{indent} */", wrapped(text, &format!("{indent} * "), 100))
}

fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_string();
    words.fold(first, |name, word| {
        let (head, tail) = word.split_at(word.len().min(1));
        name + &head.to_ascii_uppercase() + tail
    })
}

fn annotation(kind: &Kind) -> String {
    match kind {
        Kind::Text => "string".into(),
        Kind::Whole | Kind::Number => "number".into(),
        Kind::Flag => "boolean".into(),
        Kind::Shape(name) => name.clone(),
        Kind::List(inner) => match **inner {
            Kind::Nullable(_) => format!("({})[]", annotation(inner)),
            _ => format!("{}[]", annotation(inner)),
        },
        Kind::Map(inner) => format!("Record<string, {}>", annotation(inner)),
        Kind::Nullable(inner) => format!("{} | null", annotation(inner)),
    }
}
