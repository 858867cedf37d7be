//! The test suites: what runs, in which order, and what is reported.

use std::time::Instant;

use clap::ValueEnum;

use crate::tools::MISSING;
use crate::workspace::{Result, Workspace, remove};
use crate::{broker, c, cli, columns, docs, node, oracle, python, rust};

/// What a suite runs against: a folder of `target/stage/`, as a user would have installed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    Bin,
    C,
    Venv,
    Node,
}

impl Host {
    pub const ALL: &[Self] = &[Self::Bin, Self::C, Self::Venv, Self::Node];

    /// Builds in release mode and installs, after what lay there is removed: a build that fails
    /// leaves nothing that a test could take for its result.
    pub fn stage(self, workspace: &Workspace) -> Result {
        let (name, build): (_, fn(&Workspace) -> Result) = match self {
            Self::Bin => ("bin", cli::stage),
            Self::C => ("c", c::stage),
            Self::Venv => ("venv", python::stage),
            Self::Node => ("node", node::stage),
        };
        remove(&workspace.stage(name))?;
        build(workspace)?;
        eprintln!("staged target/stage/{name}");
        Ok(())
    }
}

/// A test suite that can be picked with `--only`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Suite {
    /// The Rust crates: vectors, doctests, lints, the generated files.
    Core,
    /// The C library: strict compilers, vectors, valgrind, sanitizers, pkg-config, CMake.
    C,
    /// The Python package on every CPython found.
    Python,
    /// The Python package's modules for Polars, DuckDB, pandas and Spark, and recipes for others.
    Columns,
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
    /// The hosts that it runs against.
    fn hosts(self) -> &'static [Host] {
        match self {
            Self::Core => &[],
            Self::C => &[Host::C],
            Self::Python | Self::Columns => &[Host::Venv],
            Self::Node => &[Host::Node],
            Self::Cli => &[Host::Bin],
            Self::Oracle | Self::Broker | Self::Docs => Host::ALL,
        }
    }

    fn run(self, workspace: &Workspace, all: bool) -> Result {
        match self {
            Self::Core => rust::test(workspace, all),
            Self::C => c::test(workspace, all),
            Self::Python => python::test(workspace, all),
            Self::Columns => columns::test(workspace, all),
            Self::Node => node::test(workspace, all),
            Self::Cli => cli::test(workspace, all),
            Self::Oracle => oracle::test(workspace, all),
            Self::Broker => broker::test(workspace, all),
            Self::Docs => docs::test(workspace, all),
        }
    }
}

/// Stages every host; those that fail are named after the others are staged.
pub fn stage(workspace: &Workspace) -> Result {
    let why: Vec<String> =
        Host::ALL.iter().filter_map(|host| host.stage(workspace).err()).collect();
    if why.is_empty() { Ok(()) } else { Err(why.join("\n")) }
}

/// Stages what the suites need, runs them and reports each as passed, failed or not run.
///
/// A missing toolchain is not run, and with `CI=true` that is a failure. A suite whose host was not
/// staged is not started: it fails, or is not run, for the reason that its host gives.
pub fn run(workspace: &Workspace, only: &[Suite], all: bool) -> Result {
    let ci = std::env::var("CI").is_ok_and(|value| value == "true");
    let suites = if only.is_empty() { Suite::value_variants() } else { only };
    let unstaged: Vec<(Host, String)> = Host::ALL
        .iter()
        .filter(|host| suites.iter().any(|suite| suite.hosts().contains(host)))
        .filter_map(|host| Some((*host, host.stage(workspace).err()?)))
        .collect();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let mut report = String::new();
    for suite in suites {
        eprintln!("\n=== {suite:?} ===");
        let started = Instant::now();
        let outcome = match lacking(*suite, &unstaged) {
            Some(why) => Err(why),
            None => suite.run(workspace, all),
        };
        let (mark, why) = match outcome {
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

/// Why a suite cannot be started: a host that failed before one whose toolchain is missing.
fn lacking(suite: Suite, unstaged: &[(Host, String)]) -> Option<String> {
    unstaged
        .iter()
        .filter(|(host, _)| suite.hosts().contains(host))
        .map(|(_, why)| why.clone())
        .min_by_key(|why| why.starts_with(MISSING))
}
