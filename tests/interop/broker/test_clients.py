"""Each client sends with its defaults, and its records lie where the row of its name says.

COPARTITION_CLIENTS names a file of the clients that are installed here, one JSON object a line:
the client's `name` for copartition, the `command` that starts its program in `folder`, and the
`settings` that follow the bootstrap servers and the topic. The names of those that ran are added
to a file beside it, `.ran`.
"""

import json
import os
import random
import subprocess
from pathlib import Path

import copartition
import pytest

SEED = 20261129
SECONDS = 60
ODD = [b"\0", b"\x80", b"\xff" * 40, b"\n", b"\r\n", b" "]
TEXTS = ["user-1", "café", "cafe\u0301", "日本語", "🛩", "ключ"]

LIST = os.environ.get("COPARTITION_CLIENTS")
CLIENTS = [json.loads(line) for line in Path(LIST).read_text().splitlines()] if LIST else []


@pytest.mark.parametrize("partitions", [12, 7])
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client["name"])
def test_each_record_lies_where_the_row_of_its_client_says(new_topic, client, partitions):
    topic, keys = new_topic(partitions), drawn_keys()
    row = copartition.Partitioner(client["name"], partitions)
    expected = [row.partition(key) for key in keys]
    assert send(client, topic, keys) == len(keys) == 540
    records = topic.read()
    assert [int(record.value) for record in records] == list(range(540)), "one lost or doubled"
    for key, said, record in zip(keys, expected, records, strict=True):
        assert record.key == key
        assert said in (None, record.partition), (key, said, record.partition)
    for policy, keyless in (row.keyed, False), (row.missing_key, True):
        if policy.endswith((":random", ":round_robin")):
            drawn = {r.partition for r, key in zip(records, keys) if (key is None) == keyless}
            assert len(drawn) > 1, policy
    with open(f"{LIST}.ran", "a") as ran:
        print(client["name"], partitions, file=ran)


def drawn_keys():
    """Draws 500 keys of 1 to 40 bytes, of which 100 are there twice, 10 empty keys and 30 times
    no key, in any order.
    """
    draw = random.Random(SEED)
    keys = ODD + [text.encode() for text in TEXTS]
    keys += [draw.randbytes(draw.randint(1, 40)) for _ in range(400 - len(keys))]
    keys += draw.sample(keys, 100) + [b""] * 10 + [None] * 30
    draw.shuffle(keys)
    return keys


def send(client, topic, keys):
    """Runs the client's program and returns how many records it says the broker has."""
    records = ({"key": None if key is None else key.hex()} for key in keys)
    program = subprocess.run(
        [*client["command"], topic.bootstrap_servers, topic.name, *client["settings"]],
        cwd=client["folder"],
        input="".join(json.dumps(record) + "\n" for record in records),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=SECONDS,
    )
    return int(program.stdout)
