"""Places the keys that stand on stdin, `NAME<TAB>N<TAB>KEY` a line, with the Python package.

KEY is lower-case hex, empty for the empty key, `null` for no key. Each line is answered by one on
stdout: the partition, `unkeyed` or `refused`.
"""

import sys
from functools import cache

from copartition import Error, Partitioner


@cache
def partitioner(name: str, partitions: int) -> Partitioner:
    return Partitioner(name, partitions)


def place(line: str) -> str:
    name, partitions, key = line.rstrip("\n").split("\t")
    try:
        placed = partitioner(name, int(partitions)).partition(
            None if key == "null" else bytes.fromhex(key)
        )
    except Error as error:
        if error.code != "refused":
            raise
        return "refused"
    return "unkeyed" if placed is None else str(placed)


for line in sys.stdin:
    print(place(line))
