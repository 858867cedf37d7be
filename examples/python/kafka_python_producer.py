"""Writes a few records with kafka-python 2 or 3, placed as a Java producer places them.

`python kafka_python_producer.py BOOTSTRAP TOPIC` prints the partition that each record went to.
"""

import sys

from kafka import KafkaProducer

from copartition import kafka_python

bootstrap, topic = sys.argv[1:3]

producer = KafkaProducer(
    bootstrap_servers=bootstrap,
    partitioner=kafka_python.partitioner("java"),
)
keys = [f"user-{number}" for number in range(1, 7)]
sent = {key: producer.send(topic, key=key.encode(), value=b"hello") for key in keys}
sent["no key"] = producer.send(topic, value=b"hello")
for key, future in sent.items():
    print(f"{key} -> partition {future.get(timeout=30).partition}")
producer.close()
