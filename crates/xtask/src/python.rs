//! The Python package: its wheel, staged, and its tests on every CPython found.

use std::path::{Path, PathBuf};

use crate::tools::{
    self, AIOKAFKA, CONFLUENT_KAFKA, KAFKA_PYTHON, KAFKA_PYTHON_2, MISSING, PYTEST, PYTHONS,
};
use crate::workspace::{Result, Workspace, read, remove, run};

/// What the tests need beside the wheel and the clients, the same on every CPython.
const TEST_REQUIREMENTS: [&str; 3] = ["mypy==2.4.1", "numpy==2.4.6", PYTEST];

/// The CPython whose tests run with the last kafka-python 2; the others take the current one.
const KAFKA_PYTHON_2_ON: &str = "3.12";

/// Not promised yet: run with `--all`, where it is found.
const NEXT_PYTHON: &str = "3.14";

/// Builds the wheel and installs it, alone, into `target/stage/venv`.
pub fn stage(workspace: &Workspace) -> Result {
    let interpreter = tools::any_python()?;
    build_wheel(workspace, &interpreter)?;
    let staged = tools::venv(workspace, "stage/venv", &interpreter, &[])?;
    install_wheel(workspace, &staged)
}

/// Installs the wheel that `stage` built into another environment, without looking for others.
pub fn install_wheel(workspace: &Workspace, python: &Path) -> Result {
    run(workspace
        .command(python)
        .args(["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"])
        .arg(wheel(workspace)?))
}

/// Runs the tests on every supported CPython, each with the staged wheel installed.
///
/// Stubs, types and docstrings are tests among the others. A CPython that is absent is named after
/// the ones that are there have run.
pub fn test(workspace: &Workspace, all: bool) -> Result {
    let mut absent = Vec::new();
    for version in PYTHONS {
        match tools::python(version) {
            Some(interpreter) => test_on(workspace, version, &interpreter)?,
            None => absent.push(version),
        }
    }
    if let Some(interpreter) = tools::python(NEXT_PYTHON).filter(|_| all) {
        test_on(workspace, NEXT_PYTHON, &interpreter)?;
    }
    if absent.is_empty() { Ok(()) } else { Err(format!("{MISSING}CPython {}", absent.join(", "))) }
}

fn test_on(workspace: &Workspace, version: &str, interpreter: &Path) -> Result {
    let inside = format!("tools/python-{version}-clients");
    let kafka_python = if version == KAFKA_PYTHON_2_ON { KAFKA_PYTHON_2 } else { KAFKA_PYTHON };
    let clients = [
        format!("aiokafka=={AIOKAFKA}"),
        format!("confluent-kafka=={CONFLUENT_KAFKA}"),
        format!("kafka-python=={kafka_python}"),
    ];
    let clients = clients.iter().map(String::as_str);
    let requirements: Vec<&str> = TEST_REQUIREMENTS.into_iter().chain(clients).collect();
    let python = tools::venv(workspace, &inside, interpreter, &requirements)?;
    install_wheel(workspace, &python)?;
    // -P: the working folder is no place to import from.
    run(workspace
        .command(&python)
        .args(["-P", "-B", "-m", "pytest", "--quiet", "-c", "python/pyproject.toml"])
        // The column tools have a suite and environments of their own.
        .args(["--ignore=python/tests/columns", "python/tests"]))
}

fn build_wheel(workspace: &Workspace, interpreter: &Path) -> Result {
    remove(&workspace.target("wheels"))?;
    let project = read(&workspace.path("python/pyproject.toml"))?;
    let pinned = project.split('"').find(|text| text.starts_with("maturin=="));
    let maturin = pinned.ok_or("python/pyproject.toml: maturin==VERSION wanted")?;
    let maturin = tools::venv(workspace, "tools/maturin", interpreter, &[maturin])?;
    run(workspace
        .command(&maturin)
        .current_dir(workspace.path("python"))
        .args(["-m", "maturin", "build", "--release", "--quiet", "--interpreter"])
        .arg(interpreter)
        .arg("--out")
        .arg(workspace.target("wheels")))
}

fn wheel(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.target("wheels");
    let wheels: Vec<PathBuf> = std::fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "whl"))
        .collect();
    match wheels.as_slice() {
        [wheel] => Ok(wheel.clone()),
        others => Err(format!("wanted one wheel in {}, got {}", folder.display(), others.len())),
    }
}
