"""The producers of `copartition.confluent`, with the broker that librdkafka has for tests."""

import gc
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import confluent_kafka
import pytest
from confluent_kafka import KafkaError, KafkaException, Message
from confluent_kafka.serialization import IntegerSerializer, StringSerializer

import copartition
from copartition import confluent

VECTORS = Path(__file__).parents[2] / "tests/vectors"
# Each topic of the broker inside has so many partitions.
PARTITIONS = 4
MOCK = {"bootstrap.servers": "none", "test.mock.num.brokers": 1, "log_level": 0}
AWAY = {
    "bootstrap.servers": "127.0.0.1:1",
    "log_level": 0,
    "topic.metadata.propagation.max.ms": 200,
}
# user-1 to user-6 are on partitions 2 2 5 1 4 5 of 12, whose remainders by 4 are these.
USERS = {f"user-{n}".encode(): partition for n, partition in enumerate((0, 0, 3, 3, 2, 1), 1)}


class Delivered:
    """A delivery callback that keeps what it is told."""

    def __init__(self) -> None:
        self.partitions: list[tuple[bytes | None, int | None]] = []
        self.errors: list[KafkaError] = []

    def __call__(self, error: KafkaError | None, message: Message) -> None:
        if error is not None:
            self.errors.append(error)
        self.partitions.append((message.key(), message.partition()))

    def of(self, producer: confluent_kafka.Producer) -> list[tuple[bytes | None, int | None]]:
        assert producer.flush(30) == 0
        assert self.errors == []
        return self.partitions


class Told(confluent.Producer):
    """A producer that is told the partition counts of its topics, the last one again and again."""

    def __init__(self, *counts: int | KafkaError, **more: Any) -> None:
        self.told = list(counts)
        self.asked = 0
        super().__init__(MOCK | more.pop("conf", {}), **more)

    def list_topics(self, topic: str | None = None, timeout: float = -1) -> Any:
        assert topic is not None
        assert 0 < timeout <= 60
        self.asked += 1
        told = self.told.pop(0) if len(self.told) > 1 else self.told[0]
        if isinstance(told, KafkaError):
            found = SimpleNamespace(error=told, partitions={})
        else:
            found = SimpleNamespace(error=None, partitions=dict.fromkeys(range(told)))
        return SimpleNamespace(topics={topic: found})


def test_each_way_to_write_a_call_is_the_clients_own() -> None:
    producer = confluent.Producer(MOCK)
    delivered = Delivered()
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        (("orders", b"value", b"user-3"), {"on_delivery": delivered}),
        (("orders", "value", "user-3"), {"callback": delivered}),
        (("orders", None, b"user-3", -1), {"on_delivery": delivered}),
        (("orders", None, b"user-3", -1, delivered), {}),
        (("orders", None, b"user-3", -1, delivered, None, 1_700_000_000_000), {}),
        (("orders", None, b"user-3", -1, delivered, None, 0, [("a", b"b")]), {}),
        (("orders",), {"key": b"user-3", "value": b"value", "callback": delivered}),
        ((), {"topic": "orders", "key": "user-3", "on_delivery": delivered, "headers": {"a": "b"}}),
        (("orders",), {"key": b"user-3", "partition": -1, "callback": delivered, "timestamp": 1}),
    ]
    for arguments, named in calls:
        assert producer.produce(*arguments, **named) is None  # type: ignore[func-returns-value]
    assert delivered.of(producer) == [(b"user-3", USERS[b"user-3"])] * len(calls)


def test_an_explicit_partition_is_taken_as_it_is() -> None:
    producer = confluent.Producer(MOCK)
    delivered = Delivered()
    producer.produce("orders", None, b"user-3", 1, delivered)
    producer.produce("orders", key=b"user-3", partition=1, on_delivery=delivered)
    producer.produce("orders", partition=2, on_delivery=delivered)
    assert Counter(delivered.of(producer)) == {(b"user-3", 1): 2, (None, 2): 1}
    with pytest.raises(KafkaException) as caught:
        producer.produce("orders", key=b"user-3", partition=PARTITIONS)
    assert caught.value.args[0].code() == KafkaError._UNKNOWN_PARTITION


