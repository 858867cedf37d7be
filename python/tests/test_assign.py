"""Assigners: what the real classes did, step by step, what is refused, and threads."""

import itertools
import json
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

import copartition
from copartition.assign import RoundRobin, StickyCache, java_partition_order

VECTORS = Path(__file__).parents[2] / "tests/vectors/assigner_traces.json"
TRACES: list[dict[str, Any]] = json.loads(VECTORS.read_bytes())["traces"]

# The core has them, Python has not.
NOT_HERE = {"chunks", "stepping", "java_3_9_2"}


class Topic:
    """The traced topic as its client sees it at the moment."""

    def __init__(self, trace: dict[str, Any]) -> None:
        self.traced = len(trace.get("topics", [None]))
        self.others = trace["total"] - self.traced * trace["n"]
        self.is_java = trace["client"] == "kafka-clients"
        self.cluster(trace["n"], trace["unavailable"])

    def cluster(self, n: int, unavailable: list[int]) -> None:
        self.n, self.unavailable = n, set(unavailable)

    def available(self, name: str) -> list[int]:
        ids = list(range(self.n))
        if self.is_java:
            ids = java_partition_order(name, self.n, self.traced * self.n + self.others)
        return [id for id in ids if id not in self.unavailable]


def replay(trace: dict[str, Any]) -> Iterator[tuple[object, object]]:
    """Does a trace's steps again; gives what was and what is, and at the end the draws left."""
    topic, draws = Topic(trace), iter(trace["draws"])
    step = (of_round_robin if trace["assigner"] == "round_robin" else of_sticky_cache)(trace)
    for operation, *words, result in trace["steps"]:
        if operation == "cluster":
            topic.cluster(*words)
        else:
            yield result, step(operation, words, topic, lambda: next(draws))
    yield [], list(draws)


Step = Callable[[str, list[Any], Topic, Callable[[], int]], object]


def of_round_robin(trace: dict[str, Any]) -> Step:
    make: dict[str, Callable[[], RoundRobin]] = {
        "new": RoundRobin,
        "starting_at": lambda: RoundRobin(trace["counter"]),
        "resetting": lambda: RoundRobin(resetting=True),
        "java_2_4": RoundRobin,
        "java_4_0": RoundRobin,
    }
    assigners: dict[str, RoundRobin] = {}

    def step(operation: str, words: list[Any], topic: Topic, _: Callable[[], int]) -> object:
        if operation == "on_new_batch":
            return None  # these classes do nothing then
        name = words[0] if words else trace["topic"]
        assigner = assigners.setdefault(name, make[trace["kind"]]())
        return assigner.partition(topic.n, topic.available(name))

    return step


def of_sticky_cache(trace: dict[str, Any]) -> Step:
    cache = StickyCache(kafka_python={"java": False, "kafka_python": True}[trace["kind"]])

    def step(operation: str, words: list[Any], topic: Topic, draw: Callable[[], int]) -> object:
        available = topic.available(trace["topic"])
        if operation == "partition":
            return cache.partition(topic.n, available, draw)
        changed = cache.on_new_batch(words[0], topic.n, available, draw)
        # kafka-python's method returns nothing.
        return changed if topic.is_java else None

    return step


@pytest.mark.parametrize("assigner", ["round_robin", "sticky_cache"])
def test_every_trace_is_what_the_real_class_did(assigner: str, cases: Counter[str]) -> None:
    traces = [it for it in TRACES if it["assigner"] == assigner and it["kind"] not in NOT_HERE]
    assert len([it for it in traces if it["client"] == "kafka-clients"]) >= 100
    for trace in traces:
        for at, (was, now) in enumerate(replay(trace)):
            assert now == was, (at, trace)
            cases[f"steps of {assigner}"] += 1


def test_every_order_is_what_java_listed(cases: Counter[str]) -> None:
    orders = [it for it in TRACES if it["assigner"] == "java_partition_order"]
    assert len(orders) >= 100
    for trace in orders:
        order = java_partition_order(trace["topic"], trace["n"], trace["total"])
        assert [id for id in order if id not in trace["unavailable"]] == trace["order"], trace
    cases["partition orders"] += len(orders)


