"""The questions about keys and topics: iterables in, typed answers of `copartition.results` out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias

from copartition import _native
from copartition._document import document, reported
from copartition.results import (
    Compared,
    Diagnosed,
    Identified,
    KeysFor,
    Moved,
    ProbeKeys,
    SplitKeys,
    SpreadOut,
    Verified,
)

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

    from copartition._native import _Arrow as Arrow
else:
    # Python has no name of its own for it before 3.12.
    ReadableBuffer = bytes | bytearray | memoryview
    # Whatever has a column of Arrow's.
    Arrow = object

Keys: TypeAlias = Iterable[str | ReadableBuffer | None] | Arrow
Numbers: TypeAlias = Iterable[SupportsIndex | None] | Arrow
Labels: TypeAlias = Iterable[str | None] | Arrow


@dataclass(frozen=True, slots=True)
class Topic:
    """Holds what `compare` looks at: a topic's name, its keys, where they lie, and its count.

    >>> copartition.Topic('orders', keys=['user-3'], observed=[5], partitions=6).name
    'orders'
    """

    name: str
    """What the topic is called in the answer."""

    keys: Keys
    """A key for each record, as everywhere; iterated once."""

    observed: Numbers
    """The partition that each record lies on."""

    partitions: SupportsIndex
    """The topic's partition count."""


def identify(
    keys: Keys,
    observed: Numbers,
    partitions: SupportsIndex,
    *,
    weights: Numbers | None = None,
    labels: Labels | None = None,
    offsets: Numbers | None = None,
    timestamps: Numbers | None = None,
    tombstones: Iterable[bool | None] | None = None,
) -> Identified:
    """Tells which partitioners explain where the keys of a topic lie.

    `keys` has a key for each record (`str`, bytes-like or `None`), `observed` the partition that
    each lies on, and `partitions` is the topic's count now. A column is any iterable or a column of
    Arrow's. All are read side by side and must be as long as the keys, in the log's order where
    they have no `offsets`:

    `weights`: how many records each stands for. `labels`: what records are told apart by, such as
    a header; each part of the answer counts them. `offsets`: the record's offset in its partition.
    `timestamps`: milliseconds since 1970. `tombstones`: whether it has no value. `None` is not
    known.

    Raises `KeyTypeError` for a key, or a number, of another type; `Error` with the code
    `partition_count`, `key_range`, or `input` for lengths that differ and partitions outside of the
    count. What an iterable raises comes through.

    >>> keys = [f'user-{n}' for n in range(1, 41)]
    >>> librdkafka = copartition.Partitioner('librdkafka', 12)
    >>> found = copartition.identify(keys, [librdkafka.partition(key) for key in keys], 12)
    >>> found.verdict, found.parts[0].candidates[0].rule
    ('one', 'crc32')
    >>> found.sentence
    'librdkafka (crc32) placed all 40 keys; a fit like this is luck once in 10^41'
    """
    given = columns(keys, observed, weights, labels, offsets, timestamps, tombstones)
    return reported(Identified, _native.identify(given, partitions))


def split(
    keys: Keys,
    observed: Numbers,
    partitions: SupportsIndex,
    *,
    weights: Numbers | None = None,
    labels: Labels | None = None,
    offsets: Numbers | None = None,
    timestamps: Numbers | None = None,
    tombstones: Iterable[bool | None] | None = None,
) -> SplitKeys:
    """Finds the keys that lie on more than one partition of a topic.

    It needs no partitioner. The columns are those of `identify`; with `tombstones` it tells the
    deletes that never took effect.

    >>> found = copartition.split(['a', 'b', 'a'], [2, 1, 0], 6, tombstones=[False, False, True])
    >>> found.split_keys, found.split[0].key_bytes, found.split[0].undead
    (1, b'a', True)
    >>> [place.partition for place in found.split[0].lies_on]
    [0, 2]
    """
    given = columns(keys, observed, weights, labels, offsets, timestamps, tombstones)
    return reported(SplitKeys, _native.split(given, partitions))


