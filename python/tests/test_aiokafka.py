"""The drop-in partitioner as aiokafka asks it."""

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from aiokafka import AIOKafkaProducer  # type: ignore[import-untyped]
from aiokafka.cluster import ClusterMetadata  # type: ignore[import-untyped]

import copartition
from copartition import aiokafka


def producer(partitioner: object, **topics: int) -> Any:
    """What `AIOKafkaProducer._partition` needs of a producer, with the client's own metadata."""
    cluster = ClusterMetadata()
    leader = SimpleNamespace(leader=1)
    cluster._partitions = {
        topic: dict.fromkeys(range(partitions), leader) for topic, partitions in topics.items()
    }
    return SimpleNamespace(_metadata=cluster, _partitioner=partitioner)


def partition(producer: Any, topic: str, key: bytes | None, explicit: int | None = None) -> int:
    placed: int = AIOKafkaProducer._partition(
        producer, topic, explicit, key, b"value", key, b"value"
    )
    return placed


def test_the_client_gets_the_partitions_of_java() -> None:
    orders = producer(aiokafka.partitioner(), orders=6)
    placed = [partition(orders, "orders", f"user-{n}".encode()) for n in range(1, 7)]
    assert placed == [2, 2, 5, 1, 4, 5]
    assert partition(orders, "orders", b"user-1", explicit=0) == 0


def test_the_order_of_the_clients_list_says_nothing() -> None:
    hook = aiokafka.partitioner()
    assert hook(b"user-3", [5, 4, 3, 2, 1, 0], []) == 5


def test_partitions_without_a_leader_still_count() -> None:
    orders = producer(aiokafka.partitioner(), orders=6)
    orders._metadata._partitions["orders"][5] = SimpleNamespace(leader=-1)
    assert partition(orders, "orders", b"user-3") == 5
    assert 5 not in {partition(orders, "orders", None) for _ in range(300)}


def test_a_topic_that_grows_is_followed_at_once() -> None:
    hook = aiokafka.partitioner()
    # sku-1042 is on partition 5 of 6 and on 1 of 8.
    assert partition(producer(hook, orders=6), "orders", b"sku-1042") == 5
    assert partition(producer(hook, orders=8), "orders", b"sku-1042") == 1


def test_tasks_share_one_round_robin_over_all_topics() -> None:
    both = producer(aiokafka.partitioner(unkeyed="round_robin"), orders=6, payments=6)

    async def send(topic: str) -> Counter[int]:
        placed: Counter[int] = Counter()
        for _ in range(60):
            placed[partition(both, topic, None)] += 1
            await asyncio.sleep(0)
        return placed

    async def main() -> list[Counter[int]]:
        return await asyncio.gather(*(send(topic) for topic in ("orders", "payments") * 10))

    placed = sum(asyncio.run(main()), Counter[int]())
    assert placed == dict.fromkeys(range(6), 200)


def test_error_comes_from_the_partitioner_in_the_clients_call() -> None:
    orders = producer(aiokafka.partitioner(unkeyed="error"), orders=6)
    with pytest.raises(copartition.Error, match="java leaves a record without a key unkeyed"):
        partition(orders, "orders", None)
