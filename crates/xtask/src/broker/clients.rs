//! The clients that send to the broker with their defaults: how each is installed and started.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::Program::{Go, Java, Kcat, Node, Python, Rust};
use crate::tools::{
    self, CONFLUENT_KAFKA, KAFKA_PYTHON, KAFKA_PYTHON_2, KAFKAJS, MISSING, PLATFORMATIC,
};
use crate::workspace::{Result, Workspace, read, run};

/// A client at a version, by copartition's name for it.
struct Client {
    name: &'static str,
    /// Empty for the machine's own.
    version: &'static str,
    /// Each is a run of its own; empty for the client's defaults.
    settings: &'static [&'static str],
    program: Program,
    /// Whether it takes minutes to build, so that only `--all` runs it.
    long: bool,
}

/// A program in `tests/interop/clients/`, and its package where that has another name than the
/// client.
#[derive(Clone, Copy)]
enum Program {
    Python(&'static str),
    Node(&'static str, &'static str),
    Java,
    Go,
    Rust,
    Kcat,
}

/// Every client; the packages are those of the oracles.
const CLIENTS: &[Client] = &[
    Client::new("kafka-python", KAFKA_PYTHON_2, Python("produce_kafka_python.py")),
    Client::new("kafka-python", KAFKA_PYTHON, Python("produce_kafka_python.py")),
    Client::new("aiokafka", "0.14.0", Python("produce_aiokafka.py")),
    Client::new("confluent-kafka", CONFLUENT_KAFKA, Python("produce_confluent_kafka.py")).settings(
        &[
            "",
            "random",
            "consistent",
            "consistent_random",
            "murmur2",
            "murmur2_random",
            "fnv1a",
            "fnv1a_random",
        ],
    ),
    Client::new("kafkajs", "1.16.0", Node("kafkajs", "produce_kafkajs.mjs")),
    Client::new("kafkajs", KAFKAJS, Node("kafkajs", "produce_kafkajs.mjs")),
    Client::new(
        "platformatic",
        PLATFORMATIC,
        Node("@platformatic/kafka", "produce_platformatic.mjs"),
    ),
    Client::new("java", "2.8.2", Java),
    // The last one whose round robin asks twice.
    Client::new("java", "3.9.1", Java),
    Client::new("java", "3.9.2", Java),
    Client::new("java", "4.1.2", Java),
    Client::new("java", "4.4.0", Java),
    Client::new("sarama", "1.61.1", Go),
    Client::new("franz-go", "1.22.3", Go),
    // Its default does not look at keys.
    Client::new("kafka-go", "0.4.51", Go).settings(&["", "hash"]),
    Client::new("kcat", "", Kcat),
    Client::new("rdkafka", "0.39.0", Rust).long(),
    Client::new(
        "confluent-kafka-javascript",
        "1.10.1",
        Node("@confluentinc/kafka-javascript", "produce_confluent_kafka_javascript.mjs"),
    )
    .settings(&["", "kafkajs"])
    .long(),
];

/// Installs every client and returns how to start each of its settings, as `test_clients.py` reads
/// it, but those whose toolchain is missing. With `all`, also those that take minutes to build.
pub(super) fn install(
    workspace: &Workspace,
    all: bool,
    missing: &mut Missing,
) -> Result<Vec<Value>> {
    let mut installed = Vec::new();
    for client in CLIENTS.iter().filter(|client| all || !client.long) {
        let Some((command, folder)) = missing.unless(client.install(workspace))? else { continue };
        installed.extend(client.settings.iter().map(|setting| {
            json!({
                "name": client.name_with(setting),
                "command": command,
                "folder": folder,
                "settings": (!setting.is_empty()).then_some(setting).as_slice(),
            })
        }));
    }
    Ok(installed)
}

/// The toolchains that are missing here.
#[derive(Default)]
pub(super) struct Missing(Vec<String>);

impl Missing {
    /// Returns what was built, or none for want of a toolchain, which is noted.
    pub(super) fn unless<T>(&mut self, built: Result<T>) -> Result<Option<T>> {
        match built {
            Ok(built) => Ok(Some(built)),
            Err(why) => {
                let toolchain = why.strip_prefix(MISSING).ok_or(&why)?.to_owned();
                if !self.0.contains(&toolchain) {
                    self.0.push(toolchain);
                }
                Ok(None)
            }
        }
    }

