//! Benchmarks against the peers: ratios from one interleaved run, held against the bars.

pub mod bars;
pub mod report;

use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::bench::bars::{BATCHES, Bar, COLUMNS, FILES_OF_KEYS, HOOKS, Host, LIVE_TOPICS, SINGLE};
use crate::bench::report::{Report, Timings};
use crate::broker::BROKER;
use crate::suites;
use crate::tools::{
    self, AIOKAFKA, CONFLUENT_KAFKA, KAFKA_PYTHON, KAFKA_PYTHON_2, KAFKAJS, MISSING, PLATFORMATIC,
};
use crate::workspace::{self, Result, Workspace, output, write};

/// A benchmark that can be picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Name {
    /// One key a call: Rust and C, Python, Node.js. Writes `target/bench/single.json`.
    Single,
    /// Columns of keys in Rust: every kernel of this machine. Writes `target/bench/batches.json`.
    Batches,
    /// Columns of keys in Python and Node.js. Writes `target/bench/columns.json`.
    Columns,
    /// The partitioners that are dropped into clients: Python, Node.js. Writes
    /// `target/bench/hooks.json`.
    Hooks,
    /// Whole files of keys, from the shell. Writes `target/bench/files.json`.
    Files,
    /// Live topics, beside kcat. Writes `target/bench/live.json`.
    Live,
}

/// Stages, times everything and prints it. With `check`, a missed bar is an error.
///
/// A host that lacks its toolchain is printed as not measured, which with `check` and `CI=true` is
/// an error as well.
pub fn run(workspace: &Workspace, name: Option<Name>, check: bool) -> Result {
    match name {
        Some(Name::Single) => single(workspace, check),
        Some(Name::Batches) => batches(workspace, check),
        Some(Name::Columns) => columns(workspace, check),
        Some(Name::Hooks) => hooks(workspace, check),
        Some(Name::Files) => files(workspace, check),
        Some(Name::Live) => live(workspace, check),
        None => single(workspace, check)
            .and(batches(workspace, check))
            .and(columns(workspace, check))
            .and(hooks(workspace, check))
            .and(files(workspace, check))
            .and(live(workspace, check)),
    }
}

/// What one host is staged as, if anything, and how it is timed.
type Measured = (Host, Option<suites::Host>, fn(&Workspace) -> Result<String>);

fn single(workspace: &Workspace, check: bool) -> Result {
    let hosts: [Measured; 3] = [
        (Host::Native, Some(suites::Host::C), native),
        (Host::Python, Some(suites::Host::Venv), python),
        (Host::Node, Some(suites::Host::Node), node),
    ];
    measure(workspace, "single", SINGLE, &hosts, check)
}

fn batches(workspace: &Workspace, check: bool) -> Result {
    let hosts: [Measured; 1] = [(Host::Native, None, kernels)];
    measure(workspace, "batches", BATCHES, &hosts, check)
}

fn columns(workspace: &Workspace, check: bool) -> Result {
    let hosts: [Measured; 2] = [
        (Host::Python, Some(suites::Host::Venv), python_columns),
        (Host::Node, Some(suites::Host::Node), node_columns),
    ];
    measure(workspace, "columns", COLUMNS, &hosts, check)
}

fn hooks(workspace: &Workspace, check: bool) -> Result {
    let hosts: [Measured; 2] = [
        (Host::Python, Some(suites::Host::Venv), python_hooks),
        (Host::Node, Some(suites::Host::Node), node_hooks),
    ];
    measure(workspace, "hooks", HOOKS, &hosts, check)
}

fn files(workspace: &Workspace, check: bool) -> Result {
    let hosts: [Measured; 1] = [(Host::Shell, Some(suites::Host::Bin), shell)];
    measure(workspace, "files", FILES_OF_KEYS, &hosts, check)
}

fn live(workspace: &Workspace, check: bool) -> Result {
    let hosts: [Measured; 1] = [(Host::Shell, Some(suites::Host::Bin), topics)];
    measure(workspace, "live", LIVE_TOPICS, &hosts, check)
}

