"""What the drop-in partitioners of all Python clients have in common."""

import copy
import json
import multiprocessing
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any, TypeAlias

import pytest

import copartition
from copartition import aiokafka, kafka_python
from copartition._native import DropIn

VECTORS = Path(__file__).parents[2] / "tests/vectors"
HOOKS: dict[str, Callable[..., DropIn]] = {
    "kafka_python": kafka_python.partitioner,
    "aiokafka": aiokafka.partitioner,
}
THREADS = 8
RECORDS = 750

Make: TypeAlias = Callable[..., DropIn]
make_each = pytest.mark.parametrize("make", HOOKS.values(), ids=HOOKS.keys())


def place(hook: DropIn, key: bytes | None, partitions: int) -> int | str:
    try:
        return hook(key, range(partitions), range(partitions))
    except copartition.Error as error:
        return error.code


@make_each
def test_every_key_is_placed_as_its_client_places_it(make: Make, cases: Counter[str]) -> None:
    ran = partitioners = 0
    for path in VECTORS.glob("*.json"):
        vectors: dict[str, Any] = json.loads(path.read_bytes())
        if "partitions" not in vectors:
            continue
        for name in vectors["sources"]:
            hook = make(name, unkeyed="error")
            partitioners += 1
            for row in vectors["rows"]:
                key = None if row["key"] is None else bytes.fromhex(row["key"])
                for n, expected in zip(vectors["partitions"], row.get(name, ()), strict=False):
                    wanted = "unkeyed" if expected is None else expected
                    assert place(hook, key, n) == wanted, (name, n, row["key"])
                    ran += 1
    assert partitioners >= 60
    assert ran >= 90 * partitioners
    cases["placements of drop-ins"] += ran


@make_each
@pytest.mark.parametrize(
    ("partitioner", "unkeyed", "message", "code"),
    [
        (
            "murmur3_random",
            "client",
            'unknown partitioner "murmur3_random", nearest names: ',
            "unknown_partitioner",
        ),
        (
            "java",
            "random",
            'unkeyed must be client, round_robin, sticky or error, got "random"',
            "unknown_unkeyed",
        ),
    ],
)
def test_an_unknown_name_is_refused_when_the_producer_is_made(
    make: Make, partitioner: str, unkeyed: str, message: str, code: str
) -> None:
    with pytest.raises(copartition.Error) as caught:
        make(partitioner, unkeyed=unkeyed)
    assert str(caught.value).startswith(message)
    assert caught.value.code == code


@make_each
def test_a_name_that_is_no_text_is_a_type_error(make: Make) -> None:
    for arguments, wanted in (
        ({"partitioner": 6}, "partitioner must be str, got int"),
        ({"unkeyed": None}, "unkeyed must be str, got None"),
    ):
        with pytest.raises(TypeError, match=wanted):
            make(**arguments)


@make_each
def test_error_names_the_record_that_may_not_be(make: Make) -> None:
    strict = make("librdkafka:consistent_random", unkeyed="error")
    assert place(strict, b"user-3", 6) == 0
    for key, what in ((None, "a record without a key"), (b"", "an empty key")):
        with pytest.raises(copartition.Error) as caught:
            strict(key, range(6), ())
        name = "librdkafka:consistent_random"
        assert str(caught.value) == f"{name} leaves {what} unkeyed, and unkeyed is error"


@make_each
def test_client_draws_among_the_available_and_never_by_the_key(make: Make) -> None:
    # An empty key, and every key of java:round_robin, must not come to the client's own hash.
    for name, key in (("librdkafka", b""), ("java:round_robin", b"user-3"), ("java", None)):
        hook = make(name)
        drawn = Counter(hook(key, [0, 1, 2, 3, 4, 5], [1, 3]) for _ in range(400))
        assert drawn.keys() == {1, 3}
        assert min(drawn.values()) > 100
        drawn = Counter(hook(key, [0, 1, 2], []) for _ in range(600))
        assert drawn.keys() == {0, 1, 2}


@make_each
def test_round_robin_takes_the_available_in_turn(make: Make) -> None:
    hook = make("java", unkeyed="round_robin")
    turns = [hook(None, [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5]) for _ in range(12)]
    assert turns == [(turns[0] + number) % 6 for number in range(12)]
    assert Counter(hook(None, [0, 1, 2, 3, 4, 5], [2, 4]) for _ in range(10)) == {2: 5, 4: 5}
    starts = {make("java", unkeyed="round_robin")(None, range(6), ()) for _ in range(100)}
    assert starts == set(range(6))


