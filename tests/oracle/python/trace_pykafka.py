"""Runs scripts on pykafka's RandomPartitioner, which counts."""

from ask_pykafka import load
from traces import record


def start(topic):
    partitioner = load("pykafka/partitioners.py").RandomPartitioner()
    return {"partition": lambda: partitioner(sorted(topic.available), None)}.__getitem__


if __name__ == "__main__":
    record("pykafka", start)
