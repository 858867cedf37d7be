"""Arrow columns by the C data interface, made here by ctypes: honest ones of every layout, and lies."""

import ctypes
import json
import random
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import pytest

import copartition

CASES = json.loads((Path(__file__).parents[2] / "tests/batches/cases.json").read_bytes())["cases"]

Key = bytes | None


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE_SCHEMA = ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))
RELEASE_ARRAY = ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))
RELEASE_STREAM = ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))
GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
GET_LAST_ERROR = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Stream))

Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", RELEASE_SCHEMA),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", RELEASE_ARRAY),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", GET_SCHEMA),
    ("get_next", GET_NEXT),
    ("get_last_error", GET_LAST_ERROR),
    ("release", RELEASE_STREAM),
    ("private_data", ctypes.c_void_p),
]

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

RELEASED: Counter[str] = Counter()


def releases(kind: str, type: Any) -> Any:
    def release(given: Any) -> None:
        RELEASED[kind] += 1
        given[0].release = type()

    return type(release)


release_schema = releases("schema", RELEASE_SCHEMA)
release_array = releases("array", RELEASE_ARRAY)
release_stream = releases("stream", RELEASE_STREAM)
# Whoever has the whole releases that alone.
release_part_of_schema = releases("part of a schema", RELEASE_SCHEMA)
release_part_of_array = releases("part of an array", RELEASE_ARRAY)


class Column:
    """One array with its schema, whose fields a test may change before it is given away."""

    def __init__(
        self,
        format: bytes,
        buffers: Sequence[bytes | None],
        length: int,
        *,
        nulls: int = 0,
        offset: int = 0,
        children: Sequence["Column"] = (),
        dictionary: "Column | None" = None,
        name: bytes = b"",
    ) -> None:
        self.parts = (*children, *([dictionary] if dictionary else []))
        for part in self.parts:
            part.schema.release = release_part_of_schema
            part.array.release = release_part_of_array
        self.memory: list[Any] = [None if it is None else ctypes.create_string_buffer(it) for it in buffers]
        self.schema: Any = Schema()
        self.array: Any = Array()
        self.schema.format, self.schema.name, self.schema.flags = format, name, 2
        self.schema.release, self.array.release = release_schema, release_array
        self.array.length, self.array.null_count, self.array.offset = length, nulls, offset
        self.array.n_buffers = len(buffers)
        pointers = [None if it is None else ctypes.addressof(it) for it in self.memory]
        self.array.buffers = (ctypes.c_void_p * len(buffers))(*pointers)
        self.schema.n_children = self.array.n_children = len(children)
        if children:
            schemas = [ctypes.pointer(child.schema) for child in children]
            arrays = [ctypes.pointer(child.array) for child in children]
            self.schema.children = (ctypes.POINTER(Schema) * len(children))(*schemas)
            self.array.children = (ctypes.POINTER(Array) * len(children))(*arrays)
        if dictionary:
            self.schema.dictionary = ctypes.pointer(dictionary.schema)
            self.array.dictionary = ctypes.pointer(dictionary.array)

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return (
            new_capsule(ctypes.addressof(self.schema), b"arrow_schema", None),
            new_capsule(ctypes.addressof(self.array), b"arrow_array", None),
        )


class Chunks:
    """A stream of columns, which fails after them where it is told to."""

    def __init__(self, columns: Iterable[Column], *, schema: Column, fails: str = "") -> None:
        self.left = iter(columns)
        self.columns: list[Column] = []
        self.first = schema
        self.text = ctypes.create_string_buffer(fails.encode())
        self.stream = Stream()
        self.stream.get_schema = GET_SCHEMA(self.get_schema)
        self.stream.get_next = GET_NEXT(self.get_next)
        self.stream.get_last_error = GET_LAST_ERROR(lambda _: ctypes.addressof(self.text))
        self.stream.release = release_stream

    def get_schema(self, _: object, out: Any) -> int:
        move(self.first.schema, out)
        return 0

    def get_next(self, _: object, out: Any) -> int:
        column = next(self.left, None)
        if column is None:
            out[0].release = RELEASE_ARRAY()
            return 5 if self.text.value else 0
        self.columns.append(column)
        move(column.array, out)
        return 0

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return new_capsule(ctypes.addressof(self.stream), b"arrow_array_stream", None)


