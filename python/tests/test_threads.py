"""One partitioner shared by many threads."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import copartition

THREADS = 8
ROUNDS = 200


def test_threads_that_share_a_partitioner_and_its_keys_all_get_the_same() -> None:
    draw = random.Random(20261129)
    keys: list[str | bytes | bytearray | None] = [None, "", "é" * 9, "日本語"]
    keys += [draw.randbytes(length) for length in range(200)]
    keys += [bytearray(draw.randbytes(length)) for length in range(50)]
    keys += [f"user-{number}" for number in range(200)]
    names = ("java", "librdkafka", "sarama", "kafkajs@1")
    partitioners = [copartition.Partitioner(name, 1009) for name in names]
    expected = [[shared.partition(key) for key in keys] for shared in partitioners]
    together = Barrier(THREADS)

    def work(_: int) -> int:
        together.wait()
        for _ in range(ROUNDS):
            for shared, wanted in zip(partitioners, expected, strict=True):
                assert [shared.partition(key) for key in keys] == wanted
                assert shared == copartition.Partitioner(shared.name, 1009)
        return ROUNDS * len(partitioners) * len(keys)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            ran = sum(pool.map(work, range(THREADS)))
    finally:
        sys.setswitchinterval(interval)
    assert ran == THREADS * ROUNDS * 4 * 454


def test_threads_that_raise_get_their_own_errors() -> None:
    java = copartition.Partitioner("java", 6)

    def work(thread: int) -> int:
        caught = 0
        for number in range(500):
            try:
                java.partition([thread, number])  # type: ignore[arg-type]
            except copartition.KeyTypeError as error:
                caught += error.code == "key_type"
        return caught

    with ThreadPoolExecutor(THREADS) as pool:
        assert sum(pool.map(work, range(THREADS))) == THREADS * 500
