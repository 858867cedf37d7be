"""Columns of keys, and where the real clients put them, from tests/vectors/."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

VECTORS = Path(__file__).parents[3] / "tests/vectors"


@dataclass(frozen=True)
class Column:
    """The keys that one client was asked about, and its answers for one partition count."""

    client: str
    partitions: int
    keys: list[bytes | None]
    expected: list[int | None]

    def of_text(self) -> tuple[list[str | None], list[int | None]]:
        """The same for the keys that are text."""
        texts: list[str | None] = []
        expected: list[int | None] = []
        for key, partition in zip(self.keys, self.expected, strict=True):
            try:
                texts.append(None if key is None else key.decode())
            except UnicodeDecodeError:
                continue
            expected.append(partition)
        return texts, expected


@dataclass(frozen=True)
class Hashes:
    """Keys and their murmur2, unsigned; no key has none."""

    keys: list[bytes | None]
    expected: list[int | None]


def read_columns() -> Iterator[Column]:
    for path in sorted(VECTORS.glob("*.json")):
        vectors = json.loads(path.read_bytes())
        for client in vectors["sources"] if "partitions" in vectors else ():
            # What a client refuses would end the whole column.
            rows = [row for row in vectors["rows"] if "refused" not in row.get(client, ["refused"])]
            keys = [None if row["key"] is None else bytes.fromhex(row["key"]) for row in rows]
            for index, partitions in enumerate(vectors["partitions"]):
                expected = [row[client][index] for row in rows]
                yield Column(client, partitions, keys, expected)


@pytest.fixture(scope="session")
def columns() -> list[Column]:
    columns = list(read_columns())
    assert len(columns) >= 700
    return columns


@pytest.fixture(scope="session")
def murmur2() -> Hashes:
    rows = json.loads((VECTORS / "hashes.json").read_bytes())["rows"]
    assert len(rows) >= 150
    keys = [bytes.fromhex(row["key"]) for row in rows]
    return Hashes([*keys, None], [*(row["murmur2"] for row in rows), None])


@pytest.fixture(scope="session")
def java(columns: list[Column]) -> Column:
    """What Java's client does over 12 partitions."""
    [column] = [it for it in columns if (it.client, it.partitions) == ("java", 12)]
    assert len(column.keys) >= 100
    return column
