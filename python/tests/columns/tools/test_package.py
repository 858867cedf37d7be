"""What the modules are: documented by examples that are run, typed, and imported when asked for."""

import doctest
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import copartition
import copartition.duckdb
import copartition.pandas
import copartition.polars

TESTS = Path(__file__).parent
MODULES = (copartition.duckdb, copartition.pandas, copartition.polars)
DOCUMENTED: dict[str, object] = {module.__name__: module for module in MODULES}
DOCUMENTED |= {
    f"{module.__name__}.{name}": getattr(module, name)
    for module in MODULES
    for name in module.__all__
}
DOCUMENTED |= {
    f"{owner.__module__}.{owner.__name__}.{name}": member
    for owner in (
        copartition.pandas.KafkaSeries,
        copartition.polars.KafkaExpr,
        copartition.polars.KafkaSeries,
    )
    for name, member in vars(owner).items()
    if not name.startswith("_")
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstring_examples_print_what_they_show(name: str) -> None:
    text = inspect.getdoc(DOCUMENTED[name])
    assert text
    test = doctest.DocTestParser().get_doctest(text, {"copartition": copartition}, name, None, 0)
    results = doctest.DocTestRunner().run(test)
    assert (results.failed, results.attempted > 0) == (0, True)


def test_every_public_name_is_covered() -> None:
    assert len(DOCUMENTED) == 3 + 8 + 6


def test_the_package_alone_imports_no_tool() -> None:
    program = "import copartition, sys; print(*sorted(sys.modules))"
    python = [sys.executable, "-c", program]
    done = subprocess.run(python, capture_output=True, text=True, check=True)
    imported = {name.split(".")[0] for name in done.stdout.split()}
    assert "copartition" in imported
    assert not imported & {"duckdb", "numpy", "pandas", "polars", "pyarrow"}


def test_a_strict_checker_agrees_with_the_modules_and_their_tests(tmp_path: Path) -> None:
    modules = [argument for module in MODULES for argument in ("-m", module.__name__)]
    for checked in (modules, [str(TESTS), str(TESTS.parent / "conftest.py")]):
        mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, *checked]
        done = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert "Success: no issues found in" in done.stdout, done.stdout
