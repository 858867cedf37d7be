"""What is a key, what is not, and that each kind of key gives the same bytes."""

import array
import ctypes
import mmap
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import copartition

JAVA = copartition.Partitioner("java", 6)
EVERY_CALL: list[Callable[[Any], object]] = [
    JAVA.partition,
    lambda key: copartition.partition(key, 6),
    JAVA.hash,
    copartition.murmur2,
    copartition.crc32,
    copartition.fnv1a,
    copartition.kafkajs_legacy,
]
PLACING, HASHING = EVERY_CALL[:2], EVERY_CALL[2:]


class Text(str):
    pass


class Bytes(bytes):
    def __bytes__(self) -> bytes:
        return b"another"


def mapped(data: bytes) -> mmap.mmap:
    memory = mmap.mmap(-1, len(data))
    memory[:] = data
    return memory


BYTES_LIKE: dict[str, Callable[[bytes], Any]] = {
    "bytes": bytes,
    "bytes subclass": Bytes,
    "bytearray": bytearray,
    "memoryview": memoryview,
    "slice of a memoryview": lambda data: memoryview(b"<" + data + b">")[1:-1],
    "writable memoryview": lambda data: memoryview(bytearray(data)),
    "memoryview of signed bytes": lambda data: memoryview(data).cast("b"),
    "memoryview of characters": lambda data: memoryview(data).cast("c"),
    "array of B": lambda data: array.array("B", data),
    "array of b": lambda data: array.array("b", data),
    "mmap": mapped,
    "ctypes array": lambda data: (ctypes.c_ubyte * len(data)).from_buffer_copy(data),
    "ctypes string": lambda data: (ctypes.c_char * len(data)).from_buffer_copy(data),
    "numpy uint8": lambda data: np.frombuffer(data, np.uint8),
    "numpy int8": lambda data: np.frombuffer(data, np.int8),
    "numpy bytes": np.bytes_,
}


@pytest.mark.parametrize("make", BYTES_LIKE.values(), ids=BYTES_LIKE)
@pytest.mark.parametrize("length", [1, 3, 6, 40, 1000])
def test_any_bytes_like_object_is_its_bytes(make: Callable[[bytes], Any], length: int) -> None:
    data = bytes((7 * at + 200) % 255 + 1 for at in range(length))
    for call in EVERY_CALL:
        assert call(make(data)) == call(data)


@pytest.mark.parametrize(
    "text", ["", "a", "user-3", "nul\0nul", "naïve", "ключ", "日本語", "🚀", "é" * 500]
)
def test_text_is_its_utf_8(text: str) -> None:
    for given in (text, Text(text), np.str_(text)):
        for call in EVERY_CALL:
            assert call(given) == call(text.encode())


@pytest.mark.parametrize("empty", ["", b"", bytearray(), memoryview(b""), np.zeros(0, np.uint8)])
def test_empty_key_is_hashed_and_no_key_is_not(empty: Any) -> None:
    assert copartition.partition(empty, 12) == 9
    assert copartition.Partitioner("java", 12).partition(empty) == 9
    assert copartition.murmur2(empty) == 275646681
    assert copartition.partition(None, 12) is None
    assert copartition.Partitioner("java", 12).partition(None) is None


@pytest.mark.parametrize("key", ["user-3", b"user-3", bytearray(b"user-3"), Bytes(b"user-3")])
def test_key_is_not_decided_where_the_client_ignores_it(key: Any) -> None:
    assert copartition.Partitioner("kafka-go", 6).partition(key) is None


NO_KEYS: list[tuple[object, str]] = [
    (42, "int"),
    (1.5, "float"),
    (True, "bool"),
    ([117], "list"),
    ((), "tuple"),
    ({}, "dict"),
    (object(), "object"),
    (str, "type"),
    (np.uint8(7), "uint8"),
    (np.int64(7), "int64"),
    (memoryview(b"user-3")[::2], "memoryview that is not one contiguous row of bytes"),
    (memoryview(b"user-3")[::-1], "memoryview that is not one contiguous row of bytes"),
    (memoryview(b"user-3").cast("B", (2, 3)), "memoryview that is not one contiguous row of bytes"),
    (array.array("i", [1]), "array that is not one contiguous row of bytes"),
    (array.array("d", [1.5]), "array that is not one contiguous row of bytes"),
    (np.frombuffer(b"user", np.uint32), "ndarray that is not one contiguous row of bytes"),
    (np.array([b"user-3"]), "ndarray that is not one contiguous row of bytes"),
    (np.array([True]), "ndarray that is not one contiguous row of bytes"),
    (np.zeros((2, 3), np.uint8), "ndarray that is not one contiguous row of bytes"),
    (np.zeros((), np.uint8), "ndarray"),
]


@pytest.mark.parametrize(("key", "got"), NO_KEYS, ids=[got for _, got in NO_KEYS])
def test_anything_else_is_refused_not_guessed(key: object, got: str) -> None:
    for call in PLACING:
        with pytest.raises(copartition.KeyTypeError) as raised:
            call(key)
        assert raised.value.code == "key_type"
        assert str(raised.value) == f"key must be str, a bytes-like object or None, got {got}"
    for call in HASHING:
        with pytest.raises(copartition.KeyTypeError) as raised:
            call(key)
        assert raised.value.code == "key_type"
        assert str(raised.value) == f"key must be str or a bytes-like object, got {got}"


@pytest.mark.parametrize("call", HASHING)
def test_no_key_has_no_hash(call: Callable[[Any], object]) -> None:
    with pytest.raises(copartition.KeyTypeError) as raised:
        call(None)
    assert str(raised.value) == "key must be str or a bytes-like object, got None"


@pytest.mark.parametrize("call", EVERY_CALL)
@pytest.mark.parametrize("text", ["\ud800", Text("key\udfff")])
def test_a_lone_surrogate_stays_pythons_own_error(
    call: Callable[[Any], object], text: str
) -> None:
    with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
        call(text)


@pytest.mark.parametrize("call", EVERY_CALL)
def test_a_released_memoryview_stays_pythons_own_error(call: Callable[[Any], object]) -> None:
    view = memoryview(b"user-3")
    view.release()
    with pytest.raises(ValueError, match="released memoryview"):
        call(view)


def test_a_buffer_is_released_after_the_call() -> None:
    key = bytearray(b"user-3")
    for call in EVERY_CALL:
        call(key)
    key.extend(b"0")  # raises BufferError while a buffer is held
    for call in PLACING:
        with pytest.raises(copartition.KeyTypeError):
            call(memoryview(key)[::2])
    key.extend(b"0")