def test_the_total_is_the_topics_own_partitions_by_default() -> None:
    assert java_partition_order("t", 3) == java_partition_order("t", 3, 3) == [1, 0, 2]
    assert java_partition_order("t", 3, total=0) == [1, 0, 2]
    assert java_partition_order("orders", 12, 500) != java_partition_order("orders", 12)


def test_no_list_stands_for_all_and_an_empty_one_for_none() -> None:
    assert [RoundRobin(5).partition(3, available) for available in (None, [], [1])] == [2, 2, 1]
    assert RoundRobin(5).partition(3, (id for id in (2, 0))) == 0
    cache = StickyCache()
    assert cache.partition(3, [], draw=lambda: -1) == (2**31 - 1) % 3
    assert StickyCache().partition(3, [2], draw=lambda: pytest.fail("one needs no draw")) == 2


def test_a_producers_loop_asks_again_when_there_is_no_room() -> None:
    cache, asked = StickyCache(), list[int]()

    def has_room(partition: int) -> bool:
        asked.append(partition)
        return len(asked) > 1

    draws = iter([4, -1, 2])
    assert cache.place(3, has_room, draw=lambda: next(draws)) == 2
    assert cache.place(3, has_room, draw=lambda: next(draws)) == 2
    assert asked == [1, 2]
    assert list(draws) == []


def test_by_default_a_draw_is_pythons_own() -> None:
    random.seed(20261130)
    placed = [StickyCache().partition(1000) for _ in range(20)]
    random.seed(20261130)
    assert placed == [StickyCache().partition(1000) for _ in range(20)]
    assert len(set(placed)) > 10
    random.seed(20261130)
    draws = [random.getrandbits(32) for _ in range(20)]
    assert placed == [(draw & 0x7FFFFFFF) % 1000 for draw in draws]


def test_kafka_pythons_leaves_a_partition_that_is_lost_and_does_not_start_with_a_batch() -> None:
    cache = StickyCache(kafka_python=True)
    assert cache.on_new_batch(0, 3) is None
    assert cache.partition(3, draw=lambda: 1) == 1
    assert cache.partition(3, [0, 2], draw=lambda: 1) == 2


RANGE = "a whole number from"
REFUSED: list[tuple[Callable[[], object], str, str]] = [
    (lambda: RoundRobin(-1), "key_range", f"counter must be {RANGE} 0 to 4294967295, got -1"),
    (lambda: RoundRobin(2**32), "key_range", f"counter must be {RANGE} 0 to 4294967295, got 42"),
    (lambda: RoundRobin().partition(0), "partition_count", "partition count must be"),
    (lambda: RoundRobin().partition(3, [3]), "key_range", f"available partition must be {RANGE} 0"),
    (lambda: StickyCache().partition(3, [-1]), "key_range", f"available partition must be {RANGE}"),
    (lambda: StickyCache().on_new_batch(-1, 3), "key_range", f"prev must be {RANGE} 0 to 2147"),
    (
        lambda: StickyCache().partition(3, draw=lambda: 2**31),
        "key_range",
        f"draw must be {RANGE} -2147483648 to 2147483647, got 2147483648",
    ),
]


@pytest.mark.parametrize(("call", "code", "text"), REFUSED)
def test_a_number_out_of_range_is_an_error(
    call: Callable[[], object], code: str, text: str
) -> None:
    with pytest.raises(copartition.Error) as raised:
        call()
    assert raised.value.code == code
    assert str(raised.value).startswith(text)


WRONG_TYPES: list[tuple[Callable[[Any], object], Any]] = [
    (RoundRobin, None),
    (RoundRobin, True),
    (RoundRobin().partition, 3.0),
    (lambda ids: RoundRobin().partition(3, ids), 1),
    (lambda ids: RoundRobin().partition(3, ids), ["1"]),
    (lambda draw: StickyCache().partition(3, draw=lambda: draw), 1.5),
    (lambda draw: StickyCache().partition(3, draw=lambda: draw), None),
    (lambda draw: StickyCache().partition(3, draw=draw), 1),
    (lambda has_room: StickyCache().place(3, has_room), True),
    (lambda total: java_partition_order("t", 3, total), "3"),
]


