"""The recipes of docs/columns/ for DataFusion, Dask and Ray, with what the real clients answer."""

import logging
from collections.abc import Iterator
from typing import Any

import dask
import dask.dataframe
import datafusion
import pandas
import pyarrow  # type: ignore[import-untyped]
import pytest
import ray

import copartition
import copartition.pandas

# Ray sets what it has deprecated itself.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

CLIENTS = ("java", "sarama:hash", "librdkafka:murmur2")


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    yield
    ray.shutdown()


@pytest.fixture(params=CLIENTS)
def column(request: pytest.FixtureRequest, columns: list[Any]) -> Any:
    [column] = [it for it in columns if (it.client, it.partitions) == (request.param, 12)]
    assert len(column.keys) >= 100
    return column


def table_of(column: Any) -> Any:
    keys = pyarrow.array(column.keys, pyarrow.binary())
    return pyarrow.table({"row": range(len(keys)), "key": keys})


def test_datafusion_places_as_the_client(column: Any) -> None:
    place = copartition.Partitioner(column.client, 12).partition_batch

    def kafka_partition(keys: Any) -> Any:
        return pyarrow.array(place(keys))

    function = datafusion.udf(
        kafka_partition, [pyarrow.binary()], pyarrow.int32(), "immutable", "kafka_partition"
    )
    context = datafusion.SessionContext()
    context.register_udf(function)
    context.from_arrow(table_of(column), "keys")
    placed = context.sql("SELECT kafka_partition(key) AS p FROM keys ORDER BY row").to_pydict()
    assert placed["p"] == column.expected


def test_dask_places_as_the_client(column: Any) -> None:
    keys = pandas.DataFrame({"key": pandas.Series(column.keys, dtype=object)})
    # Dask would decode them.
    with dask.config.set({"dataframe.convert-string": False}):
        from_pandas: Any = dask.dataframe.from_pandas
        frame = from_pandas(keys, npartitions=3)
        placed = frame["key"].map_partitions(
            copartition.pandas.partition, 12, column.client, meta=("partition", "Int32")
        )
        got = placed.compute()
    assert got.dtype == "Int32"
    assert [None if it is pandas.NA else int(it) for it in got] == column.expected


def test_ray_places_as_the_client(column: Any, cluster: None) -> None:
    partitioner = copartition.Partitioner(column.client, 12)

    def with_partition(table: Any) -> Any:
        return table.append_column(
            "partition", pyarrow.array(partitioner.partition_batch(table["key"]))
        )

    keys = ray.data.from_arrow(table_of(column))
    rows = keys.map_batches(with_partition, batch_format="pyarrow", batch_size=50).take_all()
    placed = {row["row"]: row["partition"] for row in rows}
    assert placed == dict(enumerate(column.expected))
