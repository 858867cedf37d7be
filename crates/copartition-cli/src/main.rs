//! The `copartition` command: it reads arguments, asks the crates below, and prints.

mod args;
mod clients;
mod compare;
mod completions;
mod doctor;
mod explain;
#[cfg(feature = "kafka")]
mod find;
mod group;
mod identify;
mod input;
mod key_forms;
mod keys_for;
mod log_entry;
mod man;
mod moves;
mod output;
mod page;
mod partitioners;
mod place;
mod placements;
mod progress;
mod settings;
mod split;
mod spread;
mod spread_counts;
mod verify;
mod where_key;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Arguments, Command};
use crate::output::{Failure, Out};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(why) => return misused(&why),
    };
    let mut out = Out::new();
    let done = match &arguments.command {
        Command::Where(args) => where_key::run(args, &mut out),
        Command::Explain(args) => explain::run(args, &mut out),
        Command::Key(args) => key_forms::run(args, &mut out),
        Command::Place(args) => place::run(args, &mut out),
        Command::Spread(args) => spread::run(args, &mut out),
        Command::Identify(args) => identify::run(args, &mut out),
        Command::Split(args) => split::run(args, &mut out),
        Command::Verify(args) => verify::run(args, &mut out),
        Command::KeysFor(args) => keys_for::run(args, &mut out),
        Command::Compare(args) => compare::run(args, &mut out),
        Command::Moves(args) => moves::run(args, &mut out),
        Command::Group(args) => group::run(args, &mut out),
        Command::Partitioners(args) => partitioners::run(args, &mut out),
        Command::Clients(args) => clients::run(args, &mut out),
        Command::Settings(args) => settings::run(args, &mut out),
        Command::Doctor(args) => doctor::run(args, &mut out),
        #[cfg(feature = "kafka")]
        Command::Find(args) => find::run(args, &mut out),
        Command::Completions(args) => completions::run(args, &mut out),
        Command::Man(args) => man::run(args, &mut out),
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

/// Prints the help that was asked for, or what is wrong with the arguments.
///
/// clap repeats the arguments that it does not understand, of which one may be a key.
fn misused(why: &clap::Error) -> ExitCode {
    let given: Vec<OsString> = std::env::args_os().skip(1).collect();
    let is = |what: fn(&str) -> bool| given.iter().any(|given| what(&given.to_string_lossy()));
    if !why.use_stderr() {
        // Help, whose reader may have gone.
        let _ = why.print();
    } else if is(|given| given.starts_with("--redact")) {
        let what = why.kind().as_str().unwrap_or("the arguments are not understood");
        output::note(&format!("{what} (not shown because of --redact)"));
    } else if is(|given| given.contains(char::is_control)) {
        let text = why.render().to_string();
        text.lines().for_each(|line| eprintln!("{}", output::visible(line)));
    } else {
        let _ = why.print();
    }
    ExitCode::from(u8::try_from(why.exit_code()).unwrap_or(2))
}