@pytest.mark.parametrize(("call", "value"), WRONG_TYPES)
def test_what_is_of_another_type_is_a_type_error(call: Callable[[Any], object], value: Any) -> None:
    with pytest.raises(TypeError):
        call(value)


def test_a_topic_is_text() -> None:
    with pytest.raises(copartition.KeyTypeError) as raised:
        java_partition_order(b"t", 3)  # type: ignore[arg-type]
    assert str(raised.value) == "topic must be str, got bytes"
    assert java_partition_order("t", 3, 0) == java_partition_order("t", 3)


def test_a_resetting_round_robin_may_start_elsewhere() -> None:
    resetting = RoundRobin(4, resetting=True)
    assert [resetting.partition(n) for n in (5, 5, 5, 1)] == [4, 0, 1, 0]


def test_a_partition_that_is_listed_twice_and_alone_stays() -> None:
    cache = StickyCache()
    assert cache.partition(3, [1, 1]) == 1
    assert cache.on_new_batch(1, 3, [1, 1]) == 1


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timer")
def test_a_draw_that_never_ends_can_be_interrupted() -> None:
    class Interrupted(Exception):
        pass

    def interrupt(*_: object) -> None:
        raise Interrupted

    cache = StickyCache()
    assert cache.partition(3, draw=lambda: 1) == 1
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Interrupted):
            # No bytecode runs, where Python itself would look for signals.
            cache.on_new_batch(1, 3, draw=itertools.repeat(1).__next__)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert cache.partition(3) == 1


def test_nothing_changes_when_a_draw_or_the_room_raises() -> None:
    def fail(*_: int) -> int:
        raise RuntimeError("broken")

    cache = StickyCache()
    for calls in range(1, 4):
        with pytest.raises(RuntimeError, match="broken"):
            cache.partition(6, draw=fail)
        with pytest.raises(RuntimeError, match="broken"):
            cache.place(6, fail, draw=lambda: 5)
        assert StickyCache().partition(6, draw=lambda: calls) == calls
    assert cache.partition(6, draw=lambda: 3) == 3
    with pytest.raises(RuntimeError, match="broken"):
        cache.on_new_batch(3, 6, draw=fail)
    assert cache.partition(6) == 3


def test_a_draw_that_asks_the_same_cache_gets_an_answer_and_its_choice_stands() -> None:
    cache = StickyCache()
    assert cache.partition(6, draw=lambda: 1 + cache.partition(6, draw=lambda: 4)) == 4

    def draw() -> int:
        cache.on_new_batch(4, 6, draw=lambda: 2)
        return 3

    assert cache.on_new_batch(4, 6, draw=draw) == 2


THREADS = 8


@pytest.fixture
def switching() -> Iterator[None]:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("switching")
def test_threads_that_share_a_round_robin_take_every_turn_once() -> None:
    shared, together = RoundRobin(), Barrier(THREADS)

    def work(_: int) -> list[int]:
        together.wait()
        return [shared.partition(1_000_000) for _ in range(5000)]

    with ThreadPoolExecutor(THREADS) as pool:
        placed = [id for ids in pool.map(work, range(THREADS)) for id in ids]
    assert sorted(placed) == list(range(THREADS * 5000))


@pytest.mark.usefixtures("switching")
def test_threads_that_share_a_sticky_cache_change_it_once_a_batch() -> None:
    together = Barrier(THREADS)
    caches = [StickyCache() for _ in range(500)]

    def draw() -> int:
        return random.getrandbits(31)

    def work(_: int) -> list[tuple[int, int | None]]:
        together.wait()
        seen = []
        for cache in caches:
            first = cache.partition(1000, draw=draw)
            seen.append((first, cache.on_new_batch(first, 1000, draw=draw)))
        return seen

    with ThreadPoolExecutor(THREADS) as pool:
        by_thread = list(pool.map(work, range(THREADS)))
    for cache, seen in zip(caches, zip(*by_thread, strict=True), strict=True):
        # One that comes late finds the second partition, and opens a batch there.
        assert all(first != changed for first, changed in seen)
        partitions = {id for pair in seen for id in pair}
        assert cache.partition(1000) in partitions
        assert len(partitions) <= 1 + THREADS
