"""The staged command finds a key in live topics, and asks where a group is coordinated.

COPARTITION_CLI names the command, where it is not the staged one.
"""

import json
import os
import subprocess

import copartition
import kafka_broker
import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import NewPartitions
from kafka.structs import OffsetAndMetadata
from kafka_broker import Broker

CLI = os.environ.get("COPARTITION_CLI", str(kafka_broker.TARGET / "stage/bin/copartition"))
SECONDS = 60
KEY = "user-3"


def run(*arguments, exits=0):
    done = subprocess.run(
        [CLI, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=os.environ | {"KCAT_CONFIG": ""},
    )
    assert done.returncode == exits, done.stdout + done.stderr
    return done


def find(topic, *arguments, exits=0, key=KEY):
    found = run(
        "find",
        key,
        *("-t", topic.name, "-b", topic.bootstrap_servers, "--format", "json"),
        *arguments,
        exits=exits,
    )
    return json.loads(found.stdout), found.stderr


def placed(partitions, key=KEY):
    return copartition.partition(key.encode(), partitions)


def offsets(found):
    return [(record["partition"], record["offset"]) for record in found["records"]]


def delete(topic, key, partition):
    producer = KafkaProducer(bootstrap_servers=topic.bootstrap_servers)
    try:
        producer.send(topic.name, value=None, key=key, partition=partition).get(SECONDS)
    finally:
        producer.close()


def test_the_example_of_its_help_prints_what_it_says(new_topic):
    topic = new_topic(6)
    topic.send([b"user-3", b"user-1", b"user-3"])
    example = run("find", "--help").stdout.split("Example, with a broker at localhost:9092:\n")[1]
    command, *printed = (line.removeprefix("  ") for line in example.strip("\n").split("\n"))
    for ours, here in (
        ("$ copartition", CLI),
        ("localhost:9092", topic.bootstrap_servers),
        ("-t orders", f"-t {topic.name}"),
    ):
        assert command.count(ours) == 1, command
        command = command.replace(ours, here)
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=SECONDS)
    assert printed and done.stdout.splitlines() == printed, done.stderr


def test_a_keys_records_are_found_where_it_goes_and_nobody_notices(admin, new_topic):
    topic = new_topic(6)
    topic.send([b"user-1", b"user-3", None, b"user-33", b"", b"user-3"])
    delete(topic, b"user-3", placed(6))
    groups = admin.list_groups()
    found, said = find(topic)
    assert found["placed_on"] == placed(6) == 5
    assert {partition for partition, _ in offsets(found)} == {5}
    assert [record["tombstone"] for record in found["records"]] == [False, False, True]
    assert all(record["timestamp"] > 0 for record in found["records"])
    assert found["lies_on"][0]["records"] == 3 and found["elsewhere"] == []
    assert f"{topic.name}: 6 partitions now" in said
    assert find(topic, "--all-partitions")[0]["records"] == found["records"]
    assert admin.list_groups() == groups
    # The empty key is a key, and so are its bytes.
    assert len(find(topic, key="")[0]["records"]) == 1
    assert len(find(topic, "--key-format", "hex", key="757365722d33")[0]["records"]) == 3


def test_a_key_that_is_not_there_is_not_found(new_topic):
    topic = new_topic(6)
    topic.send([b"user-1"])
    found, said = find(topic, exits=3)
    assert found["records"] == [] and "--all-partitions looks at the 5 others" in said
    found, said = find(topic, "--all-partitions", exits=3)
    assert found["records"] == [] and said.endswith("not found on any partition\n")


def test_a_split_key_is_found_elsewhere_only_when_all_partitions_are_read(new_topic):
    topic = new_topic(6)
    topic.send([b"user-3"])
    topic.send([b"user-3"], partition_of=lambda key: 0)
    topic.send([b"user-3"])
    assert len(find(topic)[0]["records"]) == 2
    found, _ = find(topic, "--all-partitions", exits=1)
    assert [record["partition"] for record in found["records"]] == [5, 5, 0]
    (elsewhere,) = found["elsewhere"]
    assert (elsewhere["partition"], elsewhere["written"]) == (0, "among")
    # user-3 goes to 0 by crc32.
    assert "librdkafka:consistent_random" in elsewhere["partitioners"]
    asked = ("-t", topic.name, "-b", topic.bootstrap_servers, "--all-partitions")
    text = run("find", KEY, *asked, exits=1).stdout
    assert "2 records on partition 5, where java places it\n" in text
    assert "1 record on partition 0, written among the others: two writers differ\n" in text


