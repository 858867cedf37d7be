//! The Node.js package: its tarball, staged, and its tests on every Node.js.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::tools;
use crate::workspace::{Result, Workspace, copy, output, remove, run, write};

/// The Node.js releases beside the machine's own that the tests run on.
const RELEASES: [&str; 2] = ["22.23.3", "24.21.0"];

const TYPESCRIPT: &str = "typescript@7.0.2";
const NODE_TYPES: &str = "@types/node@20.19.43";

/// Builds and packs the package, and installs the tarball, alone, into `target/stage/node`.
pub fn stage(workspace: &Workspace) -> Result {
    tools::node()?;
    let tarball = pack(workspace)?;
    let project = workspace.stage("node");
    write(&project.join("package.json"), "{\"private\":true}\n")?;
    run(workspace
        .command("npm")
        .current_dir(&project)
        .args(["install", "--offline", "--silent", "--no-audit", "--no-fund"])
        .arg(tarball))
}

/// Runs the tests in the staged project on every Node.js, and compiles the typed samples.
///
/// `all` adds the stress run, on every Node.js too.
pub fn test(workspace: &Workspace, all: bool) -> Result {
    let mut nodes = vec![tools::node()?];
    for release in RELEASES {
        nodes.push(released(workspace, release)?);
    }
    let project = workspace.stage("node");
    let files = copy_tests(workspace, &project.join("test"))?;
    for node in nodes {
        run(workspace
            .command(&node)
            .current_dir(&project)
            .env("COPARTITION_VECTORS", workspace.path("tests/vectors"))
            .args(["--test", "--test-reporter=spec"])
            .args(files.iter().filter(|file| file.ends_with(".test.mjs"))))?;
        if all {
            run(workspace
                .command(&node)
                .current_dir(&project)
                .args(["--expose-gc", "test/stress.mjs"]))?;
        }
    }
    types_hold(workspace, &project.join("test/types"))
}

/// Makes the tarball that npm would publish, for this machine's target alone.
fn pack(workspace: &Workspace) -> Result<PathBuf> {
    run(workspace.cargo().args(["build", "--release", "--package", "copartition-node"]))?;
    let folder = workspace.stage("pack");
    remove(&folder)?;
    for file in files_of(&workspace.path("node"))? {
        copy(&workspace.path("node").join(&file), &folder.join(&file))?;
    }
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&workspace.path(license), &folder.join(license))?;
    }
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    copy(
        &workspace.target(&format!("release/{prefix}copartition_node{suffix}")),
        &folder.join(format!("copartition.{}.node", evaluated(workspace, "target.cjs", "of")?)),
    )?;
    let version = evaluated(workspace, "package.json", "of.version")?;
    if version != env!("CARGO_PKG_VERSION") {
        let wanted = env!("CARGO_PKG_VERSION");
        return Err(format!("node/package.json: version {wanted} wanted, got {version}"));
    }
    run(workspace
        .command("npm")
        .current_dir(&folder)
        .args(["pack", "--silent"])
        .stdout(Stdio::null()))?;
    Ok(folder.join(format!("copartition-{version}.tgz")))
}

/// What JavaScript makes of a file in `node/`, called `of`.
fn evaluated(workspace: &Workspace, file: &str, expression: &str) -> Result<String> {
    let program = format!("const of = require('./node/{file}'); console.log({expression})");
    let printed = output(workspace.command(tools::node()?).args(["-e", &program]))?;
    Ok(printed.trim().to_owned())
}

/// Finds the given release among npm's packages of Node.js itself, one a platform.
///
/// The package `node` chooses among them in an install script, which npm may be told not to run.
pub fn released(workspace: &Workspace, release: &str) -> Result<PathBuf> {
    let platform = output(
        workspace
            .command(tools::node()?)
            .args(["-p", "`${process.platform.replace('win32', 'win')}-${process.arch}`"]),
    )?;
    let package = format!("node-{}", platform.trim());
    let inside = format!("tools/node-{release}");
    let folder = tools::npm(workspace, &inside, &[&format!("{package}@{release}")])?;
    Ok(folder.join("node_modules").join(package).join("bin/node"))
}

/// Copies the tests into the staged project, where `copartition` is what npm installed, and returns
/// their paths inside the project.
fn copy_tests(workspace: &Workspace, to: &Path) -> Result<Vec<String>> {
    let from = workspace.path("node/test");
    remove(to)?;
    for file in files_of(&from.join("types"))? {
        copy(&from.join("types").join(&file), &to.join("types").join(&file))?;
    }
    let files = files_of(&from)?;
    for file in &files {
        copy(&from.join(file), &to.join(file))?;
    }
    Ok(files.into_iter().map(|file| format!("test/{file}")).collect())
}

/// Compiles the samples without the types of Node.js, and with them.
fn types_hold(workspace: &Workspace, samples: &Path) -> Result {
    let typescript = tools::npm(workspace, "tools/typescript", &[TYPESCRIPT, NODE_TYPES])?;
    let modules = typescript.join("node_modules");
    for project in ["tsconfig.json", "tsconfig.node.json"] {
        run(workspace
            .command(modules.join(".bin/tsc"))
            .arg("--project")
            .arg(samples.join(project))
            .arg("--typeRoots")
            .arg(modules.join("@types")))?;
    }
    Ok(())
}

/// The names of the files, without folders, that lie in `folder`.
fn files_of(folder: &Path) -> Result<Vec<String>> {
    let entries =
        std::fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut files: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_file())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    Ok(files)
}
