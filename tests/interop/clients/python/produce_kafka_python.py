"""Sends with kafka-python, 2.x or 3.x: produce_kafka_python.py BOOTSTRAP TOPIC < records."""

import sys

from kafka import KafkaProducer
from records import records

bootstrap, topic = sys.argv[1:]
producer = KafkaProducer(bootstrap_servers=bootstrap)
sent = [producer.send(topic, value=value, key=key) for key, value in records()]
print(len([future.get(timeout=30) for future in sent]))
producer.close()
