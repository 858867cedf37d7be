"""What the clients' own tests expect of their partitioners, with the drop-ins in their place.

The values are those of `tests/peers/values.json`; the functions below name the tests whose behavior
they ask for.
"""

import json
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import copartition
from copartition import aiokafka, confluent, kafka_python

PEERS = json.loads((Path(__file__).parents[2] / "tests/peers/values.json").read_text())
IS_KAFKA_PYTHON_3 = version("kafka-python").startswith("3.")

Place = Callable[[bytes | None, range, Iterable[int]], int]


class Cluster:
    """Metadata of one topic, as far as kafka-python 3 asks a cluster for them."""

    def __init__(self, everything: Iterable[int], available: Iterable[int] | None = None) -> None:
        self.everything = set(everything)
        self.available = self.everything if available is None else set(available)

    def topics(self) -> set[str]:
        return {"t", "a", "b"}

    def partitions_for_topic(self, topic: str) -> set[int] | None:
        return self.everything if topic in self.topics() else None

    def available_partitions_for_topic(self, topic: str) -> set[int] | None:
        return self.available if topic in self.topics() else None


def called(hook: Any) -> Place:
    """As aiokafka and kafka-python 2 ask: key, all partitions, those that have a leader."""
    return lambda key, everything, available: hook(key, list(everything), list(available))


def of_aiokafka(partitioner: str, unkeyed: str = "client") -> Place:
    return called(aiokafka.partitioner(partitioner, unkeyed=unkeyed))


def of_kafka_python(partitioner: str, unkeyed: str = "client") -> Place:
    hook = kafka_python.partitioner(partitioner, unkeyed=unkeyed)
    if not IS_KAFKA_PYTHON_3:
        return called(hook)
    return lambda key, everything, available: hook.partition(
        "t", "key", key, "value", b"value", Cluster(everything, available)
    )


def of_confluent(partitioner: str) -> Place:
    """The partition that a producer gives a record; without a broker, which it is never sent to."""
    producer: Any = confluent.Producer({}, partitioner=partitioner)

    def place(key: bytes | None, everything: range, available: Iterable[int]) -> int:
        topic = f"of-{len(everything)}"
        found = {topic: SimpleNamespace(error=None, partitions=everything)}
        at: list[int | None] = []
        producer.list_topics = lambda *_, **__: SimpleNamespace(topics=found)
        producer.produce(
            topic, b"value", key, on_delivery=lambda _, record: at.append(record.partition())
        )
        producer.purge()
        producer.poll(1)
        [placed] = at
        if placed is None:
            assert key is None
            return 0  # left to librdkafka, which has never seen the topic
        return placed

    return place


@pytest.mark.parametrize("of_client", [of_kafka_python, of_aiokafka, of_confluent])
def test_the_values_of_every_client_come_out_of_the_hook(
    of_client: Callable[[str], Place], cases: Counter[str]
) -> None:
    ran = 0
    for of in PEERS["sets"]:
        place = of_client(of["partitioner"])
        for text, number in of["rows"]:
            key = None if text is None else bytes.fromhex(text)
            for partitions in of["partitions"]:
                everything = range(partitions)
                placed = place(key, everything, everything)
                expected = everything if number is None else [number % partitions]
                assert placed in expected, (of["project"], of["test"], key, partitions)
                ran += 1
    assert ran == PEERS["cases"] == 287
    cases["values of the clients' own tests"] += ran


of_clients_with_leaders = pytest.mark.parametrize("of_client", [of_kafka_python, of_aiokafka])
OfClient = Callable[..., Place]

# test_default_partitioner, of kafka-python and aiokafka.


@of_clients_with_leaders
def test_the_same_key_goes_to_the_same_partition(of_client: OfClient) -> None:
    place = of_client("java")
    first = place(b"foo", range(100), range(100))
    assert place(b"foo", range(100), range(100)) == first
    assert first in range(100)


@of_clients_with_leaders
def test_without_a_key_a_partition_that_has_a_leader_is_chosen(of_client: OfClient) -> None:
    assert of_client("java")(None, range(124), [123]) == 123


@of_clients_with_leaders
def test_without_a_leader_any_partition_is_chosen(of_client: OfClient) -> None:
    assert of_client("java")(None, range(100), []) in range(100)


# test_murmur2_not_ascii, of kafka-python and aiokafka.


@of_clients_with_leaders
@pytest.mark.parametrize("key", [b"\xa4", b"\x81" * 1000])
def test_keys_need_not_be_text(of_client: OfClient, key: bytes) -> None:
    place = of_client("java")
    assert place(key, range(100), range(100)) == copartition.partition(key, 100)


# test_round_robin_partitioner, of aiokafka; where it starts is a draw here.


