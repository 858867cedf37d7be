"""Sends with aiokafka: produce_aiokafka.py BOOTSTRAP TOPIC < records."""

import asyncio
import sys

from aiokafka import AIOKafkaProducer
from records import records


async def produce(bootstrap, topic):
    async with AIOKafkaProducer(bootstrap_servers=bootstrap) as producer:
        sent = [await producer.send(topic, value, key) for key, value in records()]
        print(len(await asyncio.gather(*sent)))


asyncio.run(produce(*sys.argv[1:]))
