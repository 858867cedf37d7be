"""Runs scripts of operations on a client's assigner and writes down what it did: NDJSON both ways.

Each line of stdin is a trace of `tests/vectors/assigner_traces.json` whose steps have no results;
each line of stdout has the members that the run gave: the steps with their results, and the draws.
The argument "last" of a step is the partition that the last step with one gave.
"""

import json
import random
import sys
from importlib.metadata import version


class Topic:
    """The traced topic as it is at the moment."""

    def __init__(self, script):
        self.name = script["topic"]
        self.replace(script["n"], script["unavailable"])

    def replace(self, n, unavailable):
        self.all = set(range(n))
        self.available = self.all - set(unavailable)


class Draws:
    """Takes the place of `random.choice`: each draw is a raw 32-bit number, as Java's are."""

    def __init__(self, seed):
        self.numbers = random.Random(seed)
        self.drawn = []

    def choice(self, sequence):
        draw = self.numbers.getrandbits(32) - 2**31
        self.drawn.append(draw)
        return sequence[(draw & 0x7FFFFFFF) % len(sequence)]


def record(client, start):
    """Answers stdin; `start(topic)` makes an assigner, a function of a step's words."""
    for line in sys.stdin:
        script = json.loads(line)
        topic = Topic(script)
        draws = Draws(script.get("seed"))
        random.choice = draws.choice
        step_of = start(topic)
        steps, last = [], None
        for operation, *arguments in script["steps"]:
            arguments = [last if argument == "last" else argument for argument in arguments]
            call = topic.replace if operation == "cluster" else step_of(operation)
            result = call(*arguments)
            last = last if result is None else result
            steps.append([operation, *arguments, result])
        head = {"client": client, "version": version(client)}
        sys.stdout.write(json.dumps(head | {"draws": draws.drawn, "steps": steps}) + "\n")
