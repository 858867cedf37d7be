"""Asks the librdkafka inside confluent-kafka, by its setting `partitioner=NAME`.

Which keys a setting places by draw is seen by producing to librdkafka's own mock cluster. Where a
key decides, the exported partitioner is asked, which takes any count, and has to agree with where
the mock cluster's records lay and with `confluent_kafka.murmur2/consistent/fnv1a`.
"""

import ctypes
import sys
import time
from importlib.metadata import files

import confluent_kafka
from rows import answer

MOCK_PARTITIONS = 4
INT_MAX = 2**31 - 1


def librdkafka():
    path = next(f for f in files("confluent-kafka") if f.name.startswith("librdkafka"))
    return ctypes.CDLL(str(path.locate()))


class Setting:
    """One setting of `partitioner`."""

    def __init__(self, name):
        self.function = getattr(librdkafka(), f"rd_kafka_msg_partitioner_{name}")
        self.function.restype = ctypes.c_int32
        self.function.argtypes = [
            ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t,
            ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p,
        ]  # fmt: skip
        self.twin = getattr(confluent_kafka, name, None)
        # Without its sticky partition, librdkafka draws for each record; with it, for each pause.
        self.records = produced(name, {"sticky.partitioning.linger.ms": 0}, rounds=16, pause=0)
        sticky = produced(name, {}, rounds=12, pause=0.02, only=[None, b""])
        for key, partitions in sticky.items():
            self.records[key] |= partitions

    def is_unkeyed(self, key):
        """Whether records with this key, or with another key as long, lay apart."""
        return len(self.records[sample_of(key)]) > 1

    def place(self, key, n):
        """Asks the exported partitioner; only for keys that decide, as others need a topic."""
        partition = self.asked(key, n)
        if key:
            assert self.twin is None or self.twin(key, n) == partition, (key, n)
        else:
            lay = self.records[sample_of(key)]
            assert lay == {self.asked(key, MOCK_PARTITIONS)}, (key, lay)
        return partition

    def asked(self, key, n):
        return self.function(None, key, 0 if key is None else len(key), n, None, None)


SAMPLES = [None, b"", b"k", b"kafka", b"\xff" * 300]


def sample_of(key):
    """The produced key that stands for this one: librdkafka tells none, empty and others apart."""
    return key if not key else b"kafka"


def produced(partitioner, extra, *, rounds, pause, only=SAMPLES):
    """Produces to the mock cluster, which makes topics of 4 partitions: {key: {partition}}."""
    conf = {"test.mock.num.brokers": 1, "partitioner": partitioner, "linger.ms": 5, "log_level": 4}
    producer = confluent_kafka.Producer(conf | extra)
    seen = {key: set() for key in only}

    def delivered(error, message):
        assert error is None, error
        seen[message.key()].add(message.partition())

    for _ in range(rounds):
        for key in only:
            producer.produce("topic", b"", key, on_delivery=delivered)
        if pause:
            assert producer.flush(30) == 0, "records were not delivered"
            time.sleep(pause)
    assert producer.flush(30) == 0, "records were not delivered"
    return seen


if __name__ == "__main__":
    setting = Setting(sys.argv[1])
    answer(
        "confluent-kafka",
        f"partitioner={sys.argv[1]}",
        setting.place,
        largest=INT_MAX,
        unkeyed=setting.is_unkeyed,
    )
