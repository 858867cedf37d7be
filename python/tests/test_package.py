"""What the wheel brings beside the module."""

import importlib
import sys
from importlib import metadata
from pathlib import Path

import pytest


def test_the_wheel_holds_the_licenses_and_names_no_folder_of_its_build() -> None:
    files = metadata.files("copartition") or []
    paths = [Path(file.locate()) for file in files if ".dist-info" in str(file)]
    assert {path.name for path in paths} >= {"LICENSE-APACHE", "LICENSE-MIT", "METADATA"}
    assert not [path for path in paths if "sboms" in path.parts]


@pytest.mark.parametrize(
    ("module", "package", "text"),
    [
        ("duckdb", "duckdb", "needs duckdb, numpy and pyarrow: pip install duckdb numpy pyarrow"),
        ("duckdb", "pyarrow", "needs duckdb, numpy and pyarrow: pip install duckdb numpy pyarrow"),
        ("pandas", "pandas", "needs pandas 2 or later: pip install pandas"),
        ("polars", "polars", "needs polars 1 or later: pip install polars"),
        ("spark", "pyspark", "needs PySpark 4.1 or later and pyarrow: pip install"),
    ],
)
def test_a_module_says_which_package_it_needs(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str, text: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=f"copartition.{module} {text}"):
        importlib.import_module(f"copartition.{module}")
