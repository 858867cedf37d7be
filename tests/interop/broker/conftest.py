"""What the broker's tests share: one broker a session, a new topic whenever one is asked for."""

import uuid

import pytest
from kafka.admin import KafkaAdminClient, NewTopic
from kafka_broker import Broker
from topic import Topic


@pytest.fixture(scope="session")
def broker():
    with Broker() as broker:
        yield broker


@pytest.fixture(scope="session")
def admin(broker):
    admin = KafkaAdminClient(bootstrap_servers=broker.bootstrap_servers)
    yield admin
    admin.close()


@pytest.fixture(scope="session")
def new_topic(broker, admin):
    """Creates a topic of so many partitions, under a name that no test has used before."""

    def create(partitions):
        name = f"copartition-{uuid.uuid4().hex}"
        admin.create_topics([NewTopic(name, num_partitions=partitions, replication_factor=1)])
        topic = Topic(broker.bootstrap_servers, name, partitions)
        topic.wait_until_led()
        return topic

    return create
