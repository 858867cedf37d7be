"""Sends with kafka-python, 2.x or 3.x, as it reads: see as_read.py."""

import sys

from as_read import GIVE_UP_MS, OWN, arguments, delivered, failed, send_all
from kafka import KafkaProducer

import copartition.kafka_python

given = arguments(sys.argv[1:])
settings = {}
if given.partitioner != OWN:
    settings["partitioner"] = copartition.kafka_python.partitioner(
        given.partitioner, unkeyed=given.unkeyed
    )
producer = KafkaProducer(
    bootstrap_servers=given.bootstrap,
    acks="all",
    metadata_max_age_ms=1000,
    delivery_timeout_ms=GIVE_UP_MS,
    request_timeout_ms=GIVE_UP_MS // 4,
    max_block_ms=5000,
    **settings,
)


def send(record):
    try:
        future = producer.send(
            given.topic, value=record.value, key=record.key, partition=record.partition
        )
    except Exception as why:
        failed(record.value, why)
        return
    future.add_callback(lambda lies: delivered(record.value, lies.partition, lies.offset))
    future.add_errback(lambda why: failed(record.value, why))


send_all(send, given.threads)
producer.flush()
producer.close()
