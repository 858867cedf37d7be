"""The staged command says what is wrong with topics that real clients wrote, before and after they
grow.

Three services send the same keys, of which one has another partitioner. Where each record lies is
what its client was told by the broker: nothing that is expected here comes from copartition.
"""

import json
import os
import signal
import subprocess
import time
from collections import defaultdict
from typing import NamedTuple

import kafka_broker
import pytest
from kafka import KafkaProducer
from kafka.admin import KafkaAdminClient, NewPartitions, NewTopic
from kafka_broker import Broker
from test_clients import CLIENTS
from test_live_topic import SLOWLY
from topic import Topic

CLI = os.environ.get("COPARTITION_CLI", str(kafka_broker.TARGET / "stage/bin/copartition"))
SECONDS = 60
HOUR = 3_600_000
KEYS = [f"user-{n}" for n in range(300)]
INSTALLED = {client["name"].split("@")[0]: client for client in CLIENTS if not client["settings"]}
GREW = "over 6 partitions); the topic was grown, mirrored or recreated"
# The mailer is the one that disagrees.
SERVICES = {"orders": "java", "billing": "kafka-python", "mailer": "confluent-kafka"}


class Sent(NamedTuple):
    """A record, and where its client was told that it lies."""

    service: str
    key: str
    timestamp: int
    partition: int
    offset: int


def send(topic, service, timestamp):
    """Lets a service send every key once, and returns where its client says that each lies."""
    client = INSTALLED[SERVICES[service]]
    program = subprocess.run(
        [*client["command"], topic.bootstrap_servers, topic.name],
        cwd=client["folder"],
        input="".join(json.dumps({"key": key.encode().hex()}) + "\n" for key in KEYS),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=SECONDS,
        env=os.environ | {"SERVICE": service, "TIMESTAMP": str(timestamp)},
    )
    *lies, count = program.stdout.splitlines()
    assert int(count) == len(lies) == len(KEYS) == 300
    return [
        Sent(service, key, timestamp, *map(int, line.split()))
        for key, line in zip(KEYS, lies, strict=True)
    ]


def start(command, *arguments):
    return subprocess.Popen(
        [CLI, command, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"KCAT_CONFIG": ""},
    )


def run(command, *arguments, exits):
    """The document that the command prints; with a format of lines, the object of each."""
    is_lines = "--format" in arguments
    process = start(command, *arguments, *([] if is_lines else ["--format", "json"]))
    stdout, stderr = process.communicate(timeout=SECONDS)
    assert process.returncode == exits, stdout + stderr
    return [json.loads(line) for line in stdout.splitlines()] if is_lines else json.loads(stdout)


def ask(command, topic, *arguments, exits):
    return run(command, "-b", topic.bootstrap_servers, "-t", topic.name, *arguments, exits=exits)