fn measure(
    workspace: &Workspace,
    name: &str,
    bars: &'static [Bar],
    hosts: &[Measured],
    check: bool,
) -> Result {
    let started = Instant::now();
    let mut report = Report::new(workspace, bars)?;
    for (host, staged, measure) in hosts {
        let staged = staged.map_or(Ok(()), |staged| staged.stage(workspace));
        match staged.and_then(|()| measure(workspace)) {
            Ok(printed) => report.measured(*host, Timings::parse(&printed)?)?,
            Err(why) if why.starts_with(MISSING) => report.not_measured(*host, why),
            Err(why) => return Err(why),
        }
    }
    println!("{}", report.tables());
    let path = workspace.target("bench").join(format!("{name}.json"));
    write(&path, report.json()?)?;
    println!("{} s; {}", started.elapsed().as_secs(), report.summary());
    let ci = std::env::var("CI").is_ok_and(|value| value == "true");
    if check && report.missed() > 0 {
        return Err("a bar was missed".into());
    }
    if check && ci && report.is_partial() {
        return Err("not everything was measured".into());
    }
    Ok(())
}

fn native(workspace: &Workspace) -> Result<String> {
    let (_, packages) = python_peers(workspace)?;
    let librdkafka = only_file(&packages.join("confluent_kafka.libs"), "librdkafka")?;
    let copartition = workspace.stage("c/lib/libcopartition.so");
    let program = build(workspace, "bench-single")?;
    output(workspace.command(program).arg(librdkafka).arg(copartition))
}

fn kernels(workspace: &Workspace) -> Result<String> {
    let program = build(workspace, "bench-batches")?;
    output(&mut workspace.command(program))
}

fn build(workspace: &Workspace, program: &str) -> Result<PathBuf> {
    let arguments = ["build", "--quiet", "--release", "--package", "benches", "--bin", program];
    workspace::run(workspace.cargo().args(arguments))?;
    Ok(workspace.target("release").join(program))
}

fn python(workspace: &Workspace) -> Result<String> {
    let (interpreter, packages) = python_peers(workspace)?;
    let staged = workspace.stage("venv/bin/python");
    let include = output(
        workspace
            .command(&interpreter)
            .args(["-c", "import sysconfig; print(sysconfig.get_path('include'), end='')"]),
    )?;
    let floor = compile_floor(workspace, "python/floor_python.so", &PathBuf::from(include))?;
    let folder = floor.parent().unwrap_or(&floor);
    output(
        workspace.command(staged).args(["-P", "-B", "benches/single.py"]).arg(packages).arg(folder),
    )
}

/// The libraries that columns come from, at the versions that the tests take.
fn python_columns(workspace: &Workspace) -> Result<String> {
    let interpreter = tools::any_python()?;
    let staged = workspace.stage("venv/bin/python");
    let peers = [
        "murmurhash2==0.2.10",
        "numpy==2.4.6",
        "pandas==3.1.1",
        "polars==2.1.0",
        "pyarrow==26.0.1",
    ];
    let python = tools::venv(workspace, "tools/bench-columns", &interpreter, &peers)?;
    let packages = packages_of(workspace, &python)?;
    output(workspace.command(staged).args(["-P", "-B", "benches/batches.py"]).arg(packages))
}

/// One run a release of kafka-python, which is one package under two version numbers.
fn python_hooks(workspace: &Workspace) -> Result<String> {
    let interpreter = tools::any_python()?;
    let staged = workspace.stage("venv/bin/python");
    let aiokafka = format!("aiokafka=={AIOKAFKA}");
    let confluent_kafka = format!("confluent-kafka=={CONFLUENT_KAFKA}");
    let mut printed = String::new();
    for (release, others) in
        [(KAFKA_PYTHON_2, &[][..]), (KAFKA_PYTHON, &[aiokafka.as_str(), confluent_kafka.as_str()])]
    {
        let kafka_python = format!("kafka-python=={release}");
        let inside = format!("tools/bench-hooks-kafka-python-{release}");
        let python = tools::venv(
            workspace,
            &inside,
            &interpreter,
            &[&[kafka_python.as_str()], others].concat(),
        )?;
        let packages = packages_of(workspace, &python)?;
        printed += &output(
            workspace.command(&staged).args(["-P", "-B", "benches/hooks.py"]).arg(packages),
        )?;
    }
    Ok(printed)
}

