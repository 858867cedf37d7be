"""Kafka's partition of a pandas Series: the accessor `kafka`.

>>> import pandas
>>> import copartition.pandas
>>> pandas.Series(['user-1', 'user-3', None]).kafka.partition(6).tolist()
[2, 5, <NA>]
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from copartition import Partitioner

try:
    import numpy
    import pandas
except ImportError:
    raise ImportError("copartition.pandas needs pandas 2 or later: pip install pandas") from None

__all__ = ["KafkaSeries", "murmur2", "partition"]


def partition(
    keys: pandas.Series[Any],
    partitions: int,
    partitioner: str = "java",
    *,
    key_format: str | None = None,
) -> pandas.Series[int]:
    """Returns the partition of each key: a nullable Int32 with the index of the keys.

    `keys` are text, bytes or both: `object`, `str`, Arrow's types, a Categorical. Numbers are taken
    with a `key_format` alone, which says what the producer's serializer writes: `int`, `long` or
    `short`. NaN, None and `pandas.NA` are no key, and placed as the client does: `<NA>` unless it
    places such records, too.

    Raises `KeyTypeError`, `TypeError`, or `Error` with the code `partition_count`,
    `unknown_partitioner` or `refused`.

    >>> import pandas
    >>> keys = pandas.Series([b'user-3', b'', None], index=['a', 'b', 'c'])
    >>> copartition.pandas.partition(keys, 6, 'librdkafka:murmur2').to_dict()
    {'a': 5, 'b': 3, 'c': 3}
    """
    placed = Partitioner(partitioner, partitions).partition_batch(
        _column(keys), key_format=key_format
    )
    numbers = _numbers(placed)
    return _series(keys, pandas.arrays.IntegerArray(numbers, numbers < 0))


def murmur2(keys: pandas.Series[Any], *, key_format: str | None = None) -> pandas.Series[int]:
    """Returns Java's murmur2 of each key: a nullable UInt32 with the index of the keys.

    `keys` and `key_format` are as for `partition`; it is `<NA>` where there is no key.

    >>> import pandas
    >>> copartition.pandas.murmur2(pandas.Series(['kafka'])).tolist()
    [3496464228]
    """
    missing = keys.isna().to_numpy(bool)
    numbers = numpy.zeros(len(keys), numpy.uint32)
    hashed = Partitioner("murmur2", 1).hash_batch(_column(keys[~missing]), key_format=key_format)
    numbers[~missing] = _numbers(hashed)
    return _series(keys, pandas.arrays.IntegerArray(numbers, missing))


@pandas.api.extensions.register_series_accessor("kafka")
class KafkaSeries:
    """The accessor `kafka` of every Series, once this module is imported.

    >>> import pandas
    >>> pandas.Series(['user-1', 'user-3']).kafka.partition(6).tolist()
    [2, 5]
    """

    def __init__(self, keys: pandas.Series[Any]) -> None:
        """Takes the keys."""
        self._keys = keys

    def partition(
        self, partitions: int, partitioner: str = "java", *, key_format: str | None = None
    ) -> pandas.Series[int]:
        """Returns the partition of each key, as `copartition.pandas.partition`.

        >>> import pandas
        >>> pandas.Series([42, 43]).kafka.partition(12, key_format='long').tolist()
        [4, 1]
        """
        return partition(self._keys, partitions, partitioner, key_format=key_format)

    def murmur2(self, *, key_format: str | None = None) -> pandas.Series[int]:
        """Returns Java's murmur2 of each key, as `copartition.pandas.murmur2`.

        >>> import pandas
        >>> pandas.Series(['kafka']).kafka.murmur2().tolist()
        [3496464228]
        """
        return murmur2(self._keys, key_format=key_format)


def _column(keys: Any) -> Any:
    if isinstance(keys.dtype, numpy.dtype) and keys.dtype != object:
        return keys.to_numpy()
    if keys.dtype == object or not _HAS_ARROW:
        return keys.to_numpy(object, na_value=None)
    return keys


def _numbers(batch: Any) -> Any:
    return batch if isinstance(batch, numpy.ndarray) else batch.to_numpy()


def _series(keys: pandas.Series[Any], numbers: Any) -> pandas.Series[int]:
    return pandas.Series(numbers, index=keys.index, name=keys.name)


# pandas' text, its categories and its other Arrow types need it where they are read without a copy.
_HAS_ARROW = find_spec("pyarrow") is not None and hasattr(pandas.Series, "__arrow_c_stream__")
