"""The bytes of keys: every one that a real serializer wrote, what is refused, and reading back."""

import json
import struct
import uuid
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import copartition
from copartition import key
from copartition.key import Candidate

VECTORS = Path(__file__).parents[2] / "tests/vectors/key_bytes.json"
ROWS: list[dict[str, Any]] = json.loads(VECTORS.read_bytes())["rows"]

UUID = uuid.UUID("123e4567-e89b-12d3-a456-426614174000")


def text(units: str) -> str:
    return bytes.fromhex(units).decode("utf-16-be", "surrogatepass")


def float_of(bits: str) -> float:
    """The number of 8 or 16 hexadecimal digits; of a NaN, too, every bit stays."""
    if len(bits) == 16:
        return float(struct.unpack(">d", bytes.fromhex(bits))[0])
    number = int(bits, 16)
    if number & 0x7F800000 != 0x7F800000:
        return float(struct.unpack(">f", bytes.fromhex(bits))[0])
    wide = (number >> 31) << 63 | 0x7FF << 52 | (number & 0x7FFFFF) << 29
    return float_of(f"{wide:016x}")


def protobuf(value: dict[str, Any], **settings: bool) -> bytes:
    payload = bytes.fromhex(value["payload"])
    return key.schema_id_prefix_protobuf(
        value["schema_id"], value["message_indexes"], payload, **settings
    )


# How a form's value is given; a key that is bytes is itself.
FORMS: dict[str, Callable[[Any], bytes]] = {
    "string": lambda units: key.string(text(units)),
    "int": lambda number: key.int(int(number)),
    "long": lambda number: key.long(int(number)),
    "short": lambda number: key.short(int(number)),
    "float": lambda bits: key.float(float_of(bits)),
    "double": lambda bits: key.double(float_of(bits)),
    "raw_double": lambda bits: key.raw_double(float_of(bits)),
    "boolean": lambda flag: key.boolean(flag == "true"),
    "uuid": lambda digits: key.uuid(uuid.UUID(digits)),
    "bytes": bytes.fromhex,
    "byte_array": bytes.fromhex,
    "byte_buffer": lambda value: key.byte_buffer(
        bytes.fromhex(value["array"]), value["position"], value["limit"], flips=value["flips"]
    ),
    "kafkajs_string": lambda units: key.kafkajs_string(text(units)),
    "kafkajs_number": lambda bits: key.kafkajs_number(float_of(bits)),
    "kafkajs_uint8_array": lambda data: key.kafkajs_uint8_array(bytes.fromhex(data)),
    "json_string": lambda units: key.json_string(text(units)),
    "schema_id_prefix": lambda value: key.schema_id_prefix(
        value["schema_id"], bytes.fromhex(value["payload"])
    ),
    "schema_id_prefix_protobuf": protobuf,
    "schema_id_prefix_protobuf_deprecated": lambda value: protobuf(value, deprecated=True),
    "schema_id_header": lambda value: key.schema_id_header(bytes.fromhex(value["guid"])),
    "schema_id_header_protobuf": lambda value: key.schema_id_header(
        bytes.fromhex(value["guid"]), value["message_indexes"]
    ),
    "time_windowed": lambda value: key.time_windowed(
        bytes.fromhex(value["inner"]), int(value["start"])
    ),
    "session_windowed": lambda value: key.session_windowed(
        bytes.fromhex(value["inner"]), int(value["start"]), int(value["end"])
    ),
}


def test_every_key_is_what_the_real_serializer_wrote(cases: Counter[str]) -> None:
    ran: Counter[str] = Counter()
    for row in ROWS:
        written = FORMS[row["form"]](row["value"])
        assert type(written) is bytes
        assert written.hex() == row["bytes"], (row["form"], row["value"], row["by"])
        ran[row["form"]] += 1
    assert set(ran) == set(FORMS)
    assert ran.total() >= 350
    cases["key bytes"] += ran.total()


class Six:
    def __index__(self) -> int:
        return 6


@pytest.mark.parametrize("six", [6, Six(), np.int8(6), np.uint64(6)], ids=repr)
def test_anything_with_an_index_is_a_whole_number(six: Any) -> None:
    assert key.int(six) == b"\0\0\0\6"
    assert key.long(six) == bytes(7) + b"\6"
    assert key.short(six) == b"\0\6"
    assert key.schema_id_prefix(six, b"") == bytes(4) + b"\6"
    assert key.time_windowed(b"", six) == key.long(six)


@pytest.mark.parametrize(
    "number", [6, 6.0, Six(), Decimal(6), np.float32(6), np.int64(6)], ids=repr
)
def test_whatever_python_takes_for_a_float_is_a_number(number: Any) -> None:
    assert key.float(number) == struct.pack(">f", 6)
    assert key.double(number) == key.raw_double(number) == struct.pack(">d", 6)
    assert key.kafkajs_number(number) == b"6"


