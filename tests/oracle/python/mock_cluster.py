"""Starts librdkafka's mock cluster, with a topic `tN` of N partitions for each count asked for.

As a program it takes the path of a librdkafka and the counts, writes the address to connect to,
and runs until stdin ends: `mock_cluster.py librdkafka.so 7 12`.
"""

import ctypes
import sys

PRODUCER = 0


def start(path, counts):
    """Starts a cluster of one broker inside this process, for its life; returns its address."""
    rd = ctypes.CDLL(path)
    for name in ("rd_kafka_conf_new", "rd_kafka_new", "rd_kafka_mock_cluster_new"):
        getattr(rd, name).restype = ctypes.c_void_p
    rd.rd_kafka_mock_cluster_bootstraps.restype = ctypes.c_char_p

    error = ctypes.create_string_buffer(512)
    conf = ctypes.c_void_p(rd.rd_kafka_conf_new())
    rd.rd_kafka_conf_set(conf, b"log_level", b"3", error, ctypes.c_size_t(512))
    handle = ctypes.c_void_p(rd.rd_kafka_new(PRODUCER, conf, error, ctypes.c_size_t(512)))
    assert handle, error.value
    cluster = ctypes.c_void_p(rd.rd_kafka_mock_cluster_new(handle, 1))
    assert cluster, "no mock cluster"
    for n in counts:
        failed = rd.rd_kafka_mock_topic_create(cluster, b"t%d" % n, n, 1)
        assert failed == 0, (n, failed)
    return rd.rd_kafka_mock_cluster_bootstraps(cluster).decode()


if __name__ == "__main__":
    print(start(sys.argv[1], [int(n) for n in sys.argv[2:]]), flush=True)
    sys.stdin.read()
