//! The test suites: what runs, in which order, and what is reported.

use std::time::Instant;

use clap::ValueEnum;

use crate::tools::MISSING;
use crate::workspace::{Result, Workspace};
use crate::{broker, c, cli, docs, node, oracle, python, rust};

/// A test suite that can be picked with `--only`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Suite {
    /// The Rust crates: vectors, doctests, lints, the generated files.
    Core,
    /// The C library: strict compilers, vectors, valgrind, sanitizers, pkg-config, CMake.
    C,
    /// The Python package on every CPython found.
    Python,
    /// The Node.js package on every Node.js.
    Node,
    /// The command line.
    Cli,
    /// The real clients, run and compared.
    Oracle,
    /// Apache Kafka, started here, with real producers and consumers.
    Broker,
    /// Every README and docs snippet, run.
    Docs,
}

impl Suite {
    fn run(self, workspace: &Workspace, all: bool) -> Result {
        match self {
            Self::Core => rust::test(workspace, all),
            Self::C => c::test(workspace, all),
            Self::Python => python::test(workspace, all),
            Self::Node => node::test(workspace, all),
            Self::Cli => cli::test(workspace, all),
            Self::Oracle => oracle::test(workspace, all),
            Self::Broker => broker::test(workspace, all),
            Self::Docs => docs::test(workspace, all),
        }
    }
}

/// Builds everything in release mode and installs it as a user would.
///
/// Each host is staged alone: one that lacks its toolchain is named and skipped by the caller.
pub fn stage(workspace: &Workspace) -> Result {
    let staged = [
        ("bin", cli::stage(workspace)),
        ("c", c::stage(workspace)),
        ("venv", python::stage(workspace)),
        ("node", node::stage(workspace)),
    ];
    let mut failed = Vec::new();
    for (name, outcome) in staged {
        match outcome {
            Ok(()) => eprintln!("staged target/stage/{name}"),
            Err(why) => failed.push(format!("target/stage/{name}: {why}")),
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// Stages, runs the suites and reports each as passed, failed or not run.
///
/// A missing toolchain is not run, and with `CI=true` that is a failure.
pub fn run(workspace: &Workspace, only: &[Suite], all: bool) -> Result {
    let ci = std::env::var("CI").is_ok_and(|value| value == "true");
    let suites = if only.is_empty() { Suite::value_variants() } else { only };
    if let Err(why) = stage(workspace) {
        eprintln!("{why}");
    }
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let mut report = String::new();
    for suite in suites {
        eprintln!("\n=== {suite:?} ===");
        let started = Instant::now();
        let (mark, why) = match suite.run(workspace, all) {
            Ok(()) => {
                passed += 1;
                ("passed", String::new())
            }
            Err(why) if why.starts_with(MISSING) => {
                skipped += 1;
                ("not run", why)
            }
            Err(why) => {
                failed += 1;
                ("FAILED", why)
            }
        };
        let seconds = started.elapsed().as_secs();
        report += &format!("{:8} {mark:8} {seconds:4} s  {why}\n", format!("{suite:?}"));
    }
    println!("\n{report}{passed} passed, {failed} failed, {skipped} skipped");
    if failed > 0 || (ci && skipped > 0) {
        return Err("not every suite passed".into());
    }
    Ok(())
}
