"""Times batches of keys in Python: a list, and the same keys in columns, each beside a comprehension.

`python batches.py PEERS`: the site-packages of murmurhash2, numpy, pandas, polars and pyarrow. Prints one line a
version, and one a cell: the key type, the key size, the candidate, and its nanoseconds a key in each round. The
interpreter is the one that copartition is installed in.
"""

import gc
import random
import sys
import time
from importlib.metadata import version

sys.path.insert(1, sys.argv[1])

import numpy
import pandas
import polars
import pyarrow
from murmurhash2 import murmurhash2

import copartition

PARTITIONS = 12
SEED = 0x9747B28C
ROUNDS = 40
# More keys than a branch predictor can remember, each time others than the candidate before had.
BATCH_KEYS = 65_536
BATCHES = 8
SIZES = ("user-N", "uuid", "36", "mixed", "long")

java = copartition.Partitioner("java", PARTITIONS)


def comprehension(keys):
    return [(murmurhash2(key, SEED) & 0x7FFFFFFF) % 12 for key in keys]


def longs(numbers):
    return java.partition_batch(numbers, key_format="long")


# What a batch is made into before it is timed, what is timed, and how its answer becomes a list.
CANDIDATES = {
    "murmurhash2 comprehension": (list, comprehension, list),
    "list[bytes] batch": (list, java.partition_batch, list),
    "list[str] batch": (lambda keys: [key.decode() for key in keys], java.partition_batch, list),
    "NumPy object batch": (
        lambda keys: numpy.array(keys, dtype=object),
        java.partition_batch,
        numpy.ndarray.tolist,
    ),
    "Arrow column": (
        lambda keys: pyarrow.array(keys, pyarrow.binary()),
        java.partition_batch,
        copartition.Column.to_list,
    ),
    "Arrow views": (
        lambda keys: pyarrow.array(keys, pyarrow.binary_view()),
        java.partition_batch,
        copartition.Column.to_list,
    ),
    "polars column": (polars.Series, java.partition_batch, copartition.Column.to_list),
    "pandas column": (
        lambda keys: pandas.Series([key.decode() for key in keys], dtype="str"),
        java.partition_batch,
        copartition.Column.to_list,
    ),
    "pandas Arrow column": (
        lambda keys: pandas.Series(keys, dtype=pandas.ArrowDtype(pyarrow.binary())),
        java.partition_batch,
        copartition.Column.to_list,
    ),
    "Arrow column, counted": (
        lambda keys: pyarrow.array(keys, pyarrow.binary()),
        java.count_batch,
        None,
    ),
}
# Columns of numbers, whose keys are what Kafka's LongSerializer writes.
LONGS = {
    "murmurhash2 comprehension": (
        lambda keys: [int.from_bytes(key, "big", signed=True) for key in keys],
        lambda numbers: comprehension([number.to_bytes(8, "big", signed=True) for number in numbers]),
        list,
    ),
    "NumPy int64 batch": (
        lambda keys: numpy.frombuffer(b"".join(keys), ">i8").astype("int64"),
        longs,
        numpy.ndarray.tolist,
    ),
    "Arrow int64 column": (
        lambda keys: pyarrow.array(numpy.frombuffer(b"".join(keys), ">i8").astype("int64")),
        longs,
        copartition.Column.to_list,
    ),
}


def main():
    gc.disable()
    print("version", "CPython", sys.version.split()[0], sep="\t")
    for package in ("copartition", "murmurhash2", "numpy", "pandas", "polars", "pyarrow"):
        print("version", package, version(package), sep="\t")
    for size in SIZES:
        measure(size, LONGS if size == "long" else CANDIDATES)


def measure(size, candidates):
    batches = make_batches(size)
    made = {name: [make(keys) for keys in batches] for name, (make, _, _) in candidates.items()}
    expected = [comprehension(keys) for keys in batches]
    for name, (_, place, listed) in candidates.items():
        for batch, wanted in zip(made[name], expected):
            if listed and listed(place(batch)) != wanted:
                sys.exit(f"{size}: {name} is wrong")
    samples = {name: [] for name in candidates}
    names = list(candidates)
    now = time.thread_time_ns
    for round_ in range(ROUNDS):
        turn = round_ % len(names)
        for at, name in enumerate(names[turn:] + names[:turn]):
            place = candidates[name][1]
            batch = made[name][(round_ + at) % BATCHES]
            # Brings the keys into the cache.
            touch(batch)
            started = now()
            place(batch)
            samples[name].append((now() - started) / BATCH_KEYS)
    kind = "int64" if size == "long" else "bytes"
    for name, values in samples.items():
        print(kind, size, name, ",".join(f"{value:.3f}" for value in values), sep="\t")


def touch(batch):
    if isinstance(batch, list):
        if isinstance(batch[0], int):
            sum(batch)
        else:
            batch[0][:0].join(batch)
    elif isinstance(batch, numpy.ndarray):
        batch.tolist()
    elif isinstance(batch, (polars.Series, pandas.Series)):
        batch.to_numpy()
    else:
        batch.to_pylist()


def make_batches(size):
    """Makes the same keys in each run."""
    generator = random.Random(1)

    def key():
        if size == "user-N":
            return b"user-%d" % generator.randrange(10_000_000)
        if size == "uuid":
            digits = generator.randbytes(16).hex()
            return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}".encode()
        length = {"36": 36, "long": 8}.get(size) or generator.randint(4, 40)
        # ASCII, so that all candidates take it; a number's bytes are any.
        drawn = generator.randbytes(length)
        return drawn if size == "long" else drawn.hex()[:length].encode()

    return [[key() for _ in range(BATCH_KEYS)] for _ in range(BATCHES)]


main()
