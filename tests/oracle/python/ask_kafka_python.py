"""Asks kafka-python's DefaultPartitioner, of 2.x or 3.x, whichever is installed."""

from types import SimpleNamespace

from kafka.partitioner import default
from rows import answer

partitioner = default.DefaultPartitioner()


def place_2(key, n):
    return partitioner(key, range(n), range(n))


def place_3(key, n):
    # 3.x sorts the set of partitions that the cluster's metadata holds, so n cannot be huge.
    cluster = SimpleNamespace(
        topics=lambda: {"topic"},
        partitions_for_topic=lambda topic: range(n),
        available_partitions_for_topic=lambda topic: range(n),
    )
    return partitioner.partition("topic", key, key, None, None, cluster)


if __name__ == "__main__":
    is_3 = hasattr(partitioner, "partition")
    answer(
        "kafka-python",
        "DefaultPartitioner",
        place_3 if is_3 else place_2,
        largest=1000 if is_3 else 2**31 - 1,
        hash=default.murmur2,
    )
