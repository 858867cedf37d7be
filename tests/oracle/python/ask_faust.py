"""Asks faust-streaming's producer and its `key_partition`, with nothing set.

Both are the AIOKafkaProducer that faust makes from its settings; it is not started, so its metadata
is replaced. It makes a list of the partitions, so n cannot be huge.
"""

import asyncio
from types import SimpleNamespace

import faust
from rows import answer


async def main():
    app = faust.App("oracle", broker="kafka://127.0.0.1:1")
    producer = app.producer
    producer._producer = producer._new_producer()

    def place(key, n):
        producer._producer._metadata = SimpleNamespace(
            partitions_for_topic=lambda topic: range(n),
            available_partitions_for_topic=lambda topic: range(n),
        )
        return producer.key_partition("topic", key).partition

    answer("faust-streaming", "producer_partitioner=None", place, largest=1000)
    await producer._producer.stop()


if __name__ == "__main__":
    asyncio.run(main())
