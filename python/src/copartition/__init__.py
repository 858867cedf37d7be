"""Kafka partitioners: the partition each client gives a key, bit for bit."""

from copartition._native import (
    ClientInfo,
    Error,
    KeyTypeError,
    Partitioner,
    PartitionerInfo,
    Settings,
    __version__,
    clients,
    crc32,
    fnv1a,
    group_partition,
    kafkajs_legacy,
    murmur2,
    partition,
    partitioners,
    settings,
)

__all__ = [
    "ClientInfo",
    "Error",
    "KeyTypeError",
    "Partitioner",
    "PartitionerInfo",
    "Settings",
    "__version__",
    "clients",
    "crc32",
    "fnv1a",
    "group_partition",
    "kafkajs_legacy",
    "murmur2",
    "partition",
    "partitioners",
    "settings",
]