def test_a_topic_that_grew_has_the_key_where_it_was_too(admin, new_topic):
    topic = new_topic(6)
    topic.send([b"user-3", b"user-3"])
    admin.create_partitions({topic.name: NewPartitions(total_count=8)})
    grown = type(topic)(topic.bootstrap_servers, topic.name, 8)
    grown.wait_until_led()
    assert placed(8) != 5
    grown.send([b"user-3"], partition_of=lambda key: placed(8))
    found, said = find(grown, "--all-partitions", exits=1)
    assert [record["partition"] for record in found["records"]] == [placed(8), 5, 5]
    (elsewhere,) = found["elsewhere"]
    assert (elsewhere["partition"], elsewhere["written"]) == (5, "before")
    assert 6 in elsewhere["counts"] and "8 partitions now" in said


def test_records_that_the_client_places_are_looked_for_everywhere(new_topic):
    topic = new_topic(6)
    topic.send([None, None, b"user-3"], partition_of=lambda key: 2)
    arguments = ("find", "--no-key", "-t", topic.name, "-b", topic.bootstrap_servers)
    refused = run(*arguments, exits=2).stderr
    assert "find needs --all-partitions" in refused
    rows = run(*arguments, "--all-partitions", "--format", "csv").stdout.splitlines()
    assert len(rows) == 3 and rows[1].startswith(",null,2,0,")


def test_the_commands_that_where_prints_read_the_keys_partition(new_topic):
    topic = new_topic(6)
    topic.send([b"user-1", b"user-3", b"user-33"])
    place = run("where", KEY, "-n", "6", "-t", topic.name, "-b", topic.bootstrap_servers)
    partition, kcat, console_consumer = place.stdout.splitlines()
    assert partition == "5" and console_consumer.startswith("kafka-console-consumer.sh ")
    read = subprocess.run(["sh", "-c", kcat], capture_output=True, text=True, timeout=SECONDS)
    assert read.returncode == 0, read.stderr
    keys = [line.split("\t")[2] for line in read.stdout.splitlines()]
    assert keys == [key for key in ["user-1", "user-3", "user-33"] if placed(6, key) == 5]


def commit(topic, group):
    consumer = KafkaConsumer(
        bootstrap_servers=topic.bootstrap_servers, group_id=group, enable_auto_commit=False
    )
    try:
        partition = TopicPartition(topic.name, 0)
        consumer.assign([partition])
        consumer.commit({partition: OffsetAndMetadata(0, "", -1)})
    finally:
        consumer.close()


def group(name, servers, exits=0):
    return run("group", name, "-b", servers, "--format", "json", exits=exits)


@pytest.mark.parametrize("name", ["my-group", "日本語", "never-seen"])
def test_a_groups_coordinator_leads_its_partition(new_topic, name):
    topic = new_topic(1)
    commit(topic, "my-group")
    found = json.loads(group(name, topic.bootstrap_servers).stdout)
    assert found["partition"] == copartition.group_partition(name)
    assert found["partitions"] == found["coordinator"]["partitions_now"] == 50
    # Of one broker, which leads all: nothing is proven, and the command says so.
    assert found["coordinator"]["leads"] and found["coordinator"]["partitions_led"] == 50
    text = run("group", name, "-b", topic.bootstrap_servers).stdout
    assert text.endswith("it leads all 50 partitions, so that this cluster proves nothing\n")


def test_asking_for_a_group_does_not_make_the_topic_of_offsets():
    with Broker() as fresh:
        for _ in range(2):
            refused = group("my-group", fresh.bootstrap_servers, exits=2)
            assert "__consumer_offsets: topic must exist" in refused.stderr
            assert refused.stdout == ""
