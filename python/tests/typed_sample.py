"""What a type checker must take, and behind `type: ignore`, which is checked, what it must not."""

import array
from typing import TYPE_CHECKING, assert_type

import copartition
from copartition import ClientInfo, Error, KeyTypeError, Partitioner, PartitionerInfo, Settings

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

try:
    java.partition("user-3")
except (Error, KeyTypeError) as error:
    assert_type(error.code, str)

if TYPE_CHECKING:
    copartition.partition(42, 6)  # type: ignore[arg-type]
    copartition.partition("user-3", "6")  # type: ignore[arg-type]
    copartition.partition("user-3", 6.0)  # type: ignore[arg-type]
    copartition.partition("user-3")  # type: ignore[call-arg]
    copartition.murmur2(None)  # type: ignore[arg-type]
    java.hash(None)  # type: ignore[arg-type]
    java.partition(key="user-3")  # type: ignore[call-arg]
    java.name = "sarama"  # type: ignore[misc]
    int(java.partition("user-3"))  # type: ignore[arg-type]

    copartition.settings("java", None)  # type: ignore[arg-type]
    settings.written = ""  # type: ignore[misc]

    class Mine(Partitioner):  # type: ignore[misc]
        pass

print(java.partition("user-3"))
