"""Every public name explains itself, with an example that is run."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

import copartition

PUBLIC: dict[str, object] = {
    name: getattr(copartition, name) for name in copartition.__all__ if name != "__version__"
}
MEMBERS = {
    f"{owner.__name__}.{name}": member
    for owner in (
        copartition.ClientInfo,
        copartition.Partitioner,
        copartition.PartitionerInfo,
        copartition.Settings,
    )
    for name, member in vars(owner).items()
    if not name.startswith("_")
}


def run_examples(name: str, text: str) -> int:
    test = doctest.DocTestParser().get_doctest(text, {"copartition": copartition}, name, None, 0)
    results = doctest.DocTestRunner().run(test)
    assert results.failed == 0
    return results.attempted


@pytest.mark.parametrize("name", [*PUBLIC, *MEMBERS])
def test_docstring_examples_print_what_they_show(name: str) -> None:
    text = inspect.getdoc(PUBLIC.get(name) or MEMBERS[name])
    assert text
    ran = run_examples(name, text)
    assert ran >= 1 or name.startswith(("ClientInfo.", "PartitionerInfo.", "Settings."))


def test_readme_examples_print_what_they_show() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    sessions = re.findall("```python\n(.*?)```", readme.read_text("utf-8"), re.DOTALL)
    assert run_examples("README.md", "\n".join(sessions)) >= 3


def test_every_public_name_is_covered() -> None:
    assert len(PUBLIC) == 15
    assert len(MEMBERS) == 36
    assert copartition.__all__ == sorted(copartition.__all__)
    for name in ("partition", "Partitioner", "group_partition"):
        assert inspect.signature(PUBLIC[name])  # type: ignore[arg-type]