fn node(workspace: &Workspace) -> Result<String> {
    time_node(workspace, "benches/single.mjs")
}

fn node_columns(workspace: &Workspace) -> Result<String> {
    time_node(workspace, "benches/batches.mjs")
}

fn node_hooks(workspace: &Workspace) -> Result<String> {
    time_node(workspace, "benches/hooks.mjs")
}

fn time_node(workspace: &Workspace, program: &str) -> Result<String> {
    let node = tools::node()?;
    let staged = workspace.stage("node");
    let peers = node_peers(workspace)?;
    let include = peers.join("node_modules/node-api-headers/include");
    let floor = compile_floor(workspace, "node/floor_node.node", &include)?;
    output(workspace.command(node).arg(program).arg(staged).arg(peers).arg(floor))
}

fn shell(workspace: &Workspace) -> Result<String> {
    let (interpreter, _) = python_peers(workspace)?;
    let folder = workspace.target("bench/keys");
    std::fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    output(
        workspace
            .command(interpreter)
            .args(["-P", "-B", "benches/files.py"])
            .arg(workspace.stage("bin/copartition"))
            .arg(folder),
    )
}

fn topics(workspace: &Workspace) -> Result<String> {
    tools::java()?;
    tools::kcat()?;
    let (interpreter, _) = python_peers(workspace)?;
    output(
        workspace
            .command(&interpreter)
            .args([BROKER, "--run"])
            .arg(&interpreter)
            .args(["-P", "-B", "benches/live.py"])
            .arg(workspace.stage("bin/copartition")),
    )
}

/// The interpreter that copartition is staged for, and where the clients and packages that are timed
/// beside it are installed. librdkafka is the library inside confluent-kafka's wheel.
fn python_peers(workspace: &Workspace) -> Result<(PathBuf, PathBuf)> {
    let interpreter = tools::any_python()?;
    let peers = [
        &format!("confluent-kafka=={CONFLUENT_KAFKA}"),
        &format!("kafka-python=={KAFKA_PYTHON}"),
        "murmurhash2==0.2.10",
    ];
    let python = tools::venv(workspace, "tools/bench-python", &interpreter, &peers)?;
    let packages = packages_of(workspace, &python)?;
    Ok((python, packages))
}

fn packages_of(workspace: &Workspace, python: &Path) -> Result<PathBuf> {
    let asked = "import sysconfig; print(sysconfig.get_path('platlib'), end='')";
    output(workspace.command(python).args(["-c", asked])).map(PathBuf::from)
}

/// The first three are timed; the last is what the floor is compiled against.
fn node_peers(workspace: &Workspace) -> Result<PathBuf> {
    let peers = [
        &format!("@platformatic/kafka@{PLATFORMATIC}"),
        &format!("kafkajs@{KAFKAJS}"),
        "murmur2-partitioner@1.0.0",
        "node-api-headers@1.9.0",
    ];
    tools::npm(workspace, "tools/bench-node", &peers)
}

/// Compiles `benches/floor_HOST.c` into `target/bench/INSIDE`.
fn compile_floor(workspace: &Workspace, inside: &str, include: &Path) -> Result<PathBuf> {
    let library = workspace.target("bench").join(inside);
    let name = library.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // Makes the folder, and a stale library cannot be taken for a new one.
    write(&library, "")?;
    workspace::run(
        workspace
            .command(tools::cc()?)
            .args(["-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"])
            .arg("-I")
            .arg(include)
            .arg(format!("benches/{name}.c"))
            .arg("-o")
            .arg(&library),
    )?;
    Ok(library)
}

fn only_file(folder: &Path, start: &str) -> Result<PathBuf> {
    std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .find(|entry| entry.file_name().to_string_lossy().starts_with(start))
        .map(|entry| entry.path())
        .ok_or_else(|| format!("no {start}* in {}", folder.display()))
}
