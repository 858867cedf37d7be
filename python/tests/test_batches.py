"""Batches of Python's own objects and of NumPy's arrays, against the real clients' answers."""

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

import copartition

CASES = json.loads((Path(__file__).parents[2] / "tests/batches/cases.json").read_bytes())["cases"]

Keys = list[bytes | None]


def as_text(keys: Keys) -> list[str | None] | None:
    try:
        return [None if key is None else key.decode() for key in keys]
    except UnicodeDecodeError:
        return None


def as_objects(keys: Keys) -> "np.ndarray[Any, Any]":
    array = np.empty(len(keys), object)
    array[:] = keys
    return array


def as_width(keys: Keys) -> "np.ndarray[Any, Any] | None":
    widths = {None if key is None else len(key) for key in keys}
    if len(widths) != 1 or not widths <= set(range(1, 100)):
        return None
    return np.array(keys, f"V{widths.pop()}")


def as_strings(keys: Keys) -> "np.ndarray[Any, Any] | None":
    texts = as_text(keys)
    return None if texts is None else np.array(texts, np.dtypes.StringDType(na_object=None))


def mixed(keys: Keys) -> list[Any]:
    """Every type that a key may have, one after the other."""
    types: list[Callable[[bytes], Any]] = [bytes, bytearray, memoryview, np.bytes_]
    return [
        # NumPy's scalar drops zeros at the end, as its arrays do.
        key if key is None or key.endswith(b"\0") else types[row % 4](key)
        for row, key in enumerate(keys)
    ]


FORMS: dict[str, Callable[[Keys], Any]] = {
    "a list": list,
    "a tuple": tuple,
    "a generator": lambda keys: (key for key in keys),
    "an iterator": iter,
    "texts": as_text,
    "mixed types": mixed,
    "a NumPy array of objects": as_objects,
    "every other object": lambda keys: as_objects([it for key in keys for it in (key, b"?")])[::2],
    "a NumPy array of one width": as_width,
    "a NumPy array of strings": as_strings,
}


@pytest.mark.parametrize("form", FORMS)
def test_every_batch_is_placed_as_the_client_does(form: str, cases: Counter[str]) -> None:
    ran = 0
    for case in CASES:
        keys = [None if key is None else bytes.fromhex(key) for key in case["keys"]]
        if FORMS[form](keys) is None:
            continue
        partitioner = copartition.Partitioner(case["partitioner"], case["partitions"])
        is_numpy = isinstance(FORMS[form](keys), np.ndarray)
        if "refused" in case:
            for ask in (partitioner.partition_batch, partitioner.count_batch):
                with pytest.raises(copartition.Error) as refused:
                    ask(FORMS[form](keys))
                assert refused.value.code == "refused"
                assert str(refused.value).endswith(f", key {case['refused']} of the batch")
        else:
            expected = case["expected"]
            placed = partitioner.partition_batch(FORMS[form](keys))
            if is_numpy:
                assert placed.dtype == np.int32
                assert placed.tolist() == [-1 if it is None else it for it in expected]
            else:
                assert placed == expected, case["name"]
            if case["partitions"] <= 1000:
                counts = Counter(expected)
                unkeyed = counts.pop(None, 0)
                every = [counts[partition] for partition in range(case["partitions"])]
                assert partitioner.count_batch(FORMS[form](keys)) == (every, unkeyed)
        if "hashes" in case and is_numpy and None in keys:
            row = keys.index(None)
            with pytest.raises(copartition.KeyTypeError, match=rf"keys\[{row}\].*got None"):
                partitioner.hash_batch(FORMS[form](keys))
        elif "hashes" in case:
            hashes = partitioner.hash_batch(FORMS[form](keys))
            assert list(hashes) == case["hashes"], case["name"]
            assert not is_numpy or hashes.dtype == np.uint32
        ran += 1
    assert ran >= (3 if form == "a NumPy array of one width" else 8)
    cases["batches"] += ran


