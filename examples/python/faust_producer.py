"""Writes a few records with faust, placed as a Java producer places them.

`python faust_producer.py BOOTSTRAP TOPIC` prints the partition that each record went to.
"""

import asyncio
import sys

import faust

from copartition import aiokafka

bootstrap, topic = sys.argv[1:3]

app = faust.App(
    "orders",
    broker=f"kafka://{bootstrap}",
    producer_partitioner=aiokafka.partitioner("java"),
)
records = app.topic(topic, key_serializer="raw", value_serializer="raw")


async def main() -> None:
    producer = await app.maybe_start_producer()
    for number in range(1, 7):
        key = f"user-{number}"
        sent = await (await records.send(key=key.encode(), value=b"hello"))
        print(f"{key} -> partition {sent.partition}")
    sent = await (await records.send(value=b"hello"))
    print(f"no key -> partition {sent.partition}")
    await producer.stop()


asyncio.run(main())
