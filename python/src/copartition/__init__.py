"""Kafka partitioners: the partition each client gives a key, bit for bit."""

import sys

from copartition import results
from copartition._analysis import (
    Topic,
    compare,
    doctor,
    identify,
    keys_for,
    moves,
    probe_keys,
    split,
    spread,
    verify,
)
from copartition._native import (
    ClientInfo,
    Column,
    Error,
    KeyTypeError,
    Partitioner,
    PartitionerInfo,
    Settings,
    __version__,
    assign,
    clients,
    crc32,
    fnv1a,
    group_partition,
    kafkajs_legacy,
    key,
    murmur2,
    partition,
    partitioners,
    settings,
)

# The native module makes these two: no file of theirs could be found.
sys.modules[assign.__name__] = assign
sys.modules[key.__name__] = key

__all__ = [
    "ClientInfo",
    "Column",
    "Error",
    "KeyTypeError",
    "Partitioner",
    "PartitionerInfo",
    "Settings",
    "Topic",
    "__version__",
    "assign",
    "clients",
    "compare",
    "crc32",
    "doctor",
    "fnv1a",
    "group_partition",
    "identify",
    "kafkajs_legacy",
    "key",
    "keys_for",
    "moves",
    "murmur2",
    "partition",
    "partitioners",
    "probe_keys",
    "results",
    "settings",
    "split",
    "spread",
    "verify",
]
