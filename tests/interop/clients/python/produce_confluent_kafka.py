"""Sends with confluent-kafka: produce_confluent_kafka.py BOOTSTRAP TOPIC [SETTING] < records."""

import sys

from confluent_kafka import Producer
from records import records

bootstrap, topic, *setting = sys.argv[1:]
conf = {"bootstrap.servers": bootstrap}
if setting:
    conf["partitioner"] = setting[0]
acked = 0


def delivered(error, message):
    global acked
    assert error is None, error
    acked += 1


producer = Producer(conf)
for key, value in records():
    producer.produce(topic, value, key, on_delivery=delivered)
producer.flush(30)
print(acked)
