//! The page.

use std::fmt::Write;

use super::{Block, Mood, Report, Table, svg};

const STYLE: &str = include_str!("style.css");

pub(super) fn page(report: &Report) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta name=\"generator\" content=\"copartition {}\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
        escaped(&report.title),
        body(report),
    )
}

pub(super) fn fragment(report: &Report) -> String {
    format!("<div>\n<style>\n{STYLE}</style>\n{}</div>\n", body(report))
}

fn body(report: &Report) -> String {
    let mood = match report.mood {
        Mood::Fine => "fine",
        Mood::Differs => "differs",
        Mood::Unsure => "unsure",
    };
    let mut body = format!(
        "<main class=\"copartition\">\n<h1>{}</h1>\n<p class=\"verdict {mood}\">{}</p>\n",
        escaped(&report.title),
        escaped(&report.verdict),
    );
    for block in &report.blocks {
        body += &written(block);
    }
    if !report.command.is_empty() {
        let command = escaped(&report.command);
        body += &format!("<h2>Make this report again</h2>\n<pre>{command}</pre>\n");
    }
    body += "</main>\n";
    body
}

fn written(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h2>{}</h2>\n", escaped(text)),
        Block::Text(text) => format!("<p>{}</p>\n", escaped(text)),
        Block::Facts(facts) => {
            let mut list = String::from("<dl>\n");
            for (name, value) in facts {
                list += &format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
            }
            list + "</dl>\n"
        }
        Block::Bars(bars) => svg::bars(bars),
        Block::Table(table) => written_table(table),
        Block::Flows(flows) => svg::flows(flows),
        Block::Commands(commands) => {
            let lines: Vec<String> = commands.iter().map(|command| escaped(command)).collect();
            format!("<pre>{}</pre>\n", lines.join("\n"))
        }
    }
}

fn written_table(table: &Table) -> String {
    let mut text = String::from("<div class=\"wide\"><table>\n<thead><tr>");
    for column in &table.columns {
        text += &format!("<th>{}</th>", escaped(column));
    }
    text += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        text += "<tr>";
        for cell in row {
            let number = !cell.is_empty() && cell.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let class = if number { " class=\"number\"" } else { "" };
            text += &format!("<td{class}>{}</td>", escaped(cell));
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table></div>\n"
}

/// Escapes text for an element or an attribute in double quotes. Control characters, which HTML does
/// not take, are shown by their pictures.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' => escaped.push(character),
            '\0'..='\x1f' => {
                let picture = char::from_u32(0x2400 + u32::from(character));
                escaped.push(picture.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            // What turns the direction of the text around could make a key look like another one.
            '\x7f'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                // Writing to a String cannot fail.
                let _ = write!(escaped, "\\u{{{:x}}}", u32::from(character));
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
