"""The record batches of a topic as the broker keeps them: each is one that a producer made.

A consumer does not show where one batch ends and the next begins, the broker's files do.
"""

import struct
from dataclasses import dataclass

# Base offset, length of what follows, leader's epoch, magic, checksum, attributes, last offset's
# distance, first and last time, producer's id and epoch, base sequence, count of records.
HEADER = struct.Struct(">qiibIhiqqqhii")
LENGTH_FROM = struct.calcsize(">qi")
COMPRESSION = 0b111


@dataclass(frozen=True)
class Appended:
    """What a record did to its batch: whether it opened it, and the bytes that it added."""

    opened: bool
    size: int


def appended(folder, topic):
    """Returns each record's `Appended` by its partition and offset, from a live broker's folder.

    Batches must not be compressed. A topic this small has one file a partition, on its leader.
    """
    return {
        (partition, offset): record
        for partition in range(topic.partitions)
        for file in folder.glob(f"data-*/{topic.name}-{partition}/*.log")
        for offset, record in _read(file)
    }


def _read(file):
    log = file.read_bytes()
    while log:
        base, length, _, magic, _, attributes, *_, count = HEADER.unpack_from(log)
        assert magic == 2 and not attributes & COMPRESSION, (magic, attributes)
        size = LENGTH_FROM + length
        batch, log = log[:size], log[size:]
        start, end = 0, HEADER.size
        for offset in range(base, base + count):
            end += _record_size(batch[end:])
            yield offset, Appended(offset == base, end - start)
            start = end
        assert end == len(batch)


def _record_size(record):
    """The length that a record starts with, a zigzag varint, and that number's own bytes."""
    number = 0
    for index, byte in enumerate(record):
        number |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            return index + 1 + (number >> 1)
    raise AssertionError("the record ends within its length")
