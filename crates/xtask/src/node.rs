//! The Node.js package: its tarball, staged, and its tests on every Node.js.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::tools::{self, KAFKAJS, PLATFORMATIC};
use crate::workspace::{Result, Workspace, copy, output, read, remove, run, write};

/// The Node.js releases beside the machine's own that the tests run on.
const RELEASES: [&str; 2] = ["22.23.3", "24.21.0"];

const TYPESCRIPT: &str = "typescript@7.0.2";
const NODE_TYPES: &str = "@types/node@20.19.43";

/// A client at a version.
type Client = (&'static str, &'static str);

/// The clients that the hooks are tested in.
const CLIENTS: [Client; 4] = [
    ("kafkajs", "1.16.0"),
    ("kafkajs", KAFKAJS),
    ("@platformatic/kafka", PLATFORMATIC),
    ("@platformatic/kafka", "2.12.1"),
];

/// Those on librdkafka, which take minutes to build, for the machine's own Node.js.
const BUILT_CLIENTS: [Client; 2] =
    [("@confluentinc/kafka-javascript", "1.10.1"), ("node-rdkafka", "3.6.1")];

/// Whose vectors and tables are columns of keys.
const ARROW: Client = ("apache-arrow", "21.2.0");

/// What starts librdkafka's mock cluster.
const MOCK_CLUSTER: &str = "tests/oracle/node/mock_cluster.mjs";

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
/// `all` adds the stress run, on every Node.js too, and the clients on librdkafka.
pub fn test(workspace: &Workspace, all: bool) -> Result {
    let mut nodes = vec![tools::node()?];
    for release in RELEASES {
        nodes.push(released(workspace, release)?);
    }
    let project = workspace.stage("node");
    let files = copy_tests(workspace, &project.join("test"))?;
    let clients = installed(workspace, &CLIENTS)?;
    let arrow = folder_of(workspace, ARROW)?;
    for node in nodes {
        run(workspace
            .command(&node)
            .current_dir(&project)
            .env("COPARTITION_VECTORS", workspace.path("tests/vectors"))
            .env("COPARTITION_CLIENTS", clients.to_string())
            .env("COPARTITION_ARROW", &arrow)
            .args(["--test", "--test-reporter=spec"])
            .args(files.iter().filter(|file| file.ends_with(".test.mjs"))))?;
        if all {
            run(workspace
                .command(&node)
                .current_dir(&project)
                .args(["--expose-gc", "test/stress.mjs"]))?;
        }
    }
    let samples = project.join("test/types");
    types_hold(workspace, &samples, &["tsconfig.json", "tsconfig.node.json"])?;
    types_beside_hold(workspace, &samples, "hooks.mts", &CLIENTS)?;
    types_beside_hold(workspace, &samples, "arrow.mts", &[ARROW])?;
    if all {
        run(workspace
            .command(tools::node()?)
            .current_dir(&project)
            .env("COPARTITION_CLIENTS", installed(workspace, &BUILT_CLIENTS)?.to_string())
            .env("COPARTITION_MOCK_CLUSTER", workspace.path(MOCK_CLUSTER))
            .env("PYTHON", tools::any_python()?)
            .args(["--test", "--test-reporter=spec", "test/librdkafka_clients.mjs"]))?;
        types_beside_hold(workspace, &samples, "hooks_librdkafka.mts", &BUILT_CLIENTS)?;
    }
    Ok(())
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

/// The folders of these clients, by name, in the order given.
fn installed(workspace: &Workspace, clients: &[Client]) -> Result<Value> {
    let mut folders = json!({});
    for &(client, version) in clients {
        let folder = folder_of(workspace, (client, version))?;
        match &mut folders[client] {
            Value::Array(releases) => releases.push(json!(folder)),
            first => *first = json!([folder]),
        }
    }
    Ok(folders)
}

/// Installs the client where `cargo xtask oracle` does.
fn folder_of(workspace: &Workspace, (client, version): Client) -> Result<PathBuf> {
    let inside =
        format!("tools/oracle-{}-{version}", client.trim_start_matches('@').replace('/', "-"));
    tools::npm(workspace, &inside, &[&format!("{client}@{version}")])
}

/// Compiles a sample beside these packages' own types, resolved as Node.js does and as bundlers do.
fn types_beside_hold(
    workspace: &Workspace,
    samples: &Path,
    sample: &str,
    clients: &[Client],
) -> Result {
    let mut paths = json!({});
    for &(client, version) in clients {
        let folder = folder_of(workspace, (client, version))?.join("node_modules").join(client);
        let manifest = serde_json::from_str::<Value>(&read(&folder.join("package.json"))?);
        let types = manifest.map_err(|why| format!("{client}: {why}"))?["types"].clone();
        paths[client] = json!([folder.join(types.as_str().unwrap_or("index.d.ts"))]);
    }
    for (project, module, resolution) in [
        ("tsconfig.hooks.json", "node16", "node16"),
        ("tsconfig.bundler.json", "esnext", "bundler"),
    ] {
        let options = json!({
            "extends": "./tsconfig.json",
            "compilerOptions": {
                "module": module,
                "moduleResolution": resolution,
                "types": ["node"],
                "skipLibCheck": true,
                "esModuleInterop": true,
                "paths": paths,
            },
            "files": [sample],
        });
        write(&samples.join(project), options.to_string())?;
        types_hold(workspace, samples, &[project])?;
    }
    Ok(())
}

/// Compiles samples without the types of Node.js, or with them.
fn types_hold(workspace: &Workspace, samples: &Path, projects: &[&str]) -> Result {
    let typescript = tools::npm(workspace, "tools/typescript", &[TYPESCRIPT, NODE_TYPES])?;
    let modules = typescript.join("node_modules");
    for project in projects {
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
