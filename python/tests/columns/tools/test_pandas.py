"""pandas: every type that keys are kept in, with its own missing value."""

from collections import Counter
from typing import Any

import numpy
import pandas
import pyarrow  # type: ignore[import-untyped]
import pytest

import copartition
import copartition.pandas


def answered(placed: "pandas.Series[int]") -> list[int | None]:
    return [None if pandas.isna(it) else int(it) for it in placed]


def accessor(keys: Any) -> Any:
    """A type checker does not know it."""
    return keys.kafka


def test_every_placement_is_the_clients_own(columns: list[Any], cases: Counter[str]) -> None:
    for column in columns:
        texts, of_text = column.of_text()
        arrow = pandas.ArrowDtype(pyarrow.binary())
        for keys, expected in (
            (pandas.Series(column.keys, dtype=object), column.expected),
            (pandas.Series(column.keys, dtype=arrow), column.expected),
            (pandas.Series(texts, dtype=object), of_text),
            (pandas.Series(texts, dtype="str"), of_text),
        ):
            placed = copartition.pandas.partition(keys, column.partitions, column.client)
            assert placed.dtype == "Int32"
            assert answered(placed) == expected, (column, keys.dtype)
            cases["placements by pandas"] += len(keys)


@pytest.mark.parametrize(
    "dtype",
    [
        object,
        "str",
        "string",
        "string[python]",
        "string[pyarrow]",
        "category",
        pandas.ArrowDtype(pyarrow.string()),
        pandas.ArrowDtype(pyarrow.large_string()),
        pandas.ArrowDtype(pyarrow.binary()),
        pandas.ArrowDtype(pyarrow.large_binary()),
        pandas.ArrowDtype(pyarrow.dictionary(pyarrow.int16(), pyarrow.string())),
    ],
    ids=str,
)
def test_text_is_its_utf8_in_every_type(java: Any, dtype: Any) -> None:
    texts, expected = java.of_text()
    keys: Any = pandas.Series(texts, dtype=object).astype(dtype)
    assert answered(accessor(keys).partition(12)) == expected
    assert answered(accessor(keys[5:60]).partition(12)) == expected[5:60]
    assert answered(accessor(keys[::-3]).partition(12)) == expected[::-3]


def test_every_hash_is_javas(murmur2: Any) -> None:
    keys = pandas.Series(murmur2.keys, dtype=object)
    for hashed in (copartition.pandas.murmur2(keys), accessor(keys).murmur2()):
        assert hashed.dtype == "UInt32"
        assert answered(hashed) == murmur2.expected


def test_the_index_and_the_name_stay() -> None:
    keys = pandas.Series(["user-3", "user-1"], index=["b", "a"], name="key")
    placed = accessor(keys).partition(6)
    assert (placed.to_dict(), placed.name) == ({"b": 5, "a": 2}, "key")
    frame = pandas.DataFrame({"key": ["user-3", "user-1"]}, index=[9, 4])
    frame["partition"] = accessor(frame["key"]).partition(6)
    assert frame["partition"].tolist() == [5, 2]
    hashed = accessor(keys).murmur2()
    assert (hashed.index.tolist(), hashed.name) == (["b", "a"], "key")


def test_every_missing_value_is_no_key() -> None:
    for missing in (None, float("nan"), pandas.NA, numpy.nan):
        for dtype in (object, "str", "string", "category"):
            keys: Any = pandas.Series(["user-3", missing, ""], dtype=dtype)
            assert answered(accessor(keys).partition(6)) == [5, None, 3]
            assert answered(accessor(keys).partition(6, "librdkafka:murmur2")) == [5, 3, 3]
            assert accessor(keys).murmur2().isna().tolist() == [False, True, False]


def test_text_and_bytes_may_stand_in_one_column() -> None:
    keys = pandas.Series(["user-3", b"user-3", bytearray(b"user-3"), None], dtype=object)
    assert answered(accessor(keys).partition(6)) == [5, 5, 5, None]


def test_nothing_gives_nothing() -> None:
    for dtype in (object, "str", "category"):
        placed = accessor(pandas.Series([], dtype=dtype)).partition(6)
        assert (len(placed), placed.dtype) == (0, "Int32")


def test_numbers_are_keys_in_the_format_that_is_said() -> None:
    for format, dtype, expected in (
        ("int", "int32", [0, 4]),
        ("long", "int64", [4, 1]),
        ("long", "Int64", [4, 1]),
        ("long", pandas.ArrowDtype(pyarrow.int64()), [4, 1]),
    ):
        keys: Any = pandas.Series([42, 43], dtype=dtype)
        assert answered(accessor(keys).partition(12, key_format=format)) == expected
    missing = pandas.Series([42, None], dtype="Int64")
    assert answered(accessor(missing).partition(12, key_format="long")) == [4, None]


def test_what_cannot_be_placed_is_an_error_of_copartition() -> None:
    for keys in ([1, 2], [1.5], [True], ["a", 1], [["a"]]):
        with pytest.raises(copartition.KeyTypeError):
            accessor(pandas.Series(keys)).partition(6)
    with pytest.raises(copartition.Error, match="kaffe refuses"):
        accessor(pandas.Series(["a", None])).partition(6, "kaffe")
    with pytest.raises(copartition.Error, match="partition count must be"):
        accessor(pandas.Series(["a"])).partition(0)
