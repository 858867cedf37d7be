"""The records to send: one a line of stdin, `{"key": hex or null}`.

With SERVICE in the environment each record has it as a header and TIMESTAMP as its time, and a
program that knows of it prints where each lies, `PARTITION OFFSET` a line, before their number.
"""

import json
import os
import sys

SERVICE = os.environ.get("SERVICE")
HEADERS = [("service", SERVICE.encode())] if SERVICE else []
TIMESTAMP = int(os.environ["TIMESTAMP"]) if SERVICE else None


def records():
    """Yields each record's key, or `None`, and its value: the number of its line, from 0."""
    for number, line in enumerate(sys.stdin):
        key = json.loads(line)["key"]
        yield None if key is None else bytes.fromhex(key), b"%d" % number


def report(lies):
    """Prints where each record lies, a pair of its partition and its offset, and their number."""
    for partition, offset in lies if SERVICE else []:
        print(partition, offset)
    print(len(lies))
