"""Every library that makes Arrow columns, and NumPy's arrays, against the real clients' answers."""

import doctest
import inspect
from collections.abc import Callable
from typing import Any

import arro3.core
import duckdb
import nanoarrow  # type: ignore[import-untyped]
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa  # type: ignore[import-untyped]
import pytest

import copartition

Keys = list[bytes | None]
Texts = list[str | None]


def of_duckdb(keys: pa.Array) -> Any:
    con = duckdb.connect()
    con.register("topic", pa.table({"key": keys, "other": keys}))
    return con.sql("SELECT key FROM topic")


BYTES: dict[str, Callable[[Keys], Any]] = {
    "pyarrow binary": lambda keys: pa.array(keys, pa.binary()),
    "pyarrow large_binary": lambda keys: pa.array(keys, pa.large_binary()),
    "pyarrow binary_view": lambda keys: pa.array(keys, pa.binary_view()),
    "pyarrow dictionary": lambda keys: pa.array(keys, pa.binary()).dictionary_encode(),
    "pyarrow chunks": lambda keys: pa.chunked_array([keys[:7], [], keys[7:]], pa.binary()),
    "pyarrow slice": lambda keys: pa.array([b"x", None, *keys, b"y"], pa.binary())[2:-1],
    "pyarrow table": lambda keys: pa.table({"key": pa.array(keys, pa.binary())}),
    "pyarrow reader": lambda keys: pa.table({"key": pa.array(keys, pa.binary())}).to_reader(5),
    "pyarrow struct": lambda keys: pa.array([{"key": key} for key in keys]),
    "polars Binary": lambda keys: pl.Series(keys, dtype=pl.Binary),
    "polars frame": lambda keys: pl.DataFrame({"key": pl.Series(keys, dtype=pl.Binary)}),
    "polars chunks": lambda keys: pl.concat(
        [pl.Series(it, dtype=pl.Binary) for it in (keys[:9], keys[9:])], rechunk=False
    ),
    "pandas object": lambda keys: pd.Series(keys, dtype=object),
    "pandas ArrowDtype": lambda keys: pd.Series(keys, dtype=pd.ArrowDtype(pa.binary())),
    "pandas frame": lambda keys: pd.DataFrame({"key": keys}),
    "pandas index": lambda keys: pd.Series(keys, index=range(len(keys), 0, -1)),
    "DuckDB BLOB": lambda keys: of_duckdb(pa.array(keys, pa.binary())),
    "nanoarrow": lambda keys: nanoarrow.Array(keys, nanoarrow.binary()),
    "nanoarrow large": lambda keys: nanoarrow.c_array(keys, nanoarrow.large_binary()),
    "arro3": lambda keys: arro3.core.Array(keys, arro3.core.DataType.binary()),
}
TEXTS: dict[str, Callable[[Texts], Any]] = {
    "pyarrow string": lambda keys: pa.array(keys, pa.string()),
    "pyarrow large_string": lambda keys: pa.array(keys, pa.large_string()),
    "pyarrow string_view": lambda keys: pa.array(keys, pa.string_view()),
    "pyarrow dictionary": lambda keys: pa.array(keys).dictionary_encode(),
    "polars String": lambda keys: pl.Series(keys),
    "polars Categorical": lambda keys: pl.Series(keys, dtype=pl.Categorical),
    "polars Enum": lambda keys: pl.Series(
        keys, dtype=pl.Enum(sorted({key for key in keys if key is not None}))
    ),
    "pandas str": lambda keys: pd.Series(keys, dtype="str"),
    "pandas string": lambda keys: pd.Series(keys, dtype="string"),
    "pandas category": lambda keys: pd.Series(keys, dtype="category"),
    "DuckDB VARCHAR": lambda keys: of_duckdb(pa.array(keys)),
    "nanoarrow": lambda keys: nanoarrow.Array(keys, nanoarrow.string()),
    "arro3": lambda keys: arro3.core.Array(keys, arro3.core.DataType.string()),
}


@pytest.fixture(scope="session")
def kinds(columns: list[Any]) -> list[Any]:
    """One client a rule, over counts of either kind; all of them would take minutes."""
    clients = ("java", "librdkafka:consistent_random", "librdkafka:murmur2", "sarama:hash")
    kinds = [it for it in columns if it.client in clients and it.partitions in (7, 12, 16)]
    assert len(kinds) == 12
    return kinds


@pytest.mark.parametrize("producer", BYTES)
def test_a_column_of_bytes_is_placed_as_the_client_does(producer: str, kinds: list[Any]) -> None:
    for kind in kinds:
        partitioner = copartition.Partitioner(kind.client, kind.partitions)
        column = "key" if "frame" in producer else None
        placed = partitioner.partition_batch(BYTES[producer](kind.keys), column=column)
        assert placed.to_list() == kind.expected, kind.client
        hashes = partitioner.hash_batch(BYTES[producer](kind.keys), column=column).to_list()
        assert hashes == [None if it is None else partitioner.hash(it) for it in kind.keys]


