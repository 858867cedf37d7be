"""Polars: eager, lazy and streaming, in every type that keys are kept in."""

import gc
from collections import Counter
from pathlib import Path
from typing import Any, Literal

import polars
import pyarrow  # type: ignore[import-untyped]
import pytest
from polars.exceptions import ComputeError

import copartition
import copartition.polars

ENGINES: tuple[Literal["in-memory", "streaming"], ...] = ("in-memory", "streaming")


def partition(keys: polars.Series, partitions: int, partitioner: str = "java") -> list[int | None]:
    frame = keys.alias("keys").to_frame()
    placed = frame.select(copartition.polars.partition("keys", partitions, partitioner)).to_series()
    assert placed.name == "keys" and placed.dtype == polars.Int32
    return placed.to_list()


def namespace(keys: Any) -> Any:
    """A type checker does not know it."""
    return keys.kafka


def test_every_placement_is_the_clients_own(columns: list[Any], cases: Counter[str]) -> None:
    for column in columns:
        keys = polars.Series(column.keys, dtype=polars.Binary)
        assert partition(keys, column.partitions, column.client) == column.expected, column
        cases["placements by polars"] += len(keys)


def test_text_is_its_utf8(columns: list[Any]) -> None:
    for column in columns:
        texts, expected = column.of_text()
        keys = polars.Series(texts, dtype=polars.String)
        assert partition(keys, column.partitions, column.client) == expected, column


def test_every_hash_is_javas(murmur2: Any) -> None:
    keys = polars.Series("keys", murmur2.keys, dtype=polars.Binary)
    hashed = namespace(keys).murmur2()
    assert hashed.name == "keys" and hashed.dtype == polars.UInt32
    assert hashed.to_list() == murmur2.expected
    frame = keys.to_frame().select(copartition.polars.murmur2("keys"))
    assert frame.to_series().to_list() == murmur2.expected


def test_the_namespaces_are_the_functions(java: Any) -> None:
    keys = polars.Series("keys", java.keys, dtype=polars.Binary)
    assert namespace(keys).partition(12).to_list() == java.expected
    expression = namespace(polars.col("keys"))
    frame = keys.to_frame().select(expression.partition(12), expression.murmur2().alias("hash"))
    assert frame["keys"].to_list() == java.expected
    assert frame["hash"].to_list() == namespace(keys).murmur2().to_list()


def test_categories_are_their_text(java: Any) -> None:
    texts, expected = java.of_text()
    keys = polars.Series(texts * 3, dtype=polars.String)
    assert partition(keys.cast(polars.Categorical), 12) == expected * 3
    assert partition(keys.cast(polars.Enum(keys.drop_nulls().unique())), 12) == expected * 3


def test_chunks_and_slices_are_placed_where_they_lie(java: Any) -> None:
    keys = polars.Series(java.keys, dtype=polars.Binary)
    chunks = polars.concat([keys, keys[:0], keys[7:90], keys[33:]], rechunk=False)
    assert chunks.n_chunks() >= 3
    expected = java.expected + java.expected[7:90] + java.expected[33:]
    assert partition(chunks, 12) == expected
    # Here they come in one call.
    together = polars.select(copartition.polars.partition(polars.lit(chunks), 12))
    assert together.to_series().to_list() == expected
    for start in range(40):
        assert partition(chunks[start : start + 150], 12) == expected[start : start + 150]


def test_lazy_and_streaming_queries_answer_as_eager_ones(java: Any, tmp_path: Path) -> None:
    times = 5_000
    keys = polars.Series("keys", java.keys, dtype=polars.Binary)
    frame = polars.concat([keys] * times).to_frame().with_columns(
        expected=polars.concat([polars.Series(java.expected, dtype=polars.Int32)] * times)
    )
    frame.write_parquet(tmp_path / "keys.parquet")
    for lazy in (frame.lazy(), polars.scan_parquet(tmp_path / "keys.parquet")):
        placed = lazy.with_columns(placed=copartition.polars.partition("keys", 12))
        assert placed.collect_schema()["placed"] == polars.Int32
        for engine in ENGINES:
            done = placed.collect(engine=engine)
            assert done.height == times * len(java.keys) >= 500_000
            assert done["placed"].equals(done["expected"].alias("placed"))


