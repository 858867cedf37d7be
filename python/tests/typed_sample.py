"""What a type checker must take, and behind `type: ignore`, which is checked, what it must not."""

import array
import uuid
from typing import TYPE_CHECKING, Any, assert_type

import numpy as np
from numpy.typing import NDArray

import copartition
import copartition.assign
import copartition.key
import copartition.results
from copartition import (
    ClientInfo,
    Column,
    Error,
    KeyTypeError,
    Partitioner,
    PartitionerInfo,
    Settings,
    aiokafka,
    assign,
    confluent,
    kafka_python,
    key,
    results,
)

assert_type(copartition.__version__, str)
assert_type(copartition.partition("user-3", 6), int | None)
assert_type(copartition.partition(b"user-3", partitions=6, partitioner="java"), int | None)
assert_type(copartition.partition(key=None, partitions=6), int | None)

java = Partitioner("java", 6)
assert_type(java.partition(bytearray(b"user-3")), int | None)
assert_type(java.partition(memoryview(b"user-3")), int | None)
assert_type(java.partition(array.array("B", b"user-3")), int | None)
assert_type(java.partition(None), int | None)
assert_type(java.hash("user-3"), int)
assert_type(java.partition_batch(["user-3", b"user-3", None]), list[int | None])
assert_type(java.partition_batch(iter((42, None)), key_format="long"), list[int | None])
assert_type(java.partition_batch(np.array([42], np.int64), key_format="long"), NDArray[np.int32])
assert_type(java.hash_batch(np.array(["user-3"], np.str_)), NDArray[np.uint32])
assert_type(java.hash_batch(("user-3",)), list[int | None])
assert_type(java.count_batch(["user-3"]), tuple[list[int], int])
assert_type((java.name, java.keyed, java.empty_key, java.missing_key), tuple[str, str, str, str])
assert_type(java.partitions, int)
assert_type({java: 1}, dict[Partitioner, int])

assert_type(copartition.murmur2("user-3"), int)
assert_type(copartition.crc32(b"user-3"), int)
assert_type(copartition.fnv1a(b"user-3"), int)
assert_type(copartition.kafkajs_legacy(b"user-3"), int)
assert_type(copartition.group_partition("my-group"), int)
assert_type(copartition.group_partition("my-group", partitions=50), int)

info = copartition.partitioners()[0]
assert_type(info, PartitionerInfo)
assert_type(info.aliases, tuple[str, ...])
assert_type(info.clients, tuple[str, ...])

client = copartition.clients()[0]
assert_type(client, ClientInfo)
assert_type((client.client, client.since), tuple[str, str | None])
assert_type((client.default, client.usage), tuple[bool, str])
assert_type({client: 1}, dict[ClientInfo, int])

settings = copartition.settings("java", like="librdkafka")
assert_type(settings, Settings)
assert_type((settings.possible, settings.written), tuple[bool, str | None])
assert_type(settings.missing_key_differs, tuple[str, str] | None)

assert_type(key.string("user-3"), bytes)
assert_type((key.int(42), copartition.key.long(42), key.short(42)), tuple[bytes, bytes, bytes])
assert_type((key.float(1.5), key.double(1), key.kafkajs_number(1.5)), tuple[bytes, bytes, bytes])
assert_type(key.uuid(uuid.UUID(int=1)), bytes)
assert_type(key.uuid(bytes(16)), bytes)
assert_type(key.byte_buffer(bytearray(4), 0, 4, flips=True), bytes)
assert_type(key.schema_id_prefix(7, "user-3"), bytes)
assert_type(key.schema_id_prefix_protobuf(7, (0,), b"", deprecated=True), bytes)
assert_type(key.schema_id_header(uuid.UUID(int=1), message_indexes=[0]), bytes)
assert_type(key.session_windowed("user-3", start=1, end=2), bytes)
candidate = key.candidates(b"user-3")[0]
assert_type(candidate, key.Candidate)
assert_type((candidate.form, candidate.value), tuple[str, str])
assert_type((candidate.payload, candidate.inner), tuple[bytes | None, bytes | None])
assert_type((candidate.schema_id, candidate.start), tuple[int | None, int | None])
assert_type(candidate.message_indexes, tuple[int, ...] | None)
assert_type({candidate: 1}, dict[key.Candidate, int])

order = assign.java_partition_order("t", 3, total=12)
assert_type(order, list[int])
assert_type(copartition.assign.RoundRobin(7).partition(3), int)
assert_type(assign.RoundRobin(resetting=True).partition(3, available=order), int)
sticky = assign.StickyCache(kafka_python=True)
assert_type(sticky.partition(3, None, lambda: 1), int)
assert_type(sticky.on_new_batch(1, 3, order, draw=lambda: 0), int | None)
assert_type(sticky.place(3, lambda partition: partition > 1, order), int)

