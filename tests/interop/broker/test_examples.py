"""The programs in examples/ that send, each with its client's hook: a key lies where Java's client
put it, and they print that.
"""

import os
import re
import subprocess

import pytest
from drop_in_programs import EXAMPLES, JAVA, SECONDS, Record, run, went_through

LIES = {"user-1": 2, "user-2": 2, "user-3": 5, "user-4": 1, "user-5": 4, "user-6": 5}


@pytest.fixture(scope="module")
def java_agrees(new_topic):
    fates = run(JAVA, new_topic(6), [Record(key.encode(), key) for key in LIES])
    assert {key: fate["partition"] for key, fate in fates.items()} == LIES


@pytest.mark.usefixtures("java_agrees")
@pytest.mark.parametrize("program", EXAMPLES, ids=lambda program: program["name"])
def test_an_example_sends_and_prints_where_its_records_lie(new_topic, program):
    topic = new_topic(6)
    done = subprocess.run(
        [*program["example"], topic.bootstrap_servers, topic.name],
        cwd=program["folder"],
        env=os.environ | program["environment"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=SECONDS,
    )
    lines = re.findall(r"^(\S+|no key) -> partition (\d+)\b", done.stdout, re.MULTILINE)
    assert len(lines) == len(LIES) + 1, done.stdout
    printed = {key: int(partition) for key, partition in lines}
    assert printed.pop("no key") in range(6)
    assert printed == LIES
    went_through("example", program)
