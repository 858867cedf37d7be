//! `copartition man`: the manual pages, made from the help.

use std::process::ExitCode;

use clap::{Command, CommandFactory};
use clap_mangen::roff::{Roff, roman};

use crate::args::{Arguments, Man};
use crate::output::{Failure, Out, Outcome};

pub(crate) fn run(args: &Man, out: &mut Out) -> Outcome {
    let mut all = Arguments::command().disable_help_subcommand(true);
    // Only then do commands know the names of their pages.
    all.build();
    let command = match &args.command {
        None => &all,
        Some(name) => all.find_subcommand(name).ok_or_else(|| {
            let names: Vec<&str> = all.get_subcommands().map(Command::get_name).collect();
            Failure::Error(format!("command must be one of {}, got {name:?}", names.join(", ")))
        })?,
    };
    out.bytes(&page(command)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The page in roff.
fn page(command: &Command) -> Outcome<Vec<u8>> {
    let man = clap_mangen::Man::new(command.clone())
        // Left empty, the date's place would be taken by what follows it.
        .date("\"\"")
        .source(concat!("copartition ", env!("CARGO_PKG_VERSION")))
        .manual("copartition");
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(text) = command.get_after_help() {
        examples(&text.to_string()).to_writer(&mut page)?;
    }
    Ok(page)
}

/// The examples, whose lines must stay as they are.
fn examples(text: &str) -> Roff {
    let mut section = Roff::new();
    section.control("SH", ["EXAMPLES"]).control("nf", []);
    for line in text.lines().filter(|line| *line != "Examples:") {
        section.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
    }
    section.control("fi", []);
    section
}
