"""The drop-in partitioner of kafka-python 2 and 3.

>>> from copartition import kafka_python
>>> kafka_python.partitioner('sarama:hash')
partitioner('sarama:hash', unkeyed='client')
"""

from __future__ import annotations

import random
import threading
from typing import Any

from copartition import assign
from copartition._native import DropIn

try:
    import kafka.partitioner  # type: ignore[import-untyped]
except ImportError:
    raise ImportError(
        "copartition.kafka_python needs kafka-python 2 or 3: pip install kafka-python"
    ) from None

__all__ = ["Partitioner", "partitioner"]


class Partitioner(DropIn):
    """The partitioner of a `KafkaProducer`: `partitioner` makes one.

    kafka-python 2 calls it, and does not name the topic: the round robin or the sticky partition of
    unkeyed records then is one for the producer. kafka-python 3 asks `partition`, each topic for
    itself. Any number of threads may share one; a copy of it starts anew.

    >>> place = copartition.kafka_python.partitioner('java')
    >>> place(b'user-3', [0, 1, 2, 3, 4, 5], [])
    5
    """

    def __new__(
        cls, partitioner: str = "java", unkeyed: str = "client", *misplaced: object
    ) -> Partitioner:
        """Makes one of two names, as `partitioner` does."""
        if misplaced:
            raise TypeError(_NOT_CALLED)
        return super().__new__(cls, partitioner, unkeyed, _called_without_key)

    def __init__(self, partitioner: str = "java", unkeyed: str = "client") -> None:
        """Starts without any topic."""
        self._sticky: dict[str, assign.StickyCache] = {}
        self._turn = threading.local()

    def partition(
        self,
        topic: str,
        key: object = None,
        serialized_key: bytes | None = None,
        value: object = None,
        serialized_value: bytes | None = None,
        cluster: Any = None,
    ) -> int:
        """Returns the partition of a record, for kafka-python 3.

        Raises kafka-python's own `ValueError` for a topic that the cluster's metadata do not have.

        >>> from types import SimpleNamespace
        >>> cluster = SimpleNamespace(partitions_for_topic=lambda topic: {0, 1, 2, 3, 4, 5})
        >>> place = copartition.kafka_python.partitioner('java')
        >>> place.partition('orders', 'user-3', b'user-3', None, None, cluster)
        5
        """
        if cluster is None:
            raise TypeError(_NOT_CALLED)
        partitions = cluster.partitions_for_topic(topic)
        if not partitions:
            raise ValueError(f"Topic {topic} not found in ClusterMetadata")
        placed = self.partition_of(serialized_key, len(partitions))
        if placed is not None:
            return placed
        return self._place_unkeyed(topic, serialized_key, len(partitions), cluster)

    def on_new_batch(self, topic: str, cluster: Any, prev_partition: int) -> None:
        """Takes note that a record without a key opens a batch, for kafka-python 3.

        The producer then asks for the record's partition once more. A sticky partition changes
        before; a round robin gives its turn again, or every other partition would get nothing.

        >>> from types import SimpleNamespace
        >>> cluster = SimpleNamespace(partitions_for_topic=lambda topic: {0, 1})
        >>> cluster.available_partitions_for_topic = cluster.partitions_for_topic
        >>> place = copartition.kafka_python.partitioner('java', unkeyed='sticky')
        >>> sticky = place.partition('orders', cluster=cluster)
        >>> place.on_new_batch('orders', cluster, sticky)
        >>> place.partition('orders', cluster=cluster) == sticky
        False
        """
        if self.unkeyed == "sticky":
            partitions = cluster.partitions_for_topic(topic)
            sticky = self._sticky.get(topic)
            if partitions and sticky:
                available = cluster.available_partitions_for_topic(topic)
                sticky.on_new_batch(prev_partition, len(partitions), available)
        elif self.unkeyed == "round_robin":
            self._turn.again = topic, prev_partition

    def _place_unkeyed(
        self, topic: str, serialized_key: bytes | None, partitions: int, cluster: Any
    ) -> int:
        if self.unkeyed == "client":
            placed: int = _CLIENT.partition(topic, None, None, None, None, cluster)
            return placed
        again, self._turn.again = getattr(self._turn, "again", None), None
        if again and again[0] == topic and again[1] < partitions:
            return int(again[1])
        available = cluster.available_partitions_for_topic(topic)
        # kafka-python tells of new batches only where there is no key.
        if self.unkeyed == "sticky" and serialized_key is None:
            sticky = self._sticky.setdefault(topic, assign.StickyCache(kafka_python=True))
            return sticky.partition(partitions, available)
        turn = self.next_unkeyed(topic, partitions, available)
        assert turn is not None
        return turn


def partitioner(
    partitioner: str = "java", *misplaced: object, unkeyed: str = "client"
) -> Partitioner:
    """Makes the partitioner of a `KafkaProducer`, of kafka-python 2 and 3.

    `partitioner` is `client[@version][:setting]`, as `copartition.partitioners()` lists them.
    `unkeyed` says what is done with the records that it leaves unkeyed: `client` places them as
    kafka-python's own partitioner does a record without a key; `round_robin` and `sticky` as they
    say, `sticky` until a batch is full (kafka-python 3) or for 10 ms; `error` raises `Error` with
    the code `unkeyed`.

    Raises `Error` with the code `unknown_partitioner` or `unknown_unkeyed`.

    >>> from kafka import KafkaProducer
    >>> def producer(servers):
    ...     place = copartition.kafka_python.partitioner('librdkafka:consistent_random')
    ...     return KafkaProducer(bootstrap_servers=servers, partitioner=place)
    """
    return Partitioner(partitioner, unkeyed, *misplaced)


# kafka-python 2 has no such class, and calls its partitioner.
if hasattr(kafka.partitioner, "Partitioner"):
    kafka.partitioner.Partitioner.register(Partitioner)
# For a producer that got the function itself and asks it so, as kafka-python 3 does.
partitioner.partition = Partitioner.partition  # type: ignore[attr-defined]


def _called_without_key(key: None, all_partitions: list[int], available: list[int]) -> int:
    if callable(_CLIENT):
        placed: int = _CLIENT(key, all_partitions, available)
        return placed
    # kafka-python 3 never calls: another client may have got this one.
    return random.choice(available or all_partitions)


_CLIENT = kafka.partitioner.DefaultPartitioner()
_NOT_CALLED = "partitioner must be what copartition.kafka_python.partitioner() returns, got itself"
