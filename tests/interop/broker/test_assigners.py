"""Records without a key lie where an assigner of copartition puts them, whatever the client drew.

COPARTITION_OBEYS names the program (the core's example `obeys`) that says whether any draws give a
sequence; COPARTITION_CLIENTS the clients, as in `test_clients.py`. Each sequence that obeyed is
added to a file beside that, `.obeyed`.
"""

import json
import os
import random
import subprocess

import copartition
import pytest
from kafka.admin import KafkaAdminClient, NewTopic
from kafka_broker import Broker
from record_batches import appended
from test_clients import CLIENTS, LIST, send
from topic import Topic

OBEYS = os.environ.get("COPARTITION_OBEYS")
SEED = 20261130
COUNTS = [3, 5, 6]
INSTALLED = {client["name"]: client for client in CLIENTS}

BATCH_SIZE = 500
ALONE = ["alone", f"batch.size={BATCH_SIZE}", "linger.ms=0"]
# Batches of about 40 records, and batches that take all; none leaves before it is full.
IN_BATCHES = [f"batch.size={BATCH_SIZE}", "linger.ms=10000"]
AT_ONCE = ["batch.size=100000", "linger.ms=10000"]
ROUND_ROBIN = ["partitioner.class=org.apache.kafka.clients.producer.RoundRobinPartitioner"]
# Adaptive, a partition is likelier with less load, never impossible: any can be drawn either way.
NOT_ADAPTIVE = ["partitioner.adaptive.partitioning.enable=false"]
# The last is how many batches the records come in, at least and at most; of `AT_ONCE`, at most one
# a partition.
SEQUENCES = [
    ("java@2.8.2", ALONE, "sticky_cache", (400, 400)),
    ("java@2.8.2", IN_BATCHES, "sticky_cache", (8, 40)),
    ("java@3.9.1", ALONE + ROUND_ROBIN, "round_robin_2_4", (400, 400)),
    ("java@3.9.1", AT_ONCE + ROUND_ROBIN, "round_robin_2_4", (1, 6)),
    ("java@3.9.1", IN_BATCHES + NOT_ADAPTIVE, "built_in", (8, 40)),
    ("java@3.9.2", ALONE + ROUND_ROBIN, "round_robin_3_9_2", (400, 400)),
    ("java@3.9.2", AT_ONCE + ROUND_ROBIN, "round_robin_3_9_2", (1, 6)),
    ("java@4.1.2", ALONE + ROUND_ROBIN, "round_robin_4_0", (400, 400)),
    ("java@4.1.2", IN_BATCHES + NOT_ADAPTIVE, "built_in", (8, 40)),
    ("java@4.4.0", AT_ONCE + ROUND_ROBIN, "round_robin_4_0", (1, 6)),
    ("java@4.4.0", IN_BATCHES + NOT_ADAPTIVE, "built_in", (8, 40)),
    ("java@4.4.0", ALONE, "built_in", (400, 400)),
    ("kafka-python@3.0.12", ["1"], "kafka_python_sticky", (400, 400)),
    ("kafka-python@3.0.12", [str(BATCH_SIZE)], "kafka_python_sticky", (8, 40)),
    ("kafkajs@1.16.0", [], "round_robin_from_any", (1, 6)),
    ("kafkajs@2.2.4", [], "round_robin_from_any", (1, 6)),
    ("platformatic@1.35.0", [], "round_robin", (1, 6)),
]


@pytest.fixture
def new_sequence(broker, admin, new_topic):
    def send_and_read(partitions, client, settings, keys):
        return sequence_of(broker, admin, new_topic(partitions), client, settings, keys)

    return send_and_read


@pytest.mark.parametrize("partitions", COUNTS)
@pytest.mark.parametrize(("client", "settings", "assigner", "batches"), SEQUENCES)
def test_records_without_a_key_obey_their_assigner(
    new_sequence, partitions, client, settings, assigner, batches
):
    sequence = new_sequence(partitions, client, settings, [None] * 400)
    fewest, most = batches
    assert fewest <= sum(sequence["new_batch"]) <= most
    assert_obeys(assigner, sequence)


