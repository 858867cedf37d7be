//! The clients that send by a drop-in partitioner: how their programs and examples are built and
//! started.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::Program::{C, Example, Node, Python, Rust};
use super::clients::{Missing, java, oracle, text};
use crate::tools::{
    self, CONFLUENT_KAFKA, KAFKA_PYTHON, KAFKA_PYTHON_2, KAFKAJS, MISSING, PLATFORMATIC,
};
use crate::workspace::{Result, Workspace, copy, output, remove, run};

/// A client with copartition's hook in it.
struct DropIn {
    name: &'static str,
    /// None for the machine's own, or what this workspace pins.
    version: Option<&'static str>,
    program: Program,
    /// Whether its program sends from several threads.
    threads: bool,
    /// Whether the client takes minutes to build, so that only `--all` runs it.
    long: bool,
}

/// A program in `tests/interop/clients/`, and the client's package where that has another name. The
/// example is named as the program is.
#[derive(Clone, Copy)]
enum Program {
    /// What comes before the program's arguments, if anything.
    Python(&'static str, Option<&'static str>),
    /// An example alone, in Python: the client that sends for it has a program.
    Example(&'static str),
    Node(&'static str, &'static str),
    C,
    Rust,
}

const DROP_INS: &[DropIn] = &[
    DropIn::new("kafka-python", KAFKA_PYTHON_2, Python("kafka_python", None)).threads(),
    DropIn::new("kafka-python", KAFKA_PYTHON, Python("kafka_python", None)).threads(),
    DropIn::new("aiokafka", "0.14.0", Python("aiokafka", None)),
    DropIn::new("faust-streaming", "0.15.3", Example("faust")),
    DropIn::new("confluent-kafka", CONFLUENT_KAFKA, Python("confluent_kafka", Some("Producer")))
        .threads(),
    DropIn::new(
        "confluent-kafka",
        CONFLUENT_KAFKA,
        Python("confluent_kafka", Some("SerializingProducer")),
    )
    .threads(),
    DropIn::new("kafkajs", KAFKAJS, Node("kafkajs", "kafkajs")),
    DropIn::new("platformatic", PLATFORMATIC, Node("@platformatic/kafka", "platformatic")),
    DropIn { version: None, ..DropIn::new("librdkafka", "", C) }.threads(),
    DropIn { version: None, ..DropIn::new("rdkafka", "", Rust) }.threads(),
    DropIn::new(
        "confluent-kafka-javascript",
        "1.10.1",
        Node("@confluentinc/kafka-javascript", "confluent"),
    )
    .long(),
    DropIn::new("node-rdkafka", "3.6.1", Node("node-rdkafka", "node_rdkafka")).long(),
];

/// The client that all others must place as, without a hook, and the reader of what all have sent.
const JAVA: &str = "4.4.0";

/// Builds the programs and returns how to start each, as `drop_in_programs.py` reads it, but those
/// whose toolchain is missing. With `all`, also those of clients that take minutes to build.
pub(super) fn build(workspace: &Workspace, all: bool, missing: &mut Missing) -> Result<Vec<Value>> {
    let mut built = vec![json!({
        "name": format!("java@{JAVA}"),
        "command": java(workspace, JAVA, "AsRead")?,
        "read": java(workspace, JAVA, "ReadAll")?,
        "folder": workspace.path(""),
        "environment": {},
        "threads": false,
        "dropped_in": false,
    })];
    remove(&workspace.target("broker/node"))?;
    for drop_in in DROP_INS.iter().filter(|drop_in| all || !drop_in.long) {
        built.extend(missing.unless(drop_in.build(workspace))?);
    }
    Ok(built)
}

impl DropIn {
    const fn new(name: &'static str, version: &'static str, program: Program) -> Self {
        Self { name, version: Some(version), program, threads: false, long: false }
    }

    const fn threads(self) -> Self {
        Self { threads: true, ..self }
    }

    const fn long(self) -> Self {
        Self { long: true, ..self }
    }

    /// Builds the program and the example; returns how they are started.
    fn build(&self, workspace: &Workspace) -> Result<Value> {
        let (mut started, kind) = match self.program {
            Python(file, kind) => (self.python(workspace, file, kind)?, kind),
            Example(file) => (self.python_example(workspace, file)?.0, None),
            Node(package, file) => (self.node(workspace, package, file)?, None),
            C => (c(workspace)?, None),
            Rust => (rust(workspace)?, None),
        };
        let name: String = [("", Some(self.name)), ("@", self.version), (":", kind)]
            .into_iter()
            .filter_map(|(mark, part)| Some(mark.to_owned() + part?))
            .collect();
        started["name"] = name.into();
        started["threads"] = self.threads.into();
        started["dropped_in"] = true.into();
        Ok(started)
    }