def move(given: Any, out: Any) -> None:
    ctypes.memmove(out, ctypes.addressof(given), ctypes.sizeof(given))


def bitmap(keys: Sequence[object]) -> bytes:
    bits = sum(1 << row for row, key in enumerate(keys) if key is not None)
    return bits.to_bytes((len(keys) + 7) // 8, "little")


def missing(keys: Sequence[object]) -> int:
    return sum(key is None for key in keys)


def numbers(code: str, values: Iterable[int]) -> bytes:
    values = list(values)
    return struct.pack(f"={len(values)}{code}", *values)


def ends(keys: Sequence[Key], first: int = 0) -> list[int]:
    ends = [first]
    for key in keys:
        ends.append(ends[-1] + len(key or b""))
    return ends


def with_offsets(keys: Sequence[Key], format: bytes = b"z", code: str = "i", **more: Any) -> Column:
    # The bytes start somewhere, and something is behind them.
    offsets = numbers(code, ends(keys, 3))
    data = b"..." + b"".join(key or b"" for key in keys) + b"..."
    return Column(format, [bitmap(keys), offsets, data], len(keys), nulls=missing(keys), **more)


def with_views(keys: Sequence[Key], format: bytes = b"vz") -> Column:
    views, buffers = b"", [b"first", b""]
    for row, key in enumerate(keys):
        if key is None:
            # Arrow leaves open what a missing row holds.
            views += b"\xff" * 16
        elif len(key) <= 12:
            views += numbers("i", [len(key)]) + key.ljust(12, b"\0")
        else:
            which = row % 2
            views += numbers("i", [len(key)]) + key[:4] + numbers("i", [which, len(buffers[which])])
            buffers[which] += key
    lengths = numbers("q", map(len, buffers))
    buffers = [bitmap(keys), views, *buffers, lengths]
    return Column(format, buffers, len(keys), nulls=missing(keys))


def with_width(keys: Sequence[Key]) -> Column | None:
    widths = {len(key) for key in keys if key is not None}
    if len(widths) != 1:
        return None
    [width] = widths
    data = b"".join(key or b"?" * width for key in keys)
    return Column(b"w:%d" % width, [bitmap(keys), data], len(keys), nulls=missing(keys))


def with_indices(keys: Sequence[Key], format: bytes, code: str) -> Column | None:
    values = list(dict.fromkeys(key for key in keys if key is not None))[::-1]
    if len(values) > 127 or not values:
        return None
    # Of a missing row any index is fine.
    least = -1 if code.islower() else 2 ** (8 * struct.calcsize("=" + code)) - 1
    indices = numbers(code, (least if key is None else values.index(key) for key in keys))
    dictionary = with_offsets(values, b"u")
    buffers = [bitmap(keys), indices]
    return Column(format, buffers, len(keys), nulls=missing(keys), dictionary=dictionary)


def of_slice(keys: Sequence[Key]) -> Column:
    longer = [b"before", None, *keys, b"after"]
    column = with_offsets(longer)
    column.array.offset, column.array.length, column.array.null_count = 2, len(keys), -1
    return column


def of_table(keys: Sequence[Key]) -> Column:
    other = with_offsets([b"x"] * (len(keys) + 2), name=b"other")
    # The table's rows start at 1, its column's at 2: at 3 of the buffers.
    child = with_offsets([b"no", b"nor", b"neither", *keys], name=b"key")
    child.array.offset, child.array.length, child.array.null_count = 2, len(keys) + 1, -1
    return Column(b"+s", [None], len(keys), offset=1, children=[other, child])


def of_masked_table(keys: Sequence[Key]) -> Column:
    """The table is missing where every other missing key is, and its column at the others."""
    gaps = [row for row, key in enumerate(keys) if key is None]
    keyed = [b"hidden" if row in gaps[::2] else key for row, key in enumerate(keys)]
    there = [None if row in gaps[::2] else b"" for row in range(len(keys))]
    child = with_offsets(keyed, name=b"key")
    return Column(b"+s", [bitmap(there)], len(keys), nulls=missing(there), children=[child])


def of_parts(keys: Sequence[Key]) -> Chunks:
    cuts = sorted(random.Random(len(keys)).choices(range(len(keys) + 1), k=5))
    parts = zip([0, *cuts], [*cuts, len(keys)], strict=True)
    return Chunks((with_offsets(keys[a:b]) for a, b in parts), schema=with_offsets([]))


def of_table_parts(keys: Sequence[Key]) -> Chunks:
    half = len(keys) // 2
    return Chunks(map(of_table, (keys[:half], keys[half:])), schema=of_table([]))


def of_nothing(keys: Sequence[Key]) -> Column | None:
    return None if any(key is not None for key in keys) else Column(b"n", [], len(keys))


def unaligned(keys: Sequence[Key]) -> Column:
    column = with_offsets(keys, b"Z", "q")
    offsets = ctypes.create_string_buffer(b"!" + column.memory[1].raw)
    column.memory[1] = offsets
    column.array.buffers[1] = ctypes.addressof(offsets) + 1
    return column


LAYOUTS: dict[str, Callable[[Sequence[Key]], Column | Chunks | None]] = {
    "offsets": with_offsets,
    "large offsets": lambda keys: with_offsets(keys, b"Z", "q"),
    "text": lambda keys: with_offsets(keys, b"u"),
    "large text": lambda keys: with_offsets(keys, b"U", "q"),
    "views": with_views,
    "text views": lambda keys: with_views(keys, b"vu"),
    "one width": with_width,
    "nothing": of_nothing,
    "a slice": of_slice,
    "a table": of_table,
    "a masked table": of_masked_table,
    "parts": of_parts,
    "parts of a table": of_table_parts,
    "unaligned offsets": unaligned,
}
for name, (format, code) in {
    "int8": (b"c", "b"),
    "uint8": (b"C", "B"),
    "int16": (b"s", "h"),
    "uint16": (b"S", "H"),
    "int32": (b"i", "i"),
    "uint32": (b"I", "I"),
    "int64": (b"l", "q"),
    "uint64": (b"L", "Q"),
}.items():
    LAYOUTS[f"indices of {name}"] = partial(with_indices, format=format, code=code)


@pytest.fixture
def released() -> Iterator[Counter[str]]:
    RELEASED.clear()
    yield RELEASED


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_batch_is_placed_as_the_client_does(
    layout: str, cases: Counter[str], released: Counter[str]
) -> None:
    ran = 0
    for case in CASES:
        keys = [None if key is None else bytes.fromhex(key) for key in case["keys"]]
        if LAYOUTS[layout](keys) is None:
            continue
        partitioner = copartition.Partitioner(case["partitioner"], case["partitions"])
        column = "key" if layout in ("a table", "parts of a table") else None

        def given() -> Any:
            return LAYOUTS[layout](keys)

        if "refused" in case:
            for ask in (partitioner.partition_batch, partitioner.count_batch):
                with pytest.raises(copartition.Error) as refused:
                    ask(given(), column=column)
                assert refused.value.code == "refused"
                assert str(refused.value).endswith(f", key {case['refused']} of the batch")
        else:
            expected = case["expected"]
            placed = partitioner.partition_batch(given(), column=column)
            assert placed.to_list() == expected, case["name"]
            assert placed.null_count == expected.count(None)
            assert len(placed) == len(expected)
            if case["partitions"] <= 1000:
                counts = Counter(expected)
                unkeyed = counts.pop(None, 0)
                every = [counts[partition] for partition in range(case["partitions"])]
                assert partitioner.count_batch(given(), column=column) == (every, unkeyed)
        if "hashes" in case:
            hashes = partitioner.hash_batch(given(), column=column)
            assert hashes.to_list() == case["hashes"], case["name"]
        ran += 1
    assert ran >= (2 if layout == "nothing" else 7)
    assert released["schema"] >= ran and released["array"] >= ran
    cases["columns"] += ran


def test_what_is_given_is_released_once(released: Counter[str]) -> None:
    java = copartition.Partitioner("java", 12)
    java.partition_batch(with_offsets([b"a"]))
    assert released == {"schema": 1, "array": 1}
    released.clear()
    java.count_batch(of_parts([b"a", b"b"]))
    assert released == {"schema": 1, "stream": 1, "array": 6}
    released.clear()
    with pytest.raises(copartition.KeyTypeError):
        java.partition_batch(Column(b"g", [None, bytes(8)], 1))
    assert released == {"schema": 1, "array": 1}


def test_what_comes_back_is_a_column_like_any_other() -> None:
    java = copartition.Partitioner("java", 12)
    placed = java.partition_batch(with_offsets([b"kafka", None, b""]))
    assert repr(placed) == "<copartition.Column of 3 int32>"
    assert placed.to_list() == [4, None, 9]
    again = java.partition_batch(placed, key_format="int")
    ints = [copartition.key.int(4), None, copartition.key.int(9)]
    assert again.to_list() == java.partition_batch(ints)
    hashes = java.hash_batch(with_offsets([b"kafka", b"21"]))
    assert repr(hashes) == "<copartition.Column of 2 uint32>"
    longs = map(copartition.key.long, hashes.to_list())  # type: ignore[arg-type]
    assert java.partition_batch(hashes, key_format="long").to_list() == [*map(java.partition, longs)]


FORMATS = {
    "c": ("b", -100),
    "C": ("B", 200),
    "s": ("h", -30_000),
    "S": ("H", 60_000),
    "i": ("i", -(2**31)),
    "I": ("I", 2**31 - 1),
    "l": ("q", -(2**31)),
    "L": ("Q", 2**31 - 1),
}


@pytest.mark.parametrize("format", FORMATS)
def test_numbers_are_the_bytes_that_their_serializer_writes(format: str) -> None:
    java = copartition.Partitioner("java", 1009)
    code, extreme = FORMATS[format]
    values = [0, 42, None, 100, extreme]
    rows = numbers(code, (7 if it is None else it for it in values))
    serializers = {"int": copartition.key.int, "long": copartition.key.long}
    if format in "cCs":
        serializers["short"] = copartition.key.short
    for name, serializer in serializers.items():
        column = Column(format.encode(), [bitmap(values), rows], 5, nulls=1)
        placed = java.partition_batch(column, key_format=name)
        keys = [None if it is None else serializer(it) for it in values]
        assert placed.to_list() == [*map(java.partition, keys)], name
    for other in (None, "utf8", "hex", "uuid", "boolean", "json"):
        with pytest.raises(copartition.KeyTypeError, match="got whole numbers"):
            java.partition_batch(Column(format.encode(), [None, rows], 5), key_format=other)


def test_a_number_that_is_too_large_for_its_format_is_refused() -> None:
    java = copartition.Partitioner("java", 12)
    column = Column(b"l", [bitmap([1, None]), numbers("q", [2**31, 2**40])], 2, nulls=1)
    with pytest.raises(copartition.KeyTypeError, match='32-bit whole number.*got "2147483648"'):
        java.partition_batch(column, key_format="int")
    column = Column(b"l", [bitmap([None, 1]), numbers("q", [2**31, 1])], 2, nulls=1)
    placed = java.partition_batch(column, key_format="int")
    assert placed.to_list() == [None, java.partition(copartition.key.int(1))]


def test_texts_are_the_bytes_that_a_format_says() -> None:
    java = copartition.Partitioner("java", 12)
    column = with_offsets([b"6b61666b61", None, b""], b"u")
    assert java.partition_batch(column, key_format="hex").to_list() == [4, None, 9]
    with pytest.raises(copartition.KeyTypeError, match="hexadecimal"):
        java.partition_batch(with_offsets([b"xyz"], b"u"), key_format="hex")


def test_a_table_has_to_say_which_column() -> None:
    java = copartition.Partitioner("java", 12)
    table = "keys must be one column, which column= names in a table, got "
    for column, got in ((None, 'a table of "other", "key"'), ("keys", '"keys" of "other", "key"')):
        with pytest.raises(copartition.KeyTypeError) as raised:
            java.partition_batch(of_table([b"a"]), column=column)
        assert str(raised.value) == table + got
    twice = Column(b"+s", [None], 1, children=[with_offsets([b"a"], name=b"k") for _ in "ab"])
    with pytest.raises(copartition.KeyTypeError, match='"k", which is there twice'):
        java.partition_batch(twice, column="k")
    with pytest.raises(copartition.KeyTypeError, match="a table where column is given"):
        java.partition_batch(with_offsets([b"a"]), column="k")
    alone = Column(b"+s", [None], 1, children=[with_offsets([b"kafka"], name=b"k")])
    assert java.partition_batch(alone).to_list() == [4]


Lie = Callable[[], Any]


def lie(make: Callable[[], Column], **fields: Any) -> Lie:
    """A column whose array says something else."""

    def made() -> Column:
        column = make()
        for name, value in fields.items():
            setattr(column.array, name, value)
        return column

    return made


def keys() -> Column:
    return with_offsets([b"one", None, b"three"])


def views() -> Column:
    return with_views([b"one", None, b"a key of more than twelve bytes"])


def table() -> Column:
    return of_table([b"one", b"two"])


def categories() -> Column:
    column = with_indices([b"one", b"two"], b"i", "i")
    assert column
    return column


def changed(make: Callable[[], Column], change: Callable[[Column], object]) -> Lie:
    def made() -> Column:
        column = make()
        change(column)
        return column

    return made


def offsets_of(*offsets: int, code: str = "i") -> Lie:
    format = b"z" if code == "i" else b"Z"
    data = bytes(16)
    return lambda: Column(format, [None, numbers(code, offsets), data], len(offsets) - 1)


def view_of(*words: int) -> Lie:
    buffers = [None, numbers("i", words), b"sixteen bytes :)", numbers("q", [16])]
    return lambda: Column(b"vz", buffers, 1)


def set_buffer(index: int, address: int | None) -> Callable[[Column], object]:
    return lambda column: column.array.buffers.__setitem__(index, address)


NULL_ARRAYS = ctypes.POINTER(ctypes.POINTER(Array))()
NULL_SCHEMAS = ctypes.POINTER(ctypes.POINTER(Schema))()
NULL_BUFFERS = ctypes.POINTER(ctypes.c_void_p)()

# What is claimed, and a part of the answer.
LIES: dict[str, tuple[Lie, str]] = {
    "offsets that fall": (offsets_of(0, 5, 3, 8), "offset 2 must be from 5 to 8, got 3"),
    "offsets that fall at the end": (offsets_of(0, 5, 8, 3), "offset 1 must be from 0 to 3, got 5"),
    "a negative offset": (offsets_of(-1, 3), "offset 0 must be from 0 to 3, got -1"),
    "a negative end": (offsets_of(0, -3), "offset 1 must be from 0 to 0, got -3"),
    "large offsets that fall": (offsets_of(0, 5, 3, 8, code="q"), "offset 2 must be from 5"),
    "a negative large offset": (offsets_of(-(2**62), 3, code="q"), "offset 0 must be"),
    "an end beyond memory": (offsets_of(0, 2**63 - 1, code="q"), "larger than memory"),
    "a negative length": (lie(keys, length=-1), "cannot have -1 rows from 0"),
    "a negative first row": (lie(keys, offset=-1), "cannot have 3 rows from -1"),
    "a huge length": (lie(keys, length=2**62), "cannot have 4611686018427387904 rows"),
    "a huge first row": (lie(keys, offset=2**63 - 1), "rows from 9223372036854775807"),
    "more rows than memory": (lie(keys, length=2**61 - 1, null_count=0), "larger than memory"),
    "a first row beyond memory": (lie(keys, offset=2**61 - 1, null_count=0), "larger than memory"),
    "more missing rows than rows": (lie(keys, null_count=4), "4 of 3 rows are missing"),
    "fewer than no missing rows": (lie(keys, null_count=-2), "-2 of 3 rows are missing"),
    "missing rows without a bitmap": (changed(keys, set_buffer(0, None)), "buffer 0 "),
    "no offsets": (changed(keys, set_buffer(1, None)), "buffer 1 of the Arrow array is NULL"),
    "no bytes": (changed(keys, set_buffer(2, None)), "buffer 2 of the Arrow array is NULL"),
    "no buffers": (lie(keys, buffers=NULL_BUFFERS), "has no buffer 0"),
    "a buffer less": (lie(keys, n_buffers=2), "cannot have 2 buffers"),
    "a buffer more": (lie(keys, n_buffers=4), "cannot have 4 buffers"),
    "fewer buffers than none": (lie(keys, n_buffers=-1, null_count=0), "has -1 buffers"),
    "another format": (lambda: Column(b"vz", [None, bytes(8)], 1), "cannot have 2 buffers"),
    "numbers with offsets": (lambda: Column(b"l", [None, bytes(8), b""], 1), "3 buffers"),
    "views without lengths": (changed(views, set_buffer(4, None)), "buffer 4 of the Arrow"),
    "views without views": (changed(views, set_buffer(1, None)), "buffer 1 of the Arrow"),
    "views without a buffer": (changed(views, set_buffer(2, None)), "buffer 2 of the Arrow"),
    "a view past its buffer": (view_of(13, 0, 0, 4), "view 0 points outside its buffers"),
    "a view before its buffer": (view_of(13, 0, 0, -1), "view 0 points outside its buffers"),
    "a view into another buffer": (view_of(13, 0, 1, 0), "view 0 points outside its buffers"),
    "a view into no buffer": (view_of(13, 0, -1, 0), "view 0 points outside its buffers"),
    "a view of negative length": (view_of(-1, 0, 0, 0), "view 0 points outside its buffers"),
    "a view of huge length": (view_of(2**31 - 1, 0, 0, 0), "view 0 points outside its buffers"),
    "a buffer of negative length": (
        lambda: Column(b"vz", [None, bytes(16), b"", numbers("q", [-1])], 1),
        "buffer 2 has -1 bytes",
    ),
    "a buffer of huge length": (
        lambda: Column(b"vz", [None, bytes(16), b"", numbers("q", [2**63 - 1])], 1),
        "larger than memory",
    ),
    "too wide keys": (
        lambda: Column(b"w:2147483647", [None, b""], 2**60 - 1),
        "buffer 1 of the Arrow array is larger than memory",
    ),
    "an index past the dictionary": (
        changed(categories, lambda it: ctypes.memmove(it.memory[1], numbers("i", [2]), 4)),
        "2",
    ),
    "a negative index": (
        changed(categories, lambda it: ctypes.memmove(it.memory[1], numbers("i", [-1]), 4)),
        "row 0 has value -1 of the dictionary",
    ),
    "no dictionary": (
        lie(categories, dictionary=ctypes.POINTER(Array)()),
        "the Arrow array has no dictionary",
    ),
    "a dictionary that was released": (
        changed(categories, lambda it: setattr(it.parts[0].array, "release", RELEASE_ARRAY())),
        "a part of the Arrow array was released",
    ),
    "a dictionary of text": (
        changed(categories, lambda it: setattr(it.schema, "format", b"u")),
        "the Arrow dictionary has no whole numbers",
    ),
    "no columns": (lie(table, children=NULL_ARRAYS), "children of the Arrow array are NULL"),
    "a column less": (lie(table, n_children=1), "the Arrow array has 1 of 2 columns"),
    "fewer columns than none": (lie(table, n_children=-1), "the Arrow array has -1 of 2 columns"),
    "more columns than its schema": (lie(table, n_children=2**40), "of 2 columns"),
    "fewer columns in the schema than none": (
        changed(table, lambda it: setattr(it.schema, "n_children", -1)),
        "the Arrow schema has -1 children",
    ),
    "no column": (
        changed(table, lambda it: it.array.children.__setitem__(1, ctypes.POINTER(Array)())),
        "child 1 of the Arrow array is NULL",
    ),
    "a column that was released": (
        changed(table, lambda it: setattr(it.parts[1].array, "release", RELEASE_ARRAY())),
        "a part of the Arrow array was released",
    ),
    "a column that is shorter": (
        changed(table, lambda it: setattr(it.parts[1].array, "length", 2)),
        "a column has 2 rows, its table 3",
    ),
    "no columns in the schema": (
        changed(table, lambda it: setattr(it.schema, "children", NULL_SCHEMAS)),
        "the children of the Arrow schema are NULL",
    ),
    "no format": (
        changed(keys, lambda it: setattr(it.schema, "format", None)),
        "the Arrow schema has no format",
    ),
    "a format that is no text": (
        changed(keys, lambda it: setattr(it.schema, "format", b"\xff")),
        "a format that is no text",
    ),
}


@pytest.mark.parametrize("claimed", LIES)
def test_a_lie_is_an_error(claimed: str, released: Counter[str]) -> None:
    made, told = LIES[claimed]
    java = copartition.Partitioner("java", 12)
    of_table = claimed.split()[-1] in ("columns", "column") or "column" in claimed
    for ask in (java.partition_batch, java.hash_batch, java.count_batch):
        released.clear()
        column = made()
        with pytest.raises(copartition.Error) as raised:
            ask(column, column="key" if of_table else None)
        assert raised.value.code == "offsets"
        assert told in str(raised.value), str(raised.value)
        assert released == {"schema": 1, "array": 1}


@pytest.mark.parametrize("buffers", [[None, None, None], [None, b"", None], []])
def test_a_dictionary_without_values_may_have_no_memory(buffers: list[bytes | None]) -> None:
    missing = [bytes(3), numbers("i", range(20))]
    column = Column(b"i", missing, 20, nulls=20, dictionary=Column(b"u", buffers, 0))
    assert copartition.Partitioner("java", 6).partition_batch(column).to_list() == [None] * 20


def test_what_was_released_before_is_an_error(released: Counter[str]) -> None:
    java = copartition.Partitioner("java", 12)
    column = keys()
    java.partition_batch(column)
    assert released == {"schema": 1, "array": 1}
    with pytest.raises(copartition.Error, match="the Arrow schema was released"):
        java.partition_batch(column)
    column = keys()
    column.array.release = RELEASE_ARRAY()
    with pytest.raises(copartition.Error, match="the Arrow array was released"):
        java.partition_batch(column)
    chunks = of_parts([b"a"])
    java.partition_batch(chunks)
    with pytest.raises(copartition.Error, match="the Arrow stream was released"):
        java.partition_batch(chunks)


def test_more_rows_than_there_is_memory_for_are_a_memory_error(released: Counter[str]) -> None:
    java = copartition.Partitioner("java", 12)
    with pytest.raises(MemoryError):
        java.partition_batch(Column(b"w:0", [None, b""], 2**60))
    assert released == {"schema": 1, "array": 1}
    with pytest.raises(copartition.Error, match="rows do not fit into memory"):
        java.partition_batch(Column(b"n", [], 2**60))


def test_a_stream_that_fails_says_why(released: Counter[str]) -> None:
    java = copartition.Partitioner("java", 12)
    chunks = Chunks([keys()], schema=keys(), fails="the disk is full")
    with pytest.raises(copartition.Error, match="stream failed with 5: the disk is full") as raised:
        java.partition_batch(chunks)
    assert raised.value.code == "offsets"
    assert released == {"schema": 1, "stream": 1, "array": 1}
    for missing in ("get_schema", "get_next"):
        chunks = Chunks([], schema=keys())
        setattr(chunks.stream, missing, type(getattr(chunks.stream, missing))())
        with pytest.raises(copartition.Error, match="the Arrow stream has no"):
            java.partition_batch(chunks)


def test_a_refused_key_of_a_later_part_has_its_own_number() -> None:
    pykafka = copartition.Partitioner("pykafka:hashing", 12)
    parts = [with_offsets([b"a", b"b"]), with_offsets([b"c", None])]
    with pytest.raises(copartition.Error, match="key 3 of the batch"):
        pykafka.partition_batch(Chunks(parts, schema=keys()))


class Returns:
    """An object whose method returns what it must not."""

    def __init__(self, returned: object) -> None:
        self.returned = returned

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.returned


def test_only_the_right_capsules_are_opened(released: Counter[str]) -> None:
    java = copartition.Partitioner("java", 12)
    column = keys()
    schema, array = column.__arrow_c_array__()
    for returned in (None, (), (schema,), [schema, array], (schema, array, array)):
        with pytest.raises(TypeError, match="__arrow_c_array__ must return two capsules"):
            java.partition_batch(Returns(returned))
    with pytest.raises(ValueError, match="incorrect name"):
        java.partition_batch(Returns((array, schema)))
    with pytest.raises(ValueError, match="PyCapsule_GetPointer"):
        java.partition_batch(Returns((1, 2)))
    # It is still there.
    assert java.partition_batch(Returns((schema, array))).to_list()[1] is None
    released.clear()
    with pytest.raises(ValueError, match="PyCapsule_GetPointer"):
        java.partition_batch(Returns((keys().__arrow_c_array__()[0], None)))
    assert released == {"schema": 1}


def test_other_threads_run_while_a_column_is_placed() -> None:
    java = copartition.Partitioner("java", 12)
    interval = sys.getswitchinterval()
    # Nobody is made to give way: another thread runs when this one lets it.
    sys.setswitchinterval(1000)
    try:
        for attempt in range(100):
            column = Column(b"w:8", [None, bytes(8 << 19)], 1 << 19)
            begin, ran = Lock(), []
            begin.acquire()
            thread = Thread(target=lambda: ran.append(begin.acquire()))  # noqa: B023
            thread.start()
            begin.release()
            java.count_batch(column)
            was_let = bool(ran)
            thread.join()
            if was_let:
                return
    finally:
        sys.setswitchinterval(interval)
    raise AssertionError("none of 100 calls let another thread run")


def test_the_analysis_takes_the_same_columns(cases: Counter[str]) -> None:
    keys = [f"user-{number}".encode() for number in range(70_000)]
    librdkafka = copartition.Partitioner("librdkafka", 12)
    observed = librdkafka.partition_batch(keys)
    expected = copartition.identify(keys, observed, 12)
    data = numbers("h", [it or 0 for it in observed])
    ran = 0
    for layout in ("large text", "views", "parts"):
        column = LAYOUTS[layout](keys)
        shorts = Column(b"s", [None, data], len(keys))
        assert column
        assert copartition.identify(column, shorts, 12) == expected, layout
        ran += 1
    assert ran == 3
    labels = with_offsets([b"a", b"b", None] * 2, b"u")
    given = [b"x", b"y", b"z"] * 2
    found = copartition.identify(with_offsets(given), [1] * 6, 12, labels=labels)
    assert found == copartition.identify(given, [1] * 6, 12, labels=["a", "b", None] * 2)


def test_what_lies_in_the_analysis_is_an_error_as_well(released: Counter[str]) -> None:
    for claimed, (made, told) in LIES.items():
        if "column" in claimed:
            continue
        released.clear()
        with pytest.raises(copartition.Error) as raised:
            copartition.split(made(), [0] * 3, 12)
        assert raised.value.code == "offsets", claimed
        assert told in str(raised.value), claimed
        assert released == {"schema": 1, "array": 1}
    with pytest.raises(copartition.KeyTypeError, match="observed must be"):
        copartition.split([b"a"], Column(b"g", [None, bytes(8)], 1), 12)
    with pytest.raises(copartition.Error, match="observed must be as many as keys, 1, got 0"):
        copartition.split([b"a"], Column(b"i", [None, None], 0), 12)
