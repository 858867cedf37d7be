//! The Rust crates: tests, lints, documentation, the generated files, the oldest compiler, other
//! processors.

use crate::generate;
use crate::tools::{self, MISSING};
use crate::workspace::{Result, Workspace, output, run};

/// The oldest compiler that is promised: `rust-version` of the workspace, which is this crate's.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");
const OLDEST_NAME: &str = concat!("Rust ", env!("CARGO_PKG_RUST_VERSION"));
/// A target without a standard library, where `no_std` cannot be a mere word.
const BARE: &str = "thumbv7em-none-eabihf";

/// A processor that qemu plays: the core's tests run on it as well.
struct Foreign {
    target: &'static str,
    linker: &'static str,
    /// qemu's program, and where the target's C library is.
    runner: [&'static str; 3],
    what: &'static str,
}

const FOREIGN: [Foreign; 2] = [
    Foreign {
        target: "aarch64-unknown-linux-gnu",
        linker: "aarch64-linux-gnu-gcc",
        runner: ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
        what: "64-bit Arm (rustup target, Debian: gcc-aarch64-linux-gnu, qemu-user)",
    },
    // Big-endian.
    Foreign {
        target: "s390x-unknown-linux-gnu",
        linker: "s390x-linux-gnu-gcc",
        runner: ["qemu-s390x", "-L", "/usr/s390x-linux-gnu"],
        what: "s390x (rustup target, Debian: gcc-s390x-linux-gnu, qemu-user)",
    },
];

/// Runs every test of the workspace in release mode, builds the core alone, and checks the rest.
///
/// `all` adds the oldest compiler, cargo-deny, Miri on the batches, and the core's tests on other
/// processors; what is absent is named after the rest has run.
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
    let mut absent: Vec<&str> = Vec::new();
    absent.extend(deny(workspace)?);
    absent.extend(oldest(workspace)?);
    absent.extend(miri(workspace)?);
    for processor in &FOREIGN {
        absent.extend(foreign(workspace, processor)?);
    }
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

/// Interprets the batches and the portable kernel with Miri, which sees a step outside of memory,
/// if the nightly toolchain has it, else names it.
fn miri(workspace: &Workspace) -> Result<Option<&'static str>> {
    if output(workspace.command("rustup").args(["run", "nightly", "cargo", "miri", "--version"]))
        .is_err()
    {
        return Ok(Some("Miri (rustup component of the nightly toolchain, with rust-src)"));
    }
    run(workspace
        .command("rustup")
        .args(["run", "nightly", "cargo", "miri", "test", "--package", "copartition"])
        .args(["--test", "kernels", "--test", "batches"])
        .arg("--target-dir")
        .arg(workspace.target("miri")))?;
    Ok(None)
}

/// Runs the core's tests on another processor if its toolchain is here, else names it.
fn foreign(workspace: &Workspace, processor: &Foreign) -> Result<Option<&'static str>> {
    let Foreign { target, linker, runner, what } = processor;
    let targets = output(workspace.command("rustup").args(["target", "list", "--installed"]));
    let has_target = targets.is_ok_and(|targets| targets.lines().any(|known| known == *target));
    if !has_target || tools::found(linker, what).is_err() || tools::found(runner[0], what).is_err()
    {
        return Ok(Some(what));
    }
    let setting =
        |name: &str| format!("CARGO_TARGET_{}_{name}", target.to_uppercase().replace('-', "_"));
    run(workspace
        .cargo()
        .args(["test", "--release", "--package", "copartition", "--tests", "--target", target])
        .arg("--target-dir")
        .arg(workspace.target("foreign"))
        .env(setting("LINKER"), linker)
        .env(setting("RUNNER"), runner.join(" ")))?;
    Ok(None)
}
