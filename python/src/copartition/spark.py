"""Kafka's partition as a column of PySpark, and jobs whose partitions are Kafka's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from copartition import Partitioner
from copartition._native import DropIn

try:
    import pyarrow  # type: ignore[import-untyped]
    from pyspark.sql.functions import arrow_udf  # type: ignore[attr-defined]
except ImportError:
    raise ImportError(
        "copartition.spark needs PySpark 4.1 or later and pyarrow: pip install 'pyspark[sql]'"
    ) from None

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["partition", "repartition"]


def partition(
    key: Column | str,
    partitions: int,
    partitioner: str = "java",
    *,
    key_format: str | None = None,
) -> Column:
    """Returns the column of the partition of each key: an integer, null where it is unkeyed.

    `key` is a column, or its name, of strings or binary. Numbers are taken with a `key_format`
    alone, which says what the producer's serializer writes: `int`, `long` or `short`. A null is no
    key, and placed as the client does: null unless it places such records, too. It runs as an Arrow
    UDF, so that copartition has to be installed where the executors run.

    Raises `Error` with the code `partition_count` or `unknown_partitioner`, and `TypeError`. A key
    that the client refuses, or of another type, is Spark's `PythonException` when the job runs.

    >>> keys = session.createDataFrame([('user-3',), (None,)], 'key string')
    >>> keys.select('key', copartition.spark.partition('key', 6).alias('partition')).collect()
    [Row(key='user-3', partition=5), Row(key=None, partition=None)]
    """
    place = _partitioner(partitioner, partitions, key_format)

    def placed(keys: pyarrow.Array) -> pyarrow.Array:
        return pyarrow.array(place.partition_batch(keys, key_format=key_format))

    return _udf(placed)(key)


def repartition(
    frame: DataFrame,
    key: Column | str,
    partitions: int,
    partitioner: str = "java",
    *,
    key_format: str | None = None,
) -> DataFrame:
    """Returns the rows in as many partitions as the topic has, each where Kafka has its key.

    Partition 0 of the job holds exactly the keys of Kafka's partition 0, and so on; one on which no
    key lies is empty. The arguments behind the frame are those of `partition`. Spark shuffles the
    rows once.

    Raises what `partition` does, and in Spark's `PythonException` the error `unkeyed` for a row that
    its key does not place: Kafka may have it anywhere. Filter such rows before.

    >>> keys = session.createDataFrame([('user-1',), ('user-3',), ('user-4',)], 'key string')
    >>> copartition.spark.repartition(keys, 'key', 6).rdd.glom().collect()
    [[], [Row(key='user-4')], [Row(key='user-1')], [], [], [Row(key='user-3')]]
    """
    place = _partitioner(partitioner, partitions, key_format)

    def placed(keys: pyarrow.Array) -> pyarrow.Array:
        ids = pyarrow.array(place.partition_batch(keys, key_format=key_format))
        if ids.null_count:
            # Spark would take partition 0 for a null. This raises, with the core's own text.
            key = keys[ids.is_null().index(True).as_py()].as_py()
            strict = DropIn(place.name, "error")
            strict.partition_of(str(key) if isinstance(key, int) else key, place.partitions)
        return ids

    return frame.repartitionById(place.partitions, _udf(placed)(key))


def _partitioner(name: str, partitions: int, key_format: str | None) -> Partitioner:
    place = Partitioner(name, partitions)
    # What is wrong with the key format is said now, too, and not by a job.
    place.partition_batch((), key_format=key_format)
    return place


def _udf(function: Callable[[pyarrow.Array], pyarrow.Array]) -> Callable[[Column | str], Column]:
    udf: Callable[[Column | str], Column] = arrow_udf(function, "int")
    return udf
