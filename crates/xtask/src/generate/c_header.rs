use super::Derived;
use crate::c::with_version;
use crate::workspace::{Result, Workspace, output, run};

/// Pinned: another release may lay the header out differently.
const CBINDGEN: &str = "0.29.4";

/// Makes `include/copartition.h` from the C library's Rust source.
pub(super) fn derived(workspace: &Workspace) -> Result<Derived> {
    let cbindgen = workspace.target("tools/bin/cbindgen");
    let installed = output(workspace.command(&cbindgen).arg("--version"));
    if !installed.is_ok_and(|version| version.trim() == format!("cbindgen {CBINDGEN}")) {
        run(workspace
            .cargo()
            .args(["install", "cbindgen", "--version", &format!("={CBINDGEN}"), "--locked"])
            .arg("--root")
            .arg(workspace.target("tools")))?;
    }
    let template = output(workspace.command(&cbindgen).args([
        "--quiet",
        "--config",
        "crates/copartition-capi/cbindgen.toml",
        "crates/copartition-capi",
    ]))?;
    Ok(Derived { path: "include/copartition.h", contents: with_version(&template) + "\n" })
}
