"""Writes a few records with confluent-kafka, placed as a Java producer places them.

`python confluent_kafka_producer.py BOOTSTRAP TOPIC` prints the partition that each record went to.
"""

import sys

from confluent_kafka import KafkaError, Message

from copartition import confluent

bootstrap, topic = sys.argv[1:3]
failed = []


def delivered(error: KafkaError | None, message: Message) -> None:
    key = message.key()
    name = "no key" if key is None else key.decode()
    if error is None:
        print(f"{name} -> partition {message.partition()}")
    else:
        failed.append(f"{name}: {error}")


producer = confluent.Producer({"bootstrap.servers": bootstrap}, partitioner="java")
for number in range(1, 7):
    producer.produce(topic, value="hello", key=f"user-{number}", on_delivery=delivered)
producer.produce(topic, value="hello", on_delivery=delivered)
producer.flush(30)
sys.exit("\n".join(failed) or int(len(producer) > 0))
