"""Times the drop-in partitioners of the Python clients, each beside the client's own.

`python hooks.py PEERS`: the site-packages of one release of kafka-python, and of the clients that are timed with it.
Prints one line a version, and one a cell: the key type, the key size, the client's own or the hook, and its nanoseconds
a record in each round. The interpreter is the one that copartition is installed in.
"""

import gc
import importlib.util
import random
import sys
import time
from importlib.metadata import version

sys.path.insert(1, sys.argv[1])

import copartition

PARTITIONS = 12
TOPIC = "orders"
ROUNDS = 100
# A sample takes about so long, and has at most so many keys that they stay in the cache.
SAMPLE_NANOSECONDS = 2_000_000
SAMPLE_KEYS = 2_048
KEYS = 65_536
VALUE = b"v" * 100


def main():
    gc.disable()
    print("version", "CPython", sys.version.split()[0], sep="\t")
    print("version", "copartition", version("copartition"), sep="\t")
    print("version", kafka_python(), version("kafka-python"), sep="\t")
    measure(kafka_python(), *by_kafka_python())
    if found("aiokafka"):
        print("version", "aiokafka", version("aiokafka"), sep="\t")
        measure("aiokafka", *by_aiokafka())
    if found("confluent_kafka"):
        print("version", "confluent-kafka", version("confluent-kafka"), sep="\t")
        measure("confluent-kafka", *by_confluent_kafka())


def kafka_python():
    return "kafka-python " + version("kafka-python").split(".")[0]


def by_kafka_python():
    """The call that a producer makes, the objects, and what comes after a round."""
    from kafka.partitioner import DefaultPartitioner

    from copartition import kafka_python

    own, hook = DefaultPartitioner(), kafka_python.partitioner("java")
    if callable(own):
        return lists(own, hook)
    from kafka.cluster import ClusterMetadata
    from kafka.protocol.metadata import MetadataResponse

    partition = MetadataResponse.MetadataResponseTopic.MetadataResponsePartition
    partitions = [
        partition(error_code=0, partition_index=number, leader_id=1, replica_nodes=[1], isr_nodes=[1])
        for number in range(PARTITIONS)
    ]
    topic = MetadataResponse.MetadataResponseTopic(error_code=0, name=TOPIC, partitions=partitions)
    brokers = [(1, "broker", 9092, None)]
    cluster = ClusterMetadata()
    cluster.update_metadata(MetadataResponse[1](brokers=brokers, controller_id=1, topics=[topic]))
    call = "f(TOPIC, None, key, None, VALUE, cluster)"
    calls = {"": own.partition, " hook": hook.partition}
    return call, {"TOPIC": TOPIC, "VALUE": VALUE, "cluster": cluster}, calls, nothing


def by_aiokafka():
    from aiokafka.partitioner import DefaultPartitioner

    from copartition import aiokafka

    return lists(DefaultPartitioner(), aiokafka.partitioner("java"))


def lists(own, hook):
    partitions = list(range(PARTITIONS))
    call = "f(key, partitions, partitions)"
    return call, {"partitions": partitions}, {"": own, " hook": hook}, nothing


def by_confluent_kafka():
    """Two producers with a broker of librdkafka's own in their process, which takes no time of this thread."""
    import confluent_kafka

    from copartition import confluent

    conf = {
        "bootstrap.servers": "none",
        "test.mock.num.brokers": 1,
        "queue.buffering.max.messages": 1_000_000,
        "log_level": 0,
    }
    own = confluent_kafka.Producer(conf | {"partitioner": "murmur2_random"})
    hook = confluent.Producer(conf, partitioner="java")

    def drain():
        left = own.flush(60) + hook.flush(60)
        assert left == 0, f"{left} records were not delivered"

    # A topic that librdkafka has not met yet takes records in another way.
    for producer in (own, hook):
        producer.produce(TOPIC, VALUE, b"first")
    drain()
    calls = {"": own.produce, " hook": hook.produce}
    return "f(TOPIC, VALUE, key)", {"TOPIC": TOPIC, "VALUE": VALUE}, calls, drain


def nothing():
    pass


def measure(client, expression, names, calls, after):
    keys = make_keys(36)
    loops = {whose: loop(call, expression, names) for whose, call in calls.items()}
    answers = [answer(keys) for _, answer in loops.values()]
    after()
    if answers[0] != answers[1]:
        sys.exit(f"{client}: the two do not agree")
    counts = {}
    for whose, (nanoseconds, _) in loops.items():
        cost = max(nanoseconds(keys[:SAMPLE_KEYS]), 1)
        counts[whose] = min(max(int(SAMPLE_NANOSECONDS / cost), 16), SAMPLE_KEYS)
        after()
    samples = {whose: [] for whose in loops}
    at = 0
    for round_ in range(ROUNDS):
        for whose in list(loops)[:: 1 if round_ % 2 else -1]:
            if at + counts[whose] > len(keys):
                at = 0
            stretch = keys[at : at + counts[whose]]
            at += counts[whose]
            # Brings the keys into the cache, and tells the branch predictor nothing.
            b"".join(stretch)
            samples[whose].append(loops[whose][0](stretch))
            after()
    for whose, values in samples.items():
        print("bytes", 36, client + whose, ",".join(f"{value:.3f}" for value in values), sep="\t")


def loop(function, expression, names):
    """Compiles a timed loop around a call, and one that returns the answers.

    Made from text, so that each is called as the client calls it, without a lambda.
    """
    scope = {"now": time.thread_time_ns, "f": function, **names}
    arguments = ", ".join(f"{name}={name}" for name in scope)
    exec(
        f"""
def nanoseconds(keys, {arguments}):
    started = now()
    for key in keys:
        {expression}
    return (now() - started) / len(keys)

def answers(keys, {arguments}):
    return [{expression} for key in keys]
""",
        scope,
    )
    return scope["nanoseconds"], scope["answers"]


def make_keys(length):
    """Makes the same keys in each run: more of them than a branch predictor can remember."""
    generator = random.Random(1)
    return [generator.randbytes(length) for _ in range(KEYS)]


def found(module):
    return importlib.util.find_spec(module) is not None


main()