@make_each
def test_an_available_partition_that_the_list_of_all_does_not_have_yet_is_left_out(
    make: Make,
) -> None:
    for unkeyed in ("round_robin", "sticky"):
        hook = make("java", unkeyed=unkeyed)
        assert {hook(None, [0, 1], [1, 2, 3]) for _ in range(50)} == {1}


@make_each
def test_sticky_keeps_a_partition_for_a_while_and_leaves_one_without_a_leader(make: Make) -> None:
    hook = make("java", unkeyed="sticky")
    kept = [hook(None, range(1000), range(1000)) for _ in range(2000)]
    assert len(set(kept)) < 200
    sticky = hook(None, range(2), range(2))
    assert hook(None, range(2), [1 - sticky]) == 1 - sticky


@make_each
def test_threads_share_one_round_robin_without_losing_a_turn(make: Make) -> None:
    hook = make("java", unkeyed="round_robin")
    together = Barrier(THREADS)
    everything = list(range(6))

    def work(_: int) -> Counter[int]:
        together.wait()
        placed: Counter[int] = Counter()
        for _ in range(RECORDS):
            assert hook(b"user-3", everything, everything) == 5
            placed[hook(None, everything, everything)] += 1
        return placed

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            placed = sum(pool.map(work, range(THREADS)), Counter[int]())
    finally:
        sys.setswitchinterval(interval)
    assert placed == dict.fromkeys(range(6), THREADS * RECORDS // 6)


@make_each
def test_a_copy_has_the_same_names_and_starts_anew(make: Make) -> None:
    hook = make("confluent-kafka", unkeyed="round_robin")
    protocols = range(2, pickle.HIGHEST_PROTOCOL + 1)
    copies: list[DropIn] = [
        copy.copy(hook),
        copy.deepcopy(hook),
        *(pickle.loads(pickle.dumps(hook, protocol)) for protocol in protocols),
    ]
    for again in copies:
        assert type(again) is type(hook)
        assert repr(again) == (
            "partitioner('librdkafka:consistent_random', unkeyed='round_robin')"
        )
        assert again(b"user-3", range(6), ()) == 0
        assert again(None, range(6), ()) in range(6)


@make_each
def test_workers_of_other_processes_place_the_same(make: Make) -> None:
    hook = make("java")
    keys = [f"user-{number}".encode() for number in range(1, 7)]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        partitions = list(pool.map(hook, keys, [range(6)] * 6, [()] * 6))
    assert partitions == [2, 2, 5, 1, 4, 5]


@make_each
def test_keys_that_are_text_or_a_buffer_are_their_bytes_and_others_are_refused(make: Make) -> None:
    hook = make("java")
    for key in ("user-3", bytearray(b"user-3"), memoryview(b"user-3")):
        assert hook(key, range(6), ()) == 5
    with pytest.raises(copartition.KeyTypeError):
        hook(42, range(6), ())  # type: ignore[arg-type]
    with pytest.raises(copartition.Error, match="partition count must be"):
        hook(b"user-3", (), ())


@make_each
def test_the_function_itself_is_no_partitioner(make: Make) -> None:
    with pytest.raises(TypeError, match="must be what copartition.* returns, got itself"):
        make(b"user-3", [0, 1], [0, 1])


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_package_imports_no_client() -> None:
    clients = {"kafka", "aiokafka", "confluent_kafka"}
    program = f"import copartition, sys; print({clients} & set(sys.modules))"
    assert run(program) == "set()\n"


@pytest.mark.parametrize(
    ("module", "client", "package"),
    [
        ("kafka_python", "kafka", "kafka-python"),
        ("aiokafka", "aiokafka", "aiokafka"),
        ("confluent", "confluent_kafka", "confluent-kafka"),
    ],
)
def test_a_client_that_is_not_installed_is_named(module: str, client: str, package: str) -> None:
    program = f"""
import sys
sys.modules['{client}'] = None
try:
    import copartition.{module}
except ImportError as error:
    print(error)
"""
    said = run(program)
    assert said.startswith(f"copartition.{module} needs {package}")
    assert said.endswith(f": pip install {package}\n")
