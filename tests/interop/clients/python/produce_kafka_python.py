"""Sends with kafka-python: produce_kafka_python.py BOOTSTRAP TOPIC [BATCH_SIZE] < records.

2.x or 3.x. With a batch size, 3.x spreads records without a key by its sticky partitioner, and no
batch leaves before it is full.
"""

import sys

from kafka import KafkaProducer
from records import HEADERS, TIMESTAMP, records, report

bootstrap, topic, *batch_size = sys.argv[1:]
settings = {}
if batch_size:
    from kafka.partitioner.sticky import StickyPartitioner

    settings = {
        "partitioner": StickyPartitioner(),
        "batch_size": int(batch_size[0]),
        "linger_ms": 10_000,
    }
producer = KafkaProducer(bootstrap_servers=bootstrap, **settings)
sent = [
    producer.send(topic, value=value, key=key, headers=HEADERS, timestamp_ms=TIMESTAMP)
    for key, value in records()
]
producer.flush()
acked = [future.get(timeout=30) for future in sent]
report([(record.partition, record.offset) for record in acked])
producer.close()
