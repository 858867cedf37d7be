"""Writes what Kafka's own tools print of one topic, the files that the sample readers are tested with:

    python kafka_broker.py --run python tool_outputs.py FOLDER VERSION=CLASSPATH...

A version's classpath holds kafka-tools of that version, or before 3.8 kafka_2.13, with all that they
need. Wants confluent-kafka, kcat and Java, and takes the broker's own segments from its folder.
"""

import os
import struct
import subprocess
import sys
from pathlib import Path

from confluent_kafka import Producer
from confluent_kafka.admin import AdminClient, NewTopic
from kafka_broker import RUNS

SERVERS = os.environ.get("KAFKA_BOOTSTRAP_SERVERS", "")
TOPIC = "readers"
START = 1767225600000  # 2026-01-01T00:00Z
SEGMENT = "00000000000000000000.log"

LINE_OF_A_DUMP = (
    "| offset: 99 CreateTime: 1 keySize: 1 valueSize: 1 sequence: 0 headerKeys: [] key: a payload: b"
)
# Partition, seconds since the start, key, value, headers.
RECORDS = [
    (0, 0, "user-1", "hello", [("service", b"checkout"), ("n", b"1")]),
    (0, 1, "user-2", "two\nlines", [("service", b"billing")]),
    (0, 2, None, "no key", None),
    (0, 3, "", "empty key", None),
    (0, 4, "null", "a key that says null", None),
    (0, 5, b"\xff\x00\xfe", "bytes", [("service", None), ("x", b"\xff\x01")]),
    (0, 6, struct.pack(">q", 42), "long", None),
    (0, 7, 'a"b\\c\td\ne\rf\x7f/\x1b', "escapes", None),
    (0, 8, "café ☃ 😀", "unicode", None),
    (0, 9, "user-1", None, [("service", b"checkout"), ("service", b"retry")]),
    (0, 10, None, None, None),
    (0, 3600, "user-3", "", None),
    (0, 3601, " payload: x", f"key: tricky\n{LINE_OF_A_DUMP}", None),
    (0, 3602, "last", b"\xff\xfe\nbinary", None),
    (1, 11, "user-4", "on one", None),
    (1, 11, "user-5", "on one", [("a,b:c\td", b"v,w:x\ty")]),
]


def main(folder, *versions):
    create_topic()
    send_records()
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "kcat-1.7.1.ndjson", "kcat", "-b", SERVERS, "-t", TOPIC, "-C", "-e", "-q", "-J")
    for version in versions:
        version, classpath = version.split("=", 1)
        write_of_java(folder, version, classpath)


def create_topic():
    # The records are older than the broker keeps them by default, and than a segment may be.
    forever = {"retention.ms": "-1", "segment.ms": str(2**63 - 1)}
    admin = AdminClient({"bootstrap.servers": SERVERS})
    for created in admin.create_topics([NewTopic(TOPIC, 2, 1, config=forever)]).values():
        created.result()


def send_records():
    def producer(**properties):
        return Producer({"bootstrap.servers": SERVERS, "linger.ms": 200} | properties)

    idempotent = producer(**{"enable.idempotence": True})
    for partition, seconds, key, value, headers in RECORDS:
        time = START + 1000 * seconds
        idempotent.produce(TOPIC, value, key, partition, timestamp=time, headers=headers)
    idempotent.flush()
    transactional = producer(**{"transactional.id": TOPIC})
    transactional.init_transactions()
    for end in ["abort", "commit"]:
        transactional.begin_transaction()
        for n in range(2):
            transactional.produce(TOPIC, end, f"{end}-{n}", 1, timestamp=START + 20000 + n)
        transactional.flush()
        getattr(transactional, f"{end}_transaction")()
    compressing = producer(**{"compression.type": "zstd"})
    for n in range(3):
        compressing.produce(TOPIC, "squeezed", f"z-{n}", 1, timestamp=START + 30000 + n)
    compressing.flush()


def write_of_java(folder, version, classpath):
    numbers = [int(number) for number in version.split(".")]
    consumer = ["kafka.tools.ConsoleConsumer", "org.apache.kafka.tools.consumer.ConsoleConsumer"]
    dump = ["kafka.tools.DumpLogSegments", "org.apache.kafka.tools.DumpLogSegments"]
    java = ["java", "-cp", classpath]
    consume = [
        *[*java, consumer[numbers >= [3, 8]], "--bootstrap-server", SERVERS, "--topic", TOPIC],
        *["--from-beginning", "--timeout-ms", "5000"],
    ]
    flag = "--formatter-property" if numbers >= [4, 2] else "--property"

    def printing(*what, **properties):
        properties = {f"print.{it}": "true" for it in what} | properties
        return [part for it in properties.items() for part in (flag, "=".join(it))]

    name = f"console-consumer-{version}"
    everything = printing("key", "timestamp", "partition", "offset", "headers")
    write(folder / f"{name}.txt", *consume, *everything)
    if numbers >= [4]:
        write(folder / f"{name}-key.txt", *consume, *printing("key"))
        null = printing("epoch", "delivery", **{"null.literal": "NULL"})
        write(folder / f"{name}-epoch.txt", *consume, *everything, *null)
        text = "org.apache.kafka.common.serialization.StringDeserializer"
        write(folder / f"{name}-text.txt", *consume, *everything, "--key-deserializer", text)
    segments = next(RUNS.glob(f"run-*/data/{TOPIC}-0")).parent
    files = ",".join(f"{TOPIC}-{partition}/{SEGMENT}" for partition in range(2))
    dumping = [*java, dump[numbers >= [4, 2]], "--files", files]
    write(folder / f"dump-log-{version}.txt", *dumping, "--print-data-log", cwd=segments)


def write(path, *command, cwd=None):
    path.write_bytes(subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE).stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