def test_a_wrong_call_is_the_clients_own_error() -> None:
    theirs, ours = confluent_kafka.Producer(MOCK), confluent.Producer(MOCK)
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
        ((), {}),
        ((), {"value": b"value"}),
        (("orders", b"value"), {"value": b"value", "partition": 0}),
        (("orders",), {"partitions": 1}),
        (("orders",), {"partition": "1"}),
        (("orders", 42), {"partition": 1}),
        (("orders", b"value"), {"timestamp": "now"}),
        ((42, b"value"), {}),
        (("orders", b"v", b"k", 1, None, None, 0, None, 9), {}),
    ]
    for arguments, named in calls:
        with pytest.raises(TypeError) as wanted:
            theirs.produce(*arguments, **named)
        with pytest.raises(TypeError) as caught:
            ours.produce(*arguments, **named)
        assert type(caught.value) is type(wanted.value), (arguments, named)
    assert len(ours) == 0
    for key in (42, ["user-3"]):
        with pytest.raises(TypeError):
            ours.produce("orders", b"value", key)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "partitioner",
    ["java", "librdkafka:consistent_random", "sarama:hash", "kafkajs@1", "platformatic"],
)
def test_every_key_is_placed_as_its_client_places_it(
    partitioner: str, cases: Counter[str]
) -> None:
    producer = confluent.Producer(MOCK, partitioner=partitioner)
    delivered = Delivered()
    expected = dict(answers(partitioner))
    for key in expected:
        producer.produce("orders", b"value", key, on_delivery=delivered)
    placed = dict(delivered.of(producer))
    assert len(placed) == len(expected) >= 90
    for key, partition in expected.items():
        assert placed[key] == partition if partition is not None else placed[key] in range(4)
    cases["placements of drop-ins"] += len(placed)


def answers(partitioner: str) -> Iterator[tuple[bytes | None, int | None]]:
    """Yields each key and its partition of 12, as its remainder by 4."""
    for path in VECTORS.glob("*.json"):
        vectors = json.loads(path.read_bytes())
        if "partitions" in vectors and partitioner in vectors["sources"]:
            of_12 = vectors["partitions"].index(12)
            for row in vectors["rows"]:
                key = None if row["key"] is None else bytes.fromhex(row["key"])
                if partitioner in row:
                    placed = row[partitioner][of_12]
                    yield key, None if placed is None else placed % PARTITIONS


def test_a_record_without_a_key_is_left_to_librdkafka_and_asks_for_no_count() -> None:
    producer = Told(KafkaError(KafkaError._FAIL))
    delivered = Delivered()
    for _ in range(100):
        producer.produce("orders", b"value", on_delivery=delivered)
    assert {partition for _, partition in delivered.of(producer)} <= set(range(PARTITIONS))
    assert producer.asked == 0


def test_a_key_that_the_partitioner_leaves_never_comes_to_librdkafkas_own() -> None:
    for partitioner, key in (("librdkafka", b""), ("java:round_robin", b"user-3")):
        producer = confluent.Producer(MOCK, partitioner=partitioner)
        delivered = Delivered()
        for _ in range(400):
            producer.produce("orders", b"value", key, on_delivery=delivered)
        drawn = Counter(partition for _, partition in delivered.of(producer))
        assert drawn.keys() == {0, 1, 2, 3}
        assert min(drawn.values()) > 50


def test_round_robin_takes_turns_and_each_topic_has_its_own() -> None:
    producer = confluent.Producer(MOCK, unkeyed="round_robin")
    for topic in ("orders", "payments"):
        delivered = Delivered()
        for _ in range(40):
            producer.produce(topic, b"value", on_delivery=delivered)
        placed = Counter(partition for _, partition in delivered.of(producer))
        assert placed == dict.fromkeys(range(PARTITIONS), 10)


