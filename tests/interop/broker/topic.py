"""A topic as kafka-python sees it: sent to by its producer, read back by its consumer."""

import time
from dataclasses import dataclass

from kafka import KafkaConsumer, KafkaProducer, TopicPartition

SECONDS = 30


@dataclass(frozen=True)
class Topic:
    bootstrap_servers: str
    name: str
    partitions: int

    def wait_until_led(self):
        """Waits until the broker leads each partition, which is after the topic is there.

        Until then it refuses records, and a client that is not idempotent sends a refused record
        again with others that were not refused.
        """
        consumer = KafkaConsumer(bootstrap_servers=self.bootstrap_servers)
        try:
            # Only a leader tells the end; kafka-python asks until each has told.
            consumer.end_offsets([TopicPartition(self.name, p) for p in range(self.partitions)])
        finally:
            consumer.close()

    def send(self, keys, partition_of=lambda key: None):
        """Sends one record a key, in this order, each with its number as the value.

        `partition_of` gives the `partition=` argument; `None` leaves the choice to kafka-python.
        """
        producer = KafkaProducer(bootstrap_servers=self.bootstrap_servers)
        try:
            sent = [
                producer.send(self.name, value=b"%d" % n, key=key, partition=partition_of(key))
                for n, key in enumerate(keys)
            ]
            producer.flush(timeout=SECONDS)
            for record in sent:
                record.get(timeout=SECONDS)
        finally:
            producer.close()

    def read(self):
        """Reads all that lies in the topic, without a group, and returns it in send order."""
        consumer = KafkaConsumer(bootstrap_servers=self.bootstrap_servers)
        try:
            partitions = [TopicPartition(self.name, p) for p in range(self.partitions)]
            assert consumer.partitions_for_topic(self.name) == set(range(self.partitions))
            consumer.assign(partitions)
            consumer.seek_to_beginning(*partitions)
            ends = consumer.end_offsets(partitions)
            records, deadline = [], time.monotonic() + SECONDS
            while any(consumer.position(partition) < ends[partition] for partition in partitions):
                assert time.monotonic() < deadline, f"read {len(records)} of {sum(ends.values())}"
                for batch in consumer.poll(timeout_ms=500).values():
                    records += batch
        finally:
            consumer.close()
        return sorted(records, key=lambda record: int(record.value))