def new_hour(hours_ago):
    return (int(time.time() * 1000) // HOUR - hours_ago) * HOUR + 60_000


class Story:
    """A topic that all three services write, one that a right client writes alone, and its mirror
    on another broker, which another right client writes.
    """

    def __init__(self, new_topic, mirror):
        self.shared, self.right, self.mirror = new_topic(6), new_topic(6), mirror
        self.orders, self.mailer = new_hour(9), new_hour(8)
        self.sent = [
            *send(self.shared, "orders", self.orders),
            *send(self.shared, "billing", self.orders),
            *send(self.shared, "mailer", self.mailer),
        ]
        self.alone = send(self.right, "orders", self.orders)
        self.mirrored = send(self.mirror, "billing", self.orders)

    def grow(self, admin):
        """Adds two partitions to the topics of the first broker, and lets everybody send again."""
        self.moves = moved(self.right), moved(self.shared)
        admin.create_partitions(
            {topic.name: NewPartitions(total_count=8) for topic in (self.shared, self.right)}
        )
        self.shared, self.right = (
            Topic(topic.bootstrap_servers, topic.name, 8) for topic in (self.shared, self.right)
        )
        for topic in self.shared, self.right:
            topic.wait_until_led()
        self.grew = new_hour(6)
        self.sent_before, self.alone_before = self.sent, self.alone
        self.sent_after = [
            *send(self.shared, "orders", self.grew),
            *send(self.shared, "billing", self.grew),
            *send(self.shared, "mailer", self.grew + HOUR),
        ]
        self.alone_after = send(self.right, "orders", self.grew)
        self.sent = self.sent_before + self.sent_after
        self.alone = self.alone_before + self.alone_after


@pytest.fixture(scope="module")
def other_broker():
    with Broker() as broker:
        yield broker


@pytest.fixture(scope="module")
def story(new_topic, other_broker):
    admin = KafkaAdminClient(bootstrap_servers=other_broker.bootstrap_servers)
    admin.create_topics([NewTopic("mirror", 6, 1)])
    admin.close()
    mirror = Topic(other_broker.bootstrap_servers, "mirror", 6)
    mirror.wait_until_led()
    return Story(new_topic, mirror)


@pytest.fixture(scope="module")
def grown(story, admin):
    """The same, after the topics have grown: tests before the first that asks for it see 6."""
    story.grow(admin)
    return story


def split_keys(sent):
    """The keys on more than one partition, with the number and the last offset of the records on
    each.
    """
    places = defaultdict(lambda: defaultdict(list))
    for record in sent:
        places[record.key][record.partition].append(record.offset)
    return {
        key: {partition: (len(offsets), max(offsets)) for partition, offsets in on.items()}
        for key, on in places.items()
        if len(on) > 1
    }


def right_places(sent):
    """Where the Java client puts each key, under the count that it met."""
    return {record.key: record.partition for record in sent if record.service == "orders"}


def wrong(sent):
    """The records that lie elsewhere than the Java client puts their key: all of the mailer."""
    right = right_places(sent)
    wrong = [record for record in sent if record.partition != right[record.key]]
    assert {record.service for record in wrong} == {"mailer"} and 150 < len(wrong) < 300
    return wrong


def rules(document):
    """What explains the records: the first rule of each part, with its count."""
    parts = document["parts"]
    return {(part["candidates"][0]["rule"], part["partitions"]): part for part in parts}


def moved(topic):
    """What the command says of a change to 8 partitions: the total, and where each key goes."""
    lines = ask("moves", topic, "--to", "8", "--format", "ndjson", exits=0)
    keys = {row["key"]: (row["from"], row["to"]) for row in lines if row["row"] == "moved_key"}
    return lines[-1], keys


def brokers(story, topic, tmp_path):
    """The arguments that name a topic of the first broker, and the mirror on the other."""
    arguments = [f"src:{topic.name}", f"dst:{story.mirror.name}"]
    for name, of in ("src", topic), ("dst", story.mirror):
        file = tmp_path / f"{name}.properties"
        file.write_text(f"bootstrap.servers={of.bootstrap_servers}\n")
        arguments += ["--config", f"{name}={file}"]
    return arguments


def test_keys_that_two_clients_place_differently_are_split(story):
    document = ask("split", story.shared, exits=1)
    assert found_split(document) == split_keys(story.sent)
    assert (document["records"], document["keys"], document["sampled"]) == (900, 300, False)
    document = ask("split", story.right, exits=0)
    assert (document["split_keys"], document["split"]) == (0, [])


def test_the_service_that_disagrees_is_named_and_so_is_its_hour(story):
    for by, others, disagrees in [
        ("header:service", {"orders": 300, "billing": 300}, "mailer"),
        ("hour", {hour(story.orders): 600}, hour(story.mailer)),
    ]:
        document = ask("identify", story.shared, "--by", by, exits=1)
        parts = rules(document)
        assert (document["verdict"], list(parts)) == ("mixture", [("murmur2", 6), ("crc32", 6)])
        assert parts["murmur2", 6]["labels"] == others | {disagrees: 0}
        assert parts["crc32", 6]["labels"] == {other: 0 for other in others} | {disagrees: 300}
    document = ask("identify", story.right, "--by", "header:service", exits=0)
    assert document["verdict"] == "one" and list(rules(document)) == [("murmur2", 6)]


def test_where_each_clients_records_lie_is_told_by_offsets(story):
    document = ask("identify", story.shared, "--by", "offset", exits=1)
    elsewhere = wrong(story.sent)
    disputed = {record.key for record in elsewhere}
    right = [record for record in story.sent if record.key in disputed]
    right = [record for record in right if record.service != "mailer"]
    for rule, records in ("murmur2", right), ("crc32", elsewhere):
        spans = {
            span["partition"]: (span["first"]["offset"], span["last"]["offset"])
            for span in rules(document)[rule, 6]["spans"]
        }
        offsets = defaultdict(list)
        for record in records:
            offsets[record.partition].append(record.offset)
        assert spans == {on: (min(all_), max(all_)) for on, all_ in offsets.items()}
        assert len(spans) == 6


def test_the_records_that_lie_elsewhere_are_those_of_the_client_that_disagrees(story):
    document = ask("verify", story.shared, "-P", "java", "--top", "1000", exits=1)
    assert mismatches(document) == at(wrong(story.sent))
    assert document["right_records"] == 900 - len(wrong(story.sent))
    assert document["elsewhere"]["verdict"] == "one"
    assert list(rules(document["elsewhere"])) == [("crc32", 6)]
    right = right_places(story.sent)
    for mismatch in document["mismatches"]:
        assert mismatch["wanted"] == [right[mismatch["key"]]]
        assert mismatch["timestamp"] == story.mailer
    document = ask("verify", story.right, "-P", "java", exits=0)
    assert (document["right_records"], document["passed"]) == (300, True)


def test_topics_of_one_broker_and_of_two_are_compared_key_by_key(story, tmp_path):
    both = ["-b", story.right.bootstrap_servers, "-t", story.right.name, "-t", story.shared.name]
    disputed = {record.key for record in wrong(story.sent)}
    for document in (
        run("compare", *both, "--top", "1000", exits=1),
        run("compare", *brokers(story, story.shared, tmp_path), "--top", "1000", exits=1),
    ):
        (found,) = document["comparisons"]
        assert (found["copartitioned"], found["shared_keys"]) == ("no", 300)
        assert {key["key"] for key in found["different_keys"]} == disputed
    document = run("compare", *brokers(story, story.right, tmp_path), exits=0)
    (found,) = document["comparisons"]
    assert (found["copartitioned"], found["same_partition_keys"]) == ("yes", 300)
    assert [topic["rules"] for topic in document["topics"]] == [["murmur2"], ["murmur2"]]


def test_samples_of_two_topics_hold_the_same_keys(story):
    topics = [word for topic in (story.right, story.shared) for word in ("-t", topic.name)]
    both = ["-b", story.right.bootstrap_servers, *topics, "--top", "1000"]
    document = run("compare", *both, "--sample-keys", "20%", exits=1)
    (found,) = document["comparisons"]
    assert [topic["keys"] for topic in document["topics"]] == [found["shared_keys"]] * 2
    assert [topic["records"] for topic in document["topics"]] == [
        found["shared_keys"],
        3 * found["shared_keys"],
    ]
    assert 30 < found["shared_keys"] < 90 and all(topic["sampled"] for topic in document["topics"])
    different = {key["key"] for key in found["different_keys"]}
    assert different <= {record.key for record in wrong(story.sent)} and len(different) > 20
    # None is split in the sample, which says nothing of the others.
    ask("split", story.right, "--sample-keys", "20%", exits=3)


def test_a_key_is_found_where_each_client_put_it(story):
    split, right = split_keys(story.sent), right_places(story.sent)
    for key, exits in (sorted(split)[0], 1), (sorted(set(KEYS) - set(split))[0], 0):
        lies = {(r.partition, r.offset) for r in story.sent if r.key == key}
        here = {place for place in lies if place[0] == right[key]}
        arguments = ["find", key, "-b", story.shared.bootstrap_servers, "-t", story.shared.name]
        document = run(*arguments, exits=0)
        assert found(document) == here and document["placed_on"] == right[key]
        document = run(*arguments, "--all-partitions", exits=exits)
        assert found(document) == lies and len(lies) == 3
        elsewhere = {there["partition"]: there for there in document["elsewhere"]}
        assert set(elsewhere) == {partition for partition, _ in lies - here}
        for there in elsewhere.values():
            assert "librdkafka:consistent_random" in there["partitioners"]


def test_what_moves_is_what_the_client_then_moves(grown):
    before, after = right_places(grown.alone_before), right_places(grown.alone_after)
    moves = {key: (before[key], after[key]) for key in KEYS if before[key] != after[key]}
    assert 200 < len(moves) < 250
    for (total, keys), records in zip(grown.moves, (1, 3), strict=True):
        assert keys == moves
        assert (total["keys"], total["moved_keys"]) == (300, len(moves))
        assert total["moved_records"] == len(moves) * records
    elsewhere = [total["elsewhere_records"] for total, _ in grown.moves]
    assert elsewhere == [0, len(wrong(grown.sent_before))]


def test_a_topic_that_grew_is_right_under_the_count_of_each_time(grown):
    history = ["--history", f"6,8@{grown.grew}", "--top", "1000"]
    document = ask("verify", grown.right, *history, exits=0)
    assert (document["right_records"], document["partitions"]) == (600, [6, 8])
    document = ask("verify", grown.shared, *history, exits=1)
    elsewhere = wrong(grown.sent_before) + wrong(grown.sent_after)
    assert mismatches(document) == at(elsewhere)
    # Who takes it for a topic that always had 8 sees what moved.
    document = ask("verify", grown.right, "--top", "1000", exits=1)
    now = right_places(grown.alone_after)
    moved = [record for record in grown.alone_before if record.partition != now[record.key]]
    assert mismatches(document) == at(moved)
    assert list(rules(document["elsewhere"])) == [("murmur2", 6)]


def test_growth_is_told_from_disagreement_and_bounded_by_offsets(grown):
    document = ask("identify", grown.right, exits=1)
    assert document["verdict"] == "mixture" and GREW in document["sentence"]
    assert set(rules(document)) == {("murmur2", 8), ("murmur2", 6)}
    bound_growth(document, grown.alone_before, grown.alone_after)
    document = ask("identify", grown.shared, "--by", "header:service", exits=1)
    assert document["verdict"] == "mixture" and GREW in document["sentence"]
    both = {(rule, count) for rule in ("murmur2", "crc32") for count in (8, 6)}
    assert set(rules(document)) == both
    for (rule, _), part in rules(document).items():
        services = {service for service, records in part["labels"].items() if records}
        assert services == ({"mailer"} if rule == "crc32" else {"orders", "billing"})
    bound_growth(document, grown.sent_before, grown.sent_after)


def bound_growth(document, before, after):
    """The change lies between the offsets that are given for it, on each partition."""
    changes = document["changes"]
    assert changes and {(change["from"], change["to"]) for change in changes} == {(6, 8)}
    for change in changes:
        bounds = {bound["partition"]: bound for bound in change["bounds"]}
        assert set(bounds) == set(range(8))
        for partition, bound in bounds.items():
            old = [record.offset for record in before if record.partition == partition]
            new = [record.offset for record in after if record.partition == partition]
            assert bound["first_after"]["offset"] >= min(new)
            if partition < 6:
                assert bound["last_before"]["offset"] <= max(old) < min(new)
            else:
                assert bound["last_before"] is None


def test_keys_of_a_topic_that_grew_lie_where_they_were_too(grown, tmp_path):
    for topic, sent in (grown.right, grown.alone), (grown.shared, grown.sent):
        assert found_split(ask("split", topic, exits=1)) == split_keys(sent)
    before, now = right_places(grown.alone_before), right_places(grown.alone_after)
    key = next(key for key in KEYS if before[key] != now[key])
    arguments = ["-b", grown.right.bootstrap_servers, "-t", grown.right.name, "--all-partitions"]
    document = run("find", key, *arguments, exits=1)
    assert found(document) == {(r.partition, r.offset) for r in grown.alone if r.key == key}
    (elsewhere,) = document["elsewhere"]
    assert (elsewhere["partition"], elsewhere["written"]) == (before[key], "before")
    assert 6 in elsewhere["counts"] and document["placed_on"] == now[key]
    document = run("compare", *brokers(grown, grown.right, tmp_path), exits=1)
    (comparison,) = document["comparisons"]
    checks = {check["check"]: check["fine"] for check in comparison["checks"]}
    assert (comparison["copartitioned"], checks["count"]) == ("no", False)
    stayed = [key for key in KEYS if before[key] == now[key]]
    assert comparison["same_partition_keys"] == len(stayed)


def test_no_command_prints_a_part_of_a_topic_whose_broker_stops():
    with Broker() as broker:
        admin = KafkaAdminClient(bootstrap_servers=broker.bootstrap_servers)
        admin.create_topics([NewTopic("slow", 1, 1)])
        admin.close()
        topic = Topic(broker.bootstrap_servers, "slow", 1)
        topic.wait_until_led()
        producer = KafkaProducer(bootstrap_servers=topic.bootstrap_servers)
        for n in range(300):
            producer.send(topic.name, b"v", b"%d" % n).get(timeout=SECONDS)
        producer.close()
        how = ["-b", topic.bootstrap_servers, "-t", topic.name, "--timeout", "2", *SLOWLY]
        asked = ["split"], ["identify"], ["verify"], ["moves", "--to", "2"], ["find", "299"]
        running = [start(*command, *how) for command in (*asked, ["compare", "-t", topic.name])]
        for process in running:
            assert process.stderr.readline() == "copartition: slow: 1 partition now\n"
        time.sleep(0.5)
        os.kill(broker.pid, signal.SIGSTOP)
        stopped = time.monotonic()
        for process in running:
            stdout, stderr = process.communicate(timeout=SECONDS)
            assert (process.returncode, stdout) == (2, ""), (process.args, stdout, stderr)
            *_, said = stderr.splitlines()
            assert said.startswith("copartition: slow: partition 0 was read to offset "), said
            assert said.endswith("broker must answer within 2 s: Local: Timed out"), said
        assert time.monotonic() - stopped < 10 and len(running) == 6


def hour(timestamp):
    return time.strftime("%Y-%m-%dT%H:00Z", time.gmtime(timestamp / 1000))


def at(records):
    """Where records lie, each once."""
    places = [(record.partition, record.offset) for record in records]
    assert len(set(places)) == len(places) > 0
    return set(places)


def mismatches(document):
    assert document["wrong_records"] == len(document["mismatches"])
    return {(mismatch["partition"], mismatch["offset"]) for mismatch in document["mismatches"]}


def found(document):
    return {(record["partition"], record["offset"]) for record in document["records"]}


def found_split(document):
    return {
        key["key"]: {on["partition"]: (on["records"], on["last_offset"]) for on in key["lies_on"]}
        for key in document["split"]
    }