def test_sticky_keeps_a_partition_for_ten_milliseconds() -> None:
    producer = confluent.Producer(MOCK, unkeyed="sticky")
    placed: dict[int, int | None] = {}
    started = time.monotonic()
    for number in range(4000):

        def keep(error: KafkaError | None, message: Message, number: int = number) -> None:
            placed[number] = message.partition()

        producer.produce("orders", b"value", on_delivery=keep)
        if number % 200 == 0:
            time.sleep(0.011)
    milliseconds = (time.monotonic() - started) * 1_000
    assert producer.flush(30) == 0
    in_turn = [placed[number] for number in range(4000)]
    changes = sum(one != next_one for one, next_one in zip(in_turn, in_turn[1:], strict=False))
    assert 1 <= changes <= milliseconds / 10 + 1


def test_error_refuses_a_record_without_a_key() -> None:
    producer = confluent.Producer(MOCK, unkeyed="error")
    with pytest.raises(copartition.Error) as caught:
        producer.produce("orders", b"value")
    assert caught.value.code == "unkeyed"
    assert len(producer) == 0


def test_the_count_is_asked_for_once_a_topic_and_followed_when_it_grows() -> None:
    producer = Told(2, 4, conf={"topic.metadata.refresh.interval.ms": 200})
    delivered = Delivered()
    for _ in range(20):
        producer.produce("orders", b"value", b"user-3", on_delivery=delivered)
    assert producer.asked == 1
    time.sleep(0.25)
    for _ in range(20):
        producer.produce("orders", b"value", b"user-3", on_delivery=delivered)
    assert producer.asked == 2
    placed = Counter(partition for _, partition in delivered.of(producer))
    assert placed == {USERS[b"user-3"] % 2: 20, USERS[b"user-3"]: 20}


def test_a_refresh_that_brings_nothing_keeps_the_count_and_waits_for_the_next() -> None:
    away = KafkaError(KafkaError._TRANSPORT)
    producer = Told(4, away, conf={"topic.metadata.refresh.interval.ms": 1})
    delivered = Delivered()
    for _ in range(20):
        producer.produce("orders", b"value", b"user-3", on_delivery=delivered)
        time.sleep(0.005)
    assert producer.asked == 2
    assert delivered.of(producer) == [(b"user-3", USERS[b"user-3"])] * 20


def test_a_topic_that_has_fewer_partitions_than_were_known_is_asked_for_at_once() -> None:
    producer = Told(12, 4)
    delivered = Delivered()
    # So that librdkafka knows the topic, and refuses at once.
    producer.produce("orders", b"value", partition=0)
    producer.flush(30)
    for key in USERS:
        producer.produce("orders", b"value", key, on_delivery=delivered)
    assert dict(delivered.of(producer)) == USERS
    assert producer.asked == 2


def test_a_batch_for_a_topic_that_has_fewer_partitions_is_placed_once_more() -> None:
    producer = Told(50, 4)
    delivered = Delivered()
    # So that librdkafka knows the topic, and refuses at once.
    producer.produce("orders", b"value", partition=0)
    producer.flush(30)
    messages: list[dict[str, Any]] = [{"value": b"v", "key": key} for key in USERS]
    before = [dict(message) for message in messages]
    messages.append({"value": b"named", "key": b"user-3", "partition": 9})
    for _ in range(2):
        assert producer.produce_batch("orders", messages, on_delivery=delivered) == len(USERS)
        assert messages[:-1] == before
        assert messages[-1]["_error"].code() == KafkaError._UNKNOWN_PARTITION
    assert Counter(delivered.of(producer)) == dict.fromkeys(USERS.items(), 2)
    assert producer.asked == 2

    # No record of the second call is sent twice for the error that it has of the first.
    named = messages[-1] | {"partition": -1}
    assert producer.produce_batch("orders", [named], on_delivery=Delivered()) == 1
    assert "_error" not in named and producer.asked == 2

    producer = Told(50)
    producer.produce("orders", b"value", partition=0)
    producer.flush(30)
    assert producer.produce_batch("orders", messages[:-1]) == 0
    assert all(it["_error"].code() == KafkaError._UNKNOWN_PARTITION for it in messages)
    assert producer.asked == 2