found = copartition.identify(["user-3", b"user-1", None], (5, 2, 0), 6, labels=["a", "b", None])
assert_type(found, copartition.results.Identified)
assert_type((found.verdict, found.chance), tuple[str, float])
assert_type(found.parts[0].labels, dict[str, int])
assert_type(found.parts[0].candidates[0].usage, str | None)
assert_type(copartition.split(iter(["user-3"]), [5], 6).split[0:], list[results.SplitKey])
checked = copartition.verify(["user-3"], [5], 6, "java", since=0, max_mismatch="1%", only=[b"a"])
assert_type(checked, results.Verified)
assert_type((checked.passed, checked.partitions), tuple[bool | None, list[int]])
topics = [copartition.Topic(name, ["user-3"], [5], 6) for name in ("orders", "payments")]
assert_type(copartition.compare(*topics).comparisons, list[results.Comparison])
moved = copartition.moves(6, to=12, keys=["user-3"])
assert_type((moved.from_, moved.moved), tuple[results.MovedSide, list[results.MovedKey] | None])
spread = copartition.spread(["user-3"], 6, weights=[2], unkeyed="round-robin")
assert_type(spread.hot_keys[0].key_bytes, bytes | None)
assert_type(spread.to_dict(), dict[str, Any])
assert_type(spread._repr_html_(), str)
made = copartition.keys_for(6, partition=5, each=2)
assert_type((made.keys[0].partition, made.keys[0].key_bytes), tuple[int, bytes])
assert_type(copartition.probe_keys(6).keys[0].partitions, dict[str, int])
assert_type(copartition.doctor("java", {"linger.ms": 5}).like, results.ClientLikeness | None)

place = kafka_python.partitioner("librdkafka", unkeyed="round_robin")
assert_type(place, kafka_python.Partitioner)
assert_type(place(b"user-3", [0, 1], [1]), int)
assert_type((place.partitioner, place.unkeyed), tuple[str, str])
assert_type(aiokafka.partitioner()(None, range(6), [1]), int)
producer = confluent.Producer({"client.id": "orders"}, partitioner="java", unkeyed="error")
assert_type(producer.poll(0), int)

try:
    java.partition("user-3")
except (Error, KeyTypeError) as error:
    assert_type(error.code, str)

if TYPE_CHECKING:
    column: Column
    copartition.partition(42, 6)  # type: ignore[arg-type]
    copartition.partition("user-3", "6")  # type: ignore[arg-type]
    copartition.partition("user-3", 6.0)  # type: ignore[arg-type]
    copartition.partition("user-3")  # type: ignore[call-arg]
    copartition.murmur2(None)  # type: ignore[arg-type]
    java.hash(None)  # type: ignore[arg-type]
    java.partition(key="user-3")  # type: ignore[call-arg]
    java.name = "sarama"  # type: ignore[misc]
    assert_type(java.partition_batch(column, column="key"), Column)
    assert_type(java.hash_batch(column).to_list(), list[int | None])
    java.partition_batch(42)  # type: ignore[call-overload]
    java.partition_batch([4.2])  # type: ignore[list-item]
    java.partition_batch(["user-3"], column="key")  # type: ignore[call-overload]
    java.count_batch(["user-3"], key_format=3)  # type: ignore[arg-type]
    int(java.partition("user-3"))  # type: ignore[arg-type]

    copartition.identify([1], [5], 6)  # type: ignore[list-item]
    copartition.identify(["user-3"], ["5"], 6)  # type: ignore[list-item]
    copartition.spread(["user-3"], 6, top="10")  # type: ignore[arg-type]
    copartition.compare(topics[0])  # type: ignore[call-arg]
    copartition.moves(6, 12)  # type: ignore[call-arg]
    found.verdict = "one"  # type: ignore[misc]

    key.int("42")  # type: ignore[arg-type]
    key.int(4.2)  # type: ignore[arg-type]
    key.long(None)  # type: ignore[arg-type]
    key.double("1.5")  # type: ignore[arg-type]
    key.string(b"user-3")  # type: ignore[arg-type]
    key.kafkajs_uint8_array("user-3")  # type: ignore[arg-type]
    key.byte_buffer(b"", 0, 0, True)  # type: ignore[call-arg]
    candidate.form = ""  # type: ignore[misc]
    assign.RoundRobin().partition(3, [None])  # type: ignore[list-item]
    assign.RoundRobin(0, True)  # type: ignore[call-arg]
    sticky.partition(3, draw=lambda: 0.5)  # type: ignore[arg-type, return-value]
    sticky.place(3)  # type: ignore[call-arg]

    kafka_python.partitioner(6)  # type: ignore[arg-type]
    aiokafka.partitioner(unkeyed=None)  # type: ignore[arg-type]
    confluent.Producer({}, unkeyed=None)  # type: ignore[arg-type]
    producer.produce()  # type: ignore[call-arg]

    copartition.settings("java", None)  # type: ignore[arg-type]
    settings.written = ""  # type: ignore[misc]

    class Mine(Partitioner):  # type: ignore[misc]
        pass

print(java.partition("user-3"))
