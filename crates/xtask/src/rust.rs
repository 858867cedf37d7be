//! The Rust crates: tests, lints, documentation, the generated files, the oldest compiler.

use crate::generate;
use crate::tools::{self, MISSING};
use crate::workspace::{Result, Workspace, output, run};

/// The oldest compiler that is promised: `rust-version` of the workspace.
const OLDEST: &str = "1.89.0";
/// A target without a standard library, where `no_std` cannot be a mere word.
const BARE: &str = "thumbv7em-none-eabihf";

/// Runs every test of the workspace in release mode, builds the core alone, and checks the rest.
///
/// `all` adds the oldest compiler and, where it is installed, cargo-deny.
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
    if all {
        deny(workspace)?;
        oldest(workspace)?;
    }
    Ok(())
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

/// Checks the workspace with the oldest compiler, installed through rustup where it is missing.
fn oldest(workspace: &Workspace) -> Result {
    let rustup = tools::found("rustup", "rustup")?;
    let install = ["toolchain", "install", OLDEST, "--profile", "minimal", "--no-self-update"];
    let known = output(workspace.command(&rustup).args(["toolchain", "list"]))?;
    if !known.contains(OLDEST) && run(workspace.command(&rustup).args(install)).is_err() {
        return Err(format!("{MISSING}Rust {OLDEST}, which rustup could not install"));
    }
    run(workspace
        .command(&rustup)
        .args(["run", OLDEST, "cargo", "check", "--workspace", "--all-targets"])
        // Its own folder: another compiler's artifacts would be thrown away each time.
        .arg("--target-dir")
        .arg(workspace.target("oldest")))
}

fn deny(workspace: &Workspace) -> Result {
    if tools::found("cargo-deny", "cargo-deny").is_err() {
        eprintln!("cargo-deny is not installed: licences and advisories are not checked");
        return Ok(());
    }
    run(workspace.cargo().args(["deny", "check"]))
}
