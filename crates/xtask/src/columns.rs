//! The column tools: the staged wheel beside Polars, DuckDB, pandas, Spark and the others.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::python::install_wheel;
use crate::tools::{self, PYTEST};
use crate::workspace::{Result, Workspace, run};

const MYPY: &str = "mypy==2.4.1";
const NUMPY: &str = "numpy==2.4.6";
const PYARROW: &str = "pyarrow==26.0.1";

/// Everything that runs in one process.
const TOOLS: &[&str] = &[
    "arro3-core==0.9.1",
    "chdb==4.4.0",
    "dask==2026.8.0",
    "datafusion==55.0.0",
    "duckdb==2.0.1",
    MYPY,
    "nanoarrow==0.9.0",
    NUMPY,
    "pandas==3.1.1",
    "pandas-stubs==3.1.0.261029",
    "polars==2.1.0",
    PYARROW,
    PYTEST,
    "ray==2.60.0",
];

/// The first release of these two that is tried, in an environment of its own with `--all`.
const OLDEST: &[(&str, &str)] =
    &[("duckdb==1.5.6", "test_duckdb.py"), ("polars==1.0.0", "test_polars.py")];

/// PySpark has an environment of its own: it warns of pandas 3.
const SPARK: &[&str] = &[MYPY, "pandas==2.3.3", PYARROW, "pyspark==4.3.0", PYTEST];

/// Runs the tests of each tool's module, and the recipes of `docs/columns/`, with the staged wheel.
pub fn test(workspace: &Workspace, all: bool) -> Result {
    test_with(workspace, &python(workspace)?, "python/tests/columns/tools")?;
    for (tool, tests) in OLDEST.iter().filter(|_| all) {
        let inside = format!("tools/columns-{}", tool.replace("==", "-"));
        let python = environment(workspace, &inside, &[tool, NUMPY, PYARROW, PYTEST])?;
        test_with(workspace, &python, &format!("python/tests/columns/tools/{tests}"))?;
    }
    test_with(workspace, &spark(workspace)?, "python/tests/columns/spark")
}

/// Returns the command of the Python that a page of `docs/columns/` runs with.
pub fn python_of(workspace: &Workspace, page: &Path) -> Result<Command> {
    let is_sparks = page.ends_with("spark.md");
    let python = if is_sparks { spark(workspace)? } else { python(workspace)? };
    Ok(command(workspace, &python))
}

/// Makes an environment with every tool but Spark, and the staged wheel.
fn python(workspace: &Workspace) -> Result<PathBuf> {
    environment(workspace, "tools/columns", TOOLS)
}

/// Makes one with PySpark, which needs Java.
fn spark(workspace: &Workspace) -> Result<PathBuf> {
    tools::java()?;
    environment(workspace, "tools/columns-spark", SPARK)
}

fn environment(workspace: &Workspace, inside: &str, requirements: &[&str]) -> Result<PathBuf> {
    let python = tools::venv(workspace, inside, &tools::any_python()?, requirements)?;
    install_wheel(workspace, &python)?;
    Ok(python)
}

fn test_with(workspace: &Workspace, python: &Path, tests: &str) -> Result {
    run(command(workspace, python)
        .args(["-P", "-B", "-m", "pytest", "--quiet", "-c", "python/pyproject.toml"])
        .arg(tests))
}

/// A command of such an environment; Ray would tell its makers that it is used.
fn command(workspace: &Workspace, python: &Path) -> Command {
    let mut command = workspace.command(python);
    command.env("RAY_USAGE_STATS_ENABLED", "0");
    command
}
