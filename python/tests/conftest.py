"""The tests run against the installed wheel, never against the source tree."""

import sys
from pathlib import Path

import pytest

import copartition


def pytest_configure() -> None:
    if not Path(copartition.__file__).is_relative_to(sys.prefix):
        raise pytest.UsageError(f"copartition is not the installed one: {copartition.__file__}")
