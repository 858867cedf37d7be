"""The staged command reads live topics: only them, only to their end, or says why it did not.

COPARTITION_CLI names the command, where it is not the staged one.
"""

import json
import os
import signal
import subprocess
import time
import uuid

import kafka_broker
import pytest
from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import (
    KafkaAdminClient,
    NewTopic,
    ScramMechanism,
    UserScramCredentialUpsertion,
)
from kafka_broker import Broker
from topic import Topic

CLI = os.environ.get("COPARTITION_CLI", str(kafka_broker.TARGET / "stage/bin/copartition"))
SECONDS = 60
LOGIN = "org.apache.kafka.common.security"
USER = {"username": "alice", "password": "alice-secret"}


def start(*arguments, servers=None, **environment):
    command = [CLI, "spread", "--format", "json", *arguments]
    if servers:
        command += ["-b", servers]
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"KCAT_CONFIG": ""} | environment,
    )


def spread(topic, *arguments, exits=0, **more):
    """The document that the command prints, and what it says beside it."""
    process = start("-t", topic, *arguments, **more)
    stdout, stderr = process.communicate(timeout=SECONDS)
    assert process.returncode == exits, stderr
    return json.loads(stdout), stderr


def refused(topic, *arguments, within=12, **more):
    """The one line that says why nothing was read."""
    started = time.monotonic()
    process = start("-t", topic, *arguments, **more)
    stdout, stderr = process.communicate(timeout=SECONDS)
    assert time.monotonic() - started < within
    assert (process.returncode, stdout) == (2, ""), stderr
    assert stderr.count("\n") == 1 and stderr.startswith("copartition: "), stderr
    return stderr.removeprefix("copartition: ").rstrip("\n")


def records(document):
    return [partition["records"] for partition in document["per_partition"]]


def keys_on(document):
    """The partitions of each key, with `--top` large enough."""
    return {key["key"]: key["lies_on"] for key in document["hot_keys"]}


