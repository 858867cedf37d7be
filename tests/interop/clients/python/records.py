"""The records to send: one a line of stdin, `{"key": hex or null}`."""

import json
import sys


def records():
    """Yields each record's key, or `None`, and its value: the number of its line, from 0."""
    for number, line in enumerate(sys.stdin):
        key = json.loads(line)["key"]
        yield None if key is None else bytes.fromhex(key), b"%d" % number
