"""kafka-python places records on a real broker where copartition said before they were sent."""

import random

import copartition
import pytest

USERS = [b"user-%d" % n for n in range(1, 7)]
KUNCI = [b"kunci-%d" % n for n in range(1, 4)]
ODD = [
    b"\0",
    b"\0\0\0\0",
    b"a\0b\0",
    b"\xff",
    b"\x80\x81\x82",
    b"\r\n",
    b" ",
    "café".encode(),
    "cafe\u0301".encode(),
    "日本語".encode(),
    "🛩".encode(),
    "café".encode("utf-16"),
    bytes(range(256)),
    b"\xe9" * 300,
]
SEED = 20261129


def said(keys, partitions):
    return [copartition.partition(key, partitions, "kafka-python") for key in keys]


def lie(records):
    return [record.partition for record in records]


def keys_of(records):
    return [record.key for record in records]


@pytest.mark.parametrize(
    ("keys", "partitions", "seeds"), [(USERS, 6, [2, 2, 5, 1, 4, 5]), (KUNCI, 3, [1, 2, 0])]
)
def test_each_record_lies_where_copartition_said_before_it_was_sent(
    new_topic, keys, partitions, seeds
):
    topic, keys = new_topic(partitions), keys * 2
    expected = said(keys, partitions)
    assert expected == seeds * 2
    topic.send(keys)
    records = topic.read()
    assert keys_of(records) == keys
    assert lie(records) == expected


def test_another_clients_partitioner_would_have_been_wrong(new_topic):
    topic = new_topic(6)
    expected = said(USERS, 6)
    topic.send(USERS)
    assert lie(topic.read()) == expected
    assert [copartition.partition(key, 6, "librdkafka") for key in USERS] != expected


def test_offsets_within_a_partition_ascend_in_send_order(new_topic):
    topic = new_topic(6)
    topic.send(USERS * 20)
    records = topic.read()
    assert len(records) == 120
    for partition in {2, 5, 1, 4}:
        offsets = [record.offset for record in records if record.partition == partition]
        assert offsets == list(range(len(offsets)))
        assert len(offsets) >= 20


def test_an_explicit_partition_is_kept_against_the_key(new_topic):
    topic = new_topic(6)
    elsewhere = {key: (copartition.partition(key, 6) + 1) % 6 for key in USERS}
    topic.send(USERS, elsewhere.get)
    records = topic.read()
    assert keys_of(records) == USERS
    assert lie(records) == list(elsewhere.values()) == [3, 3, 0, 2, 5, 0]


@pytest.mark.parametrize("partitions", [6, 12])
def test_an_empty_key_is_a_key_and_lies_where_copartition_said(new_topic, partitions):
    topic, keys = new_topic(partitions), [b"", b""]
    expected = said(keys, partitions)
    assert None not in expected
    topic.send(keys)
    records = topic.read()
    assert keys_of(records) == keys
    assert lie(records) == expected


def test_records_without_a_key_are_unkeyed_and_none_is_lost(new_topic):
    topic, keys = new_topic(6), [None] * 60
    assert said(keys, 6) == keys
    topic.send(keys)
    assert keys_of(topic.read()) == keys


def test_records_with_and_without_a_key_do_not_disturb_each_other(new_topic):
    topic, keys = new_topic(6), [key for user in USERS for key in (user, None)]
    expected = said(keys, 6)
    assert expected == [2, None, 2, None, 5, None, 1, None, 4, None, 5, None]
    topic.send(keys)
    records = topic.read()
    assert keys_of(records) == keys
    for record, partition in zip(records, expected, strict=True):
        assert partition in (None, record.partition)


@pytest.mark.parametrize("partitions", [1, 7, 12])
def test_keys_of_odd_bytes_lie_where_copartition_said(new_topic, partitions):
    topic = new_topic(partitions)
    expected = said(ODD, partitions)
    topic.send(ODD)
    records = topic.read()
    assert keys_of(records) == ODD
    assert lie(records) == expected


@pytest.mark.parametrize("partitions", [6, 50])
def test_random_keys_lie_where_copartition_said(new_topic, partitions):
    draw = random.Random(SEED)
    keys = [draw.randbytes(draw.randrange(1, 300)) for _ in range(200)]
    topic = new_topic(partitions)
    expected = said(keys, partitions)
    topic.send(keys)
    records = topic.read()
    assert keys_of(records) == keys
    assert lie(records) == expected
