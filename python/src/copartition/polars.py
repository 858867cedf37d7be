"""Kafka's partition as a Polars expression: the namespace `kafka`.

>>> import polars
>>> from copartition.polars import partition
>>> frame = polars.DataFrame({'key': ['user-1', 'user-3', None]})
>>> frame.select(partition('key', 6)).to_series().to_list()
[2, 5, None]
>>> frame['key'].kafka.partition(6).to_list()
[2, 5, None]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from copartition import Partitioner, _native

try:
    import polars
    from polars.plugins import register_plugin_function
except ImportError:
    raise ImportError("copartition.polars needs polars 1 or later: pip install polars") from None

if TYPE_CHECKING:
    from polars._typing import IntoExpr

__all__ = ["KafkaExpr", "KafkaSeries", "murmur2", "partition"]


def partition(
    keys: IntoExpr,
    partitions: int,
    partitioner: str = "java",
    *,
    key_format: str | None = None,
) -> polars.Expr:
    """Returns the expression for the partition of each key: an Int32, null where it is unkeyed.

    `keys` is a column's name or an expression of text, bytes, a Categorical or an Enum. Numbers are
    taken with a `key_format` alone, which says what the producer's serializer writes: `int`, `long`
    or `short`. A null is no key, and placed as the client does: null unless it places such records,
    too. The expression runs eagerly, lazily and in the streaming engine, on Polars' own threads.

    Raises `Error` with the code `partition_count` or `unknown_partitioner`, and `TypeError`. A key
    that the client refuses, or of another type, is a `polars.exceptions.ComputeError` when the
    expression runs.

    >>> import polars
    >>> keys = polars.LazyFrame({'key': [b'user-3', b'', None]})
    >>> keys.select(copartition.polars.partition('key', 6, 'librdkafka:murmur2')).collect().rows()
    [(5,), (3,), (3,)]
    """
    place = Partitioner(partitioner, partitions)
    # What is wrong with the key format is said now, too.
    place.partition_batch((), key_format=key_format)
    settings = [str(place.partitions), place.name]
    return _function("copartition_partition", keys, settings, key_format)


def murmur2(keys: IntoExpr, *, key_format: str | None = None) -> polars.Expr:
    """Returns the expression for Java's murmur2 of each key: an UInt32, null where there is none.

    `keys` and `key_format` are as for `partition`.

    >>> import polars
    >>> polars.select(copartition.polars.murmur2(polars.lit('kafka'))).item()
    3496464228
    """
    Partitioner("murmur2", 1).hash_batch((), key_format=key_format)
    return _function("copartition_murmur2", keys, [], key_format)


@polars.api.register_expr_namespace("kafka")
class KafkaExpr:
    """The namespace `kafka` of every expression, once this module is imported.

    >>> import polars
    >>> frame = polars.DataFrame({'key': ['user-1', 'user-3']})
    >>> frame.select(polars.col('key').kafka.partition(6)).rows()
    [(2,), (5,)]
    """

    def __init__(self, keys: polars.Expr) -> None:
        """Takes the keys."""
        self._keys = keys

    def partition(
        self, partitions: int, partitioner: str = "java", *, key_format: str | None = None
    ) -> polars.Expr:
        """Returns the expression for the partition of each key, as `copartition.polars.partition`.

        >>> import polars
        >>> polars.select(polars.lit('user-3').kafka.partition(6, 'librdkafka')).item()
        0
        """
        return partition(self._keys, partitions, partitioner, key_format=key_format)

    def murmur2(self, *, key_format: str | None = None) -> polars.Expr:
        """Returns the expression for Java's murmur2 of each key, as `copartition.polars.murmur2`.

        >>> import polars
        >>> polars.select(polars.lit('kafka').kafka.murmur2()).item()
        3496464228
        """
        return murmur2(self._keys, key_format=key_format)


@polars.api.register_series_namespace("kafka")
class KafkaSeries:
    """The namespace `kafka` of every Series, once this module is imported.

    >>> import polars
    >>> polars.Series(['user-1', 'user-3']).kafka.partition(6).to_list()
    [2, 5]
    """

    def __init__(self, keys: polars.Series) -> None:
        """Takes the keys."""
        self._keys = keys

    def partition(
        self, partitions: int, partitioner: str = "java", *, key_format: str | None = None
    ) -> polars.Series:
        """Returns the partition of each key, as the expression does.

        >>> import polars
        >>> polars.Series([42, None]).kafka.partition(12, key_format='long').to_list()
        [4, None]
        """
        placed = partition(self._column, partitions, partitioner, key_format=key_format)
        return self._select(placed)

    def murmur2(self, *, key_format: str | None = None) -> polars.Series:
        """Returns Java's murmur2 of each key, as the expression does.

        >>> import polars
        >>> polars.Series(['kafka']).kafka.murmur2().to_list()
        [3496464228]
        """
        return self._select(murmur2(self._column, key_format=key_format))

    @property
    def _column(self) -> polars.Expr:
        return polars.nth(0)

    def _select(self, expression: polars.Expr) -> polars.Series:
        return self._keys.to_frame().select(expression).to_series()


def _function(
    name: str, keys: IntoExpr, settings: list[str], key_format: str | None
) -> polars.Expr:
    # As literals: what a plugin is given beside its columns would be pickled.
    literals = [*settings, *([] if key_format is None else [key_format])]
    return register_plugin_function(
        plugin_path=_native.__file__,
        function_name=name,
        args=[keys, *map(polars.lit, literals)],
        is_elementwise=True,
    )