def test_it_stands_wherever_an_expression_may(java: Any) -> None:
    placed = copartition.polars.partition("keys", 12)
    frame = polars.DataFrame({"keys": java.keys, "half": [n % 2 for n in range(len(java.keys))]})
    counts = frame.group_by(placed.alias("partition")).len()
    assert dict(counts.iter_rows()) == Counter(java.expected)
    assert frame.filter(placed == 5).height == java.expected.count(5)
    halves = frame.group_by("half").agg(placed.alias("placed"))
    for half, placed_half in halves.iter_rows():
        assert placed_half == java.expected[half::2]
    assert frame.select(placed.over("half")).to_series().to_list() == java.expected
    first = frame.select(copartition.polars.partition(polars.col("keys").first(), 12)).item()
    assert first == java.expected[0]
    assert polars.select(copartition.polars.partition(polars.lit("user-3"), 6)).item() == 5


def test_nothing_gives_nothing() -> None:
    for dtype in (polars.String, polars.Binary, polars.Categorical, polars.Null):
        assert partition(polars.Series([], dtype=dtype), 12) == []
    lazy = polars.LazyFrame({"keys": []}, {"keys": polars.String})
    for engine in ENGINES:
        placed = lazy.select(copartition.polars.partition("keys", 12))
        assert placed.collect(engine=engine).height == 0


def test_a_null_is_no_key_and_placed_as_the_client_does() -> None:
    for dtype in (polars.String, polars.Binary, polars.Categorical, polars.Null):
        nulls = polars.Series([None, None], dtype=dtype)
        assert partition(nulls, 6) == [None, None]
        assert partition(nulls, 6, "librdkafka:murmur2") == [3, 3]


def test_numbers_are_keys_in_the_format_that_is_said() -> None:
    # As tests/vectors/key_bytes.json has it: Java's serializers write 42 big-endian.
    for format, dtype, partitioned in (
        ("int", polars.Int32, [0, None]),
        ("long", polars.Int64, [4, None]),
        ("long", polars.UInt8, [4, None]),
    ):
        keys = polars.Series([42, None], dtype=dtype)
        assert namespace(keys).partition(12, key_format=format).to_list() == partitioned
    hashed = namespace(polars.Series([42])).murmur2(key_format="long")
    assert hashed.to_list() == [copartition.murmur2(copartition.key.long(42))]


@pytest.mark.parametrize(
    ("keys", "partitioner", "text"),
    [
        (["a", None], "kaffe", "kaffe refuses a record without a key"),
        ([1, 2], "java", "keys must be "),
        ([1.5], "java", "keys must be "),
        ([["a"]], "java", "keys must be "),
        ([{"key": "a"}], "java", "keys must be "),
    ],
)
def test_what_cannot_be_placed_is_an_error_of_polars(
    keys: list[Any], partitioner: str, text: str
) -> None:
    with pytest.raises(ComputeError, match=text):
        partition(polars.Series(keys), 6, partitioner)
    lazy = polars.LazyFrame({"keys": keys})
    with pytest.raises(ComputeError, match=text):
        lazy.select(copartition.polars.partition("keys", 6, partitioner)).collect()


def test_what_is_wrong_beside_the_keys_is_said_at_once() -> None:
    wrong: tuple[tuple[Any, ...], ...] = ((0,), (2**31,), (6, "jav"), (6, ""))
    for arguments in wrong:
        with pytest.raises(copartition.Error):
            copartition.polars.partition("keys", *arguments)
    for arguments in ((True,), (6.0,), ("6",), (6, None)):
        with pytest.raises(TypeError):
            copartition.polars.partition("keys", *arguments)
    with pytest.raises((copartition.Error, TypeError)):
        copartition.polars.partition("keys", 6, key_format="integer")
    with pytest.raises((copartition.Error, TypeError)):
        copartition.polars.murmur2("keys", key_format="integer")


def test_the_keys_are_given_back() -> None:
    before = pyarrow.total_allocated_bytes()
    # Polars keeps these where pyarrow has them.
    keys = polars.Series(pyarrow.array(range(100_000)))
    assert pyarrow.total_allocated_bytes() >= before + 800_000
    chunks = polars.concat([keys, keys], rechunk=False)
    assert namespace(chunks).partition(12, key_format="long").null_count() == 0
    with pytest.raises(ComputeError):
        namespace(chunks).partition(12)
    del chunks, keys
    gc.collect()
    assert pyarrow.total_allocated_bytes() == before


def test_the_partitions_are_given_back() -> None:
    keys = polars.Series(["user-1"]).new_from_index(0, 100_000)

    def resident(times: int) -> int:
        for _ in range(times):
            namespace(keys).partition(12)
        return 4096 * int(Path("/proc/self/statm").read_text().split()[1])

    # All of them are 80 MB.
    assert -resident(5) + resident(200) < 20_000_000
