"""Kafka partitioners: the partition each client gives a key, bit for bit."""

from copartition._native import (
    Error,
    KeyTypeError,
    Partitioner,
    PartitionerInfo,
    __version__,
    crc32,
    fnv1a,
    group_partition,
    kafkajs_legacy,
    murmur2,
    partition,
    partitioners,
)

__all__ = [
    "Error",
    "KeyTypeError",
    "Partitioner",
    "PartitionerInfo",
    "__version__",
    "crc32",
    "fnv1a",
    "group_partition",
    "kafkajs_legacy",
    "murmur2",
    "partition",
    "partitioners",
]
