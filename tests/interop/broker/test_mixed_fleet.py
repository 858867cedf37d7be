"""Clients of every language with Java's partitioner dropped in, and Java's own client, write one
topic together, and go on while it grows.

Where a key belongs is what the unmodified kafka-clients does with it, under 6 and under 8.
"""

import json
import os
import subprocess
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import kafka_broker
from drop_in_programs import (
    BUILT,
    JAVA,
    SECONDS,
    Program,
    Record,
    lies_of,
    read_by_java,
    run,
    went_through,
)
from kafka.admin import NewPartitions

CLI = os.environ.get("COPARTITION_CLI", str(kafka_broker.TARGET / "stage/bin/copartition"))
KEYS = [f"user-{n}" for n in range(900)] + [f"клиент-{n}" for n in range(100)]


def test_a_mixed_fleet_keeps_keys_together_and_follows_a_topic_that_grows(admin, new_topic):
    topic, apart = new_topic(6), new_topic(6)
    with ExitStack() as started, ThreadPoolExecutor(len(BUILT)) as together:
        fleet = [started.enter_context(start(program, topic)) for program in BUILT]
        list(together.map(lambda program: send_all(program, "before"), fleet))
        assert ask("split", topic, exits=0)["split_keys"] == 0
        admin.create_partitions({topic.name: NewPartitions(total_count=8)})
        list(together.map(send_until_it_follows, fleet))
        list(together.map(lambda program: send_all(program, "after"), fleet))
        fates = {program.name: program.end() for program in fleet}
    belongs = {phase: java_put(fates, phase) for phase in ("before", "after")}
    assert set(belongs["before"].values()) == set(range(6))
    assert set(belongs["after"].values()) == set(range(8))
    records = defaultdict(dict)
    for it in read_by_java(topic.bootstrap_servers, [topic.name])[topic.name]:
        program, value = it["value"].split("/")
        assert value not in records[program], "one that was doubled"
        records[program][value] = it
    for program in BUILT:
        mine = records[program["name"]]
        lies = {f"{program['name']}/{it}": where(mine[it]) for it in mine}
        assert lies == lies_of(fates[program["name"]]), f"{program['name']} lost one"
        assert len(lies) == len(fates[program["name"]]) >= 2 * len(KEYS)
        for value, it in mine.items():
            phase, key = value.split(":")[0], bytes.fromhex(it["key"]).decode()
            right = {belongs[it][key] for it in ("before", "after") if phase in (it, "while")}
            assert it["partition"] in right, (program["name"], value)
        assert any(it["partition"] > 5 for it in mine.values())
        if program["dropped_in"]:
            went_through("fleet", program)
    found = ask("verify", topic, "--history", "6,8", exits=0)
    assert found["right_records"] == sum(map(len, fates.values()))
    assert found["wrong_records"] == found["unkeyed_records"] == 0
    assert ask("verify", topic, exits=1)["passed"] is False, "what lies as under 6 is not found"
    # Java's own and one that keeps its own rule.
    odd = next(it for it in BUILT if it["name"].startswith("confluent-kafka@"))
    for program in JAVA, odd:
        run(program, apart, [Record(key.encode(), f"{n}") for n, key in enumerate(KEYS)])
    assert ask("split", apart, exits=1)["split_keys"] > len(KEYS) / 2


def start(program, topic):
    return Program(program, topic, *(["java"] if program["dropped_in"] else []))



def send_all(program, phase):
    """Sends each key and waits for every answer."""
    expected = len(program.fates) + len(KEYS)
    program.send(
        Record(key.encode(), f"{program.name}/{phase}:{n}") for n, key in enumerate(KEYS)
    )
    program.wait_for(lambda fates: len(fates) == expected, f"{expected} answers to {phase}")


def send_until_it_follows(program):
    """Sends a key now and then until one lies where it can only lie in the topic that has grown."""
    deadline, sent = time.monotonic() + SECONDS, 0
    while all(fate.get("partition", 0) < 6 for fate in program.fates.copy().values()):
        assert time.monotonic() < deadline, f"{program.name} has not followed"
        keys = [KEYS[(sent + n) % len(KEYS)] for n in range(10)]
        program.send(
            Record(key.encode(), f"{program.name}/while:{sent + n}") for n, key in enumerate(keys)
        )
        sent += len(keys)
        time.sleep(0.1)
    expected = len(KEYS) + sent
    program.wait_for(lambda fates: len(fates) == expected, f"{expected} answers while it grew")


def java_put(fates, phase):
    """Returns where kafka-clients put each key in a phase."""
    told = fates[JAVA["name"]]
    return {
        key: told[f"{JAVA['name']}/{phase}:{n}"]["partition"] for n, key in enumerate(KEYS)
    }


def where(record):
    return record["partition"], record["offset"]


def ask(command, topic, *arguments, exits):
    """Returns the document of a command about a live topic."""
    done = subprocess.run(
        [CLI, command, "-b", topic.bootstrap_servers, "-t", topic.name, *arguments]
        + ["--format", "json"],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=os.environ | {"KCAT_CONFIG": ""},
    )
    assert done.returncode == exits, done.stdout + done.stderr
    return json.loads(done.stdout)
