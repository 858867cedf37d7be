"""The questions about keys and topics: the same answers as the command's, from any iterables."""

import itertools
import json
import pickle
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import copartition
from copartition.results import Identified

FOLDER = Path(__file__).parents[2] / "tests" / "analysis"
TABLE = json.loads((FOLDER / "cases.json").read_text("utf-8"))["cases"]
BY_NAME: dict[str, dict[str, Any]] = {case["name"]: case for case in TABLE}

FIELDS = {
    "observed": "partition",
    "weights": "weight",
    "labels": "label",
    "offsets": "offset",
    "timestamps": "timestamp",
}

KEYS = [f"user-{n}" for n in range(1, 41)]
JAVA = [copartition.partition(key, 12) for key in KEYS]


def columns(sample: str, names: list[str]) -> dict[str, list[Any]]:
    lines = (FOLDER / "samples" / f"{sample}.ndjson").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    read: dict[str, list[Any]] = {
        "keys": [None if row["key"] is None else bytes.fromhex(row["key"]) for row in rows]
    }
    for name in names:
        if name == "tombstones":
            read[name] = [row["value"] is None for row in rows]
        else:
            read[name] = [row[FIELDS[name]] for row in rows]
    return read


def answer(case: dict[str, Any]) -> Any:
    arguments = dict(case["arguments"])
    function: Callable[..., Any] = getattr(copartition, case["function"])
    read = [columns(sample, case["columns"]) for sample in case["samples"]]
    if case["function"] == "compare":
        counts = arguments.pop("partitions")
        topics = [
            copartition.Topic(f"{name}.ndjson", it["keys"], it["observed"], n)
            for name, it, n in zip(case["samples"], read, counts, strict=True)
        ]
        return function(*topics, **arguments)
    if "only" in arguments:
        arguments["only"] = map(bytes.fromhex, arguments["only"])
    return function(**(read[0] if read else {}), **arguments)


def without(names: list[str], document: Any) -> Any:
    if isinstance(document, dict):
        return {name: without(names, it) for name, it in document.items() if name not in names}
    if isinstance(document, list):
        return [without(names, it) for it in document]
    return document


@pytest.mark.parametrize("name", BY_NAME)
def test_an_answer_is_the_commands_document(name: str, cases: Counter[str]) -> None:
    case = BY_NAME[name]
    expected = json.loads((FOLDER / "expected" / f"{name}.json").read_text("utf-8"))
    came = answer(case).to_dict()
    assert without(case["without"], came) == without(case["without"], expected)
    cases["analysis documents"] += 1


def test_the_table_was_read() -> None:
    assert len(BY_NAME) == len(TABLE) >= 30
    assert len({case["function"] for case in TABLE}) == 9


@pytest.mark.parametrize("name", BY_NAME)
def test_every_member_of_a_document_is_an_attribute(name: str) -> None:
    document = answer(BY_NAME[name])
    compared = same(document, document.to_dict())
    assert compared >= len(document.to_dict())
    assert pickle.loads(pickle.dumps(document)) == document
    assert repr(document).startswith(f"{type(document).__name__}(schema=1, ")


def same(made: Any, given: Any) -> int:
    """Compares a result with its JSON, and returns how many members were compared."""
    names = {"from": "from_"}
    if isinstance(given, list):
        return sum(same(one, other) for one, other in zip(made, given, strict=True))
    if isinstance(given, dict) and not isinstance(made, dict):
        assert type(made).__module__ == "copartition.results"
        return sum(1 + same(getattr(made, names.get(it, it)), given[it]) for it in map(str, given))
    assert made == given
    return 0


def test_key_bytes_are_the_hexadecimal_digits_as_bytes() -> None:
    found = copartition.split([b"\xff", b"\xff"], [0, 1], 6).split[0]
    assert (found.key, found.key_hex, found.key_bytes) == (None, "ff", b"\xff")
    checked = copartition.verify([None], [1], 6, "librdkafka:murmur2").mismatches[0]
    assert (checked.key, checked.key_hex, checked.key_bytes) == (None, None, None)


def test_any_iterables_give_the_same_answer() -> None:
    expected = copartition.identify(KEYS, JAVA, 12)
    assert expected.parts[0].candidates[0].rule == "murmur2"
    for keys in (tuple(KEYS), iter(KEYS), (key.encode() for key in KEYS), dict.fromkeys(KEYS)):
        assert copartition.identify(keys, iter(JAVA), 12) == expected
    assert copartition.identify(map(bytearray, map(str.encode, KEYS)), JAVA, 12) == expected
    assert copartition.identify(np.array(KEYS), np.array(JAVA, np.int32), 12) == expected
    assert copartition.identify(KEYS, JAVA, 12, weights=itertools.repeat(1, 40)) == expected


