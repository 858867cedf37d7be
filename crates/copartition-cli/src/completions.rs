//! `copartition completions`: the script that completes its command line in a shell.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::args::{Arguments, Completions};
use crate::output::{Out, Outcome};

pub(crate) fn run(args: &Completions, out: &mut Out) -> Outcome {
    // clap_complete panics where a write fails, and memory takes it all.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "copartition", &mut script);
    out.bytes(&script)?;
    Ok(ExitCode::SUCCESS)
}