NO_WHOLE_NUMBERS: list[tuple[Any, str]] = [
    (True, "True"),
    (6.0, "6.0"),
    ("6", "'6'"),
    (b"6", "b'6'"),
    (None, "None"),
    (Decimal(6), "Decimal('6')"),
    (np.True_, "np.True_"),
]


@pytest.mark.parametrize(("value", "got"), NO_WHOLE_NUMBERS)
def test_what_is_no_whole_number_is_refused_not_guessed(value: Any, got: str) -> None:
    for what, call in (
        ("int", key.int),
        ("long", key.long),
        ("short", key.short),
        ("schema id", lambda value: key.schema_id_prefix(value, b"")),
        ("message index", lambda value: key.schema_id_prefix_protobuf(1, [0, value], b"")),
        ("message index", lambda value: key.schema_id_header(UUID, [value])),
        ("start", lambda value: key.time_windowed(b"", value)),
        ("end", lambda value: key.session_windowed(b"", 0, value)),
        ("position", lambda value: key.byte_buffer(b"abc", value, 3)),
        ("limit", lambda value: key.byte_buffer(b"abc", 0, value)),
    ):
        with pytest.raises(copartition.KeyTypeError) as raised:
            call(value)
        assert raised.value.code == "key_type"
        assert str(raised.value).startswith(f"{what} must be a whole number from ")
        assert str(raised.value).endswith(f", got {got}")


def test_a_number_out_of_range_is_an_error() -> None:
    # tests/vectors/errors.json has the others.
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: key.int(10**5000), "int must be a whole number from -2147483648 to 2147483647"),
        (lambda: key.byte_buffer(b"abc", 0, 4), "limit must be a whole number from 0 to 3, got 4"),
        (lambda: key.byte_buffer(b"abc", 3, 2), "position must be a whole number from 0 to 2"),
        (lambda: key.byte_buffer(b"abc", -1, 2), "position must be a whole number from 0 to 2"),
        (lambda: key.float(1e39), "float must be a 32-bit number, got 1e+39"),
        (lambda: key.float(-3.4028235677973366e38), "float must be a 32-bit number, got -3.40282"),
        (lambda: key.float(10**400), "float must be a 32-bit number, got 1000"),
        (lambda: key.double(10**400), "double must be a 64-bit number, got 1000"),
        (lambda: key.double(10**5000), "double must be a 64-bit number, got int"),
        (lambda: key.kafkajs_number(10**400), "number must be a 64-bit number, got 1000"),
    ]
    for call, wanted in calls:
        with pytest.raises(copartition.Error) as raised:
            call()
        assert raised.value.code == "key_range"
        assert str(raised.value).startswith(wanted)


def test_a_float_is_rounded_and_an_infinity_is_itself() -> None:
    for number in (0.1, 1e-46, 3.4028235e38, float("inf"), float("-inf")):
        assert key.float(number) == struct.pack(">f", number)
    # Its payload lies below the bits that stay.
    assert key.float(float_of("7ff0000000000001")).hex() == "7fc00000"


WRONG_TYPES: list[tuple[Callable[[Any], bytes], object, str]] = [
    (key.string, b"a", "str, got bytes"),
    (key.string, None, "str, got None"),
    (key.kafkajs_string, 42, "str, got int"),
    (key.json_string, ["a"], "str, got list"),
    (key.float, True, "a number, got bool"),
    (key.double, "1.5", "a number, got str"),
    (key.raw_double, None, "a number, got None"),
    (key.kafkajs_number, b"1", "a number, got bytes"),
    (key.boolean, 1, "bool, got int"),
    (key.boolean, "true", "bool, got str"),
    (key.uuid, 42, "uuid.UUID, 36 characters or 16 bytes, got int"),
    (key.uuid, b"abc", "uuid.UUID, 36 characters or 16 bytes, got 3 bytes"),
    (key.uuid, "", "uuid.UUID, 36 characters or 16 bytes, got ''"),
    (key.uuid, UUID.hex, f"uuid.UUID, 36 characters or 16 bytes, got '{UUID.hex}'"),
    (key.schema_id_header, None, "guid: uuid.UUID, 36 characters or 16 bytes, got None"),
    (key.kafkajs_uint8_array, "abc", "a bytes-like object, got str"),
    (lambda array: key.byte_buffer(array, 0, 0), "abc", "array: a bytes-like object, got str"),
    (lambda data: key.schema_id_prefix(1, data), 4, "payload: str or a bytes-like object, got int"),
    (lambda data: key.time_windowed(data, 0), 4, "inner: str or a bytes-like object, got int"),
]


