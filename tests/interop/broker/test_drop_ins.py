"""Each client with each partitioner dropped in: its records lie where the partitioner's own client
puts the same keys, and `copartition verify` finds nothing elsewhere.

kafka-clients reads all back. The value of a record says what the record is for: `verify` gets those
that the partitioner placed or left unkeyed, and counts the latter apart; those that were sent to a
partition by name are looked at here.
"""

import json
import os
import random
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import kafka_broker
import pytest
from drop_in_programs import (
    DROP_INS,
    Record,
    each_drop_in,
    lies_of,
    read_by_java,
    run,
    went_through,
)
from test_clients import CLIENTS, ODD, TEXTS, send

CLI = os.environ.get("COPARTITION_CLI", str(kafka_broker.TARGET / "stage/bin/copartition"))
SEED = 20261130
N = 6
# Each with the unmodified client that it is, and whether that leaves an empty key unkeyed.
PARTITIONERS = {
    "java": ("java@4.4.0", False),
    "librdkafka:consistent_random": ("confluent-kafka@2.16.1:consistent_random", True),
    "sarama:hash": ("sarama@1.61.1", False),
    "kafkajs@1": ("kafkajs@1.16.0", False),
    "platformatic": ("platformatic@1.35.0", False),
}
INSTALLED = {client["name"]: client for client in CLIENTS}


def drawn_records():
    """Draws 1,000 records: keys of up to 40 bytes, text that is not ASCII, 10 long keys, 20 empty
    keys, 100 times no key, and 60 records that name their partition.
    """
    draw = random.Random(SEED)
    keys = ODD + [text.encode() for text in TEXTS]
    keys += [draw.randbytes(draw.randint(200, 2000)) for _ in range(10)]
    keys += [draw.randbytes(draw.randint(1, 40)) for _ in range(820 - len(keys))]
    drawn = [("keyed", key, None) for key in keys]
    drawn += [("empty", b"", None)] * 20 + [("missing", None, None)] * 100
    named = [*draw.sample(keys, 40), *[b""] * 10, *[None] * 10]
    drawn += [("explicit", key, draw.randrange(N)) for key in named]
    draw.shuffle(drawn)
    return [
        Record(key, f"{number}-{kind}", partition)
        for number, (kind, key, partition) in enumerate(drawn)
    ]


RECORDS = drawn_records()
KEYS = sorted({record.key for record in RECORDS if record.value.endswith("-keyed")})


@pytest.fixture(scope="module")
def sent(broker, new_topic):
    """What each program said of its records and what kafka-clients read of them, by partitioner and
    program; and where the partitioner's own client put each key.
    """
    topics = {name: (new_topic(N), new_topic(N)) for name in PARTITIONERS}

    def send_by(name, program):
        records = [record._replace(value=value_of(record, program)) for record in RECORDS]
        return name, program["name"], run(program, topics[name][0], records, name)

    def send_by_own(name):
        own = INSTALLED.get(PARTITIONERS[name][0])
        return own and send(own, topics[name][1], [*KEYS, b""])

    with ThreadPoolExecutor(4) as several:
        owns = [several.submit(send_by_own, name) for name in PARTITIONERS]
        runs = [several.submit(send_by, name, it) for name in PARTITIONERS for it in DROP_INS]
        fates = {(name, program): told for name, program, told in (it.result() for it in runs)}
        assert all(own.result() in (None, len(KEYS) + 1) for own in owns)
    read = read_by_java(
        broker.bootstrap_servers, [topic.name for both in topics.values() for topic in both]
    )
    records = {name: read[ours.name] for name, (ours, _) in topics.items()}
    own = {
        name: {record["key"]: record["partition"] for record in read[topic.name]}
        for name, (_, topic) in topics.items()
    }
    return fates, records, own


@pytest.mark.parametrize("name", PARTITIONERS)
@each_drop_in
def test_records_lie_where_the_partitioners_own_client_puts_them(sent, program, name, tmp_path):
    fates, records, own = (sent[0][name, program["name"]], sent[1][name], sent[2][name])
    mine = [it for it in records if it["value"].partition("/")[0] == program["name"]]
    lies = {it["value"]: (it["partition"], it["offset"]) for it in mine}
    assert lies == lies_of(fates), "what the client said and what was read"
    assert len(mine) == len(lies) == len(RECORDS) == 1000, "one lost or doubled"
    wanted = {value_of(record, program): record for record in RECORDS}
    kinds = {kind: [] for kind in ("keyed", "empty", "missing", "explicit")}
    for it in mine:
        key = wanted[it["value"]].key
        assert it["key"] == (None if key is None else key.hex())
        kinds[it["value"].rpartition("-")[2]].append(it)
    for it in kinds["explicit"]:
        assert it["partition"] == wanted[it["value"]].partition
    real, empty_is_unkeyed = PARTITIONERS[name]
    placed = kinds["keyed"] + ([] if empty_is_unkeyed else kinds["empty"])
    unkeyed = kinds["missing"] + (kinds["empty"] if empty_is_unkeyed else [])
    # Only a missing toolchain, without which none of its versions is installed, spares the look.
    if real.partition("@")[0] in {name.partition("@")[0] for name in INSTALLED}:
        assert real in INSTALLED
        assert len(own) == len(KEYS) + 1
        assert [it for it in placed if it["partition"] != own[it["key"]]] == []
    spread = Counter(it["partition"] for it in kinds["missing"])
    assert len(spread) == N, f"unkeyed records lie on {spread}"
    if empty_is_unkeyed:
        assert len({it["partition"] for it in kinds["empty"]}) > 1
    document = verify(tmp_path, [*placed, *unkeyed], "-P", name)
    assert document["passed"] is True
    assert document["right_records"] == len(placed) == (820 if empty_is_unkeyed else 840)
    assert document["unkeyed_records"] == len(unkeyed) and document["wrong_records"] == 0
    went_through(name, program)


def value_of(record, program):
    return f"{program['name']}/{record.value}"


def verify(folder, records, *arguments):
    """Returns the document of `copartition verify`, which must have found nothing elsewhere."""
    dump = folder / "topic.ndjson"
    dump.write_text("".join(json.dumps(record) + "\n" for record in records))
    fields = [it for name in ("key", "partition", "offset") for it in (f"--{name}-field", name)]
    command = [CLI, "verify", str(dump), "-n", str(N), "--key-format", "hex", *fields, *arguments]
    done = subprocess.run([*command, "--format", "json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)
