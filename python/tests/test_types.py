"""The stubs say what the module is, and a strict type checker takes good calls and no others."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent


def run(*arguments: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_stubs_match_the_module(tmp_path: Path) -> None:
    assert "Success: no issues found" in run("-m", "mypy.stubtest", "copartition", folder=tmp_path)


def test_a_strict_checker_agrees_with_every_test_and_the_sample(tmp_path: Path) -> None:
    mypy = ("-m", "mypy", "--strict", "--cache-dir", os.devnull)
    assert "Success: no issues found in" in run(*mypy, str(TESTS), folder=tmp_path)


def test_the_sample_runs(tmp_path: Path) -> None:
    assert run(str(TESTS / "typed_sample.py"), folder=tmp_path) == "5\n"
