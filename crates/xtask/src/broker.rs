//! Apache Kafka on this machine, with real producers and consumers.

mod clients;
mod drop_ins;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::tools::{KAFKA_PYTHON, KAFKA_PYTHON_2, PYTEST};
use crate::workspace::{Result, Workspace, read, run, write};
use crate::{python, tools};

/// The releases of kafka-python and what each runs; all but its own tests needs one of them only.
const RELEASES: [(&str, &str); 2] = [
    (KAFKA_PYTHON, "tests/interop/broker"),
    (KAFKA_PYTHON_2, "tests/interop/broker/test_kafka_python.py"),
];

/// With it kafka-python reads what some clients compress by default.
const SNAPPY: &str = "python-snappy==0.7.3";

/// The program that runs a command beside a broker.
pub const BROKER: &str = "tests/interop/broker/kafka_broker.py";

/// How many topics `test_clients.py` has each client send to.
const TOPICS: usize = 2;

/// How many sequences of records `test_assigners.py` sees when no toolchain is missing.
const SEQUENCES: usize = 56;

/// How many checks each client with a drop-in partitioner goes through; one that has an example
/// alone goes through that.
const CHECKS: usize = 12;

/// A run takes about six minutes; a broker or client that hangs must not take an hour.
const LIMIT: Duration = Duration::from_secs(900);

/// Runs the tests in `tests/interop/broker`, which start and stop the broker themselves; with `all`,
/// also the clients that take minutes to build.
///
/// A client whose toolchain is missing is named after the others have run.
pub fn test(workspace: &Workspace, all: bool) -> Result {
    tools::java()?;
    let interpreter = tools::any_python()?;
    run(workspace.command(&interpreter).args([BROKER, "--download"]))?;
    let mut missing = clients::Missing::default();
    let installed = clients::install(workspace, all, &mut missing)?;
    let built = drop_ins::build(workspace, all, &mut missing)?;
    let list = workspace.target("broker/clients.ndjson");
    let ran = workspace.target("broker/clients.ndjson.ran");
    let obeyed = workspace.target("broker/clients.ndjson.obeyed");
    let drop_ins = workspace.target("broker/drop_ins.ndjson");
    let checked = workspace.target("broker/drop_ins.ndjson.ran");
    write_lines(&list, &installed)?;
    write_lines(&drop_ins, &built)?;
    for noted in [&ran, &obeyed, &checked] {
        write(noted, "")?;
    }
    let obeys = build_obeys(workspace)?;
    for (release, tests) in RELEASES {
        let inside = format!("tools/broker-kafka-python-{release}");
        let client = format!("kafka-python=={release}");
        let python = tools::venv(workspace, &inside, &interpreter, &[&client, SNAPPY, PYTEST])?;
        python::install_wheel(workspace, &python)?;
        run_within(
            LIMIT,
            workspace
                .command(&python)
                .args(["-P", "-B", "-m", "pytest", "-p", "no:cacheprovider"])
                .args(["-c", "tests/interop/broker/pytest.ini", tests])
                .env("COPARTITION_CLI", workspace.stage("bin/copartition"))
                .env("COPARTITION_CLIENTS", &list)
                .env("COPARTITION_DROP_INS", &drop_ins)
                .env("COPARTITION_OBEYS", &obeys),
        )?;
    }
    let (topics, wanted) = (read(&ran)?.lines().count(), installed.len() * TOPICS);
    if topics != wanted {
        return Err(format!("clients sent to {topics} topics, wanted {wanted}"));
    }
    println!("{} clients and settings sent to {TOPICS} topics each", installed.len());
    let sequences = read(&obeyed)?.lines().count();
    if missing.none().is_ok() && sequences != SEQUENCES {
        return Err(format!("{sequences} sequences obeyed their assigner, wanted {SEQUENCES}"));
    }
    println!("{sequences} sequences obeyed their assigner, and none when shuffled");
    let (programs, examples): (Vec<&Value>, Vec<&Value>) = built
        .iter()
        .filter(|drop_in| drop_in["dropped_in"] == true)
        .partition(|drop_in| drop_in.get("command").is_some());
    let (checks, wanted) =
        (read(&checked)?.lines().count(), programs.len() * CHECKS + examples.len());
    if checks != wanted {
        return Err(format!("drop-in partitioners went through {checks} checks, wanted {wanted}"));
    }
    println!(
        "{} clients with a drop-in partitioner went through {CHECKS} checks each, {} through one",
        programs.len(),
        examples.len(),
    );
    missing.none()
}

fn write_lines(file: &Path, rows: &[Value]) -> Result {
    write(file, rows.iter().map(|row| format!("{row}\n")).collect::<String>())
}

/// Builds the program that tells whether a sequence obeys an assigner.
fn build_obeys(workspace: &Workspace) -> Result<PathBuf> {
    run(workspace.cargo().args([
        "build",
        "--quiet",
        "--release",
        "--package",
        "copartition",
        "--example",
        "obeys",
    ]))?;
    Ok(workspace.target("release/examples/obeys"))
}

/// Runs a command and kills it when it takes longer; its broker then dies with it.
fn run_within(limit: Duration, command: &mut Command) -> Result {
    let started = Instant::now();
    let mut child = command.spawn().map_err(|why| format!("{command:?}: {why}"))?;
    loop {
        match child.try_wait().map_err(|why| format!("{command:?}: {why}"))? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("{status}: {command:?}")),
            None if started.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("took longer than {} s: {command:?}", limit.as_secs()));
            }
            None => sleep(Duration::from_millis(50)),
        }
    }
}