@pytest.mark.parametrize("partitions", COUNTS)
def test_a_record_with_a_key_that_opens_a_batch_moves_the_sticky_partition_in_java_only(
    new_sequence, partitions
):
    keys = [b"%d" % number if number % 2 else None for number in range(400)]
    sequence = new_sequence(partitions, "java@2.8.2", ALONE, keys)
    for key, partition in zip(keys, sequence["observed"], strict=True):
        assert key is None or partition == copartition.partition(key, partitions)
    assert_obeys("sticky_cache", sequence)
    assert verdict("kafka_python_sticky", sequence).startswith("breaks at record ")


@pytest.mark.parametrize(("partitions", "served"), [(3, 3), (5, 5), (6, 3)])
def test_round_robin_that_takes_two_turns_leaves_out_every_other_partition_of_an_even_count(
    new_sequence, partitions, served
):
    sequence = new_sequence(partitions, "java@3.9.1", ALONE + ROUND_ROBIN, [None] * 60)
    assert len(set(sequence["observed"])) == served


def test_rack_aware_producer_keeps_to_partitions_led_in_its_rack_if_there_are_any():
    led_near = [1, 2, 4]
    leaders = {partition: [1 if partition in led_near else 2] for partition in range(6)}
    with Broker(racks=("near", "far")) as broker:
        admin = KafkaAdminClient(bootstrap_servers=broker.bootstrap_servers)

        def send_from(rack):
            topic = Topic(broker.bootstrap_servers, f"copartition-{rack}", len(leaders))
            admin.create_topics([NewTopic(topic.name, replica_assignments=leaders)])
            topic.wait_until_led()
            settings = ["partitioner.rack.aware=true", f"client.rack={rack}", *IN_BATCHES]
            return sequence_of(broker, admin, topic, "java@4.4.0", settings, [None] * 2000)

        near, nowhere = send_from("near"), send_from("nowhere")
        admin.close()
    assert set(near["observed"]) <= set(led_near)
    assert_obeys("built_in", {**near, "in_rack": led_near})
    assert_obeys("built_in", nowhere)
    assert verdict("built_in", {**nowhere, "in_rack": led_near}).startswith("breaks at record ")


def sequence_of(broker, admin, topic, client, settings, keys):
    """Has a client send and returns the sequence as `obeys` wants it, but for its assigner."""
    if OBEYS is None or client not in INSTALLED:
        pytest.skip(f"{client} is not installed")
    (metadata,) = admin.describe_topics([topic.name])
    assert send({**INSTALLED[client], "settings": settings}, topic, keys) == len(keys)
    records, batches = topic.read(), appended(broker.folder, topic)
    assert [record.key for record in records] == keys
    assert len(batches) == len(keys)
    batches = [batches[record.partition, record.offset] for record in records]
    return {
        "topic": topic.name,
        "n": topic.partitions,
        "total": topic.partitions,
        "order": [partition["partition_index"] for partition in metadata["partitions"]],
        "batch_size": BATCH_SIZE,
        "observed": [record.partition for record in records],
        "new_batch": [batch.opened for batch in batches],
        "bytes": [batch.size for batch in batches],
        "keyed": [key is not None for key in keys],
    }


def assert_obeys(assigner, sequence):
    assert verdict(assigner, sequence) == "obeys", sequence
    disobeyed = disordered(sequence)
    told = verdict(assigner, {**sequence, "observed": disobeyed})
    assert told.startswith("breaks at record "), disobeyed
    with open(f"{LIST}.obeyed", "a") as obeyed:
        print(assigner, sequence["n"], file=obeyed)


def disordered(sequence):
    """Returns the observed partitions shuffled.

    A client may draw one partition each time, once in some thousand runs. Shuffled they are the
    same: then a record that joined a batch lies elsewhere, where none was opened.
    """
    observed = sequence["observed"]
    if len(set(observed)) > 1:
        return random.Random(SEED).sample(observed, len(observed))
    joined = sequence["new_batch"].index(False)
    elsewhere = (observed[joined] + 1) % sequence["n"]
    return [*observed[:joined], elsewhere, *observed[joined + 1 :]]


def verdict(assigner, sequence):
    """Returns `obeys`, or `breaks at record ...` with what was wanted there."""
    line = json.dumps({**sequence, "assigner": assigner})
    program = subprocess.run([OBEYS], input=line, stdout=subprocess.PIPE, text=True, check=True)
    return program.stdout.strip()
