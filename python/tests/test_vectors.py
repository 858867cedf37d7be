"""Every answer of every real client in tests/vectors/, which all languages read in place."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import copartition

VECTORS = Path(__file__).parents[2] / "tests/vectors"


def read(name: str) -> Any:
    return json.loads((VECTORS / name).read_bytes())


PLACED = {
    path.name: vectors
    for path in sorted(VECTORS.glob("*.json"))
    if "partitions" in (vectors := read(path.name))
}


def place(partitioner: copartition.Partitioner, key: bytes | None) -> int | str | None:
    try:
        return partitioner.partition(key)
    except copartition.Error as error:
        return error.code


@pytest.mark.parametrize("name", PLACED)
def test_every_placement_is_the_clients_own(name: str, cases: Counter[str]) -> None:
    vectors = PLACED[name]
    ran = 0
    for row in vectors["rows"]:
        key = None if row["key"] is None else bytes.fromhex(row["key"])
        for client in row.keys() - {"key"}:
            for partitions, expected in zip(vectors["partitions"], row[client], strict=True):
                partitioner = copartition.Partitioner(client, partitions)
                assert place(partitioner, key) == expected, (client, partitions, row["key"])
                if expected != "refused":
                    assert copartition.partition(key, partitions, client) == expected
                ran += 1
    # Not every client can be asked about every key.
    assert ran >= 90 * len(vectors["sources"])
    assert set(vectors["sources"]) == {client for row in vectors["rows"] for client in row} - {"key"}
    cases["placements"] += ran


def test_every_client_that_is_run_has_vectors() -> None:
    proven = {client for vectors in PLACED.values() for client in vectors["sources"]}
    rules = {info.name for info in copartition.partitioners() if info.name == info.keyed}
    run = {info.partitioner for info in copartition.clients() if info.known == "run"} - rules
    assert len(run) >= 60
    assert run <= proven


def test_every_field_case_has_the_partition_that_was_reported() -> None:
    rows = read("field_cases.json")["rows"]
    assert len(rows) >= 68
    for row in rows:
        key = bytes.fromhex(row["key"])
        placed = copartition.partition(key, row["partitions"], row["partitioner"])
        assert placed == row["partition"], (row["id"], row["source"])


def test_every_hash_is_the_clients_own(cases: Counter[str]) -> None:
    vectors = read("hashes.json")
    ran = 0
    for row in vectors["rows"]:
        key = bytes.fromhex(row["key"])
        for name in vectors["sources"]:
            assert getattr(copartition, name)(key) == row[name], (name, row["key"])
            ran += 1
    assert ran == 4 * len(vectors["rows"]) >= 4 * 150
    cases["hashes"] += ran


def test_a_partitioners_hash_is_its_rules() -> None:
    hashes = {
        "java": "murmur2",
        "librdkafka": "crc32",
        "sarama": "fnv1a",
        "kafkajs@1": "kafkajs_legacy",
    }
    for row in read("hashes.json")["rows"]:
        for partitioner, name in hashes.items():
            hashed = copartition.Partitioner(partitioner, 6).hash(bytes.fromhex(row["key"]))
            assert hashed == row[name]


def test_every_group_lies_where_the_broker_keeps_it(cases: Counter[str]) -> None:
    rows = read("groups.json")["rows"]
    for row in rows:
        assert copartition.group_partition(row["group"], row["partitions"]) == row["partition"]
        if row["partitions"] == 50:
            assert copartition.group_partition(row["group"]) == row["partition"]
    assert len(rows) >= 40
    cases["groups"] += len(rows)