def test_a_batch_equals_the_single_calls_whatever_its_size() -> None:
    draw = random.Random(20261130)
    keys: list[Any] = [draw.randbytes(draw.randrange(40)) for _ in range(5000)]
    keys[::7] = [None] * len(keys[::7])
    keys[3::11] = ["é" * draw.randrange(9) for _ in keys[3::11]]
    for name in ("java", "librdkafka", "sarama", "kafkajs@1", "sha1"):
        partitioner = copartition.Partitioner(name, 1009)
        expected = [partitioner.partition(key) for key in keys]
        for size in (0, 1, 2, 63, 64, 65, 1000, 1023, 1024, 1025, 2048, 5000):
            assert partitioner.partition_batch(keys[:size]) == expected[:size]
            placed = partitioner.partition_batch(as_objects(keys[:size]))
            assert placed.tolist() == [-1 if it is None else it for it in expected[:size]]


NUMBERS = [0, 1, -1, 42, 100, -100]


def test_numbers_may_start_anywhere_in_memory() -> None:
    java = copartition.Partitioner("java", 12)
    numbers = np.arange(40, 60, dtype="i8")
    expected = [java.partition(copartition.key.long(number)) for number in range(40, 60)]
    askew = np.frombuffer(b"?" + numbers.tobytes(), dtype="i8", offset=1)
    assert not askew.flags.aligned
    assert java.partition_batch(askew, key_format="long").tolist() == expected
    counts, unkeyed = java.count_batch(askew, key_format="long")
    assert (sum(counts), unkeyed) == (20, 0)


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", ">i4", ">i8"])
def test_numbers_are_the_bytes_that_their_serializer_writes(dtype: str) -> None:
    java = copartition.Partitioner("java", 1009)
    array = np.array(NUMBERS, dtype)
    for name in ("int", "long", "short"):
        keys = [getattr(copartition.key, name)(number) for number in NUMBERS]
        expected = [java.partition(key) for key in keys]
        assert java.partition_batch(array, key_format=name).tolist() == expected
        assert java.partition_batch(array[::-1], key_format=name).tolist() == expected[::-1]
        assert java.partition_batch(NUMBERS, key_format=name) == expected
        hashes = java.hash_batch(array, key_format=name)
        assert hashes.tolist() == [java.hash(key) for key in keys]
    unsigned = np.array([0, 2**31 - 1], "u8")
    assert java.partition_batch(unsigned, key_format="int").tolist() == [
        java.partition(copartition.key.int(number)) for number in (0, 2**31 - 1)
    ]


def test_a_masked_array_has_no_key_where_it_is_masked() -> None:
    java = copartition.Partitioner("java", 12)
    array = np.ma.array([42, 43, 44], mask=[False, True, False])
    long = copartition.key.long
    assert java.partition_batch(array, key_format="long").tolist() == [
        java.partition(long(42)),
        -1,
        java.partition(long(44)),
    ]


def test_texts_are_the_bytes_that_a_format_says() -> None:
    java = copartition.Partitioner("java", 12)
    assert java.partition_batch(["6b61666b61", None, b""], key_format="hex") == [4, None, 9]
    assert java.partition_batch(["kafka"], key_format="utf8") == [4]
    assert java.partition_batch(["42", 42], key_format="long") == [4, 4]
    width = np.array([b"6b61666b61"], "V10")
    assert java.partition_batch(width, key_format="hex").tolist() == [4]
    with pytest.raises(copartition.KeyTypeError, match="hexadecimal"):
        java.partition_batch(["kafka"], key_format="hex")
    with pytest.raises(copartition.KeyTypeError, match='a 32-bit whole number.*got "2147483648"'):
        java.partition_batch([2**31], key_format="int")
    with pytest.raises(copartition.KeyTypeError, match=f'got "{2**70}"'):
        java.partition_batch([2**70], key_format="long")