def options(pairs):
    return [word for pair in pairs.items() for word in ("-X", "=".join(pair))]


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A broker that nobody else uses, which wants to know who asks, and cleans logs at once."""
    folder = tmp_path_factory.mktemp("keys")
    key = folder / "broker.p12"
    keytool = ["keytool", "-keystore", str(key), "-storepass", "secret"]
    made = ["-genkeypair", "-alias", "b", "-keyalg", "EC", "-dname", "CN=b", "-storetype", "PKCS12"]
    subprocess.run([*keytool, *made, "-ext", "san=ip:127.0.0.1"], check=True, capture_output=True)
    certificate = subprocess.run(
        [*keytool, "-exportcert", "-alias", "b", "-rfc"], check=True, capture_output=True
    )
    (folder / "ca.pem").write_bytes(certificate.stdout)
    listener = "listener.name.sasl_plaintext"
    properties = f"""\
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,OAUTHBEARER
{listener}.plain.sasl.jaas.config={LOGIN}.plain.PlainLoginModule required user_alice="alice-secret";
{listener}.scram-sha-256.sasl.jaas.config={LOGIN}.scram.ScramLoginModule required;
{listener}.oauthbearer.sasl.jaas.config={LOGIN}.oauthbearer.OAuthBearerLoginModule required;
ssl.keystore.type=PKCS12
ssl.keystore.location={key}
ssl.keystore.password=secret
log.cleaner.backoff.ms=200
"""
    with Broker(protocols=["SASL_PLAINTEXT", "SSL"], properties=properties) as broker:
        broker.certificate = folder / "ca.pem"
        yield broker


@pytest.fixture(scope="module")
def own_topic(own):
    """Creates topics on it."""
    admin = KafkaAdminClient(bootstrap_servers=own.bootstrap_servers)

    def create(partitions, **configs):
        name = f"own-{uuid.uuid4().hex}"
        admin.create_topics([NewTopic(name, partitions, 1, topic_configs=configs)])
        topic = Topic(own.bootstrap_servers, name, partitions)
        topic.wait_until_led()
        return topic

    create.admin = admin
    yield create
    admin.close()


def sasl(broker, mechanism, **changed):
    user = USER | changed
    return options(
        {
            "bootstrap.servers": f"127.0.0.1:{broker.ports['SASL_PLAINTEXT']}",
            "security.protocol": "SASL_PLAINTEXT",
            "sasl.mechanism": mechanism,
            "sasl.username": user["username"],
            "sasl.password": user["password"],
        }
    )


def test_records_are_counted_where_they_lie(new_topic):
    topic = new_topic(12)
    keys = [b"user-%d" % (n % 40) for n in range(400)] + [b"", None]
    where = {key: n % 12 for n, key in enumerate(dict.fromkeys(keys))}
    topic.send(keys, where.get)
    document, said = spread(topic.name, "--top", "50", servers=topic.bootstrap_servers)
    assert said == f"copartition: {topic.name}: 12 partitions now\n"
    lie = [where[key] for key in keys]
    assert records(document) == [lie.count(partition) for partition in range(12)]
    expected = {key.decode(): [on] for key, on in where.items() if key is not None}
    assert keys_on(document) == expected and len(expected) == 41
    assert (document["records"], document["explicit_records"]) == (402, 402)
    assert (document["missing_key_records"], document["empty_key_records"]) == (1, 1)


def test_the_count_that_is_given_holds_and_both_are_said(new_topic):
    topic = new_topic(3)
    topic.send([b"a"], lambda key: 2)
    servers = topic.bootstrap_servers
    document, said = spread(topic.name, "-n", "5", servers=servers)
    assert records(document) == [0, 0, 1, 0, 0]
    assert said == f"copartition: {topic.name}: 3 partitions now, taken for 5\n"
    process = start("-t", topic.name, "-n", "2", servers=servers)
    stdout, stderr = process.communicate(timeout=SECONDS)
    assert (process.returncode, stdout) == (2, "")
    assert "partition must be a whole number below 2, got 2" in stderr


def test_only_committed_records_before_the_first_open_transaction_are_counted(new_topic):
    topic = new_topic(2)
    producers = [
        KafkaProducer(bootstrap_servers=topic.bootstrap_servers, transactional_id=uuid.uuid4().hex)
        for _ in range(2)
    ]
    writer, other = producers

    def send(producer, count, partition):
        for n in range(count):
            producer.send(topic.name, key=b"%d" % n, value=b"v", partition=partition)
        producer.flush()

    try:
        for producer in producers:
            producer.init_transactions()
        for count, partition, end in [
            (10, 0, writer.commit_transaction),
            (20, 0, writer.abort_transaction),
            (30, 1, writer.commit_transaction),
            (40, 1, writer.abort_transaction),
        ]:
            writer.begin_transaction()
            send(writer, count, partition)
            end()
        other.begin_transaction()
        send(other, 5, 0)
        writer.begin_transaction()
        send(writer, 7, 0)
        writer.commit_transaction()
        servers = topic.bootstrap_servers
        # Both partitions end in control records, which no reader is given.
        assert records(spread(topic.name, servers=servers)[0]) == [10, 30]
        everything = ["--isolation", "read_uncommitted"]
        assert records(spread(topic.name, *everything, servers=servers)[0]) == [42, 70]
        other.commit_transaction()
        assert records(spread(topic.name, servers=servers)[0]) == [22, 30]
        isolation = ["-X", "isolation.level=read_uncommitted"]
        assert records(spread(topic.name, *isolation, servers=servers)[0]) == [42, 70]
    finally:
        for producer in producers:
            producer.close()


def test_gaps_of_a_compacted_topic_are_no_records(own, own_topic):
    topic = own_topic(
        1,
        **{
            "cleanup.policy": "compact",
            "min.cleanable.dirty.ratio": "0.01",
            "segment.ms": "100",
            "min.compaction.lag.ms": "0",
        },
    )
    for _ in range(3):
        topic.send([b"%d" % n for n in range(50)])
        time.sleep(0.2)
    topic.send([b"last"])
    end = TopicPartition(topic.name, 0)
    with_consumer = KafkaConsumer(bootstrap_servers=own.bootstrap_servers)
    assert with_consumer.end_offsets([end]) == {end: 151}
    with_consumer.close()
    deadline = time.monotonic() + SECONDS
    while True:
        document, _ = spread(topic.name, servers=own.bootstrap_servers)
        if document["records"] == 51:
            break
        assert document["records"] <= 151 and time.monotonic() < deadline, document["records"]
        time.sleep(0.2)
    assert document["keys"] == 51


def test_an_empty_topic_is_not_fine(new_topic):
    topic = new_topic(2)
    document, said = spread(topic.name, exits=3, servers=topic.bootstrap_servers)
    assert records(document) == [0, 0]
    assert said.endswith("copartition: cannot tell: there are no records\n")


def test_offsets_choose_a_part_of_each_partition(new_topic):
    topic = new_topic(2)
    producer = KafkaProducer(bootstrap_servers=topic.bootstrap_servers)
    for n in range(20):
        for partition in range(2):
            producer.send(
                topic.name, b"v", b"%d" % n, partition=partition, timestamp_ms=1_000_000 + n * 1000
            )
    producer.flush(timeout=SECONDS)
    producer.close()

    def keys(*offsets, exits=0):
        words = [word for offset in offsets for word in ("-o", offset)]
        more = {"exits": exits, "servers": topic.bootstrap_servers}
        document, _ = spread(topic.name, "--top", "50", *words, **more)
        assert records(document)[0] == records(document)[1]
        return sorted(map(int, keys_on(document)))

    for offsets, expected in [
        (["beginning"], range(20)),
        (["15"], range(15, 20)),
        (["-3"], range(17, 20)),
        (["-100"], range(20)),
        (["s@1012500"], range(13, 20)),
        (["e@1004000"], range(4)),
        (["s@1012500", "e@1015000"], range(13, 15)),
    ]:
        assert keys(*offsets) == list(expected), offsets
    for offsets in ["end"], ["20"], ["s@1019001"], ["e@1000000"]:
        assert keys(*offsets, exits=3) == []


def test_since_a_time_each_partition_has_its_rate(new_topic):
    topic = new_topic(3)
    producer = KafkaProducer(bootstrap_servers=topic.bootstrap_servers)
    start_ms = 1_764_450_000_000
    # 20 seconds of 1 and of 2 records a second, of 4 and 10 bytes each; an hour before, many more.
    for second in range(-3600, -3000):
        producer.send(topic.name, b"", b"0", partition=0, timestamp_ms=start_ms + second * 1000)
    for second in range(21):
        at = start_ms + second * 1000
        producer.send(topic.name, b"abc", b"1", partition=1, timestamp_ms=at)
        for _ in range(2):
            producer.send(topic.name, b"12345678", b"22", partition=2, timestamp_ms=at)
    producer.flush(SECONDS)
    producer.close()

    def rows(*arguments):
        command = [CLI, "spread", "-t", topic.name, "-b", topic.bootstrap_servers, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS)
        head, *rows = done.stdout.splitlines()
        rates = {row.split()[0]: row.split()[5:7] for row in rows[:3]}
        return head, rates, " ".join(line.strip() for line in rows)

    head, rates, said = rows("-o", f"s@{start_ms}")
    assert head.split()[-2:] == ["records/s", "bytes/s"]
    assert rates == {"0": ["0.00", "0.00"], "1": ["1.05", "4.20"], "2": ["2.10", "21.00"]}
    assert (
        "record skew is not consumer lag: the busiest partition, 2, gets 2.10 records and 21 bytes "
        "a second (from 2025-11-29T21:00:00.000Z to 2025-11-29T21:00:20.000Z, by their timestamps)"
    ) in said
    document, _ = spread(topic.name, "-o", f"s@{start_ms}", servers=topic.bootstrap_servers)
    assert document["first_timestamp"] == start_ms
    assert document["last_timestamp"] == start_ms + 20_000
    partitions = document["per_partition"]
    assert [partition["records_per_second"] for partition in partitions] == [0, 1.05, 2.1]
    assert [partition["bytes_per_second"] for partition in partitions] == [0, 4.2, 21]
    # What retention has left of a longer time is no rate.
    head, _, said = rows()
    assert "records/s" not in head and "consumer lag" not in said


def test_a_sample_is_even_over_the_partitions_and_what_one_lacks_comes_from_others(new_topic):
    topic = new_topic(3)
    topic.send([b"%d" % n for n in range(120)], lambda key: 0 if int(key) < 2 else 1 + int(key) % 2)
    for sample, expected in ("30", [2, 14, 14]), ("1000", [2, 59, 59]), ("1", [0, 0, 1]):
        document, said = spread(topic.name, "--sample", sample, servers=topic.bootstrap_servers)
        assert records(document) == expected
        assert f"a sample of at most {sample} records, evenly from the partitions" in said


def test_who_asks_wrongly_gets_one_line_in_time(new_topic, own):
    topic = new_topic(1)
    (dead,) = kafka_broker.free_ports(1)
    server = topic.bootstrap_servers
    assert refused("no-such-topic", servers=server) == (
        f"no-such-topic: topic must exist, got no such one at {server}"
    )
    dead_server = f"127.0.0.1:{dead}"
    got = refused(topic.name, servers=dead_server)
    assert got.startswith(f"{dead_server}: ") and got.endswith(" failed: Connection refused")
    assert "Failed to resolve" in refused(topic.name, servers="no-such-host.invalid:9092")
    for mechanism in "PLAIN", "SCRAM-SHA-256":
        got = refused(topic.name, *sasl(own, mechanism, password="wrong"))
        assert got.startswith(f"127.0.0.1:{own.ports['SASL_PLAINTEXT']}: "), got
        assert "Authentication failed" in got and "wrong" not in got
    for protocol in own.ports:
        got = refused(topic.name, servers=f"127.0.0.1:{own.ports[protocol]}")
        assert "security.protocol may be another one there" in got, got
    secure = ["-X", "security.protocol=ssl"]
    got = refused(topic.name, *secure, servers=f"127.0.0.1:{own.ports['SSL']}")
    assert "certificate verify failed" in got
    assert refused(topic.name, "-X", "securty.protocol=ssl", servers=server) == (
        "librdkafka has no property securty.protocol"
    )
    assert refused(topic.name) == "bootstrap.servers must be given to read a topic, got none"


def test_a_broker_that_does_not_answer_is_given_up_in_time(own_topic, own):
    topic = own_topic(1)
    os.kill(own.pid, signal.SIGSTOP)
    try:
        got = refused(topic.name, "--timeout", "2", servers=own.bootstrap_servers, within=5)
    finally:
        os.kill(own.pid, signal.SIGCONT)
    assert got.startswith(f"{own.bootstrap_servers}: broker must answer within 2 s: ")


def test_who_may_read_reads(own_topic, own, tmp_path):
    topic = own_topic(2)
    topic.send([b"a", b"b", b"c"], lambda key: 1)
    own_topic.admin.alter_user_scram_credentials(
        [UserScramCredentialUpsertion("alice", ScramMechanism.SCRAM_SHA_256, USER["password"])]
    )
    for mechanism in "PLAIN", "SCRAM-SHA-256":
        assert records(spread(topic.name, *sasl(own, mechanism))[0]) == [0, 3]
    java = tmp_path / "java.properties"
    java.write_text(
        f"bootstrap.servers=127.0.0.1\\:{own.ports['SASL_PLAINTEXT']}\n"
        "security.protocol = SASL_PLAINTEXT\nsasl.mechanism: PLAIN\n"
        f"sasl.jaas.config={LOGIN}.plain.PlainLoginModule required \\\n"
        '    username="alice" \\\n    password="alice-secret";\n'
        "group.id=a-group\nenable.auto.commit=true\nkey.serializer=a.B\nmax.poll.records=1\n"
    )
    ignored = "properties that librdkafka does not have, ignored: key.serializer, max.poll.records"
    for asked, environment in (["-F", str(java)], {}), ([], {"KCAT_CONFIG": str(java)}):
        document, said = spread(topic.name, *asked, **environment)
        assert records(document) == [0, 3]
        assert said.startswith(f"copartition: {ignored}\n")
    module = f"{LOGIN}.oauthbearer.OAuthBearerLoginModule"
    bearer = {
        "security.protocol": "SASL_PLAINTEXT",
        "sasl.mechanism": "OAUTHBEARER",
        "sasl.jaas.config": f'{module} required unsecuredLoginStringClaim_sub="alice";',
    }
    servers = f"127.0.0.1:{own.ports['SASL_PLAINTEXT']}"
    assert records(spread(topic.name, *options(bearer), servers=servers)[0]) == [0, 3]
    tls = {
        "security.protocol": "SSL",
        "ssl.truststore.type": "PEM",
        "ssl.truststore.location": str(own.certificate),
    }
    servers = f"127.0.0.1:{own.ports['SSL']}"
    assert records(spread(topic.name, *options(tls), servers=servers)[0]) == [0, 3]


def test_reading_leaves_nothing_behind(own_topic, own):
    topic = own_topic(1)
    topic.send([b"a"])
    before = set(own_topic.admin.list_topics())
    spread(topic.name, "-X", "group.id=g", servers=own.bootstrap_servers)
    refused("no-such-topic", "-X", "allow.auto.create.topics=true", servers=own.bootstrap_servers)
    assert set(own_topic.admin.list_topics()) == before
    # A broker makes it as soon as anybody looks for a group.
    assert not list((own.folder / "data").glob("__consumer_offsets-*"))


@pytest.fixture
def slow_topic(own_topic):
    """A topic whose records come one by one, which takes six seconds."""
    topic = own_topic(1)
    producer = KafkaProducer(bootstrap_servers=topic.bootstrap_servers)
    for n in range(300):
        producer.send(topic.name, b"v", b"%d" % n).get(timeout=SECONDS)
    producer.close()
    return topic


# One batch a request, and the broker waits 20 ms for more than that before it answers.
SLOWLY = options(
    {"fetch.message.max.bytes": "1", "fetch.min.bytes": "100000", "fetch.wait.max.ms": "20"}
)


def interrupted(topic, act):
    """What is said of a topic when `act` happens between two of its records."""
    process = start("-t", topic.name, "--timeout", "2", *SLOWLY, servers=topic.bootstrap_servers)
    first = process.stderr.readline()
    assert first == f"copartition: {topic.name}: 1 partition now\n"
    time.sleep(0.5)
    act()
    stdout, stderr = process.communicate(timeout=SECONDS)
    assert (process.returncode, stdout) == (2, ""), stderr
    assert stderr.count("\n") == 1, stderr
    return stderr


def test_records_that_are_deleted_meanwhile_are_an_error(own_topic, slow_topic):
    deleted = {TopicPartition(slow_topic.name, 0): 299}
    said = interrupted(slow_topic, lambda: own_topic.admin.delete_records(deleted))
    assert f"{slow_topic.name}: partition 0: " in said and "ffset" in said


# Last, since the broker is gone then.
@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_a_broker_that_stops_in_the_middle_is_an_error_and_never_a_shorter_count(
    own, slow_topic, number
):
    try:
        said = interrupted(slow_topic, lambda: os.kill(own.pid, number))
    finally:
        os.kill(own.pid, signal.SIGCONT)
    read = f"copartition: {slow_topic.name}: partition 0 was read to offset "
    offset, why = said.removeprefix(read).split(" of 300: ")
    assert 0 < int(offset) < 300
    assert why.startswith(f"{own.bootstrap_servers}: broker must answer within 2 s: ")
