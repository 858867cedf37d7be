"""The programs that send by a drop-in partitioner, while they run; their protocol is in
tests/README.md.

COPARTITION_DROP_INS names a file of those that are built here, one JSON object a line: the client's
`name`, the `command` that starts its program in `folder` with the variables of `environment`,
whether it sends from several `threads`, and the command of its `example`. Java's client has a
program and no hook: `dropped_in` is false. faust, which sends with aiokafka, has an example alone.
Each check that a program went through is added to a file beside it, `.ran`.
"""

import json
import os
import subprocess
import threading
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

SECONDS = 90

LIST = os.environ.get("COPARTITION_DROP_INS")
LISTED = [json.loads(line) for line in Path(LIST).read_text().splitlines()] if LIST else []
BUILT = [program for program in LISTED if "command" in program]
DROP_INS = [program for program in BUILT if program["dropped_in"]]
EXAMPLES = [program for program in LISTED if "example" in program]
JAVA = next((program for program in BUILT if not program["dropped_in"]), None)

each_drop_in = pytest.mark.parametrize("program", DROP_INS, ids=lambda program: program["name"])


class Record(NamedTuple):
    key: bytes | None
    value: str
    partition: int | None = None

    def line(self):
        key = None if self.key is None else self.key.hex()
        record = {"key": key, "partition": self.partition, "value": self.value}
        return json.dumps(record) + "\n"


class Program:
    """A context manager that starts a program and kills it when it has not ended; `fates` has what
    it said of each record so far, by the record's value.
    """

    def __init__(self, program, topic, partitioner="-", unkeyed=None, threads=None):
        """Without a partitioner the client keeps its own."""
        self.name, self.fates = program["name"], {}
        unkeyed = unkeyed or ("-" if partitioner == "-" else "client")
        arguments = [topic.bootstrap_servers, topic.name, partitioner, unkeyed]
        self._process = subprocess.Popen(
            [*program["command"], *arguments, *([str(threads)] if threads else [])],
            cwd=program["folder"],
            env=os.environ | program["environment"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._said = []
        self._working = [
            threading.Thread(target=self._listen),
            threading.Thread(target=lambda: self._said.extend(self._process.stderr)),
        ]
        for thread in self._working:
            thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self._process.kill()
        for thread in self._working:
            thread.join()
        self._process.wait()

    def send(self, records):
        """Gives it records, which takes as long as it does not read."""
        for record in records:
            self._process.stdin.write(record.line())
        self._process.stdin.flush()

    def wait_for(self, happened, what):
        """Waits until `happened(self.fates)`."""
        deadline = time.monotonic() + SECONDS
        while not happened(self.fates.copy()):
            assert self._process.poll() is None, f"{self.name} has ended: {self.said()}"
            late = f"{self.name}: {what} after {SECONDS} s, {len(self.fates)} fates: {self.said()}"
            assert time.monotonic() < deadline, late
            time.sleep(0.02)

    def end(self):
        """Ends its input, waits for its end and returns the fates."""
        self._process.stdin.close()
        code = self._process.wait(SECONDS)
        for thread in self._working:
            thread.join()
        assert code == 0, f"{self.name} returned {code}: {self.said()}"
        return self.fates

    def said(self):
        """Returns the end of what it wrote on stderr."""
        return "".join(self._said[-20:])

    def _listen(self):
        for line in self._process.stdout:
            fate = json.loads(line)
            value = fate.pop("value")
            assert value not in self.fates, f"{self.name} told {value} twice"
            self.fates[value] = fate


def run(program, topic, records, *arguments, **more):
    """Lets a program send records and returns the fate of each, by its value."""
    with Program(program, topic, *arguments, **more) as running:
        running.send(records)
        fates = running.end()
    assert sorted(fates) == sorted(record.value for record in records), running.name
    return fates


def lies_of(fates):
    """Returns where records lie, partition and offset by their values, of those that lie."""
    return {
        value: (fate["partition"], fate["offset"])
        for value, fate in fates.items()
        if "error" not in fate
    }


def read_by_java(bootstrap_servers, topics):
    """Reads topics with kafka-clients; returns the records of each, by the topic's name."""
    command = [*JAVA["read"], bootstrap_servers, *topics]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=SECONDS)
    records = defaultdict(list)
    for line in done.stdout.splitlines():
        record = json.loads(line)
        records[record["topic"]].append(record)
    return records


def went_through(check, program):
    """Notes that a program went through a check, for who counts them."""
    with open(f"{LIST}.ran", "a") as ran:
        print(check, program["name"], file=ran)