REFUSED: dict[str, tuple[Any, str]] = {
    "text": ("kafka", "keys must be an iterable, got str"),
    "bytes": (b"kafka", "keys must be an iterable, got bytes"),
    "a number": (3, "keys must be an iterable, got int"),
    "None": (None, "keys must be an iterable, got None"),
    "a number in a list": (["a", 3], "keys[1] must be str, a bytes-like object or None, got int"),
    "NumPy's bytes": (
        np.array([b"ab"]),
        "dtype |S2, which drops zeros at the end of a key: keys.astype(object) takes those that "
        "are left",
    ),
    "NumPy's floats": (np.array([1.5]), "whole numbers, got dtype float64"),
    "NumPy's truths": (np.array([True]), "whole numbers, got dtype bool"),
    "NumPy's records": (np.array([(1,)], [("a", "i4")]), "got dtype [('a', '<i4')]"),
    "two dimensions": (np.array([["a"]], object), "got 2 dimensions"),
    "no dimension": (np.array("a", object), "got 0 dimensions"),
    "NumPy's numbers": (np.array([1]), "numbers with a key_format of their kind, got whole numbers"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_batch_of_keys_is_refused(what: str) -> None:
    keys, told = REFUSED[what]
    java = copartition.Partitioner("java", 12)
    for ask in (java.partition_batch, java.hash_batch, java.count_batch):
        with pytest.raises(copartition.KeyTypeError) as raised:
            ask(keys)
        assert told in str(raised.value)
        assert raised.value.code == "key_type"


def test_arguments_beside_the_keys_are_checked() -> None:
    java = copartition.Partitioner("java", 12)
    with pytest.raises(copartition.Error, match='key_format must be one of utf8,.*got "Long"') as it:
        java.partition_batch([1], key_format="Long")
    assert it.value.code == "input"
    with pytest.raises(copartition.KeyTypeError, match="key_format must be str, got int"):
        java.partition_batch([1], key_format=3)  # type: ignore[call-overload]
    with pytest.raises(copartition.KeyTypeError, match='got column "k" of list'):
        java.count_batch([b"a"], column="k")
    with pytest.raises(copartition.Error, match="md5 has no 32-bit hash") as it:
        copartition.Partitioner("md5", 12).hash_batch([b"a"])
    assert it.value.code == "no_hash"
    with pytest.raises(UnicodeEncodeError):
        java.partition_batch(["a", "\ud800"])
    with pytest.raises(TypeError):
        java.partition_batch()  # type: ignore[call-overload]


def test_what_an_iterable_raises_comes_through() -> None:
    def failing() -> Iterator[str]:
        yield "a"
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        copartition.Partitioner("java", 12).partition_batch(failing())


def test_an_iterator_is_not_kept_while_it_is_counted() -> None:
    alive, most = 0, 0

    class Key(bytes):
        def __new__(cls) -> "Key":
            nonlocal alive, most
            alive += 1
            most = max(most, alive)
            return super().__new__(cls, b"kafka")

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    counts, unkeyed = copartition.Partitioner("java", 12).count_batch(Key() for _ in range(50_000))
    assert (counts[4], unkeyed, alive) == (50_000, 0, 0)
    assert most < 5_000


def test_a_refused_key_of_a_later_block_has_its_own_number() -> None:
    keys = [b"a"] * 5000 + [None]
    with pytest.raises(copartition.Error, match="key 5000 of the batch"):
        copartition.Partitioner("pykafka:hashing", 12).partition_batch(keys)


def test_a_list_may_change_while_it_is_read() -> None:
    java = copartition.Partitioner("java", 12)
    keys: list[Any] = []

    class Changing:
        def __index__(self) -> int:
            keys.clear()
            return 42

    keys[:] = ["1", Changing(), *map(str, range(5000))]
    placed = java.partition_batch(keys, key_format="long")
    # The block that was being read is still there, and nothing is behind it.
    assert placed == java.partition_batch(["1", 42, *map(str, range(1022))], key_format="long")
    assert keys == []


def test_threads_that_change_a_list_do_no_harm() -> None:
    java = copartition.Partitioner("java", 12)
    keys = [b"key-%d" % number for number in range(20_000)]
    expected = java.partition_batch(keys)
    shared = list(keys)
    done = Event()

    def change() -> int:
        draw, changes = random.Random(1), 0
        while not done.is_set():
            shared[:] = [bytes([*key]) for key in keys[: draw.randrange(20_000)]]
            changes += 1
        return changes

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(2) as pool:
            changing = pool.submit(change)
            for _ in range(200):
                placed = java.partition_batch(shared)
                assert placed == expected[: len(placed)]
            done.set()
            assert changing.result() > 1
    finally:
        done.set()
        sys.setswitchinterval(interval)


def test_neither_numpy_nor_pyarrow_is_needed() -> None:
    program = """
import sys
sys.modules["numpy"] = sys.modules["pyarrow"] = None
import copartition
java = copartition.Partitioner("java", 12)
print(java.partition_batch(["kafka", None]), java.hash_batch([b"21"]), java.count_batch([""])[1])
"""
    command = [sys.executable, "-P", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"[4, None] [{2**32 - 973932308}] 0\n"
