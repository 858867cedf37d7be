//! The page.

use std::fmt::Write;

use super::{Block, Column, Finding, Mood, Report, Row, Table, drawing};

const STYLE: &str = include_str!("style.css");

/// Even if a text were not escaped, nothing would be loaded and no script would run.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

pub(super) fn page(report: &Report) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"copartition {}\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body class=\"copartition-page\">\n<main>\n\
         {}</main>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        escaped(&report.title),
        body(report),
    )
}

pub(super) fn fragment(report: &Report) -> String {
    format!("<style>\n{STYLE}</style>\n{}", body(report))
}

fn body(report: &Report) -> String {
    let mut body = format!(
        "<div class=\"copartition\">\n<h1>{}</h1>\n<p class=\"verdict {}\">{}</p>\n",
        escaped(&report.title),
        class(report.mood),
        escaped(&report.verdict),
    );
    body.extend(report.blocks.iter().map(written));
    if !report.command.is_empty() {
        body += "<h2>To make this report again</h2>\n";
        body += &code(&report.command);
    }
    body += "<footer>";
    for note in &report.notes {
        body += &format!("<p>{}</p>", escaped(note));
    }
    body + &format!("<p>copartition {}</p></footer>\n</div>\n", env!("CARGO_PKG_VERSION"))
}

fn class(mood: Mood) -> &'static str {
    match mood {
        Mood::Fine => "fine",
        Mood::Differs => "differs",
        Mood::Unsure => "unsure",
    }
}

fn written(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>\n", escaped(text)),
        Block::Subheading(text) => format!("<h3>{}</h3>\n", escaped(text)),
        Block::Text(text) => format!("<p>{}</p>\n", escaped(text)),
        Block::List(items) => {
            let items = items.iter().map(|item| format!("<li>{}</li>\n", escaped(item)));
            format!("<ul>\n{}</ul>\n", items.collect::<String>())
        }
        Block::Facts(facts) => {
            let facts = facts.iter().map(|(name, value)| {
                format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value))
            });
            format!("<dl>\n{}</dl>\n", facts.collect::<String>())
        }
        Block::Findings(findings) => {
            format!("<ul class=\"findings\">\n{}</ul>\n", {
                findings.iter().map(finding).collect::<String>()
            })
        }
        Block::Bars(bars) => drawing::bars(bars),
        Block::Stacks(stacks) => drawing::stacks(stacks),
        Block::Table(table) => written_table(table),
        Block::Flows(flows) => drawing::flows(flows),
        Block::Code(text) => code(text),
    }
}

fn code(text: &str) -> String {
    format!("<pre tabindex=\"0\">{}</pre>\n", escaped(text))
}

fn finding(finding: &Finding) -> String {
    // Colors alone tell not everybody.
    let sign = match finding.mood {
        Mood::Fine => "✓",
        Mood::Differs => "!",
        Mood::Unsure => "?",
    };
    let advice = finding.advice.as_deref();
    let advice =
        advice.map(|advice| format!("<br><span class=\"advice\">{}</span>", escaped(advice)));
    format!(
        "<li class=\"{}\"><span class=\"sign\">{sign}</span><div><b>{}</b> {}{}</div></li>\n",
        class(finding.mood),
        escaped(&finding.about),
        escaped(&finding.found),
        advice.unwrap_or_default(),
    )
}

fn written_table(table: &Table) -> String {
    let mut text = String::from("<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>");
    for column in &table.columns {
        let (class, name) = match column {
            Column::Number(name) => (" class=\"number\"", name),
            Column::Text(name) | Column::Key(name) => ("", name),
        };
        text += &format!("<th scope=\"col\"{class}>{}</th>", escaped(name));
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        text += "<tr>";
        match row {
            Row::Of(key) => {
                let columns = table.columns.len();
                text += &format!(
                    "<th scope=\"rowgroup\" class=\"key of\" colspan=\"{columns}\">{}</th>",
                    escaped(key)
                );
            }
            Row::Cells(cells) => {
                for (cell, column) in cells.iter().zip(&table.columns) {
                    let class = match column {
                        Column::Number(_) => " class=\"number\"",
                        Column::Text(_) => "",
                        Column::Key(_) => " class=\"key\"",
                    };
                    text += &format!("<td{class}>{}</td>", escaped(cell));
                }
            }
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table></div>\n"
}

/// Escapes text for an element or an attribute in double quotes.
///
/// Control characters are shown by their pictures, and what is not seen but turns the direction of
/// the text or hides in it by its number: a key must not look like another one.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\0'..='\x1f' => {
                let picture = char::from_u32(0x2400 + u32::from(character));
                escaped.push(picture.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            '\x7f'..='\u{9f}'
            | '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}' => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(character));
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