def test_a_generator_of_many_batches_is_read_to_its_end() -> None:
    count = 100_000
    keys = (f"user-{n % 1000}" for n in range(count))
    found = copartition.spread(keys, 12, weights=(2 for _ in range(count)))
    assert (found.rows, found.records, found.keys) == (count, 2 * count, 1000)


def test_places_and_labels_go_on_over_batches() -> None:
    count = 50_000
    keys = [f"user-{n % 100}" for n in range(count)]
    observed = [copartition.partition(key, 12) for key in keys]
    labels = [f"hour {n // 1000}" for n in range(count)]
    found = copartition.identify(keys, observed, 12, labels=labels)
    assert found.parts[0].labels == {f"hour {hour}": 1000 for hour in range(50)}
    with pytest.raises(copartition.Error, match=r"^keys\[50000\]: partition must be a whole"):
        copartition.identify([*keys, "a"], [*observed, 12], 12)
    labels = [str(n) for n in range(count)]
    found = copartition.identify(keys, observed, 12, labels=labels)
    assert len(found.parts[0].labels) == 1001
    assert found.parts[0].labels["(others)"] == count - 1000


def test_what_an_iterable_raises_comes_through_unchanged() -> None:
    raised = LookupError("of the iterable")

    def keys() -> Iterator[str]:
        yield from KEYS[:3]
        raise raised

    for ask in (
        lambda: copartition.identify(keys(), JAVA, 12),
        lambda: copartition.split(itertools.repeat("a"), map(int, keys_of(raised)), 12),
        lambda: copartition.spread(keys(), 12),
        lambda: copartition.compare(topic("a"), copartition.Topic("b", keys(), JAVA, 12)),
        lambda: copartition.moves(12, to=24, keys=keys()),
    ):
        with pytest.raises(LookupError) as came:
            ask()
        assert came.value is raised


def keys_of(raised: Exception) -> Iterator[str]:
    yield "1"
    raise raised


def topic(name: str) -> copartition.Topic:
    return copartition.Topic(name, KEYS, JAVA, 12)


@pytest.mark.parametrize(
    ("keys", "observed", "text"),
    [
        (["a", "b", "c"], [1, 2], "observed must be as many as keys, 3, got 2"),
        (["a", "b"], [1, 2, 3], "observed must be as many as keys, 2, got 3"),
        (iter(["a", "b", "c"]), iter([1]), "observed must be as many as keys, more than 1, got 1"),
        (["a"], itertools.repeat(1), "observed must be as many as keys, 1, got more than 1"),
    ],
)
def test_lengths_that_differ_are_an_error_with_both(keys: Any, observed: Any, text: str) -> None:
    with pytest.raises(copartition.Error) as why:
        copartition.identify(keys, observed, 6)
    assert (why.value.code, str(why.value)) == ("input", text)


LISTS: dict[str, Any] = {"keys": ["a", "b"], "observed": [1, 2], "partitions": 6}