def test_a_topics_first_record_may_come_while_python_ends() -> None:
    program = f"""
import atexit
from copartition import confluent

def last():
    for topic in ("orders", "payments"):
        producer.produce(topic, b"value", b"user-3", on_delivery=tell)
        assert producer.flush(30) == 0

def tell(error, message):
    print(message.topic(), message.partition(), error, flush=True)

producer = confluent.Producer({MOCK}, partitioner="java")
producer.produce("orders", b"value", b"user-3", on_delivery=tell)
assert producer.flush(30) == 0
atexit.register(last)
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    lies = USERS[b"user-3"]
    said = [f"{topic} {lies} None" for topic in ("orders", "orders", "payments")]
    assert (done.stdout.splitlines(), done.stderr) == (said, "")


def test_a_topic_in_the_making_is_waited_for_and_a_missing_one_only_once() -> None:
    missing = KafkaError(KafkaError.UNKNOWN_TOPIC_OR_PART)
    producer = Told(missing, missing, 4)
    producer.produce("orders", b"value", b"user-3")
    assert producer.asked == 3

    producer = Told(missing, conf={"topic.metadata.propagation.max.ms": 300})
    for waited in (0.3, 0.0, 0.0):
        started = time.monotonic()
        with pytest.raises(KafkaException) as caught:
            producer.produce("orders", b"value", b"user-3")
        assert caught.value.args[0].code() == KafkaError.UNKNOWN_TOPIC_OR_PART
        assert waited <= time.monotonic() - started < waited + 0.25
    assert len(producer) == 0


def test_without_a_broker_a_key_is_the_clients_own_error_and_no_key_waits_in_its_queue() -> None:
    producer = confluent.Producer(AWAY)
    with pytest.raises(KafkaException) as caught:
        producer.produce("orders", b"value", b"user-3")
    assert caught.value.args[0].code() in (KafkaError._TRANSPORT, KafkaError._TIMED_OUT)
    # Beside what librdkafka itself has in its queue.
    before = len(producer)
    for _ in range(50):
        producer.produce("orders", b"value")
    assert len(producer) >= before + 40
    producer.purge()


def test_a_full_queue_is_the_clients_own_error() -> None:
    producer = Told(4, conf={"queue.buffering.max.messages": 10, "linger.ms": 10_000})
    with pytest.raises(BufferError):
        for _ in range(20):
            producer.produce("orders", b"value", b"user-3")
    producer.purge()


def test_a_batch_is_placed_record_by_record_and_its_errors_come_back() -> None:
    producer = confluent.Producer(MOCK)
    delivered = Delivered()
    messages: list[dict[str, Any]] = [{"value": b"v", "key": key} for key in USERS]
    messages += [{"key": "user-3", "partition": 1}, {"value": b"no key"}]
    before = [dict(message) for message in messages]
    assert producer.produce_batch("orders", messages, on_delivery=delivered) == 8
    assert messages == before
    placed = Counter(delivered.of(producer))
    assert sum(count for (key, _), count in placed.items() if key is None) == 1
    explicit = {(b"user-3", 1): 1}
    assert placed == Counter(USERS.items()) + Counter(explicit) + Counter(
        {at: 1 for at in placed if at[0] is None}
    )
    assert producer.produce_batch("orders", messages, 2, on_delivery=Delivered()) == 8
    failing = Told(4, conf={"queue.buffering.max.messages": 1, "linger.ms": 10_000})
    messages = [{"value": b"v", "key": key} for key in USERS]
    failing.produce_batch("orders", messages)
    assert sum("_error" in message for message in messages) >= 1
    failing.purge()


def test_threads_share_one_producer() -> None:
    producer = confluent.Producer(MOCK, unkeyed="round_robin")
    delivered = Delivered()

    def work(thread: int) -> int:
        for number in range(250):
            key = f"user-{number % 6 + 1}"
            producer.produce("orders", b"value", key, on_delivery=delivered)
            producer.produce("orders", b"value", on_delivery=delivered)
            producer.poll(0)
        return 500

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(work, range(8))) == 4000
    placed = delivered.of(producer)
    assert len(placed) == 4000
    assert {(key, partition) for key, partition in placed if key} == set(USERS.items())
    turns = Counter(partition for key, partition in placed if key is None)
    assert turns == dict.fromkeys(range(PARTITIONS), 500)


def test_a_callback_may_produce_to_a_topic_that_is_not_known_yet() -> None:
    producer = confluent.Producer(MOCK)
    delivered = Delivered()

    def answer(error: KafkaError | None, message: Message) -> None:
        producer.produce("answers", b"value", message.key(), on_delivery=delivered)

    for _ in range(5):
        producer.produce("orders", b"value", b"user-3", on_delivery=answer)
    assert delivered.of(producer) == [(b"user-3", USERS[b"user-3"])] * 5


def test_what_a_serializer_writes_decides() -> None:
    conf = {**MOCK, "key.serializer": IntegerSerializer(), "value.serializer": StringSerializer()}
    producer: confluent.SerializingProducer = confluent.SerializingProducer(conf)
    delivered = Delivered()
    keys = range(100)
    for key in keys:
        producer.produce("orders", key, "value", on_delivery=delivered)
    placed = dict(delivered.of(producer))
    written = [copartition.key.int(key) for key in keys]
    expected = {key: copartition.partition(key, PARTITIONS) for key in written}
    assert placed == expected
    assert isinstance(producer, confluent_kafka.SerializingProducer)


def test_a_serializing_producer_speaks_the_partitioner_that_it_is_given() -> None:
    conf = {**MOCK, "key.serializer": StringSerializer()}
    producer: confluent.SerializingProducer = confluent.SerializingProducer(
        conf, partitioner="librdkafka", unkeyed="round_robin"
    )
    delivered = Delivered()
    producer.produce("orders", "user-3", b"value", on_delivery=delivered)
    for _ in range(8):
        producer.produce("orders", None, b"value", on_delivery=delivered)
    placed = delivered.of(producer)
    assert (b"user-3", copartition.partition("user-3", 4, "librdkafka")) in placed
    turns = Counter(partition for key, partition in placed if key is None)
    assert turns == dict.fromkeys(range(PARTITIONS), 2)
    with pytest.raises(copartition.Error, match="unknown partitioner"):
        confluent.SerializingProducer(MOCK, partitioner="jva")


@pytest.mark.parametrize("make", [confluent.Producer, confluent.SerializingProducer])
def test_a_partitioner_in_the_conf_is_refused_with_the_remedy(make: Any) -> None:
    for conf in ({"partitioner": "murmur2"}, {"default.topic.config": {"partitioner": "murmur2"}}):
        with pytest.raises(ValueError, match="conf must be without partitioner, got 'murmur2'"):
            make(MOCK | conf)


def test_a_producer_leaves_nothing_behind() -> None:
    def count() -> int:
        gc.collect()
        return len(gc.get_objects())

    def make() -> None:
        producer = Told(4)
        for _ in range(100):
            producer.produce("orders", value=b"value", key=b"user-3", headers={"a": b"b"})
            with pytest.raises(TypeError):
                producer.produce("orders", b"value", 42)  # type: ignore[arg-type]
        producer.flush(30)

    make()
    before, keys = count(), sys.getrefcount(b"user-3")
    make()
    assert count() - before < 100
    assert abs(sys.getrefcount(b"user-3") - keys) < 10
