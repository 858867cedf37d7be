"""The drop-in partitioner as the installed kafka-python asks it."""

import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

import kafka  # type: ignore[import-untyped]
import pytest
from kafka.cluster import ClusterMetadata  # type: ignore[import-untyped]

import copartition
from copartition import aiokafka, kafka_python

IS_3 = version("kafka-python").startswith("3.")
only_3 = pytest.mark.skipif(not IS_3, reason="kafka-python 2 does not ask so")


class Cluster(ClusterMetadata):  # type: ignore[misc]
    """The client's own metadata of topics, told here."""

    def __init__(self, **topics: int) -> None:
        super().__init__()
        leader = SimpleNamespace(leader_id=1, leader=1)
        self._partitions = {
            topic: dict.fromkeys(range(partitions), leader) for topic, partitions in topics.items()
        }

    def lose_leaders(self, topic: str, partitions: Iterable[int]) -> None:
        for partition in partitions:
            self._partitions[topic][partition] = SimpleNamespace(leader_id=-1, leader=-1)


class Producer:
    """What `KafkaProducer._partition` and the lines around its call need of a producer."""

    def __init__(self, cluster: Cluster, partitioner: object) -> None:
        self.config = {"partitioner": partitioner}
        self._metadata = cluster

    def partition(self, topic: str, key: bytes | None, partition: int | None = None) -> Any:
        ask = kafka.KafkaProducer._partition
        return ask(self, topic, partition, key, b"value", key, b"value")

    def open_batch(self, topic: str) -> Any:
        """Sends a record without a key that finds no batch with room."""
        first = self.partition(topic, None)
        hook: Any = self.config["partitioner"]
        hook.on_new_batch(topic, self._metadata, first)
        return self.partition(topic, None)


def test_the_client_gets_the_partitions_of_java() -> None:
    producer = Producer(Cluster(orders=6), kafka_python.partitioner())
    placed = [producer.partition("orders", f"user-{n}".encode()) for n in range(1, 7)]
    assert placed == [2, 2, 5, 1, 4, 5]
    assert producer.partition("orders", b"user-1", partition=0) == 0


def test_partitions_without_a_leader_still_count() -> None:
    cluster = Cluster(orders=6)
    cluster.lose_leaders("orders", [2, 5])
    producer = Producer(cluster, kafka_python.partitioner())
    placed = [producer.partition("orders", f"user-{n}".encode()) for n in range(1, 7)]
    assert placed == [2, 2, 5, 1, 4, 5]
    for unkeyed in ("client", "round_robin", "sticky"):
        producer = Producer(cluster, kafka_python.partitioner(unkeyed=unkeyed))
        assert {producer.partition("orders", None) for _ in range(300)} <= {0, 1, 3, 4}


def test_a_topic_that_grows_is_followed_at_once() -> None:
    hook = kafka_python.partitioner()
    # sku-1042 is on partition 5 of 6 and on 1 of 8.
    assert Producer(Cluster(orders=6), hook).partition("orders", b"sku-1042") == 5
    assert Producer(Cluster(orders=8), hook).partition("orders", b"sku-1042") == 1


def test_client_spreads_as_the_clients_own_partitioner_does_without_a_key() -> None:
    for name, key in (("java", None), ("librdkafka", b""), ("java:round_robin", b"user-3")):
        producer = Producer(Cluster(orders=3), kafka_python.partitioner(name))
        drawn = Counter(producer.partition("orders", key) for _ in range(600))
        assert drawn.keys() == {0, 1, 2}
        assert min(drawn.values()) > 100


@only_3
def test_a_topic_without_metadata_is_the_clients_own_error() -> None:
    for hook in (kafka_python.partitioner(), kafka_python.partitioner(unkeyed="sticky")):
        for key in (b"user-3", None):
            with pytest.raises(ValueError, match="Topic orders not found in ClusterMetadata"):
                hook.partition("orders", key, key, None, None, Cluster(payments=6))


@only_3
def test_each_topic_has_its_own_round_robin() -> None:
    hook = kafka_python.partitioner(unkeyed="round_robin")
    producer = Producer(Cluster(orders=6, payments=6), hook)
    turns = [producer.partition(topic, None) for topic in ("orders", "payments") * 6]
    for topic in (turns[0::2], turns[1::2]):
        assert topic == [(topic[0] + number) % 6 for number in range(6)]


