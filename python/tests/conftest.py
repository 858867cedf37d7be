"""The tests run against the installed wheel, never against the source tree."""

import sys
from collections import Counter
from pathlib import Path

import pytest

import copartition

CASES = pytest.StashKey[Counter[str]]()


def pytest_configure(config: pytest.Config) -> None:
    if not Path(copartition.__file__).is_relative_to(sys.prefix):
        raise pytest.UsageError(f"copartition is not the installed one: {copartition.__file__}")
    config.stash[CASES] = Counter()


@pytest.fixture
def cases(request: pytest.FixtureRequest) -> Counter[str]:
    """Counts what a test asks in loops, for the summary."""
    return request.config.stash[CASES]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for what, ran in config.stash[CASES].items():
        terminalreporter.write_line(f"{ran} {what}")
