"""Turns a client's partitioner into the common shape of an oracle: NDJSON in, NDJSON out.

Each line of stdin is `{"key": hex or null, "partitions": n}`; each line of stdout is a row with
the placement: a partition, null when the client's answers vary for this key, or "refused".
"""

import json
import sys
from functools import cache
from importlib.metadata import version


def varies(place, key, largest):
    """Whether a client places this key by draw or by counter, found by asking it four times."""
    return len({place(key, largest) for _ in range(4)}) > 1


def answer(
    client, partitioner, place, *, largest, hash=None, unkeyed=None, refuses=(), lines=sys.stdin
):
    """Answers the lines of stdin, or those that were read from it before.

    `place(key, n)` is the client's own answer. `largest` is the largest count it can be asked
    for. `hash(key)` is the client's own 32-bit hash, where it has one to ask for. `unkeyed(key)`
    replaces the default way to find out that answers vary. `refuses` are the client's own errors.
    """
    unkeyed = cache(unkeyed or (lambda key: varies(place, key, largest)))
    head = {
        "client": client,
        "version": version(client),
        "partitioner": partitioner,
    }
    for line in lines:
        asked = json.loads(line)
        n = asked["partitions"]
        key = None if asked["key"] is None else bytes.fromhex(asked["key"])
        try:
            placement = None if unkeyed(key) else place(key, n)
        except refuses:
            placement = "refused"
        hashed = None if hash is None or key is None else hash(key) & 0xFFFFFFFF
        row = head | asked | {"placement": placement, "hash": hashed}
        sys.stdout.write(json.dumps(row) + "\n")
