"""Runs scripts on kafka-python 3's StickyPartitioner, with records that have no key."""

from types import SimpleNamespace

from kafka.partitioner import StickyPartitioner
from traces import record


def start(topic):
    partitioner = StickyPartitioner()
    cluster = SimpleNamespace(
        topics=lambda: {topic.name},
        partitions_for_topic=lambda name: topic.all,
        available_partitions_for_topic=lambda name: topic.available,
    )
    return {
        "partition": lambda: partitioner.partition(topic.name, None, None, None, None, cluster),
        "on_new_batch": lambda prev: partitioner.on_new_batch(topic.name, cluster, prev),
    }.__getitem__


if __name__ == "__main__":
    record("kafka-python", start)