@pytest.mark.parametrize(("call", "value", "text"), WRONG_TYPES)
def test_a_value_of_another_type_is_refused(
    call: Callable[[Any], bytes], value: object, text: str
) -> None:
    with pytest.raises(copartition.KeyTypeError) as raised:
        call(value)
    *what, text = text.split(": ")
    wanted = f"{what[0] if what else 'key'} must be {text}"
    assert (raised.value.code, str(raised.value)) == ("key_type", wanted)


class Text(str):
    def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:
        return b"another"


def test_a_lone_surrogate_is_a_unit_where_the_client_has_units() -> None:
    for given in ("a\ud800b", Text("a\ud800b")):
        assert key.string(given) == b"a?b"
        assert key.kafkajs_string(given) == b"a\xef\xbf\xbdb"
        with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
            key.json_string(given)
    # Two that make a pair are one character, as in Java.
    assert key.string("\ud83d\ude80") == "🚀".encode()


def test_a_uuid_may_be_given_in_three_ways() -> None:
    for given in (UUID, str(UUID), str(UUID).upper(), UUID.bytes, bytearray(UUID.bytes)):
        assert key.uuid(given) == str(UUID).encode()
        assert key.schema_id_header(given) == b"\1" + UUID.bytes


def test_a_written_key_is_a_key() -> None:
    placed = [copartition.partition(it, 12) for it in ("43", key.int(43), key.long(43))]
    assert placed == [6, 4, 1]


def test_every_candidate_is_named_and_never_one_alone_where_bytes_are_ambiguous() -> None:
    framed = key.schema_id_prefix_protobuf(7, [1, 0], b"\x0a\x07user-17")
    windowed = key.session_windowed("user-3", 1, 60_000)
    cases: list[tuple[bytes | str, list[str]]] = [
        ("", ["utf8"]),
        ("user-3", ["utf8"]),
        ('"user-3"', ["utf8", "json", "long", "double"]),
        (key.long(42), ["long", "double", "schema-id-prefix", "schema-id-prefix-protobuf"]),
        (key.boolean(True), ["boolean"]),
        (key.uuid(UUID), ["utf8", "uuid"]),
        (UUID.bytes, ["uuid-bytes"]),
        (
            framed,
            [
                "schema-id-prefix",
                "schema-id-prefix-protobuf",
                "schema-id-prefix-protobuf-deprecated",
            ],
        ),
        (windowed, ["time-windowed", "session-windowed"]),
        (b"\xff\xfe\xfd", []),
    ]
    for given, forms in cases:
        assert [it.form for it in key.candidates(given)] == forms, given


def fields(candidate: Candidate) -> tuple[object, ...]:
    return (
        candidate.form,
        candidate.value,
        candidate.payload,
        candidate.inner,
        candidate.schema_id,
        candidate.message_indexes,
        candidate.start,
        candidate.end,
    )


def test_a_candidate_has_the_fields_of_its_form_and_no_others() -> None:
    (utf8,) = key.candidates("user-3")
    assert fields(utf8) == ("utf8", "user-3", None, None, None, None, None, None)
    prefix, protobuf = key.candidates(key.schema_id_prefix_protobuf(7, [1, 0], b"\xff" * 9))
    assert fields(prefix) == (
        *("schema-id-prefix", "id 7, 12 bytes", b"\4\2\0" + b"\xff" * 9, None, 7, None, None, None),
    )
    assert fields(protobuf) == (
        *("schema-id-prefix-protobuf", "id 7, message indexes [1, 0], 9 bytes", b"\xff" * 9),
        *(None, 7, (1, 0), None, None),
    )
    windowed, session = key.candidates(key.session_windowed(b"\xff", 1, 60_000))
    assert fields(windowed) == (
        *("time-windowed", "start 1, 9 bytes", None, b"\xff" + key.long(60_000), None, None, 1),
        None,
    )
    assert fields(session) == (
        *("session-windowed", "start 1, end 60000, 1 bytes", None, b"\xff", None, None, 1, 60_000),
    )


def test_candidates_are_values() -> None:
    one, same = key.candidates("user-3")[0], key.candidates(b"user-3")[0]
    other = key.candidates("user-4")[0]
    assert one == same != other
    assert len({one, same, other}) == 2
    assert repr(one) == (
        "Candidate(form='utf8', value='user-3', payload=None, inner=None, schema_id=None, "
        "message_indexes=None, start=None, end=None)"
    )
    with pytest.raises(AttributeError):
        one.form = "json"  # type: ignore[misc]
    with pytest.raises(TypeError):
        Candidate()


def test_whatever_is_no_key_has_no_candidates() -> None:
    with pytest.raises(copartition.KeyTypeError) as raised:
        key.candidates(42)  # type: ignore[arg-type]
    assert str(raised.value) == "key must be str or a bytes-like object, got int"