@pytest.mark.parametrize(
    ("changed", "kind", "code", "text"),
    [
        (
            {"keys": ["a", 42]},
            copartition.KeyTypeError,
            "key_type",
            "keys[1] must be str, a bytes-like object or None, got int",
        ),
        (
            {"observed": [1, "2"]},
            copartition.KeyTypeError,
            "key_type",
            "observed[1] must be a whole number from 0 to 2147483647, got '2'",
        ),
        (
            {"observed": [1, 2.0]},
            copartition.KeyTypeError,
            "key_type",
            "observed[1] must be a whole number from 0 to 2147483647, got 2.0",
        ),
        (
            {"observed": [1, -1]},
            copartition.Error,
            "key_range",
            "observed[1] must be a whole number from 0 to 2147483647, got -1",
        ),
        (
            {"observed": [1, 6]},
            copartition.Error,
            "input",
            "keys[1]: partition must be a whole number below 6, got 6",
        ),
        (
            {"observed": [1, None]},
            copartition.Error,
            "input",
            "keys[1]: partition must be given for each record, got none",
        ),
        (
            {"weights": [1, -1]},
            copartition.Error,
            "key_range",
            "weights[1] must be a whole number from 0 to 9223372036854775807, got -1",
        ),
        (
            {"labels": ["web", 1]},
            copartition.KeyTypeError,
            "key_type",
            "labels[1] must be str or None, got int",
        ),
        (
            {"tombstones": [True, 1]},
            copartition.KeyTypeError,
            "key_type",
            "tombstones[1] must be bool or None, got int",
        ),
        (
            {"offsets": [1, 1 << 63]},
            copartition.Error,
            "key_range",
            "offsets[1] must be a whole number from 0 to 9223372036854775807, got"
            " 9223372036854775808",
        ),
        (
            {"partitions": 0},
            copartition.Error,
            "partition_count",
            "partition count must be a whole number from 1 to 2147483647, got 0",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    changed: dict[str, Any], kind: type[copartition.Error], code: str, text: str
) -> None:
    for ask in (copartition.identify, copartition.split):
        with pytest.raises(kind) as why:
            ask(**(LISTS | changed))
        assert type(why.value) is kind
        assert (why.value.code, str(why.value)) == (code, text)


def test_a_lone_surrogate_stays_pythons_own_error() -> None:
    with pytest.raises(UnicodeEncodeError):
        copartition.spread(["a", "\ud800"], 6)


def test_a_text_is_no_list_of_keys() -> None:
    with pytest.raises(TypeError, match="^keys must be an iterable, got str$"):
        copartition.spread("user-1", 6)
    with pytest.raises(copartition.KeyTypeError, match="^keys must be an iterable, got int$"):
        copartition.spread(42, 6)  # type: ignore[arg-type]


def test_a_text_is_no_list_of_settings_or_of_the_only_keys() -> None:
    with pytest.raises(copartition.KeyTypeError, match="^settings must be an iterable, got str$"):
        copartition.doctor("librdkafka", "partitioner=murmur2")
    with pytest.raises(copartition.KeyTypeError, match="^only must be an iterable, got str$"):
        copartition.verify(["a"], [0], 6, only="user-1")


def test_moves_wants_a_change() -> None:
    with pytest.raises(copartition.Error, match="^to or to_partitioner must be given$"):
        copartition.moves(12)


def test_what_stands_beside_keys_is_not_dropped_without_them() -> None:
    with pytest.raises(copartition.KeyTypeError, match="^keys must be an iterable, got None$"):
        copartition.moves(12, to=24, observed=[1, 2])
    with pytest.raises(copartition.KeyTypeError, match="^keys must be an iterable, got None$"):
        copartition.moves(12, to=24, weights=[1, 2])


def test_one_partition_or_many_are_wanted_of_keys_for() -> None:
    with pytest.raises(copartition.Error, match="^each must be a whole number from 1 to"):
        copartition.keys_for(6, each=0)
    for wanted in (5, [5], (5,), iter([5])):
        made = copartition.keys_for(6, partition=wanted, prefix="user-")
        assert [(key.key, key.partition) for key in made.keys] == [("user-3", 5)]


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ({"since": "soon"}, "time must be milliseconds since 1970 or like"),
        ({"history": "6,8"}, "history must end with the topic's partition count 6, got 8"),
        ({"max_mismatch": "many"}, "max_mismatch must be a whole number of 0 or more, or a share"),
        ({"max_mismatch": -1}, "max_mismatch must be a whole number of 0 or more, or a share"),
        ({"top": -1}, "top must be a whole number from 0 to 4294967295, got -1"),
        ({"partitioner": "jawa"}, 'unknown partitioner "jawa", nearest names: java'),
    ],
)
def test_what_is_asked_wrongly_is_an_error(asked: dict[str, Any], text: str) -> None:
    with pytest.raises(copartition.Error) as why:
        copartition.verify(**(LISTS | asked))
    assert str(why.value).startswith(text)


def test_topics_are_told_apart_in_errors() -> None:
    with pytest.raises(copartition.Error) as why:
        copartition.compare(topic("orders"), copartition.Topic("payments", ["a"], [9], 6))
    assert str(why.value) == "payments.keys[0]: partition must be a whole number below 6, got 9"


def test_a_notebook_shows_a_report_that_needs_no_network() -> None:
    shown = 0
    for case in TABLE:
        document = answer(case)
        if case["function"] in ("verify", "keys_for", "probe_keys", "doctor"):
            assert not hasattr(document, "_repr_html_")
            continue
        html = document._repr_html_()
        assert "<html" not in html and "<script" not in html and "http" not in html
        page = Page()
        page.feed(html)
        assert page.open == []
        if case["function"] in ("identify", "moves"):
            assert document.sentence in page.text
        shown += 1
    assert shown >= 17
    found = copartition.split(["<b>x</b>"] * 2, [0, 1], 6)._repr_html_()
    assert "&lt;b&gt;x&lt;/b&gt;" in found and "<b>x" not in found


class Page(HTMLParser):
    """Reads a page, and what it leaves open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "hr", "img", "meta", "col"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_nothing_of_the_columns_is_kept() -> None:
    class Key(bytearray):
        alive = 0

        def __init__(self, text: bytes) -> None:
            super().__init__(text)
            Key.alive += 1

        def __del__(self) -> None:
            Key.alive -= 1

    copartition.spread((Key(b"user-1") for _ in range(1000)), 6)
    assert Key.alive == 0


def test_threads_ask_at_once(cases: Counter[str]) -> None:
    expected = copartition.identify(KEYS, JAVA, 12)
    answers: list[Identified] = []

    def ask() -> None:
        for _ in range(5):
            answers.append(copartition.identify(iter(KEYS), iter(JAVA), 12))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [expected] * 20
    cases["answers of threads"] += len(answers)