@only_3
def test_a_record_that_opens_a_batch_takes_one_turn_of_the_round_robin() -> None:
    producer = Producer(Cluster(orders=6), kafka_python.partitioner(unkeyed="round_robin"))
    assert Counter(producer.open_batch("orders") for _ in range(60)) == dict.fromkeys(range(6), 10)

    def work(_: int) -> Counter[int]:
        return Counter(producer.open_batch("orders") for _ in range(600))

    with ThreadPoolExecutor(8) as pool:
        placed = sum(pool.map(work, range(8)), Counter[int]())
    assert placed == dict.fromkeys(range(6), 800)


@only_3
def test_a_turn_is_given_again_to_its_own_topic_only_and_while_there_is_such_a_partition() -> None:
    hook = kafka_python.partitioner(unkeyed="round_robin")
    producer = Producer(Cluster(orders=6, payments=1), hook)
    hook.on_new_batch("orders", producer._metadata, 5)
    assert producer.partition("payments", None) == 0
    hook.on_new_batch("payments", producer._metadata, 5)
    assert producer.partition("payments", None) == 0


@only_3
def test_sticky_stays_until_a_batch_is_full() -> None:
    hook = kafka_python.partitioner(unkeyed="sticky")
    cluster = Cluster(orders=6, payments=6)
    producer = Producer(cluster, hook)
    for _ in range(50):
        sticky = producer.partition("orders", None)
        assert {producer.partition("orders", None) for _ in range(20)} == {sticky}
        elsewhere = producer.partition("payments", None)
        assert producer.open_batch("orders") != sticky
        assert producer.partition("payments", None) == elsewhere
    cluster.lose_leaders("orders", {0, 1, 2, 3, 4})
    assert producer.partition("orders", None) == 5
    hook.on_new_batch("unknown", cluster, 0)


@only_3
def test_sticky_changes_with_time_where_the_client_tells_of_no_batch() -> None:
    hook = kafka_python.partitioner("java:round_robin", unkeyed="sticky")
    producer = Producer(Cluster(orders=1000), hook)
    started = producer.partition("orders", b"user-3")
    until = time.monotonic() + 10
    while producer.partition("orders", b"user-3") == started:
        assert time.monotonic() < until


@only_3
def test_wrong_objects_are_refused_with_the_right_one() -> None:
    cluster = Cluster(orders=6)
    for wrong, message in (
        (aiokafka.partitioner(), "takes copartition.kafka_python.partitioner"),
        (kafka_python.partitioner, "must be what copartition.kafka_python.partitioner"),
        (kafka_python.Partitioner, "must be what copartition.kafka_python.partitioner"),
    ):
        with pytest.warns(DeprecationWarning), pytest.raises(TypeError, match=message):
            Producer(cluster, wrong).partition("orders", b"user-3")


@pytest.mark.skipif(IS_3, reason="kafka-python 3 does not ask so")
def test_a_class_in_place_of_a_partitioner_is_refused_with_the_right_one() -> None:
    for wrong in (kafka_python.partitioner, kafka_python.Partitioner):
        with pytest.raises(TypeError, match="must be what copartition.kafka_python.partitioner"):
            Producer(Cluster(orders=6), wrong).partition("orders", b"user-3")


def test_error_comes_from_the_partitioner_in_the_clients_call() -> None:
    producer = Producer(Cluster(orders=6), kafka_python.partitioner(unkeyed="error"))
    assert producer.partition("orders", b"user-3") == 5
    with pytest.raises(copartition.Error, match="java leaves a record without a key unkeyed"):
        producer.partition("orders", None)


def test_error_is_raised_by_send_itself() -> None:
    # The client's own, as far as a record comes that gets no partition.
    producer = object.__new__(kafka.KafkaProducer)
    hook = kafka_python.partitioner(unkeyed="error")
    settings = {"partitioner": hook, "api_version": (2, 0)}
    producer.config = kafka.KafkaProducer.DEFAULT_CONFIG | settings
    producer._metadata = Cluster(orders=6)
    producer._sender = SimpleNamespace(add_topic=lambda topic: None)
    producer._closed = False
    with pytest.raises(copartition.Error, match="java leaves a record without a key unkeyed"):
        producer.send("orders", b"value")
    producer._closed = True
