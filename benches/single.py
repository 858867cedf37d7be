"""Times one Python call: copartition, its peers, and the floor, a C extension.

`python single.py PEERS FLOOR`: the peers' site-packages and the folder of floor_python.so.
Prints one line a version, and one a cell: the key type, the key size, the candidate, and its nanoseconds a key in
each round. The interpreter is the one that copartition is installed in.
"""

import gc
import random
import sys
import time
from importlib.metadata import version

sys.path[1:1] = sys.argv[1:3]

import confluent_kafka
import floor_python
from kafka.partitioner.default import murmur2 as kafka_python_murmur2
from murmurhash2 import murmurhash2

import copartition

PARTITIONS = 12
SEED = 0x9747B28C
ROUNDS = 100
# A sample takes about so long, and at most so many keys that they stay in the cache.
SAMPLE_NANOSECONDS = 250_000
SAMPLE_KEYS = 2_048
SIZES = {"4": (4, 4), "8": (8, 8), "16": (16, 16), "36": (36, 36), "100": (100, 100)}
SIZES |= {"1000": (1_000, 1_000), "mixed": (4, 40)}

# What is called, and how a user writes it; KEY is `key.encode()` where only bytes are taken.
CANDIDATES = {
    "C bound method": (floor_python.Partitioner(PARTITIONS).partition, "f(key)"),
    "Partitioner.partition": (copartition.Partitioner("java", PARTITIONS).partition, "f(key)"),
    "partition": (copartition.partition, "f(key, 12)"),
    "murmurhash2": (murmurhash2, f"(f(KEY, {SEED}) & 0x7fffffff) % 12"),
    "confluent_kafka.murmur2": (confluent_kafka.murmur2, "f(KEY, 12)"),
    "kafka-python": (kafka_python_murmur2, "(f(KEY) & 0x7fffffff) % 12"),
    "no-op": (floor_python.noop, "f(key, 12)"),
    "empty loop": (None, "None"),
}
NO_ANSWER = ("no-op", "empty loop")


def main():
    gc.disable()
    print("version", "CPython", sys.version.split()[0], sep="\t")
    for package in ("copartition", "confluent-kafka", "kafka-python", "murmurhash2"):
        print("version", package, version(package), sep="\t")
    for kind in ("bytes", "str"):
        loops = {name: loop(*made, kind) for name, made in CANDIDATES.items()}
        for size in SIZES:
            measure(kind, size, loops)


def loop(function, expression, kind):
    """Compiles a timed loop around a call, and one that returns the answers.

    Made from text, so that each candidate is called as its users call it, without a lambda.
    """
    expression = expression.replace("KEY", "key.encode()" if kind == "str" else "key")
    scope = {"f": function, "now": time.thread_time_ns}
    exec(
        f"""
def nanoseconds(keys, f=f, now=now):
    started = now()
    for key in keys:
        {expression}
    return (now() - started) / len(keys)

def answers(keys, f=f):
    return [{expression} for key in keys]
""",
        scope,
    )
    return scope["nanoseconds"], scope["answers"]


def measure(kind, size, loops):
    keys = make_keys(kind, *SIZES[size])
    expected = loops["C bound method"][1](keys)
    for name, (_, answers) in loops.items():
        if name not in NO_ANSWER and answers(keys) != expected:
            sys.exit(f"{kind} {size}: {name} is wrong")
    counts = {}
    for name, (nanoseconds, _) in loops.items():
        cost = max(nanoseconds(keys[:SAMPLE_KEYS]), 1)
        counts[name] = min(max(int(SAMPLE_NANOSECONDS / cost), 16), SAMPLE_KEYS)
    samples = {name: [] for name in loops}
    names = list(loops)
    at = 0
    for round_ in range(ROUNDS):
        turn = round_ % len(names)
        for name in names[turn:] + names[:turn]:
            if at + counts[name] > len(keys):
                at = 0
            stretch = keys[at : at + counts[name]]
            at += counts[name]
            # Brings the keys into the cache, and tells the branch predictor nothing.
            stretch[0][:0].join(stretch)
            samples[name].append(loops[name][0](stretch))
    for name, values in samples.items():
        print(kind, size, name, ",".join(f"{value:.3f}" for value in values), sep="\t")


def make_keys(kind, shortest, longest):
    """Makes the same keys in each run: more of them than a branch predictor can remember."""
    generator = random.Random(1)
    count = 65_536 if longest <= 100 else 8_192
    lengths = (generator.randint(shortest, longest) for _ in range(count))
    if kind == "bytes":
        return [generator.randbytes(length) for length in lengths]
    # ASCII, as keys that are text nearly always are.
    return [generator.randbytes(length).hex()[:length] for length in lengths]


main()