@of_clients_with_leaders
def test_round_robin_takes_turns_while_the_partitions_change(of_client: OfClient) -> None:
    place = of_client("java", "round_robin")
    one, other, again, once_more = (place(None, range(2), range(2)) for _ in range(4))
    assert (again, once_more) == (one, other)
    assert {one, other} == {0, 1}
    third, fourth = (place(None, range(4), range(4)) for _ in range(2))
    assert fourth == (third + 1) % 4
    assert place(None, range(71), [70]) == 70


kafka_python_3 = pytest.mark.skipif(
    not IS_KAFKA_PYTHON_3, reason="kafka-python 2 tells of no batches"
)


def hook(unkeyed: str) -> Any:
    return kafka_python.partitioner("kafka-python", unkeyed=unkeyed)


def sticky() -> Any:
    return hook("sticky")


def next_of(hook: Any, cluster: Cluster, topic: str = "t", key: bytes | None = None) -> int:
    placed: int = hook.partition(topic, key, key, "value", b"value", cluster)
    return placed


# test_default_partitioner_unknown_topic and the class TestStickyPartitioner, of kafka-python 3.


@kafka_python_3
@pytest.mark.parametrize("unkeyed", ["client", "sticky"])
def test_a_topic_that_is_not_known_raises(unkeyed: str) -> None:
    with pytest.raises(ValueError, match="not found"):
        next_of(hook(unkeyed), Cluster(range(10)), "other")


@kafka_python_3
@pytest.mark.parametrize("key", [b"foo", b"bar"])
def test_sticky_places_keys_as_the_default_does(key: bytes) -> None:
    cluster = Cluster(range(100))
    assert next_of(sticky(), cluster, key=key) == next_of(hook("client"), cluster, key=key)


@kafka_python_3
def test_sticky_stays_until_a_batch_is_full() -> None:
    place, cluster = sticky(), Cluster(range(10))
    first = next_of(place, cluster)
    assert {next_of(place, cluster) for _ in range(50)} == {first}
    place.on_new_batch("t", cluster, first)
    second = next_of(place, cluster)
    assert second != first
    assert {next_of(place, cluster) for _ in range(50)} == {second}


@kafka_python_3
def test_a_new_batch_never_goes_where_the_last_one_was() -> None:
    place, cluster = sticky(), Cluster(range(10))
    last = next_of(place, cluster)
    for _ in range(200):
        place.on_new_batch("t", cluster, last)
        last, before = next_of(place, cluster), last
        assert last != before


@kafka_python_3
def test_each_topic_sticks_for_itself() -> None:
    place, cluster = sticky(), Cluster(range(10))
    of_a, of_b = next_of(place, cluster, "a"), next_of(place, cluster, "b")
    place.on_new_batch("a", cluster, of_a)
    assert next_of(place, cluster, "b") == of_b


@kafka_python_3
def test_a_sticky_partition_that_lost_its_leader_is_left() -> None:
    place, cluster = sticky(), Cluster(range(10))
    first = next_of(place, cluster)
    cluster.available = cluster.everything - {first}
    assert next_of(place, cluster) in cluster.available


@kafka_python_3
def test_a_topic_of_one_partition_has_no_other() -> None:
    place, cluster = sticky(), Cluster([0])
    assert next_of(place, cluster) == 0
    place.on_new_batch("t", cluster, 0)
    assert next_of(place, cluster) == 0


@kafka_python_3
def test_a_batch_of_another_partition_changes_nothing() -> None:
    place, cluster = sticky(), Cluster(range(10))
    first = next_of(place, cluster)
    place.on_new_batch("t", cluster, (first + 1) % 10)
    assert next_of(place, cluster) == first


@kafka_python_3
def test_without_any_leader_a_new_batch_may_go_anywhere() -> None:
    place, cluster = sticky(), Cluster(range(3), [])
    seen = set()
    for _ in range(200):
        last = next_of(place, cluster)
        seen.add(last)
        place.on_new_batch("t", cluster, last)
    assert seen == {0, 1, 2}


@kafka_python_3
def test_a_single_leader_gets_every_batch() -> None:
    place, cluster = sticky(), Cluster(range(3), [1])
    for _ in range(50):
        assert next_of(place, cluster) == 1
        place.on_new_batch("t", cluster, 1)


@kafka_python_3
def test_a_new_batch_of_a_topic_that_is_gone_is_nothing() -> None:
    assert sticky().on_new_batch("gone", Cluster(range(3)), 1) is None


@kafka_python_3
def test_threads_may_share_a_sticky_partitioner() -> None:
    place, cluster = sticky(), Cluster(range(20))
    failed: list[Exception] = []

    def hammer() -> None:
        try:
            for _ in range(500):
                place.on_new_batch("t", cluster, next_of(place, cluster))
        except Exception as error:  # in a thread, where pytest would not see it
            failed.append(error)

    threads = [threading.Thread(target=hammer) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert next_of(place, cluster) in range(20)
