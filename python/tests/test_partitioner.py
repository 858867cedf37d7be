"""`Partitioner` and `PartitionerInfo` as Python objects."""

import copy
import gc
import pickle
import sys

import pytest

import copartition
from copartition import Partitioner


def test_names_and_aliases_that_mean_one_partitioner_are_equal() -> None:
    named = Partitioner("librdkafka:consistent_random", 6)
    for name in ("librdkafka", "confluent-kafka", "consistent_random"):
        again = Partitioner(name, 6)
        assert again == named
        assert hash(again) == hash(named)
        assert again.name == "librdkafka:consistent_random"
    assert len({named, Partitioner("librdkafka", 6), Partitioner("librdkafka", 7)}) == 2


@pytest.mark.parametrize(
    "other", [Partitioner("java", 7), Partitioner("kafka-python", 6), "java", None, ("java", 6)]
)
def test_another_name_another_count_or_another_type_is_unequal(other: object) -> None:
    assert Partitioner("java", 6) != other


def test_partitioners_have_no_order() -> None:
    with pytest.raises(TypeError):
        assert Partitioner("java", 6) < Partitioner("java", 7)  # type: ignore[operator]


@pytest.mark.parametrize("info", copartition.partitioners(), ids=lambda info: info.name)
def test_every_partitioner_survives_pickle_copy_and_repr(info: copartition.PartitionerInfo) -> None:
    partitioner = Partitioner(info.name, 12)
    protocols = range(pickle.HIGHEST_PROTOCOL + 1)
    copies: list[Partitioner] = [
        copy.copy(partitioner),
        copy.deepcopy(partitioner),
        eval(repr(partitioner)),
        *(pickle.loads(pickle.dumps(partitioner, protocol)) for protocol in protocols),
    ]
    for again in copies:
        assert again == partitioner
        assert (again.name, again.partitions) == (info.name, 12)
        assert again.partition("user-3") == partitioner.partition("user-3")


@pytest.mark.parametrize("info", copartition.partitioners(), ids=lambda info: info.name)
def test_every_partitioner_has_the_policies_that_the_list_says(
    info: copartition.PartitionerInfo,
) -> None:
    partitioner = Partitioner(info.name, 12)
    assert (partitioner.keyed, partitioner.empty_key, partitioner.missing_key) == (
        info.keyed,
        info.empty_key,
        info.missing_key,
    )
    is_unkeyed = info.keyed == "caller" or (
        info.keyed.startswith("ignored:") and info.keyed != "ignored:partition_0"
    )
    assert (partitioner.partition("a") is None) == is_unkeyed
    if info.empty_key == "refused":
        with pytest.raises(copartition.Error):
            partitioner.partition("")
    else:
        assert (partitioner.partition("") is None) == info.empty_key.startswith("unkeyed:")
    if info.missing_key.startswith("unkeyed:"):
        assert partitioner.partition(None) is None
    elif info.missing_key == "hashed_as_empty":
        assert partitioner.partition(None) == partitioner.partition("")
    elif info.missing_key == "partition_0":
        assert partitioner.partition(None) == 0
    elif info.missing_key.startswith("hashed_as:"):
        assert partitioner.partition(None) == int(info.missing_key.removeprefix("hashed_as:")) % 12
    else:
        assert info.missing_key == "refused"
        with pytest.raises(copartition.Error):
            partitioner.partition(None)
    for alias in info.aliases:
        assert Partitioner(alias, 12) == partitioner


def test_policies_are_spelled_as_everywhere() -> None:
    java = Partitioner("java", 6)
    assert (java.keyed, java.empty_key) == ("murmur2", "hashed")
    assert java.missing_key == "unkeyed:built_in"
    random = Partitioner("librdkafka:random", 6)
    assert (random.keyed, random.empty_key) == ("ignored:random", "unkeyed:random")
    assert Partitioner("librdkafka", 6).empty_key == "unkeyed:sticky"
    assert Partitioner("librdkafka:murmur2", 6).missing_key == "hashed_as_empty"
    assert Partitioner("platformatic:compatibility", 6).missing_key == "partition_0"
    assert Partitioner("pykafka:hashing", 6).missing_key == "refused"


def test_the_list_names_every_partitioner_once_with_its_clients() -> None:
    infos = copartition.partitioners()
    assert len({info.name for info in infos}) == len(infos) >= 30
    confluent = next(info for info in infos if info.name == "librdkafka:consistent_random")
    assert confluent.aliases == ("consistent_random",)
    assert confluent.clients[:2] == (
        "librdkafka 0.9.1 and later, partitioner=consistent_random (default)",
        "confluent-kafka, 'partitioner': 'consistent_random' (default)",
    )
    assert repr(confluent) == "PartitionerInfo('librdkafka:consistent_random')"


@pytest.mark.parametrize("name", ["name", "partitions", "keyed", "partition", "anything"])
def test_a_partitioner_cannot_be_changed(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Partitioner("java", 6), name, "else")


def test_a_partitioner_cannot_be_made_without_its_name_and_count() -> None:
    with pytest.raises(TypeError):
        object.__new__(Partitioner)
    with pytest.raises(TypeError):
        Partitioner.__new__(Partitioner)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        type("Mine", (Partitioner,), {})


def test_partition_is_a_method_like_any_other() -> None:
    java = Partitioner("java", 6)
    assert Partitioner.partition(java, "user-3") == java.partition("user-3") == 5
    assert Partitioner.partition.__qualname__ == "Partitioner.partition"
    assert list(map(java.partition, ["user-1", "user-2", "user-3"])) == [2, 2, 5]
    with pytest.raises(TypeError):
        Partitioner.partition("java", "user-3")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        java.partition()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        java.partition(key="user-3")  # type: ignore[call-arg]


def test_a_bound_method_keeps_its_partitioner_alive() -> None:
    partition = Partitioner("java", 6).partition
    gc.collect()
    assert partition("user-3") == 5


def test_calls_do_not_leak_references() -> None:
    java = Partitioner("java", 2**31 - 1)
    key = bytearray(b"user-3")
    surrogate = "\ud800"

    def calls() -> None:
        for given in (b"user-3", "user-3", "é", key, None):
            java.partition(given)
        for wrong in (surrogate, 42):
            with pytest.raises((UnicodeEncodeError, TypeError)):
                java.partition(wrong)  # type: ignore[arg-type]

    def allocated() -> int:
        for _ in range(200):
            calls()
        gc.collect()
        return len(gc.get_objects()) + sys.getallocatedblocks()

    allocated()
    before = allocated()
    assert allocated() - before < 100
