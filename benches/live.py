"""Times `copartition spread` on live topics beside kcat, which reads the same records and prints their values.

`python live.py COPARTITION`, with a broker in KAFKA_BOOTSTRAP_SERVERS. Prints one line a version, and one a cell: the
topic, its keys, the candidate, and its nanoseconds a record in each round. Both read two million records of 36-byte
keys and 100-byte values from the broker's memory, in turn, into /dev/null.
"""

import os
import random
import subprocess
import sys
import time

from kafka import KafkaConsumer, TopicPartition
from kafka.admin import KafkaAdminClient, NewTopic

PARTITIONS = 12
RECORDS = 2_000_000
ROUNDS = 9
DISTINCT = {"a hundred thousand distinct": 100_000, "all distinct": RECORDS}
VALUE = "v" * 100


def main():
    (copartition,) = sys.argv[1:]
    servers = os.environ["KAFKA_BOOTSTRAP_SERVERS"]
    print("version", "copartition", output([copartition, "--version"]).split()[1], sep="\t")
    print("version", "kcat", output(["kcat", "-V"]).split("Version ")[1].split()[0], sep="\t")
    admin = KafkaAdminClient(bootstrap_servers=servers)
    for number, (keys, distinct) in enumerate(DISTINCT.items()):
        topic = f"keys-{number}"
        admin.create_topics([NewTopic(topic, PARTITIONS, 1)])
        fill(servers, topic, distinct)
        measure(
            keys,
            {
                "spread": [copartition, "spread", "-b", servers, "-t", topic, "--format", "csv"],
                "kcat": ["kcat", "-C", "-b", servers, "-t", topic, "-o", "beginning", "-e", "-q"],
            },
        )
    admin.close()


def fill(servers, topic, distinct):
    """Sends the records with kcat, and makes sure that all of them arrived."""
    draw = random.Random(distinct)
    keys = [text_of(draw.randbytes(16).hex()) for _ in range(distinct)]
    command = ["kcat", "-P", "-E", "-b", servers, "-t", topic, "-K", "\t", "-X", "linger.ms=20"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as kcat:
        for start in range(0, RECORDS, 1000):
            numbers = range(start, start + 1000)
            kcat.stdin.write("".join(f"{keys[n % distinct]}\t{VALUE}\n" for n in numbers))
    assert kcat.returncode == 0, "kcat did not send everything"
    consumer = KafkaConsumer(bootstrap_servers=servers)
    ends = consumer.end_offsets([TopicPartition(topic, number) for number in range(PARTITIONS)])
    consumer.close()
    assert sum(ends.values()) == RECORDS, ends


def text_of(digits):
    """Writes 32 digits as a UUID."""
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def measure(keys, commands):
    # This warms the broker up too. A reader that stopped early would look fast.
    _, *rows = output(commands["spread"]).splitlines()
    assert sum(int(row.split(",")[1]) for row in rows) == RECORDS, rows
    assert output(commands["kcat"]).count("\n") == RECORDS
    nanoseconds = {candidate: [] for candidate in commands}
    for _ in range(ROUNDS):
        for candidate, command in commands.items():
            started = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            nanoseconds[candidate].append((time.perf_counter() - started) / RECORDS * 1e9)
    for candidate, taken in nanoseconds.items():
        print("a live topic", keys, candidate, ",".join(f"{it:.2f}" for it in taken), sep="\t")


def output(command):
    ran = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return ran.stdout


if __name__ == "__main__":
    main()
