"""The drop-in partitioner of aiokafka, and of faust, which is built on it.

>>> from copartition import aiokafka
>>> aiokafka.partitioner('sarama:hash')
partitioner('sarama:hash', unkeyed='client')
"""

from __future__ import annotations

from typing import NoReturn

from copartition._native import DropIn

try:
    from aiokafka.partitioner import DefaultPartitioner  # type: ignore[import-untyped]
except ImportError:
    raise ImportError("copartition.aiokafka needs aiokafka: pip install aiokafka") from None

__all__ = ["Partitioner", "partitioner"]


class Partitioner(DropIn):
    """The partitioner of an `AIOKafkaProducer`: `partitioner` makes one.

    aiokafka does not name the topic: the round robin or the sticky partition of unkeyed records is
    one for the producer. It never waits, and any number of tasks and threads may share one; a copy
    of it starts anew.

    >>> place = copartition.aiokafka.partitioner('java')
    >>> place(b'user-3', [0, 1, 2, 3, 4, 5], [])
    5
    """

    def __new__(
        cls, partitioner: str = "java", unkeyed: str = "client", *misplaced: object
    ) -> Partitioner:
        """Makes one of two names, as `partitioner` does."""
        if misplaced:
            raise TypeError(
                "partitioner must be what copartition.aiokafka.partitioner() returns, got itself"
            )
        return super().__new__(cls, partitioner, unkeyed, DefaultPartitioner())

    def partition(self, *_: object) -> NoReturn:
        """Raises the `TypeError` that sends kafka-python 3, which asks so, to its own module.

        >>> copartition.aiokafka.partitioner('java').partition('orders', b'user-3', None)
        Traceback (most recent call last):
        TypeError: kafka-python 3 takes copartition.kafka_python.partitioner(), got ...
        """
        raise TypeError(
            "kafka-python 3 takes copartition.kafka_python.partitioner(), "
            "got copartition.aiokafka.partitioner()"
        )


def partitioner(
    partitioner: str = "java", *misplaced: object, unkeyed: str = "client"
) -> Partitioner:
    """Makes the partitioner of an `AIOKafkaProducer`, or the `producer_partitioner` of faust.

    `partitioner` is `client[@version][:setting]`, as `copartition.partitioners()` lists them.
    `unkeyed` says what is done with the records that it leaves unkeyed: `client` places them as
    aiokafka's own partitioner does a record without a key; `round_robin` and `sticky` as they say,
    `sticky` for 10 ms; `error` raises `Error` with the code `unkeyed`.

    Raises `Error` with the code `unknown_partitioner` or `unknown_unkeyed`.

    >>> from aiokafka import AIOKafkaProducer
    >>> def producer(servers):
    ...     place = copartition.aiokafka.partitioner('librdkafka:consistent_random')
    ...     return AIOKafkaProducer(bootstrap_servers=servers, partitioner=place)
    """
    return Partitioner(partitioner, unkeyed, *misplaced)
