"""Where the real broker keeps a group's offsets and a transactional producer's state."""

import uuid

import copartition
import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.structs import OffsetAndMetadata

GROUPS = ["my-group", "console-consumer-46965", "polygenelubricants", "日本語", "a", "order.service-42"]


def grown(broker, topic, act):
    """The partitions of an internal topic that `act` has written to."""
    consumer = KafkaConsumer(bootstrap_servers=broker.bootstrap_servers)
    try:
        partitions = [TopicPartition(topic, p) for p in range(50)]
        before = consumer.end_offsets(partitions)
        act()
        after = consumer.end_offsets(partitions)
    finally:
        consumer.close()
    return {p.partition for p in partitions if after[p] > before[p]}


def commit(broker, topic, group):
    consumer = KafkaConsumer(
        bootstrap_servers=broker.bootstrap_servers, group_id=group, enable_auto_commit=False
    )
    try:
        consumer.assign([TopicPartition(topic, 0)])
        consumer.commit({TopicPartition(topic, 0): OffsetAndMetadata(0, "", -1)})
    finally:
        consumer.close()


def transact(broker, topic, transactional_id):
    producer = KafkaProducer(
        bootstrap_servers=broker.bootstrap_servers, transactional_id=transactional_id
    )
    try:
        producer.init_transactions()
        producer.begin_transaction()
        producer.send(topic, b"value", partition=0).get(timeout=30)
        producer.commit_transaction()
    finally:
        producer.close()


@pytest.mark.parametrize("group", GROUPS)
def test_a_groups_offsets_lie_where_copartition_says(broker, new_topic, group):
    topic = new_topic(1).name
    commit(broker, topic, f"warm-up-{uuid.uuid4().hex}")  # makes __consumer_offsets
    wrote = grown(broker, "__consumer_offsets", lambda: commit(broker, topic, group))
    assert wrote == {copartition.group_partition(group)}


@pytest.mark.parametrize("transactional_id", ["transaction-id-1", "日本語"])
def test_a_transactions_state_lies_where_copartition_says(broker, new_topic, transactional_id):
    topic = new_topic(1).name
    transact(broker, topic, f"warm-up-{uuid.uuid4().hex}")  # makes __transaction_state
    wrote = grown(broker, "__transaction_state", lambda: transact(broker, topic, transactional_id))
    assert wrote == {copartition.group_partition(transactional_id)}
