"""Writes a few records with aiokafka, placed as a Java producer places them.

`python aiokafka_producer.py BOOTSTRAP TOPIC` prints the partition that each record went to.
"""

import asyncio
import sys

from aiokafka import AIOKafkaProducer

from copartition import aiokafka


async def main(bootstrap: str, topic: str) -> None:
    producer = AIOKafkaProducer(
        bootstrap_servers=bootstrap,
        partitioner=aiokafka.partitioner("java"),
    )
    async with producer:
        for number in range(1, 7):
            key = f"user-{number}"
            sent = await producer.send_and_wait(topic, b"hello", key=key.encode())
            print(f"{key} -> partition {sent.partition}")
        sent = await producer.send_and_wait(topic, b"hello")
        print(f"no key -> partition {sent.partition}")


asyncio.run(main(*sys.argv[1:3]))
