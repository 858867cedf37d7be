"""Producers of confluent-kafka that place like another client.

librdkafka takes no partitioner of Python's, so that these choose the partition of each record
before they hand it on, from the topic's partition count, which they keep and refresh.

>>> from copartition import confluent
>>> def producer(servers):
...     return confluent.Producer({'bootstrap.servers': servers}, partitioner='sarama:hash')
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

from copartition._native import DropIn, KnownCount, add_produce

try:
    import confluent_kafka
    from confluent_kafka import KafkaError, KafkaException
except ImportError:
    raise ImportError(
        "copartition.confluent needs confluent-kafka: pip install confluent-kafka"
    ) from None

__all__ = ["Producer", "SerializingProducer"]

_UNASSIGNED = -1
# How long a refresh may hold a record up, and how soon another follows one that brought nothing.
_ANSWER_SECONDS = 1.0
_AGAIN_SECONDS = 10.0
_ASK_AGAIN_SECONDS = 0.1
_UNKNOWN_PARTITION = KafkaError._UNKNOWN_PARTITION
_MAY_COME = (
    KafkaError.UNKNOWN_TOPIC_OR_PART,
    KafkaError.LEADER_NOT_AVAILABLE,
    KafkaError._TRANSPORT,
    KafkaError._TIMED_OUT,
)


class Producer(confluent_kafka.Producer):
    """A `confluent_kafka.Producer` that places like `partitioner`.

    `conf` is the client's own, without a `partitioner`. `unkeyed` says what is done with the
    records that the partitioner leaves unkeyed: `client` leaves a record without a key to
    librdkafka and draws a partition for one with a key; `round_robin` and `sticky` as they say,
    each topic for itself, `sticky` for 10 ms; `error` raises `Error` with the code `unkeyed`.

    Everything but `produce` and `produce_batch` is the client's own, and any number of threads may
    share one.

    Raises `Error` with the code `unknown_partitioner` or `unknown_unkeyed`, and `ValueError` for a
    `partitioner` in `conf`.

    >>> producer = copartition.confluent.Producer({}, partitioner='java')
    >>> len(producer)
    0
    """

    def __init__(
        self,
        conf: Mapping[str, Any],
        *arguments: Any,
        partitioner: str = "java",
        unkeyed: str = "client",
        **more: Any,
    ) -> None:
        """Makes the client's producer; what stands beside `conf` goes to it."""
        drop_in = DropIn(partitioner, unkeyed)
        theirs = {**conf, **conf.get("default.topic.config", {})}.get("partitioner")
        if theirs is not None:
            raise ValueError(
                f"conf must be without partitioner, got {theirs!r}: "
                "say partitioner= beside conf, such as partitioner='librdkafka:murmur2_random'"
            )
        super().__init__(dict(conf), *arguments, **more)
        self._place_as(drop_in, conf)

    def produce_batch(
        self,
        topic: str,
        messages: list[dict[str, Any]],
        partition: int = _UNASSIGNED,
        *arguments: Any,
        **more: Any,
    ) -> int:
        """Produces many records, as the client's own `produce_batch` does, by their keys.

        A `partition` of the batch is taken as it is, and without one that of a record. An `_error`
        that a message has from an earlier call is taken off. Raises as `produce`.

        >>> conf = {'bootstrap.servers': 'none', 'test.mock.num.brokers': 1}
        >>> producer = copartition.confluent.Producer(conf)
        >>> producer.produce_batch('orders', [{'key': 'user-3', 'value': 'hello'}])
        1
        >>> producer.flush(30)
        0
        """
        if partition != _UNASSIGNED:
            return super().produce_batch(topic, messages, partition, *arguments, **more)
        queued, beyond = self._queue_batch(topic, messages, *arguments, **more)
        if beyond:
            # The topic was made anew, with fewer.
            self._counts.pop(topic, None)
            queued += self._queue_batch(topic, beyond, *arguments, **more)[0]
        return queued

    def _queue_batch(
        self, topic: str, messages: list[dict[str, Any]], *arguments: Any, **more: Any
    ) -> tuple[int, list[dict[str, Any]]]:
        """Returns how many were queued, and those whose placement is no partition of the topic."""
        # The client looks at no partition but that of the batch (2.16.1).
        by_partition: dict[int, list[dict[str, Any]]] = {}
        for message in messages:
            placed = message.get("partition", _UNASSIGNED)
            if placed == _UNASSIGNED:
                placed = self._place(topic, message.get("key"))
            by_partition.setdefault(placed, []).append(message)
        queued, beyond = 0, list[dict[str, Any]]()
        for placed, some in by_partition.items():
            for message in some:
                # The client leaves one of an earlier call where it is.
                message.pop("_error", None)
            queued += super().produce_batch(topic, some, placed, *arguments, **more)
            beyond += [message for message in some if _is_beyond(message)]
        return queued, beyond

    def _place_as(self, drop_in: DropIn, conf: Mapping[str, Any]) -> None:
        settings = {**conf, **conf.get("default.topic.config", {})}
        interval = float(settings.get("topic.metadata.refresh.interval.ms", 300_000)) / 1_000
        # librdkafka refreshes nothing at -1.
        self._interval = interval if interval > 0 else float("inf")
        self._wait = float(settings.get("topic.metadata.propagation.max.ms", 30_000)) / 1_000
        self._drop_in = drop_in
        self._counts: dict[str, KnownCount] = {}
        self._waits_until: dict[str, float] = {}

    def _place(self, topic: str, key: Any) -> int:
        if key is None and self._drop_in.leaves_keyless:
            return _UNASSIGNED
        known = self._counts.get(topic)
        if known is None:
            count = self._first_count(topic)
        else:
            count = known.partitions if known.is_fresh else self._refreshed(topic, known.partitions)
        placed = self._drop_in.partition_of(key, count)
        if placed is None:
            placed = self._drop_in.next_unkeyed(topic, count)
        # librdkafka would place a key by its own partitioner: it is drawn here.
        return random.randrange(count) if placed is None else placed

    def _place_again(self, error: Exception, topic: str, key: Any) -> int:
        if not isinstance(error, KafkaException) or error.args[0].code() != _UNKNOWN_PARTITION:
            raise error
        # The topic was made anew, with fewer.
        self._counts.pop(topic, None)
        return self._place(topic, key)

    def _refreshed(self, topic: str, count: int) -> int:
        # Other threads go on with the count meanwhile, and this one when no answer comes.
        self._counts[topic] = KnownCount(self._drop_in, count, _AGAIN_SECONDS)
        try:
            return self._ask(topic, _ANSWER_SECONDS)
        except (KafkaException, RuntimeError):
            # The latter while Python ends.
            return count

    def _first_count(self, topic: str) -> int:
        """Waits as long as librdkafka takes a topic that it does not find for one in the making.

        The records after the one that waited in vain wait for one answer only.
        """
        until = self._waits_until.setdefault(topic, monotonic() + self._wait)
        while True:
            try:
                return self._ask(topic, max(until - monotonic(), _ANSWER_SECONDS))
            except KafkaException as error:
                if error.args[0].code() not in _MAY_COME or monotonic() >= until:
                    raise
            sleep(_ASK_AGAIN_SECONDS)

    def _ask(self, topic: str, seconds: float) -> int:
        found = self._listed(topic, seconds).topics[topic]
        if found.error is not None:
            raise KafkaException(found.error)
        count = len(found.partitions)
        self._counts[topic] = KnownCount(self._drop_in, count, self._interval)
        self._waits_until.pop(topic, None)
        return count

    def _listed(self, topic: str, seconds: float) -> Any:
        try:
            # On a thread of its own: inside a delivery callback list_topics makes the client abort.
            with ThreadPoolExecutor(1) as aside:
                return aside.submit(self.list_topics, topic, timeout=seconds).result()
        except RuntimeError:
            # No thread starts any more while Python ends. A count that is known stands then.
            if topic in self._counts:
                raise
            return self.list_topics(topic, timeout=seconds)


def _is_beyond(message: dict[str, Any]) -> bool:
    if message.get("partition", _UNASSIGNED) != _UNASSIGNED or "_error" not in message:
        return False
    return bool(message["_error"].code() == _UNKNOWN_PARTITION)


add_produce(Producer, confluent_kafka.Producer.produce)


class SerializingProducer(confluent_kafka.SerializingProducer, Producer):
    """A `confluent_kafka.SerializingProducer` that places like `partitioner`.

    The client's serializers run first, and the bytes that they write for the key decide. `conf`,
    `partitioner`, `unkeyed` and what is raised are as of `Producer`.

    >>> from confluent_kafka.serialization import StringSerializer
    >>> conf = {'key.serializer': StringSerializer('utf_8')}
    >>> len(copartition.confluent.SerializingProducer(conf, partitioner='kafkajs@1'))
    0
    """

    def __init__(
        self, conf: Mapping[str, Any], *, partitioner: str = "java", unkeyed: str = "client"
    ) -> None:
        """Makes the client's producer."""
        drop_in = DropIn(partitioner, unkeyed)
        super().__init__(dict(conf))
        # The client's class hands nothing but its conf on.
        self._place_as(drop_in, conf)
