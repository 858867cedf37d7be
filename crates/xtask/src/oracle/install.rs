//! How each host's programs are installed and started.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools;
use crate::workspace::{Result, Workspace, output, run};

/// Where a client runs.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Host {
    Python,
    Node,
    Jvm,
    Go,
    Erlang,
    Php,
    Ruby,
    Rust,
}

/// A client at a version, and the program that asks it.
#[derive(Clone, Copy)]
pub struct Client {
    pub host: Host,
    /// The package as its registry calls it.
    pub package: &'static str,
    pub version: &'static str,
    /// What is installed beside the package.
    pub with: &'static [&'static str],
    /// The version of the interpreter that the client needs, or its profile in the pom; empty for
    /// the machine's own.
    pub runtime: &'static str,
    /// The program, in `tests/oracle/HOST/`.
    pub program: &'static str,
}

impl Client {
    pub const fn new(
        host: Host,
        package: &'static str,
        version: &'static str,
        program: &'static str,
    ) -> Self {
        Self { host, package, version, with: &[], runtime: "", program }
    }

    pub const fn with(self, with: &'static [&'static str]) -> Self {
        Self { with, ..self }
    }

    pub const fn runtime(self, runtime: &'static str) -> Self {
        Self { runtime, ..self }
    }

    /// The program's path in the checkout.
    pub fn program_path(&self) -> String {
        let folder = match self.host {
            Host::Python => "python",
            Host::Node => "node",
            Host::Jvm => "jvm",
            Host::Go => "go",
            Host::Erlang => "erlang",
            Host::Php => "php",
            Host::Ruby => "ruby",
            Host::Rust => "rust",
        };
        format!("tests/oracle/{folder}/{}", self.program)
    }
}

impl std::fmt::Display for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.package, self.version)
    }
}

/// The command that asks a client; the setting is its last argument.
pub(super) fn command(workspace: &Workspace, client: &Client) -> Result<Command> {
    let program = workspace.path(&client.program_path());
    match client.host {
        Host::Python => python(workspace, client, &program),
        Host::Node => node(workspace, client, &program),
        Host::Jvm => jvm(workspace, client, &program),
        Host::Go => go(workspace, client),
        Host::Rust => rust(workspace, client),
        Host::Erlang => script(workspace, "escript", "Erlang (escript)", &program),
        Host::Php => script(workspace, "php", "PHP (php-cli)", &program),
        Host::Ruby => {
            let mut command = script(workspace, "ruby", "Ruby", &program)?;
            command.args(librdkafka(workspace, client)?);
            Ok(command)
        }
    }
}

/// Where a client's package is installed.
fn folder(client: &Client) -> String {
    let package = client.package.trim_start_matches('@').replace('/', "-");
    format!("tools/oracle-{package}-{}", client.version)
}

/// A virtual environment of the machine's Python or of the one that the client was written for.
fn python(workspace: &Workspace, client: &Client, program: &Path) -> Result<Command> {
    let mut packages = vec![format!("{}=={}", client.package, client.version)];
    packages.extend(client.with.iter().map(|package| (*package).to_owned()));
    let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
    if client.runtime == "2.7" {
        return python_2(workspace, client, program, &packages);
    }
    let interpreter = match client.runtime {
        "" => tools::any_python()?,
        version => {
            tools::python(version).ok_or_else(|| format!("{}CPython {version}", tools::MISSING))?
        }
    };
    let python = tools::venv(workspace, &folder(client), &interpreter, &packages)?;
    let mut command = workspace.command(python);
    command.arg("-B").arg(program);
    Ok(command)
}

/// Python 2.7 has no venv module: its packages go into a folder.
fn python_2(
    workspace: &Workspace,
    client: &Client,
    program: &Path,
    packages: &[&str],
) -> Result<Command> {
    let python = tools::python("2.7").ok_or_else(|| format!("{}CPython 2.7", tools::MISSING))?;
    let target = workspace.target(&folder(client));
    if !target.exists() {
        run(workspace
            .command(&python)
            .args(["-m", "pip", "install", "--quiet", "--no-compile", "--target"])
            .arg(&target)
            .args(packages))?;
    }
    let mut command = workspace.command(python);
    command.arg("-B").arg(program).env("PYTHONPATH", target);
    Ok(command)
}

