"""DuckDB: the SQL functions, on one chunk and on many."""

from collections import Counter
from typing import Any

import duckdb
import pyarrow  # type: ignore[import-untyped]
import pytest

import copartition
import copartition.duckdb


@pytest.fixture
def con() -> duckdb.DuckDBPyConnection:
    con = duckdb.connect()
    copartition.duckdb.register(con)
    return con


def answers(con: duckdb.DuckDBPyConnection, query: str) -> list[Any]:
    return [row[0] for row in con.sql(query).fetchall()]


def keys_table(keys: list[Any], type: Any) -> Any:
    return pyarrow.table({"row": range(len(keys)), "key": pyarrow.array(keys, type)})


def test_every_placement_is_the_clients_own(
    con: duckdb.DuckDBPyConnection, columns: list[Any], cases: Counter[str]
) -> None:
    for column in columns:
        texts, of_text = column.of_text()
        for keys, type, expected in (
            (column.keys, pyarrow.binary(), column.expected),
            (texts, pyarrow.string(), of_text),
        ):
            con.register("keys", keys_table(keys, type))
            placed = con.execute(
                "SELECT kafka_partition(key, $n, $partitioner) FROM keys ORDER BY row",
                {"n": column.partitions, "partitioner": column.client},
            ).fetchall()
            assert [row[0] for row in placed] == expected, column
            cases["placements by duckdb"] += len(keys)


def test_every_hash_is_javas(con: duckdb.DuckDBPyConnection, murmur2: Any) -> None:
    con.register("keys", keys_table(murmur2.keys, pyarrow.binary()))
    query = "SELECT kafka_murmur2(key), kafka_murmur2_masked(key) FROM keys ORDER BY row"
    hashed = con.sql(query)
    assert [str(it) for it in hashed.types] == ["INTEGER", "UINTEGER"]
    rows = hashed.fetchall()
    for (signed, masked), expected in zip(rows, murmur2.expected, strict=True):
        if expected is None:
            assert (signed, masked) == (None, None)
        else:
            assert signed % 2**32 == expected
            assert -(2**31) <= signed < 2**31
            assert masked == expected % 2**31
    assert len(rows) >= 150


def test_many_chunks_on_many_threads_answer_alike(
    con: duckdb.DuckDBPyConnection, java: Any
) -> None:
    times = 5_000
    con.register("keys", keys_table(java.keys, pyarrow.binary()))
    con.execute(f"CREATE TABLE big AS SELECT row, key FROM keys, range({times})")
    query = "SELECT row, kafka_partition(key, 12) p, count(*) FROM big GROUP BY row, p ORDER BY row"
    assert con.sql(query).fetchall() == [
        (row, partition, times) for row, partition in enumerate(java.expected)
    ]


def test_each_row_may_have_a_count_and_a_partitioner_of_its_own(
    con: duckdb.DuckDBPyConnection, columns: list[Any]
) -> None:
    some = [column for column in columns if column.partitions in (6, 7, 12)]
    rows = [
        (key, column.partitions, column.client, partition)
        for column in some
        for key, partition in zip(column.keys, column.expected, strict=True)
    ]
    assert len(rows) >= 40_000
    assert len({column.client for column in some}) >= 90
    keys, counts, names, expected = map(list, zip(*rows, strict=True))
    table = pyarrow.table(
        {"key": pyarrow.array(keys, pyarrow.binary()), "n": counts, "name": names, "p": expected}
    )
    con.register("keys", table)
    placed = con.sql(
        "SELECT count(*) FROM keys WHERE kafka_partition(key, n, name) IS NOT DISTINCT FROM p"
    )
    assert placed.fetchall() == [(len(rows),)]


def test_a_null_is_no_key_and_placed_as_the_client_does(con: duckdb.DuckDBPyConnection) -> None:
    for null in ("NULL", "NULL::VARCHAR", "NULL::BLOB"):
        assert answers(con, f"SELECT kafka_partition({null}, 6)") == [None]
        assert answers(con, f"SELECT kafka_partition({null}, 6, 'librdkafka:murmur2')") == [3]
        assert answers(con, f"SELECT kafka_murmur2({null})") == [None]
        assert answers(con, f"SELECT kafka_murmur2_masked({null})") == [None]


def test_an_argument_that_is_null_gives_null(con: duckdb.DuckDBPyConnection) -> None:
    assert answers(con, "SELECT kafka_partition('user-3', NULL)") == [None]
    assert answers(con, "SELECT kafka_partition('user-3', 6, NULL)") == [None]
    mixed = "SELECT kafka_partition('user-3', n) FROM (VALUES (6), (NULL), (3)) t(n)"
    assert answers(con, mixed) == [5, None, copartition.partition("user-3", 3)]


def test_enums_and_uuids_are_their_text(con: duckdb.DuckDBPyConnection) -> None:
    assert answers(con, "SELECT kafka_partition('user-3'::ENUM('user-1', 'user-3'), 6)") == [5]
    # Java's UUIDSerializer writes the 36 characters.
    uuid = "123e4567-e89b-12d3-a456-426614174000"
    assert answers(con, f"SELECT kafka_partition('{uuid}'::UUID, 12)") == answers(
        con, f"SELECT kafka_partition('{uuid}', 12)"
    )


def test_numbers_are_keys_in_the_format_that_is_said(con: duckdb.DuckDBPyConnection) -> None:
    assert answers(con, "SELECT kafka_partition(42::INTEGER, 12, 'java', 'int')") == [0]
    assert answers(con, "SELECT kafka_partition(42::BIGINT, 12, 'java', 'long')") == [4]
    [hashed] = answers(con, "SELECT kafka_murmur2(42::BIGINT, 'long')")
    assert hashed % 2**32 == copartition.murmur2(copartition.key.long(42))


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("kafka_partition(42, 6)", "KeyTypeError: keys must be "),
        ("kafka_partition(1.5, 6)", "KeyTypeError: keys must be "),
        ("kafka_murmur2(42)", "KeyTypeError: keys must be "),
        ("kafka_partition('a', 0)", "partition count must be a whole number from 1 to 2147483647"),
        ("kafka_partition('a', 1.5)", "partition count must be a whole number from 1 to"),
        ("kafka_partition('a', 6, 'jav')", "unknown partitioner"),
        ("kafka_partition(NULL, 6, 'kaffe')", "kaffe refuses a record without a key"),
        ("kafka_partition('a')", "missing 1 required positional argument: 'n'"),
    ],
)
def test_what_cannot_be_placed_is_an_error_of_duckdb(
    con: duckdb.DuckDBPyConnection, call: str, text: str
) -> None:
    with pytest.raises(duckdb.InvalidInputException, match=text):
        con.sql(f"SELECT {call}").fetchall()


def test_registering_once_more_replaces(con: duckdb.DuckDBPyConnection) -> None:
    copartition.duckdb.register(con)
    assert answers(con, "SELECT kafka_partition('user-3', 6)") == [5]
    assert answers(con.cursor(), "SELECT kafka_partition('user-3', 6)") == [5]
