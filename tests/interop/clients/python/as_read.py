"""The records that a drop-in program sends as it reads them, and what becomes of each.

The arguments are BOOTSTRAP TOPIC PARTITIONER UNKEYED [THREADS], the protocol is in tests/README.md.
"""

import json
import os
import sys
import threading
from typing import NamedTuple

OWN = "-"  # The client's own partitioner.
GIVE_UP_MS = int(os.environ.get("GIVE_UP_MS", 40_000))
LOCK = threading.Lock()


class Record(NamedTuple):
    key: bytes | None
    partition: int | None
    value: bytes


class Arguments(NamedTuple):
    bootstrap: str
    topic: str
    partitioner: str
    unkeyed: str
    threads: int


def arguments(given):
    """Returns the arguments by their names."""
    bootstrap, topic, partitioner, unkeyed, *threads = given
    return Arguments(bootstrap, topic, partitioner, unkeyed, int(*threads or [1]))


def record(line):
    """Returns a line of stdin as a `Record`."""
    read = json.loads(line)
    key = None if read["key"] is None else bytes.fromhex(read["key"])
    return Record(key, read["partition"], read["value"].encode())


def send_all(send, threads):
    """Calls `send` with each record as its line comes, from so many threads."""

    def send_next():
        while line := _next_line():
            send(record(line))

    sending = [threading.Thread(target=send_next) for _ in range(threads)]
    for thread in sending:
        thread.start()
    for thread in sending:
        thread.join()


def delivered(value, partition, offset):
    """Says where a record lies."""
    _say({"value": value.decode(), "partition": partition, "offset": offset})


def failed(value, why):
    """Says why a record lies nowhere."""
    _say({"value": value.decode(), "error": f"{type(why).__name__}: {why}"})


def _next_line():
    with LOCK:
        return sys.stdin.readline()


def _say(fate):
    # One write, so that lines of several threads do not mix.
    sys.stdout.write(json.dumps(fate) + "\n")
    sys.stdout.flush()