fn node(workspace: &Workspace, client: &Client, program: &Path) -> Result<Command> {
    let pinned = format!("{}@{}", client.package, client.version);
    let folder = tools::npm(workspace, &folder(client), &[pinned.as_str()])?;
    let node = match client.runtime {
        "" => tools::node()?,
        release => crate::node::released(workspace, release)?,
    };
    let mut command = workspace.command(node);
    command.arg(program).current_dir(folder);
    command.env("PYTHON", tools::any_python()?);
    Ok(command)
}

/// The client's jars, in a folder of their own, and its program compiled against them.
fn jvm(workspace: &Workspace, client: &Client, program: &Path) -> Result<Command> {
    let pom = pom(workspace, program);
    let jars = tools::jars(workspace, &folder(client), &pom, client.runtime, client.version)?;
    let classes = workspace.target(&format!("{}-classes", folder(client)));
    compile(workspace, program, &jars.join("*"), &classes)?;
    let class_path = std::env::join_paths([classes, jars.join("*")]);
    let mut command = workspace.command("java");
    command.arg("-cp").arg(class_path.map_err(|why| why.to_string())?);
    command.arg(program.file_stem().unwrap_or_default());
    Ok(command)
}

/// Compiles a program and what it shares, when it has changed since the last time.
fn compile(workspace: &Workspace, program: &Path, jars: &Path, classes: &Path) -> Result {
    let shared = workspace.path("tests/oracle/jvm");
    let folders = [program.parent().unwrap_or(program), &shared];
    let changed = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    let sources = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let newest = sources.flatten().filter_map(|file| changed(&file.path())).max();
    let class = classes.join(program.file_stem().unwrap_or_default()).with_extension("class");
    if changed(&class) > newest {
        return Ok(());
    }
    let source_path = std::env::join_paths(folders).map_err(|why| why.to_string())?;
    run(workspace
        .command("javac")
        .args(["-proc:none", "-nowarn", "-Xlint:none", "-d"])
        .arg(classes)
        .arg("-cp")
        .arg(jars)
        .arg("-sourcepath")
        .arg(source_path)
        .arg(program))
}

/// The pom beside the program, or the one of all.
fn pom(workspace: &Workspace, program: &Path) -> PathBuf {
    let own = program.with_file_name("pom.xml");
    if own.exists() { own } else { workspace.path("tests/oracle/jvm/pom.xml") }
}

/// A module of its own a client and version.
fn go(workspace: &Workspace, client: &Client) -> Result<Command> {
    let module = workspace.path(&client.program_path());
    let binary = format!("tools/oracle-go/{}", client.program);
    Ok(workspace.command(tools::go(workspace, &binary, &module)?))
}

fn rust(workspace: &Workspace, client: &Client) -> Result<Command> {
    let target = workspace.target("tools/oracle-rust");
    run(workspace
        .cargo()
        .args(["build", "--quiet", "--release", "--locked", "--manifest-path"])
        .arg(workspace.path("tests/oracle/rust/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target))?;
    let mut command = workspace.command(target.join("release").join(client.program));
    command.arg(client.version);
    Ok(command)
}

fn script(workspace: &Workspace, runtime: &str, what: &str, program: &Path) -> Result<Command> {
    on_path(runtime, what)?;
    let mut command = workspace.command(runtime);
    command.arg(program);
    Ok(command)
}

/// Finds a program that has no common way to tell its version.
fn on_path(program: &str, what: &str) -> Result {
    match output(Command::new("sh").args(["-c", &format!("command -v {program}")])) {
        Ok(_) => Ok(()),
        Err(_) => Err(format!("{}{what}", tools::MISSING)),
    }
}

/// The shared library that a Ruby binding calls, from confluent-kafka's wheel.
fn librdkafka(workspace: &Workspace, client: &Client) -> Result<Option<PathBuf>> {
    let [wheel] = client.with else {
        return Ok(None);
    };
    tools::librdkafka(workspace, wheel).map(Some)
}
