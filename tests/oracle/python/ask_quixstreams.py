"""Asks quixstreams's Producer, without `extra_config`: it produces to librdkafka's mock cluster."""

import json
import sys
import time
from importlib.metadata import files

import mock_cluster
from quixstreams.kafka import Producer
from rows import answer

LARGEST = 1000


def librdkafka():
    path = next(f for f in files("confluent-kafka") if f.name.startswith("librdkafka"))
    return str(path.locate())


def question_of(row):
    return None if row["key"] is None else bytes.fromhex(row["key"]), row["partitions"]


def produced(producer, questions):
    """Sends a record for each (key, n), and returns where they lay: {(key, n): partition}."""
    lay = {}

    def delivered(question, error, message):
        assert error is None, error
        lay[question] = message.partition()

    for key, n in questions:
        producer.produce(
            f"t{n}", b"", key, on_delivery=lambda *told, asked=(key, n): delivered(asked, *told)
        )
    producer.flush()
    return lay


def main():
    lines = sys.stdin.readlines()
    questions = {question_of(json.loads(line)) for line in lines}
    keys = {key for key, _ in questions}
    counts = {n for _, n in questions} | {LARGEST}

    with Producer(mock_cluster.start(librdkafka(), counts)) as producer:
        lay = produced(producer, questions)
        # librdkafka's sticky partition lasts 10 ms, so each round is a later one.
        rounds = []
        for _ in range(4):
            rounds.append(produced(producer, [(key, LARGEST) for key in keys]))
            time.sleep(0.02)
    answer(
        "quixstreams",
        "no extra_config",
        lambda key, n: lay[key, n],
        largest=LARGEST,
        unkeyed=lambda key: len({round[key, LARGEST] for round in rounds}) > 1,
        lines=lines,
    )


if __name__ == "__main__":
    main()
