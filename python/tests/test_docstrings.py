"""Every public name explains itself, with an example that is run."""

import doctest
import importlib
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

import copartition
from copartition import aiokafka, confluent, kafka_python
from copartition._document import Document

MODULES = (copartition.assign, copartition.key, aiokafka, confluent, kafka_python)
PUBLIC: dict[str, object] = {
    name: getattr(copartition, name) for name in copartition.__all__ if name != "__version__"
}
PUBLIC |= {
    f"{module.__name__.removeprefix('copartition.')}.{name}": getattr(module, name)
    for module in MODULES
    for name in module.__all__
}
MEMBERS = {
    f"{owner.__name__}.{name}": member
    for owner in (
        copartition.ClientInfo,
        copartition.Column,
        copartition.Partitioner,
        copartition.PartitionerInfo,
        copartition.Settings,
        copartition.assign.RoundRobin,
        copartition.assign.StickyCache,
        copartition.key.Candidate,
        Document,
    )
    for name, member in vars(owner).items()
    if not name.startswith("_")
}

MEMBERS |= {
    f"{owner.__module__.removeprefix('copartition.')}.{owner.__name__}.{name}": member
    for owner in (aiokafka.Partitioner, confluent.Producer, kafka_python.Partitioner)
    for name, member in vars(owner).items()
    if not name.startswith("_")
}

# What their fields hold is shown once, by the class.
RECORDS = ("Candidate.", "ClientInfo.", "PartitionerInfo.", "Settings.")


def run_examples(name: str, text: str) -> int:
    test = doctest.DocTestParser().get_doctest(text, {"copartition": copartition}, name, None, 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert results.failed == 0
    return results.attempted


@pytest.mark.parametrize("name", [*PUBLIC, *MEMBERS])
def test_docstring_examples_print_what_they_show(name: str) -> None:
    text = inspect.getdoc(PUBLIC.get(name) or MEMBERS[name])
    assert text
    if name.startswith("Column"):
        # Made of what pyarrow has: run beside it, in columns/tools/test_producers.py.
        return
    ran = run_examples(name, text)
    assert ran >= 1 or name.startswith(RECORDS)


def test_readme_examples_print_what_they_show() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    sessions = re.findall("```python\n(.*?)```", readme.read_text("utf-8"), re.DOTALL)
    assert run_examples("README.md", "\n".join(sessions)) >= 3


def test_every_public_name_is_covered() -> None:
    assert len(PUBLIC) == 29 + 3 + 21 + 6
    assert len(MEMBERS) == 43 + 4 + 8 + 1 + 5
    assert copartition.__all__ == sorted(copartition.__all__)
    for name in ("partition", "Partitioner", "group_partition", "key.int", "assign.RoundRobin"):
        assert inspect.signature(PUBLIC[name])  # type: ignore[arg-type]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_found_by_its_name(module: ModuleType) -> None:
    assert importlib.import_module(module.__name__) is module
    for name in module.__all__:
        public = getattr(module, name)
        assert (public.__module__, public.__name__) == (module.__name__, name)
