"""Asks kafka-python 3's StickyPartitioner, as KafkaProducer does when each record opens a batch."""

from types import SimpleNamespace

from kafka.partitioner import StickyPartitioner, murmur2
from rows import answer

partitioner = StickyPartitioner()


def place(key, n):
    # 3.x sorts the set of partitions that the cluster's metadata holds, so n cannot be huge.
    cluster = SimpleNamespace(
        topics=lambda: {"topic"},
        partitions_for_topic=lambda topic: range(n),
        available_partitions_for_topic=lambda topic: range(n),
    )
    partition = partitioner.partition("topic", key, key, None, None, cluster)
    if key is None:
        partitioner.on_new_batch("topic", cluster, partition)
    return partition


if __name__ == "__main__":
    answer("kafka-python", "StickyPartitioner", place, largest=1000, hash=murmur2)
