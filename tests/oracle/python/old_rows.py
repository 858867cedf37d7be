"""Does what `rows` does, on CPython 2.7 and 3.6 too, for clients that later ones do not run.

A draw can be fixed for the life of a process: Python's own `hash` is salted. So the client is asked
several times here, and once more in another process.
"""

import binascii
import json
import os
import subprocess
import sys


def answer(client, version, partitioner, place, largest, refuses):
    """Answers stdin, as `rows.answer` does; `version` is the client's own."""
    asked = [json.loads(line) for line in sys.stdin]
    keys = sorted({row["key"] for row in asked}, key=str)

    def placed(key, n):
        try:
            return place(None if key is None else binascii.unhexlify(key.encode()), n)
        except refuses:
            return "refused"

    once = [placed(key, largest) for key in keys]
    if "ORACLE_AGAIN" in os.environ:
        json.dump(once, sys.stdout)
        return
    again = [[placed(key, largest) for key in keys] for _ in range(3)]
    again.append(in_another_process(asked))
    varies = {key for i, key in enumerate(keys) if any(other[i] != once[i] for other in again)}

    for row in asked:
        key = row["key"]
        placement = None if key in varies else placed(key, row["partitions"])
        row.update(client=client, version=version, partitioner=partitioner)
        row.update(placement=placement, hash=None)
        sys.stdout.write(json.dumps(row) + "\n")


def in_another_process(asked):
    """What a second process of this program answers for each key."""
    process = subprocess.Popen(
        [sys.executable, "-B"] + sys.argv,
        env=dict(os.environ, ORACLE_AGAIN="1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    lines = "".join(json.dumps(row) + "\n" for row in asked)
    return json.loads(process.communicate(lines.encode())[0].decode())
