"""Sends with confluent-kafka: produce_confluent_kafka.py BOOTSTRAP TOPIC [SETTING] < records."""

import sys

from confluent_kafka import Producer
from records import HEADERS, TIMESTAMP, records, report

bootstrap, topic, *setting = sys.argv[1:]
conf = {"bootstrap.servers": bootstrap}
if setting:
    conf["partitioner"] = setting[0]
lies = {}


def delivered(error, message):
    assert error is None, error
    lies[int(message.value())] = (message.partition(), message.offset())


producer = Producer(conf)
for key, value in records():
    producer.produce(
        topic, value, key, on_delivery=delivered, headers=HEADERS, timestamp=TIMESTAMP or 0
    )
producer.flush(30)
report([lies[number] for number in sorted(lies)])
