"""The stubs say what the module is, and a strict type checker takes good calls and no others."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent

# Their packages are not installed here: tests in columns/ check these modules beside them.
ELSEWHERE = r"copartition\.(duckdb|pandas|polars|spark)"
CONFIG = """[mypy]
[mypy-duckdb.*,numpy.*,pandas.*,polars.*,pyarrow.*,pyspark.*]
ignore_missing_imports = True
"""


def run(*arguments: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_stubs_match_the_module(tmp_path: Path) -> None:
    elsewhere, config = tmp_path / "elsewhere.txt", tmp_path / "mypy.ini"
    elsewhere.write_text(ELSEWHERE)
    config.write_text(CONFIG)
    options = ("--allowlist", str(elsewhere), "--mypy-config-file", str(config))
    stubtest = ("-m", "mypy.stubtest", "copartition", *options)
    assert "Success: no issues found" in run(*stubtest, folder=tmp_path)


def test_a_strict_checker_agrees_with_every_test_and_the_sample(tmp_path: Path) -> None:
    mypy = ("-m", "mypy", "--strict", "--cache-dir", os.devnull, "--exclude", "/columns/")
    assert "Success: no issues found in" in run(*mypy, str(TESTS), folder=tmp_path)


def test_the_sample_runs(tmp_path: Path) -> None:
    assert run(str(TESTS / "typed_sample.py"), folder=tmp_path) == "5\n"
