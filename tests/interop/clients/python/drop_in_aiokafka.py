"""Sends with aiokafka as it reads: see as_read.py."""

import asyncio
import sys

from aiokafka import AIOKafkaProducer
from as_read import GIVE_UP_MS, OWN, arguments, delivered, failed, record

import copartition.aiokafka


async def produce(given):
    settings = {}
    if given.partitioner != OWN:
        settings["partitioner"] = copartition.aiokafka.partitioner(
            given.partitioner, unkeyed=given.unkeyed
        )
    loop, answered = asyncio.get_running_loop(), []
    async with AIOKafkaProducer(
        bootstrap_servers=given.bootstrap,
        acks="all",
        metadata_max_age_ms=1000,
        request_timeout_ms=GIVE_UP_MS,
        **settings,
    ) as producer:
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            sent = record(line)
            try:
                future = await producer.send(given.topic, sent.value, sent.key, sent.partition)
            except Exception as why:
                failed(sent.value, why)
            else:
                answered.append(asyncio.create_task(answer(sent.value, future)))
        await asyncio.gather(*answered)


async def answer(value, future):
    try:
        lies = await future
    except Exception as why:
        failed(value, why)
    else:
        delivered(value, lies.partition, lies.offset)


asyncio.run(produce(arguments(sys.argv[1:])))