def verify(
    keys: Keys,
    observed: Numbers,
    partitions: SupportsIndex,
    partitioner: str = "java",
    *,
    timestamps: Numbers | None = None,
    offsets: Numbers | None = None,
    since: SupportsIndex | str | None = None,
    history: str | None = None,
    only: Iterable[str | ReadableBuffer] | None = None,
    max_mismatch: SupportsIndex | str = 0,
    min_keys: SupportsIndex | None = None,
    top: SupportsIndex = 10,
) -> Verified:
    """Checks whether records lie where a partitioner puts them.

    `passed` is `True`, `False`, or `None` where too few keys were checked. `since` leaves out what
    is older: milliseconds since 1970, or text like `'2026-11-30T02:10:08Z'`. `history` is the
    partition counts that the topic had, the oldest first: `'12,24@TIME'`. `only` are the keys that
    are looked at. `max_mismatch` is how many records may lie elsewhere: a number, or a share like
    `'0.5%'`. `min_keys` is how many keys must be checked. The first `top` mismatches are listed,
    each with its place in `keys`, from 0, as `line`.

    Raises as `identify`, and `Error` with the code `unknown_partitioner`.

    >>> checked = copartition.verify(['user-1', 'user-3'], [2, 0], 6)
    >>> checked.passed, checked.wrong_records
    (False, 1)
    >>> checked.mismatches[0].key, checked.mismatches[0].line, checked.mismatches[0].wanted
    ('user-3', 1, [5])
    """
    given = columns(keys, observed, offsets=offsets, timestamps=timestamps)
    asked = {
        "partitions": partitions,
        "partitioner": partitioner,
        "since": since,
        "history": history,
        "only": only,
        "max_mismatch": max_mismatch,
        "min_keys": min_keys,
        "top": top,
    }
    return document(Verified, _native.verify(given, asked))


def compare(a: Topic, b: Topic, *more: Topic, top: SupportsIndex = 10) -> Compared:
    """Tells whether topics are co-partitioned: the first beside each of the others, key by key.

    The reason and the remedy come with it. Of each comparison the first `top` keys that differ are
    listed.

    >>> keys = [f'user-{n}' for n in range(1, 41)]
    >>> def topic(name, partitioner):
    ...     place = copartition.Partitioner(partitioner, 12).partition
    ...     return copartition.Topic(name, keys, map(place, keys), 12)
    >>> answer = copartition.compare(topic('orders', 'java'), topic('payments', 'librdkafka'))
    >>> answer.comparisons[0].copartitioned
    'no'
    >>> answer.comparisons[0].remedies[0].settings[0].written
    'partitioner=murmur2_random'
    """
    topics = [
        (topic.name, columns(topic.keys, topic.observed), topic.partitions)
        for topic in (a, b, *more)
    ]
    return reported(Compared, _native.compare(topics, top))


def moves(
    partitions: SupportsIndex,
    *,
    to: SupportsIndex | None = None,
    partitioner: str = "java",
    to_partitioner: str | None = None,
    keys: Keys | None = None,
    observed: Numbers | None = None,
    weights: Numbers | None = None,
) -> Moved:
    """Tells what moves when a topic's partition count or its producers' partitioner changes.

    Without `keys` it is the share of all possible keys; with them, each key that moves, and how
    much goes from which partition to which. `observed` tells of records that lie elsewhere than the
    partitioner puts them now.

    >>> copartition.moves(6, to=8).expected_share
    0.75
    >>> moved = copartition.moves(6, to=12, keys=['user-1', 'user-9', 'user-10'])
    >>> moved.moved_keys, [(key.key, key.from_, key.to) for key in moved.moved]
    (2, [('user-1', 2, 8), ('user-9', 5, 11)])
    """
    is_counted = any(column is not None for column in (keys, observed, weights))
    given = columns(keys, observed, weights) if is_counted else None
    asked = {
        "partitions": partitions,
        "to": to,
        "partitioner": partitioner,
        "to_partitioner": to_partitioner,
    }
    return reported(Moved, _native.moves(given, asked))