@pytest.mark.parametrize("producer", TEXTS)
def test_a_column_of_text_is_placed_as_the_client_does(producer: str, kinds: list[Any]) -> None:
    for kind in kinds:
        partitioner = copartition.Partitioner(kind.client, kind.partitions)
        texts, expected = kind.of_text()
        assert len(texts) >= 30
        placed = partitioner.partition_batch(TEXTS[producer](texts))
        assert placed.to_list() == expected, kind.client


NUMBERS = [42, 0, -1, None, 2**31 - 1]
WHOLES: dict[str, Callable[[], Any]] = {
    "pyarrow int64": lambda: pa.array(NUMBERS),
    "pyarrow int32": lambda: pa.array(NUMBERS, pa.int32()),
    "polars Int64": lambda: pl.Series(NUMBERS),
    "polars Int32": lambda: pl.Series(NUMBERS, dtype=pl.Int32),
    "pandas Int64": lambda: pd.Series(NUMBERS, dtype="Int64"),
    "DuckDB BIGINT": lambda: of_duckdb(pa.array(NUMBERS)),
    "arro3": lambda: arro3.core.Array(NUMBERS, arro3.core.DataType.int64()),
}


@pytest.mark.parametrize("producer", WHOLES)
def test_a_column_of_numbers_is_what_their_serializer_writes(producer: str) -> None:
    java = copartition.Partitioner("java", 1009)
    for name in ("int", "long"):
        keys = [None if it is None else getattr(copartition.key, name)(it) for it in NUMBERS]
        placed = java.partition_batch(WHOLES[producer](), key_format=name)
        assert placed.to_list() == java.partition_batch(keys)
        with pytest.raises(copartition.KeyTypeError, match="key_format"):
            java.partition_batch(WHOLES[producer]())


def test_what_comes_back_is_taken_by_every_consumer() -> None:
    placed = copartition.Partitioner("java", 6).partition_batch(pa.array(["user-1", None, "user-3"]))
    expected = [2, None, 5]
    assert pa.array(placed).to_pylist() == expected
    assert pa.array(placed).type == pa.int32()
    assert pa.table({"partition": pa.array(placed)}).validate(full=True) is None
    assert pl.Series(placed).to_list() == expected
    assert pl.Series(placed).dtype == pl.Int32
    assert nanoarrow.Array(placed).to_pylist() == expected
    assert arro3.core.Array.from_arrow(placed).to_pylist() == expected
    hashes = copartition.Partitioner("java", 6).hash_batch(pa.array(["21", None]))
    assert pa.array(hashes).type == pa.uint32()
    assert pa.array(hashes).to_pylist() == [3321034988, None]
    numbers = placed.to_numpy()
    assert (numbers.dtype, numbers.tolist()) == (np.int32, [2, -1, 5])
    numbers[0] = 0
    assert placed.to_list() == expected
    kept = pa.array(placed)
    del placed
    assert kept.to_pylist() == expected


def test_the_analysis_takes_the_columns_of_every_producer() -> None:
    texts: Texts = [f"user-{number}" for number in range(60)]
    librdkafka = copartition.Partitioner("librdkafka", 12)
    observed = librdkafka.partition_batch(texts)
    expected = copartition.identify(texts, observed, 12)
    for producer, make in TEXTS.items():
        placed = librdkafka.partition_batch(make(texts))
        for given in (placed, pa.array(placed), pl.Series(placed), pd.Series(observed)):
            assert copartition.identify(make(texts), given, 12) == expected, producer
    weights = np.arange(60)
    spread = copartition.spread(pl.Series(texts), 12, observed=pa.array(observed), weights=weights)
    assert spread == copartition.spread(texts, 12, observed=observed, weights=range(60))


def test_other_types_are_refused_by_their_name() -> None:
    java = copartition.Partitioner("java", 12)
    for column, format in (
        (pa.array([1.5]), "g"),
        (pa.array([True]), "b"),
        (pa.array([["a"]]), "+l"),
        (pl.Series([1.5]), "g"),
    ):
        with pytest.raises(copartition.KeyTypeError) as raised:
            java.partition_batch(column)
        assert str(raised.value).endswith(f'got one of Arrow format "{format}"')


def test_the_examples_of_a_column_print_what_they_show() -> None:
    ran = 0
    for owner in (copartition.Column, *vars(copartition.Column).values()):
        text = inspect.getdoc(owner) or ""
        scope = {"copartition": copartition}
        test = doctest.DocTestParser().get_doctest(text, scope, repr(owner), None, 0)
        results = doctest.DocTestRunner().run(test)
        assert results.failed == 0
        ran += results.attempted
    assert ran >= 14
