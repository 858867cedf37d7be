//! The Rust crates: tests, lints, documentation, the generated files, the oldest compiler.

use crate::generate;
use crate::tools::{self, MISSING};
use crate::workspace::{Result, Workspace, output, run};

/// The oldest compiler that is promised: `rust-version` of the workspace, which is this crate's.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
const OLDEST_NAME: &str = concat!("Rust ", env!("CARGO_PKG_RUST_VERSION"));
/// A target without a standard library, where `no_std` cannot be a mere word.
const BARE: &str = "thumbv7em-none-eabihf";

/// Runs every test of the workspace in release mode, builds the core alone, and checks the rest.
///
/// `all` adds the oldest compiler and cargo-deny; one that is absent is named after the rest has run.
pub fn test(workspace: &Workspace, all: bool) -> Result {
    run(workspace.cargo().args(["test", "--release", "--workspace", "--no-fail-fast", "--quiet"]))?;
    no_std(workspace)?;
    run(workspace.cargo().args(["fmt", "--all", "--check"]))?;
    run(workspace.cargo().args([
        "clippy",
        "--release",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))?;
    run(workspace
        .cargo()
        .args(["doc", "--workspace", "--no-deps", "--quiet"])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    generate::run(workspace, true)?;
    if !all {
        return Ok(());
    }
    let absent: Vec<&str> = [deny(workspace)?, oldest(workspace)?].into_iter().flatten().collect();
    if absent.is_empty() { Ok(()) } else { Err(format!("{MISSING}{}", absent.join(", "))) }
}

/// Builds the core without features, which has no dependency, and for a bare target if there is
/// one.
fn no_std(workspace: &Workspace) -> Result {
    let alone = ["--release", "--package", "copartition", "--no-default-features"];
    run(workspace.cargo().arg("build").args(alone))?;
    let tree = output(
        workspace.cargo().args(["tree", "--edges", "normal", "--prefix", "none"]).args(&alone[1..]),
    )?;
    if tree.lines().count() != 1 {
        return Err(format!("the core without features has dependencies:\n{tree}"));
    }
    let targets = output(workspace.command("rustup").args(["target", "list", "--installed"]));
    if targets.is_ok_and(|targets| targets.lines().any(|target| target == BARE)) {
        run(workspace.cargo().arg("build").args(alone).args(["--target", BARE]))?;
    } else {
        eprintln!("the target {BARE} is not installed: no_std is checked on this machine's alone");
    }
    Ok(())
}

/// Checks the workspace with the oldest compiler if rustup has it, else names it.
fn oldest(workspace: &Workspace) -> Result<Option<&'static str>> {
    let known = output(workspace.command("rustup").args(["toolchain", "list"])).unwrap_or_default();
    let starts = [format!("{OLDEST}."), format!("{OLDEST}-")];
    let toolchain = known
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .find(|name| starts.iter().any(|start| name.starts_with(start)));
    let Some(toolchain) = toolchain else {
        return Ok(Some(OLDEST_NAME));
    };
    run(workspace
        .command("rustup")
        .args(["run", toolchain, "cargo", "check", "--workspace", "--all-targets"])
        // Its own folder: another compiler's artifacts would be thrown away each time.
        .arg("--target-dir")
        .arg(workspace.target("oldest")))?;
    Ok(None)
}

/// Checks licenses and advisories if cargo-deny is installed, else names it.
fn deny(workspace: &Workspace) -> Result<Option<&'static str>> {
    if tools::found("cargo-deny", "cargo-deny").is_err() {
        return Ok(Some("cargo-deny"));
    }
    run(workspace.cargo().args(["deny", "check"]))?;
    Ok(None)
}
