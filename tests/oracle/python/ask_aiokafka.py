"""Asks aiokafka's DefaultPartitioner."""

from aiokafka import partitioner
from rows import answer

default = partitioner.DefaultPartitioner()

if __name__ == "__main__":
    answer(
        "aiokafka",
        "DefaultPartitioner",
        lambda key, n: default(key, range(n), range(n)),
        largest=2**31 - 1,
        hash=partitioner.murmur2,
    )
