"""What goes wrong around a drop-in partitioner loses nothing that the client would not lose without
it, and places nothing wrongly.

Beside each program another one of the same client keeps its own partitioner, and lives through the
same. Where a key belongs is what the unmodified kafka-clients does with it.
"""

import re
import time
import uuid
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from drop_in_programs import (
    BUILT,
    DROP_INS,
    JAVA,
    Program,
    Record,
    each_drop_in,
    lies_of,
    read_by_java,
    run,
    went_through,
)
from kafka.admin import KafkaAdminClient, NewTopic
from kafka_broker import Broker
from topic import Topic

N = 6
KEYS = [b"user-%d" % n for n in range(50)]
# What each client says of a topic that does not exist; librdkafka's say what comes first.
LIBRDKAFKA = "_?(unknown[_ ]?topic|msg_timed_out|message ?timed ?out)"
NO_TOPIC = {
    "kafka-python": "KafkaTimeoutError: ",
    "aiokafka": "UnknownTopicOrPartitionError: ",
    "confluent-kafka": f"Kafka(Error|Exception): KafkaError{{code={LIBRDKAFKA}",
    "kafkajs": "KafkaJSNumberOfRetriesExceeded: This server does not host this topic-partition",
    "platformatic": "Error: Unknown topic no-such-topic",
    "librdkafka": LIBRDKAFKA,
    "rdkafka": f"Message production error: {LIBRDKAFKA}",
    "confluent-kafka-javascript": f"KafkaJS[a-z]+: (Broker|Local): {LIBRDKAFKA}",
    "node-rdkafka": f"Error: (Local: )?{LIBRDKAFKA}",
}
# Without a count no record of node-rdkafka's program comes as far as the client.
NO_COUNT = {"node-rdkafka": 'RangeError: the partition count of topic "no-such-topic" is not known'}
UNKEYED = "java leaves a record without a key unkeyed"
# Their callback can say no text.
NO_TEXT = {"librdkafka": "^_UNKNOWN_PARTITION$", "rdkafka": ": UnknownPartition "}
CREATES = f"auto.create.topics.enable=true\nnum.partitions={N}\n"


@pytest.fixture(scope="module")
def cluster():
    """Two nodes; a topic that does not exist is created when somebody asks for it."""
    with Broker(racks=("one", "two"), properties=CREATES) as broker:
        yield broker


@pytest.fixture(scope="module")
def belongs(new_topic):
    """Where kafka-clients puts each key."""
    records = [Record(key, f"{n}") for n, key in enumerate(KEYS)]
    fates = run(JAVA, new_topic(N), records)
    return {key: fates[f"{n}"]["partition"] for n, key in enumerate(KEYS)}


def test_nodes_that_stop_and_come_back_lose_and_move_nothing(cluster, belongs):
    admin = KafkaAdminClient(bootstrap_servers=cluster.bootstrap_servers)
    topic = Topic(cluster.bootstrap_servers, f"copartition-{uuid.uuid4().hex}", N)
    leaders = {partition: [1 + partition % 2] for partition in range(N)}
    admin.create_topics([NewTopic(topic.name, replica_assignments=leaders)])
    admin.close()
    topic.wait_until_led()
    with ExitStack() as started, ThreadPoolExecutor(2 * len(BUILT)) as together:
        programs = {
            name: started.enter_context(Program(program, topic, *partitioner))
            for name, program, partitioner in pairs()
        }

        def send(phase):
            list(together.map(lambda it: programs[it].send(records(it, phase)), programs))

        def wait_for_answers(phases):
            for program in programs.values():
                expected = phases * len(records("", ""))
                program.wait_for(lambda fates: len(fates) == expected, f"{expected} answers")

        def wait_in_vain(phases):
            time.sleep(2)
            late = [it for it in programs.values() if len(it.fates) < phases * len(records("", ""))]
            assert len(late) == len(programs), "one had all its answers, so nothing was amiss"

        send("steady")
        wait_for_answers(1)
        cluster.stop(2)
        send("leaderless")
        wait_in_vain(2)
        cluster.start(2)
        send("led")
        wait_for_answers(3)
        # The node that the clients were told to ask first.
        send("before")
        cluster.stop(1)
        send("gone")
        wait_in_vain(5)
        cluster.start(1)
        send("back")
        wait_for_answers(6)
        fates = {name: program.end() for name, program in programs.items()}
    read = defaultdict(list)
    for it in read_by_java(cluster.bootstrap_servers, [topic.name])[topic.name]:
        read[it["value"].rpartition("/")[0]].append(it)
    for program in DROP_INS:
        ours, own = (fates[f"{program['name']}/{whose}"] for whose in ("ours", "own"))
        assert lost_in(ours) <= lost_in(own), (program["name"], errors_of(ours))
        mine = read[f"{program['name']}/ours"]
        assert set(lies_of(ours)) <= {it["value"] for it in mine}, "one is lost that was answered"
        for it in mine:
            assert it["key"] is None or it["partition"] == belongs[bytes.fromhex(it["key"])], it
        went_through("restart", program)


