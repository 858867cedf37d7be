"""Every error of DESIGN section 5 that applies to Python: its type, its code, its exact text."""

import copy
import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import copartition
from copartition import key
from copartition._native import DropIn
from copartition.assign import java_partition_order

ERRORS = json.loads((Path(__file__).parents[2] / "tests/vectors/errors.json").read_bytes())["rows"]


def key_of(row: dict[str, Any]) -> bytes | None:
    return None if row["key"] is None else bytes.fromhex(row["key"])


SERIALIZERS: dict[str, Callable[[int], object]] = {
    "int": key.int,
    "long": key.long,
    "short": key.short,
    "schema_id_prefix": lambda schema_id: key.schema_id_prefix(schema_id, b""),
    "schema_id_prefix_protobuf": lambda index: key.schema_id_prefix_protobuf(1, [index], b""),
    "time_windowed": lambda start: key.time_windowed(b"", start),
    "java_partition_order": lambda total: java_partition_order("t", 3, total),
}
CALLS: dict[str, list[Callable[[dict[str, Any]], object]]] = {
    "partition_count": [
        lambda row: copartition.partition("user-3", row["partitions"]),
        lambda row: copartition.Partitioner("java", row["partitions"]),
        lambda row: copartition.group_partition("my-group", row["partitions"]),
    ],
    "unknown_partitioner": [
        lambda row: copartition.partition("user-3", 6, row["name"]),
        lambda row: copartition.Partitioner(row["name"], 6),
    ],
    "unknown_client": [
        lambda row: copartition.settings(row["name"], "java"),
    ],
    "refused": [
        lambda row: copartition.partition(key_of(row), row["partitions"], row["partitioner"]),
        lambda row: copartition.Partitioner(row["partitioner"], row["partitions"]).partition(
            key_of(row)
        ),
    ],
    "no_hash": [
        lambda row: copartition.Partitioner(row["partitioner"], 6).hash(key_of(row) or b""),
    ],
    "unknown_unkeyed": [
        lambda row: DropIn("java", row["name"]),
    ],
    "unkeyed": [
        lambda row: DropIn(row["partitioner"], "error").partition_of(key_of(row), 6),
    ],
    "key_range": [
        lambda row: SERIALIZERS[row["serializer"]](int(row["value"])),
    ],
}


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row["text"])
def test_every_host_says_the_same(row: dict[str, Any]) -> None:
    for call in CALLS[row["call"]]:
        with pytest.raises(copartition.Error) as raised:
            call(row)
        assert type(raised.value) is copartition.Error
        assert (raised.value.code, str(raised.value)) == (row["id"], row["text"])


def test_every_error_is_asked_for() -> None:
    assert {row["call"] for row in ERRORS} == set(CALLS)
    assert {row["serializer"] for row in ERRORS if "serializer" in row} == set(SERIALIZERS)
    assert len(ERRORS) >= 29


NOT_TEXT: list[tuple[Any, str]] = [(42, "int"), (b"java", "bytes"), (None, "None")]


@pytest.mark.parametrize(("name", "got"), NOT_TEXT)
def test_a_partitioners_name_is_text(name: Any, got: str) -> None:
    for call in (
        lambda: copartition.partition("user-3", 6, name),
        lambda: copartition.Partitioner(name, 6),
    ):
        with pytest.raises(TypeError) as raised:
            call()
        assert type(raised.value) is TypeError
        assert str(raised.value) == f"partitioner must be str, got {got}"
        assert raised.value.code == "unknown_partitioner"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("group", "got"), NOT_TEXT)
def test_a_group_is_text(group: Any, got: str) -> None:
    with pytest.raises(copartition.KeyTypeError) as raised:
        copartition.group_partition(group)
    assert str(raised.value) == f"key must be str, got {got}"
    assert raised.value.code == "key_type"


def test_a_lone_surrogate_in_a_group_stays_pythons_own_error() -> None:
    with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
        copartition.group_partition("\ud800")


def test_an_error_is_a_value_error_and_a_key_type_error_is_a_type_error() -> None:
    assert copartition.Error.__mro__[1] is ValueError
    assert copartition.KeyTypeError.__mro__[1] is TypeError


def test_errors_are_picklable_and_copyable() -> None:
    with pytest.raises(copartition.Error) as refused:
        copartition.partition(None, 6, "pykafka:hashing")
    with pytest.raises(copartition.KeyTypeError) as key_type:
        copartition.partition(42, 6)  # type: ignore[arg-type]
    for error in (refused.value, key_type.value):
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert type(again) is type(error)
            assert (again.code, str(again)) == (error.code, str(error))
