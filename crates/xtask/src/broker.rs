//! Apache Kafka on this machine, with real producers and consumers.

use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::tools::{KAFKA_PYTHON, KAFKA_PYTHON_2, PYTEST};
use crate::workspace::{Result, Workspace, run};
use crate::{python, tools};

/// The releases of kafka-python, newest first, and what each runs; the broker's own tests need one
/// of them only.
const CLIENTS: [(&str, &str); 2] = [
    (KAFKA_PYTHON, "tests/interop/broker"),
    (KAFKA_PYTHON_2, "tests/interop/broker/test_kafka_python.py"),
];

const BROKER: &str = "tests/interop/broker/kafka_broker.py";

/// A run takes less than a minute; a broker or client that hangs must not take an hour.
const LIMIT: Duration = Duration::from_secs(300);

/// Runs the tests in `tests/interop/broker`, which start and stop the broker themselves.
///
/// `all` adds nothing yet.
pub fn test(workspace: &Workspace, _all: bool) -> Result {
    tools::java()?;
    let interpreter = tools::any_python()?;
    run(workspace.command(&interpreter).args([BROKER, "--download"]))?;
    for (release, tests) in CLIENTS {
        let inside = format!("tools/broker-kafka-python-{release}");
        let client = format!("kafka-python=={release}");
        let python = tools::venv(workspace, &inside, &interpreter, &[&client, PYTEST])?;
        python::install_wheel(workspace, &python)?;
        run_within(
            LIMIT,
            workspace
                .command(&python)
                .args(["-P", "-B", "-m", "pytest", "-p", "no:cacheprovider"])
                .args(["-c", "tests/interop/broker/pytest.ini", tests]),
        )?;
    }
    Ok(())
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