def test_a_topic_that_does_not_exist_is_the_clients_own_error(broker, monkeypatch):
    topic = Topic(broker.bootstrap_servers, "no-such-topic", N)
    # Few, and soon given up: some clients look for the topic once a record.
    monkeypatch.setenv("GIVE_UP_MS", "5000")
    said = both_ways(lambda name: topic, records("", "first")[-11:-9])
    for program in DROP_INS:
        ours, own = (said[f"{program['name']}/{whose}"] for whose in ("ours", "own"))
        for fates, kind in ((own, NO_TOPIC), (ours, NO_TOPIC | NO_COUNT)):
            assert len(fates) == 2
            for fate in fates.values():
                assert re.match(kind[client_of(program)], fate["error"], re.IGNORECASE), fate
        went_through("missing", program)


def test_a_topic_that_is_created_by_its_first_record_gets_all_of_them(cluster, belongs):
    topics = {
        name: Topic(cluster.bootstrap_servers, f"created-{number}", N)
        for number, (name, *_) in enumerate(pairs())
    }
    fates = both_ways(topics.get, records("", "first"))
    for program in DROP_INS:
        ours, own = (fates[f"{program['name']}/{whose}"] for whose in ("ours", "own"))
        assert lost_in(ours) <= lost_in(own), (program["name"], errors_of(ours))
        for record in records("", "first"):
            if record.key is not None and record.value in lies_of(ours):
                assert ours[record.value]["partition"] == belongs[record.key]
        went_through("created", program)


@each_drop_in
def test_round_robin_from_many_threads_gives_each_partition_the_same(new_topic, program, belongs):
    topic = new_topic(N)
    sent = [Record(None, f"missing-{n}") for n in range(600)]
    sent += [Record(key, f"{n}-{m}") for n in range(10) for m, key in enumerate(KEYS)]
    threads = 8 if program["threads"] else None
    with Program(program, topic, "java", "round_robin", threads=threads) as running:
        # librdkafka takes up one partition after the other, and turns go to those that it has.
        running.send([Record(None, f"named-{n}", n) for n in range(N)])
        running.wait_for(lambda fates: len(fates) == N, f"{N} answers")
        running.send(sent)
        fates = running.end()
    assert len(lies_of(fates)) == N + len(sent) == 1106
    missing = Counter(
        fate["partition"] for value, fate in fates.items() if value.startswith("missing")
    )
    assert missing == {partition: 100 for partition in range(N)}
    for record in sent[600:]:
        assert fates[record.value]["partition"] == belongs[record.key]
    went_through("round robin", program)


@each_drop_in
def test_a_record_that_may_not_be_unkeyed_is_an_error_and_holds_no_other_up(
    new_topic, program, belongs
):
    topic, sent = new_topic(N), records("", "")
    fates = run(program, topic, sent, "java", "error")
    for record in sent:
        fate = fates[record.value]
        if record.key is None:
            wanted = NO_TEXT.get(client_of(program), UNKEYED)
            assert re.search(wanted, fate["error"]), fate
        else:
            assert fate["partition"] == belongs[record.key]
    went_through("error", program)


def pairs():
    """Yields each program by a name: with its own partitioner, and again with Java's dropped in."""
    for program in BUILT:
        yield f"{program['name']}/own", program, []
        if program["dropped_in"]:
            yield f"{program['name']}/ours", program, ["java"]


def both_ways(topic_of, sent):
    """Lets all send at once, each to a topic by its name; returns what became of each's records."""
    with ThreadPoolExecutor(2 * len(BUILT)) as together:
        runs = {
            name: together.submit(run, program, topic_of(name), sent, *partitioner)
            for name, program, partitioner in pairs()
        }
        return {name: run.result() for name, run in runs.items()}


def client_of(program):
    return program["name"].partition("@")[0]


def records(name, phase):
    keys = [*KEYS, *[None] * 10]
    return [Record(key, f"{name}/{phase}-{n}") for n, key in enumerate(keys)]


def errors_of(fates):
    return Counter(fate["error"] for fate in fates.values() if "error" in fate)


def lost_in(fates):
    """Counts the records that did not come through, by their phase and whether they have a key."""
    lost = [value.rpartition("/")[2].split("-") for value in fates.keys() - lies_of(fates)]
    return Counter((phase, int(n) < len(KEYS)) for phase, n in lost)