    fn python(&self, workspace: &Workspace, file: &str, kind: Option<&str>) -> Result<Value> {
        let (mut started, python) = self.python_example(workspace, file)?;
        let program = workspace.path("tests/interop/clients/python");
        let program = program.join(format!("drop_in_{file}.py"));
        let mut command = vec![text(&python), "-B".into(), text(&program)];
        command.extend(kind.map(Into::into));
        started["command"] = command.into();
        Ok(started)
    }

    /// Returns the interpreter beside what is started.
    fn python_example(&self, workspace: &Workspace, file: &str) -> Result<(Value, PathBuf)> {
        let version = self.version.unwrap_or_default();
        let package = format!("{}=={version}", self.name);
        let inside = oracle(self.name, version);
        let python = tools::venv(workspace, &inside, &tools::any_python()?, &[&package])?;
        let example = workspace.path("examples/python").join(format!("{file}_producer.py"));
        // Where the staged wheel is installed, alone.
        let asked = "import sysconfig; print(sysconfig.get_path('platlib'))";
        let staged = workspace.stage("venv/bin/python");
        let packages = output(workspace.command(staged).args(["-c", asked]))?;
        let started = json!({
            "example": [python, example],
            "folder": workspace.path(""),
            "environment": {"PYTHONPATH": packages.trim()},
        });
        Ok((started, python))
    }

    /// Makes a project with the staged package and the client's, as if npm had installed both: a
    /// module looks for others from where it lies.
    fn node(&self, workspace: &Workspace, package: &str, file: &str) -> Result<Value> {
        let version = self.version.unwrap_or_default();
        let inside = oracle(package, version);
        let installed = tools::npm(workspace, &inside, &[&format!("{package}@{version}")])?;
        let project = workspace.target("broker/node").join(file);
        let modules = project.join("node_modules");
        link(&workspace.stage("node/node_modules/copartition"), &modules.join("copartition"))?;
        link(&installed.join("node_modules").join(package), &modules.join(package))?;
        let (program, example) = (format!("drop_in_{file}.mjs"), format!("{file}_producer.mjs"));
        for (folder, file) in [
            ("tests/interop/clients/node", "as_read.mjs"),
            ("tests/interop/clients/node", &program),
            ("examples/node", &example),
        ] {
            copy(&workspace.path(folder).join(file), &project.join(file))?;
        }
        let node = text(&tools::node()?);
        Ok(json!({
            "command": [node, program],
            "example": [node, example],
            "folder": project,
            "environment": {},
        }))
    }
}

fn c(workspace: &Workspace) -> Result<Value> {
    tools::found("pkg-config", "pkg-config")?;
    let out = workspace.target("broker/c");
    let pkgconfig = workspace.stage("c/lib/pkgconfig");
    let mut asked = workspace.command("pkg-config");
    asked.args(["--cflags", "--libs", "copartition", "rdkafka"]).env("PKG_CONFIG_PATH", &pkgconfig);
    let flags = output(&mut asked).map_err(|_| format!("{MISSING}librdkafka-dev"))?;
    run(workspace
        .command("make")
        .args(["--no-print-directory", "--always-make", "-C", "examples/c"])
        .arg(format!("PKG_CONFIG_PATH={}", pkgconfig.display()))
        .arg(format!("OUT={}", out.display()))
        .arg(out.join("rdkafka_producer")))?;
    run(workspace
        .command(tools::cc()?)
        .args(["-O2", "-pthread", "-Wall", "-Wextra", "-Werror"])
        .arg(workspace.path("tests/interop/clients/c/drop_in.c"))
        .args(flags.split_whitespace())
        .arg("-o")
        .arg(out.join("drop_in")))?;
    Ok(json!({
        "command": [out.join("drop_in")],
        "example": [out.join("rdkafka_producer")],
        "folder": workspace.path(""),
        "environment": {"LD_LIBRARY_PATH": workspace.stage("c/lib")},
    }))
}

fn rust(workspace: &Workspace) -> Result<Value> {
    run(workspace
        .cargo()
        .args(["build", "--quiet", "--release", "--package", "copartition-rdkafka"])
        .args(["--example", "as_read", "--example", "producer"]))?;
    let built = workspace.target("release/examples");
    Ok(json!({
        "command": [built.join("as_read")],
        "example": [built.join("producer")],
        "folder": workspace.path(""),
        "environment": {},
    }))
}

fn link(to: &Path, at: &Path) -> Result {
    let folder = at.parent().unwrap_or(at);
    std::fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    std::os::unix::fs::symlink(to, at).map_err(|why| format!("{}: {why}", at.display()))
}