def spread(
    keys: Keys,
    partitions: SupportsIndex,
    partitioner: str = "java",
    *,
    observed: Numbers | None = None,
    weights: Numbers | None = None,
    unkeyed: str = "apart",
    seed: SupportsIndex = 0,
    top: SupportsIndex = 10,
) -> SpreadOut:
    """Counts how records spread over partitions, and tells why.

    A record is counted on its `observed` partition, and without one where its key goes. `unkeyed`
    is what is done with the others: `'apart'`, `'round-robin'`, `'sticky:RECORDS_PER_BATCH'` or
    `'builtin:BYTES'`; `seed` gives the draws. The `top` keys with the most records are listed.

    Memory is bounded: of more than 500,000 distinct keys their number is an estimate, and the hot
    keys have a guaranteed error.

    >>> found = copartition.spread(['user-1', 'user-2', 'user-3', 'user-1'], 6)
    >>> [load.records for load in found.per_partition]
    [0, 0, 3, 0, 0, 1]
    >>> found.hot_keys[0].key, found.hot_keys[0].records
    ('user-1', 2)
    """
    given = columns(keys, observed, weights)
    asked = {
        "partitions": partitions,
        "partitioner": partitioner,
        "unkeyed": unkeyed,
        "seed": seed,
        "top": top,
    }
    return reported(SpreadOut, _native.spread(given, asked))


def keys_for(
    partitions: SupportsIndex,
    partitioner: str = "java",
    *,
    partition: SupportsIndex | Iterable[SupportsIndex] | None = None,
    each: SupportsIndex = 1,
    prefix: str = "key-",
) -> KeysFor:
    """Makes keys that land on the partitions that are wanted: `prefix` and a number.

    `partition` is one or more of them, and by default every one; `each` is how many keys of each.

    >>> made = copartition.keys_for(6, partition=[5, 0], prefix='user-')
    >>> [(key.key, key.partition) for key in made.keys]
    [('user-3', 5), ('user-12', 0)]
    """
    if partition is None:
        wanted = []
    elif isinstance(partition, Iterable):
        wanted = list(partition)
    else:
        wanted = [partition]
    asked = {
        "partitions": partitions,
        "partitioner": partitioner,
        "partition": wanted,
        "each": each,
        "prefix": prefix,
    }
    return document(KeysFor, _native.keys_for(asked))


def probe_keys(partitions: SupportsIndex) -> ProbeKeys:
    """Makes keys that tell all rules apart at a partition count.

    A service sends them, each as a record's key; where they come to lie is what `identify` and
    `verify` are asked.

    >>> len(copartition.probe_keys(12).keys) >= 20
    True
    """
    return document(ProbeKeys, _native.probe_keys(partitions))


def doctor(
    client: str,
    settings: Mapping[str, object] | Iterable[str] = (),
    *,
    like: str = "java",
) -> Diagnosed:
    """Tells what a client's configuration implies, and whether it places keys like another one.

    `client` is a client's name, as `clients()` lists them, with `@version` or without. `settings`
    are its own, by their names or as `'name=value'`. A configuration does not prove what runs:
    confirm it with `probe_keys`.

    >>> found = copartition.doctor('librdkafka', {'partitioner': 'murmur2_random'})
    >>> found.partitioner, found.like.same_keys
    ('librdkafka:murmur2_random', True)
    >>> copartition.doctor('librdkafka').like.remedy
    'partitioner=murmur2_random'
    """
    if isinstance(settings, Mapping):
        settings = [f"{name}={written(value)}" for name, value in settings.items()]
    return document(Diagnosed, _native.doctor(client, settings, like))


def written(value: object) -> str:
    """Writes a value as properties do: Python's `True` is their `true`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def columns(
    keys: Keys | None,
    observed: Numbers | None = None,
    weights: Numbers | None = None,
    labels: Labels | None = None,
    offsets: Numbers | None = None,
    timestamps: Numbers | None = None,
    tombstones: Iterable[bool | None] | None = None,
) -> Mapping[str, Iterable[object] | Arrow | None]:
    """Gives the columns their names."""
    return {
        "keys": keys,
        "observed": observed,
        "weights": weights,
        "labels": labels,
        "offsets": offsets,
        "timestamps": timestamps,
        "tombstones": tombstones,
    }
