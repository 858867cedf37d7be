//! The one task runner: `cargo xtask COMMAND`.

#![expect(unreachable_pub, reason = "what another module may use, in a program without a library")]
#![expect(clippy::print_stdout, reason = "a task's result is what it prints")]
#![expect(clippy::indexing_slicing, reason = "an index that is wrong ends the task, as it should")]

mod analysis_cases;
mod bench;
mod broker;
mod c;
mod cli;
mod columns;
mod cross;
mod demo;
mod docs;
mod generate;
mod key_bytes;
#[path = "../../copartition/tests/key_bytes/form.rs"]
mod key_form;
mod node;
mod oracle;
mod pages;
mod place_cases;
mod python;
mod random_keys;
mod random_values;
mod rust;
mod share;
mod suites;
mod tools;
mod vectors;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::suites::Suite;
use crate::workspace::Workspace;

/// Builds, stages, tests and proves copartition. Everything lands under `target/`.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Stage everything, then place the same keys from every language side by side.
    Demo,
    /// Run the test suites against what `stage` installed.
    Test {
        /// Run these suites only, separated by commas.
        #[arg(long, value_delimiter = ',', value_enum)]
        only: Vec<Suite>,
        /// Add the long checks: more versions, other toolchains, sanitizers, bigger random runs.
        #[arg(long)]
        all: bool,
    },
    /// Build in release mode and install as a user would, into `target/stage/`.
    Stage,
    /// Time copartition against its peers, interleaved in one run, as ratios.
    Bench {
        /// Which benchmark to run; all when not given.
        #[arg(value_enum)]
        name: Option<bench::Name>,
        /// Fail when a bar is missed.
        #[arg(long)]
        check: bool,
    },
    /// Write the derived files: the C header, the C vectors, the tables in the docs.
    Generate {
        /// Write nothing, and fail when a committed file is not current.
        #[arg(long)]
        check: bool,
    },
    /// Run the real clients and compare what they say with `tests/vectors/` and with copartition.
    Oracle {
        /// Run this host's oracles only.
        #[arg(long, value_enum)]
        host: Option<oracle::Host>,
        /// Add the clients that take minutes to build.
        #[arg(long)]
        all: bool,
        /// Rewrite the vectors of the clients that were run.
        #[arg(long)]
        write: bool,
    },
}

fn main() -> ExitCode {
    let workspace = Workspace::find();
    let done = match Arguments::parse().task {
        Task::Demo => demo::run(&workspace),
        Task::Test { only, all } => suites::run(&workspace, &only, all),
        Task::Stage => suites::stage(&workspace),
        Task::Bench { name, check } => bench::run(&workspace, name, check),
        Task::Generate { check } => generate::run(&workspace, check),
        Task::Oracle { host, all, write } => oracle::run(&workspace, host, all, write),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}
