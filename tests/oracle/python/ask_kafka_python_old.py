"""Asks kafka-python before 2.0 on the interpreter that it was written for (2.7, 3.6 or 3.7).

`KeyedProducer` or `KeyedProducer=PARTITIONER` is its first producer, with nothing set or with that
partitioner; it runs unchanged above a client that keeps what would be sent. `KafkaProducer` is the
later one's DefaultPartitioner.
"""

import sys

import kafka.partitioner
import kafka.producer
import kafka.version
from old_rows import answer

# A sequence of any length that is not made.
sequence = xrange if sys.version_info[0] == 2 else range  # noqa: F821
LISTED = 1000


class Client(object):
    """Stands for the connection below the producer, and keeps the partition of each request."""

    partitions = sent = None

    def has_metadata_for_topic(self, topic):
        return True

    def get_partition_ids_for_topic(self, topic):
        return self.partitions

    def send_produce_request(self, requests, **options):
        self.sent = requests[0].partition


def keyed_producer(partitioner):
    client = Client()
    options = {"partitioner": getattr(kafka.partitioner, partitioner)} if partitioner else {}
    producer = kafka.producer.KeyedProducer(client, **options)

    def place(key, n):
        client.partitions = list(sequence(n)) if n <= LISTED else sequence(n)
        # One topic a count: the producer keeps a partitioner for each topic.
        producer.send_messages(str(n).encode(), key, b"")
        return client.sent

    return place


def kafka_producer():
    partitioner = kafka.partitioner.DefaultPartitioner()
    return lambda key, n: partitioner(key, sequence(n), sequence(n))


if __name__ == "__main__":
    producer, _, partitioner = sys.argv[1].partition("=")
    answer(
        "kafka-python",
        kafka.version.__version__,
        sys.argv[1],
        keyed_producer(partitioner) if producer == "KeyedProducer" else kafka_producer(),
        # RoundRobinPartitioner insists on a list.
        largest=LISTED if partitioner == "RoundRobinPartitioner" else 2**31 - 1,
        refuses=(TypeError, UnicodeDecodeError),
    )
