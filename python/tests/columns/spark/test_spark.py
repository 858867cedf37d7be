"""Spark: a driver, two workers of their own processes, and Kafka's partitions."""

import doctest
import inspect
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyspark.errors import PythonException
from pyspark.sql import SparkSession
from pyspark.sql import functions as sql

import copartition
from copartition import spark

CLUSTER = "local-cluster[2,1,1024]"


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    # Its workers would take another Python.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings: dict[str, bool | float | int | str | None] = {
        "spark.driver.host": "127.0.0.1",
        # An error is what some tests wait for.
        "spark.task.maxFailures": 1,
        "spark.ui.enabled": False,
    }
    session = SparkSession.builder.master(CLUSTER).config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


def test_every_placement_is_the_clients_own(
    session: SparkSession, columns: list[Any], cases: Counter[str]
) -> None:
    # Not every client could be asked about every key.
    of_keys: dict[Any, list[Any]] = defaultdict(list)
    for column in columns:
        if column.partitions == 12:
            of_keys[tuple(column.keys)].append(column)
    ran = 0
    for keys, asked in of_keys.items():
        frame = session.createDataFrame([*enumerate(keys)], "row int, key binary")
        placed = [
            spark.partition("key", it.partitions, it.client).alias(str(index))
            for index, it in enumerate(asked)
        ]
        rows = sorted(frame.repartition(2).select("row", *placed).collect())
        for index, it in enumerate(asked):
            assert [row[1 + index] for row in rows] == it.expected, it.client
            ran += len(rows)
    assert ran >= 14_000
    cases["placements by spark"] += ran


@pytest.mark.parametrize("partitions", [12, 100])
@pytest.mark.parametrize("client", ["java", "librdkafka:consistent", "sarama:hash"])
def test_a_jobs_partitions_are_kafkas(
    session: SparkSession, columns: list[Any], client: str, partitions: int
) -> None:
    [column] = [it for it in columns if (it.client, it.partitions) == (client, partitions)]
    expected = {
        key: partition
        for key, partition in zip(column.keys, column.expected, strict=True)
        if partition is not None and key is not None
    }
    assert len(expected) >= 100
    frame = session.createDataFrame([(key,) for key in expected], "key binary")
    placed = frame.transform(spark.repartition, "key", partitions, client)
    assert placed.rdd.getNumPartitions() == partitions
    # What each task of the job itself is given, also those that are given nothing.
    tasks = placed.rdd.glom().collect()
    got = {bytes(row.key): task for task, rows in enumerate(tasks) for row in rows}
    assert got == expected
    assert sum(map(len, tasks)) == len(expected)
    if partitions == 100:
        assert [] in tasks
    ids = placed.select("key", sql.spark_partition_id().alias("id")).collect()
    assert {bytes(row.key): row.id for row in ids} == expected


def test_text_is_its_utf8(session: SparkSession, java: Any) -> None:
    texts, expected = java.of_text()
    frame = session.createDataFrame([*enumerate(texts)], "row int, key string")
    rows = sorted(frame.select("row", spark.partition(frame.key, 12)).collect())
    assert [row[1] for row in rows] == expected


def test_a_null_is_no_key_and_placed_as_the_client_does(session: SparkSession) -> None:
    frame = session.createDataFrame([(None,)], "key string")
    placed = frame.select(
        spark.partition("key", 6), spark.partition("key", 6, "librdkafka:murmur2")
    )
    assert [tuple(row) for row in placed.collect()] == [(None, 3)]
    hashed = spark.repartition(frame, "key", 6, "librdkafka:murmur2")
    assert hashed.select(sql.spark_partition_id()).collect() == [(3,)]


def test_numbers_are_keys_in_the_format_that_is_said(session: SparkSession) -> None:
    frame = session.createDataFrame([(42, 42)], "i int, l long")
    placed = frame.select(
        spark.partition("i", 12, key_format="int"), spark.partition("l", 12, key_format="long")
    )
    assert [tuple(row) for row in placed.collect()] == [(0, 4)]
    job = spark.repartition(frame, "l", 12, key_format="long")
    assert job.select(sql.spark_partition_id()).collect() == [(4,)]


@pytest.mark.parametrize(
    ("keys", "type", "partitioner", "text"),
    [
        ([None], "string", "java", "java leaves a record without a key unkeyed"),
        ([""], "string", "librdkafka", "leaves an empty key unkeyed"),
        (["a"], "string", "kafka-go:round_robin", "leaves every key unkeyed"),
        ([None], "string", "kaffe", "kaffe refuses a record without a key"),
        ([42], "int", "java", "keys must be text or bytes"),
    ],
)
def test_a_row_that_has_no_place_is_an_error_of_spark(
    session: SparkSession, keys: list[Any], type: str, partitioner: str, text: str
) -> None:
    frame = session.createDataFrame([(key,) for key in keys], f"key {type}")
    with pytest.raises(PythonException, match=text):
        spark.repartition(frame, "key", 6, partitioner).collect()


def test_what_is_wrong_beside_the_keys_is_said_at_once(session: SparkSession) -> None:
    frame = session.createDataFrame([("a",)], "key string")
    for arguments in ((0,), (6, "jav"), (6, "java", "integer")):
        rest: Any = arguments[:2]
        format: Any = arguments[2] if len(arguments) == 3 else None
        with pytest.raises(copartition.Error):
            spark.partition("key", *rest, key_format=format)
        with pytest.raises(copartition.Error):
            spark.repartition(frame, "key", *rest, key_format=format)
    with pytest.raises(TypeError):
        spark.partition("key", True)


@pytest.mark.parametrize("name", spark.__all__)
def test_docstring_examples_print_what_they_show(session: SparkSession, name: str) -> None:
    text = inspect.getdoc(getattr(spark, name))
    assert text
    names = {"copartition": copartition, "session": session}
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    results = doctest.DocTestRunner().run(test)
    assert (results.failed, results.attempted > 0) == (0, True)


def test_a_strict_checker_agrees_with_the_module_and_its_test(tmp_path: Path) -> None:
    for checked in (["-m", spark.__name__], [__file__]):
        mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, *checked]
        done = subprocess.run(mypy, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert "Success: no issues found in" in done.stdout, done.stdout
