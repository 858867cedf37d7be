//! The `copartition` command: it reads arguments, asks the crates below, and prints.

mod args;
mod explain;
mod group;
mod output;
mod partitioners;
mod spread;
mod where_key;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command};
use crate::output::{Failure, Out};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = Out::new();
    let done = match &arguments.command {
        Command::Where(args) => where_key::run(args, &mut out),
        Command::Explain(args) => explain::run(args, &mut out),
        Command::Spread(args) => spread::run(args, &mut out),
        Command::Group(args) => group::run(args, &mut out),
        Command::Partitioners(args) => partitioners::run(args, &mut out),
    };
    let done = done.and_then(|exit| out.flush().map(|()| exit));
    match done {
        Ok(exit) => exit,
        // Whoever reads stdout has seen enough.
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Error(text)) => {
            // What was answered before the error comes first.
            let _ = out.flush();
            let hidden = arguments.redacts().then(|| text.split(", got ").next()).flatten();
            output::note(hidden.unwrap_or(&text));
            ExitCode::from(2)
        }
    }
}