    /// Fails when there is one.
    pub(super) fn none(&self) -> Result {
        if self.0.is_empty() { Ok(()) } else { Err(format!("{MISSING}{}", self.0.join(", "))) }
    }
}

impl Client {
    const fn new(name: &'static str, version: &'static str, program: Program) -> Self {
        Self { name, version, settings: &[""], program, long: false }
    }

    const fn settings(self, settings: &'static [&'static str]) -> Self {
        Self { settings, ..self }
    }

    const fn long(self) -> Self {
        Self { long: true, ..self }
    }

    /// `client[@version][:setting]`.
    fn name_with(&self, setting: &str) -> String {
        [("@", self.version), (":", setting)]
            .into_iter()
            .filter(|(_, part)| !part.is_empty())
            .fold(self.name.to_owned(), |name, (mark, part)| name + mark + part)
    }

    /// Returns the command that starts the client's program, and the folder that it starts in.
    fn install(&self, workspace: &Workspace) -> Result<(Vec<String>, PathBuf)> {
        let program = |inside: &str| workspace.path("tests/interop/clients").join(inside);
        let mut folder = workspace.path("");
        let command = match self.program {
            Python(file) => {
                let package = format!("{}=={}", self.name, self.version);
                let folder = oracle(self.name, self.version);
                let python = tools::venv(workspace, &folder, &tools::any_python()?, &[&package])?;
                vec![text(&python), "-B".into(), text(&program("python").join(file))]
            }
            Kcat => {
                tools::kcat()?;
                let python = tools::any_python()?;
                vec![text(&python), "-B".into(), text(&program("python/produce_kcat.py"))]
            }
            Node(package, file) => {
                let pinned = format!("{package}@{}", self.version);
                folder = tools::npm(workspace, &oracle(package, self.version), &[&pinned])?;
                vec![text(&tools::node()?), text(&program("node").join(file))]
            }
            Java => java(workspace, self.version, "Produce")?,
            Go => vec![text(&self.build_go(workspace, &program("go"))?), self.name.into()],
            Rust => vec![text(&self.build_rust(workspace, &program("rust"))?)],
        };
        Ok((command, folder))
    }

    /// Returns the program that has every client of Go's in it.
    fn build_go(&self, workspace: &Workspace, module: &Path) -> Result<PathBuf> {
        let pinned = format!("/{} v{}\n", self.name, self.version);
        holds(&module.join("go.mod"), &pinned)?;
        tools::go(workspace, "tools/interop-go/produce", module)
    }

    fn build_rust(&self, workspace: &Workspace, package: &Path) -> Result<PathBuf> {
        let manifest = package.join("Cargo.toml");
        holds(&manifest, &format!("{} = \"={}\"\n", self.name, self.version))?;
        let target = workspace.target("tools/interop-rust");
        run(workspace
            .cargo()
            .args(["build", "--quiet", "--release", "--locked", "--manifest-path"])
            .arg(manifest)
            .arg("--target-dir")
            .arg(&target))?;
        Ok(target.join("release/produce"))
    }
}

/// Where a package is installed: for the oracles too.
pub(super) fn oracle(package: &str, version: &str) -> String {
    let package = package.trim_start_matches('@').replace('/', "-");
    format!("tools/oracle-{package}-{version}")
}

/// Returns the command that starts a Java program, compiled against a version of kafka-clients.
pub(super) fn java(workspace: &Workspace, version: &str, program: &str) -> Result<Vec<String>> {
    let pom = workspace.path("tests/oracle/jvm/pom.xml");
    let inside = oracle("kafka-clients", version);
    let jars = tools::jars(workspace, &inside, &pom, "kafka-clients", version)?;
    let classes = workspace.target(&format!("tools/interop-java-{version}"));
    let source = format!("tests/interop/clients/java/{program}.java");
    run(workspace
        .command("javac")
        .args(["-proc:none", "-d"])
        .arg(&classes)
        .arg("-cp")
        .arg(jars.join("*"))
        .arg(workspace.path(&source)))?;
    let class_path =
        std::env::join_paths([classes, jars.join("*")]).map_err(|why| why.to_string())?;
    let class_path = class_path.to_string_lossy().into_owned();
    Ok(vec!["java".into(), "-cp".into(), class_path, program.into()])
}

/// Fails unless a file pins what the table says: the program's version would be another one.
fn holds(file: &Path, pinned: &str) -> Result {
    if read(file)?.contains(pinned) {
        Ok(())
    } else {
        Err(format!("{}: wanted {}", file.display(), pinned.trim()))
    }
}

pub(super) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
