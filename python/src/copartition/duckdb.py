"""Kafka's partition as functions of DuckDB's SQL.

>>> import duckdb
>>> import copartition.duckdb
>>> con = duckdb.connect()
>>> copartition.duckdb.register(con)
>>> con.sql("SELECT kafka_partition('user-3', 6), kafka_murmur2('kafka')").fetchall()
[(5, -798503068)]
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from copartition import Partitioner

try:
    import duckdb
    import numpy  # without it, DuckDB makes no function over Arrow's columns
    import pyarrow  # type: ignore[import-untyped]
    import pyarrow.compute  # type: ignore[import-untyped]
except ImportError:
    raise ImportError(
        "copartition.duckdb needs duckdb, numpy and pyarrow: pip install duckdb numpy pyarrow"
    ) from None

__all__ = ["register"]


def register(con: duckdb.DuckDBPyConnection) -> None:
    """Makes the functions known to a connection; registering once more replaces them.

    `kafka_partition(key, n [, partitioner [, key_format]])` is the partition, an INTEGER: NULL where
    it is unkeyed. `kafka_murmur2(key [, key_format])` is Java's murmur2, an INTEGER with a sign, as
    Materialize's; `kafka_murmur2_masked` the same without its sign, an UINTEGER, as ClickHouse's
    `kafkaMurmurHash`.

    `key` is VARCHAR, BLOB or an ENUM. Numbers are taken with a `key_format` alone, which says what
    the producer's serializer writes: `int`, `long` or `short`. NULL is no key: its hash is NULL,
    and it is placed as the client does, NULL unless it places such records, too. A count,
    partitioner or format that is NULL gives NULL.

    What is wrong is DuckDB's `InvalidInputException` when the query runs, with the text of `Error`
    or `KeyTypeError`.

    >>> import duckdb
    >>> con = duckdb.connect()
    >>> copartition.duckdb.register(con)
    >>> keys = "(VALUES ('user-3'), (NULL)) AS keys(key)"
    >>> con.sql(f"SELECT kafka_partition(key, 6, 'librdkafka') FROM {keys}").fetchall()
    [(0,), (None,)]
    """
    for function, returns in _FUNCTIONS:
        with contextlib.suppress(duckdb.InvalidInputException):
            con.remove_function(function.__name__)
        con.create_function(  # type: ignore[call-overload]
            function.__name__,
            _of_any_types(function),
            None,
            returns,
            type="arrow",
            null_handling="special",
        )


def _of_any_types(function: Callable[..., pyarrow.Array]) -> Callable[..., pyarrow.Array]:
    """DuckDB then takes any number of columns, and makes no text of a number."""

    def call(*columns: Any) -> pyarrow.Array:
        return function(*columns)

    return call


def kafka_partition(
    key: Any, n: Any, partitioner: Any = None, key_format: Any = None
) -> pyarrow.Array:
    """Places a chunk of keys."""
    return _by_row(_placed, key, (n, partitioner, key_format), pyarrow.int32())


def kafka_murmur2(key: Any, key_format: Any = None) -> pyarrow.Array:
    """Hashes a chunk of keys; the same 32 bits, signed."""
    return _by_row(_hashed, key, (key_format,), pyarrow.uint32()).view(pyarrow.int32())


def kafka_murmur2_masked(key: Any, key_format: Any = None) -> pyarrow.Array:
    """Hashes a chunk of keys; 31 of the 32 bits."""
    hashed = _by_row(_hashed, key, (key_format,), pyarrow.uint32())
    return pyarrow.compute.bit_wise_and(hashed, pyarrow.scalar(0x7FFFFFFF, pyarrow.uint32()))


_FUNCTIONS = (
    (kafka_partition, "INTEGER"),
    (kafka_murmur2, "INTEGER"),
    (kafka_murmur2_masked, "UINTEGER"),
)
_MURMUR2 = Partitioner("murmur2", 1)


def _placed(keys: Any, n: int, partitioner: str = "java", key_format: str | None = None) -> Any:
    return Partitioner(partitioner, n).partition_batch(keys, key_format=key_format)


def _hashed(keys: Any, key_format: str | None = None) -> Any:
    return _MURMUR2.hash_batch(keys, key_format=key_format)


def _by_row(
    function: Callable[..., Any], keys: Any, given: tuple[Any, ...], returns: pyarrow.DataType
) -> pyarrow.Array:
    """Calls the function once for all keys with the same arguments, which nearly always are all."""
    columns = [column for column in given if column is not None]
    values = [column.unique().to_pylist() for column in columns]
    if all(len(value) == 1 and value[0] is not None for value in values):
        return pyarrow.array(function(keys, *(value[0] for value in values)))
    rows: dict[tuple[Any, ...], list[int]] = {}
    for row, arguments in enumerate(zip(*(column.to_pylist() for column in columns), strict=True)):
        rows.setdefault(arguments, []).append(row)
    answers: list[int | None] = [None] * len(keys)
    for arguments, asked in rows.items():
        if None not in arguments:
            answered = function(keys.take(asked), *arguments).to_list()
            for row, answer in zip(asked, answered, strict=True):
                answers[row] = answer
    return pyarrow.array(answers, returns)
