"""Times commands over files of ten million keys beside kafka-python, which hashes them and nothing else, and wc.

`python files.py COPARTITION FOLDER`: the staged command, and where the files are written and removed again.
Prints one line a version, and one a cell: the command, the file, the candidate, and its nanoseconds a key in each
round. A round runs the command over the whole file and kafka-python over the round's own share of its keys: all of
them would take most of a minute, and the same ones each time would stay in the cache.

Then the peak memory of commands in megabytes, for files of a million to a hundred million lines, all distinct.
"""

import itertools
import os
import random
import subprocess
import sys
import time
from importlib.metadata import version

from kafka.partitioner.default import murmur2

PARTITIONS = 12
KEYS = 10_000_000
ROUNDS = 10
HASHED = 300_000
SCANS = 30
LINES = {"1e6": 1_000_000, "1e7": 10_000_000, "1e8": 100_000_000}
CHUNK = 100_000


def main():
    command, folder = sys.argv[1:]
    print("version", "CPython", sys.version.split()[0], sep="\t")
    print("version", "kafka-python", version("kafka-python"), sep="\t")
    said = subprocess.run([command, "--version"], check=True, capture_output=True, text=True)
    print("version", "copartition", said.stdout.split()[1], sep="\t")
    chance = random.Random(1)
    measure(command, folder, "all distinct, 36 bytes", lambda: uuids(chance))
    measure(command, folder, "a million distinct, 6 to 11 bytes", lambda: users(chance))
    measure_memory(command, folder)


def uuids(chance):
    while True:
        for text in (chance.randbytes(16).hex() for _ in range(CHUNK)):
            yield f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def users(chance):
    """Some users have many records: the cube of an even number lies near 0."""
    while True:
        yield f"user-{int(chance.random() ** 3 * 1_000_000)}"


def measure(command, folder, what, keys):
    """Times both commands on one file of keys with partitions, and one of keys alone."""
    plain, placed = (os.path.join(folder, name) for name in ("keys.txt", "keys.csv"))
    samples = [[] for _ in range(ROUNDS)]
    try:
        with open(plain, "w") as lines, open(placed, "w") as rows:
            rows.write("key,partition\n")
            for round_, chunk in zip(itertools.cycle(range(ROUNDS)), chunks(keys())):
                lines.write("".join(f"{key}\n" for key in chunk))
                # Any partition does: no key is asked more than another one.
                rows.write("".join(f"{key},{len(key) % PARTITIONS}\n" for key in chunk))
                samples[round_] += chunk[: HASHED * CHUNK * ROUNDS // KEYS]
        commands = {
            "spread": [command, "spread", plain],
            "identify": [command, "identify", placed, "--key-field", "key", "--partition-field", "partition"],
        }
        for name, arguments in commands.items():
            times = {name: [], "kafka-python": []}
            for sample in samples:
                times[name].append(run([*arguments, "-n", str(PARTITIONS)]) / KEYS)
                times["kafka-python"].append(hashed(sample) / len(sample))
            show(name, what, times)
        show("spread --counts-only", what, scans(command, plain))
    finally:
        for path in (plain, placed):
            if os.path.exists(path):
                os.remove(path)


def scans(command, path):
    """Times counting beside `wc -l`, which looks at every byte too; the file stays in the page cache."""
    commands = {
        "spread --counts-only": [command, "spread", path, "-n", str(PARTITIONS), "--counts-only"],
        "wc -l": ["wc", "-l", path],
    }
    times = {name: [] for name in commands}
    for round_ in range(SCANS):
        for name in sorted(commands, reverse=round_ % 2 == 1):
            times[name].append(run(commands[name]) / KEYS)
    return times


def measure_memory(command, folder):
    path = os.path.join(folder, "lines.txt")
    commands = {"spread": ["spread"], "spread --counts-only": ["spread", "--counts-only"]}
    first = {}
    print("unit", "peak memory", "megabytes", sep="\t")
    try:
        for size, lines in LINES.items():
            with open(path, "w") as file:
                subprocess.run(["seq", "1", str(lines)], stdout=file, check=True)
            for name, (subcommand, *flags) in commands.items():
                peak = [peak_memory([command, subcommand, path, "-n", str(PARTITIONS), *flags]) for _ in range(3)]
                first.setdefault(name, peak)
                show("peak memory", size, {name: peak, f"{name} of 1e6 lines": first[name]})
    finally:
        if os.path.exists(path):
            os.remove(path)


# A process starts with the peak of the one that started it, so that this one would be measured: the smallest
# Python starts the command, and is the least that can be seen.
MEASURE = """
import os, sys
silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
_, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=silent), 0)
print(usage.ru_maxrss / 1024)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def peak_memory(arguments):
    """The largest resident set of a command, in megabytes."""
    measure = [sys.executable, "-I", "-S", "-c", MEASURE, *arguments]
    return float(subprocess.run(measure, check=True, capture_output=True, text=True).stdout)


def show(group, size, times):
    for candidate, values in times.items():
        print(group, size, candidate, ",".join(f"{value:.2f}" for value in values), sep="\t")


def chunks(keys):
    for _ in range(KEYS // CHUNK):
        yield list(itertools.islice(keys, CHUNK))


def run(arguments):
    """The command's nanoseconds. That no rule explains the partitions is its exit status 1."""
    started = time.perf_counter_ns()
    ran = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    nanoseconds = time.perf_counter_ns() - started
    if ran.returncode not in (0, 1) or str(KEYS) not in ran.stdout:
        sys.exit(f"{arguments}: exit status {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return nanoseconds


def hashed(keys):
    keys = [key.encode() for key in keys]
    started = time.perf_counter_ns()
    for key in keys:
        (murmur2(key) & 0x7FFFFFFF) % PARTITIONS
    return time.perf_counter_ns() - started


if __name__ == "__main__":
    main()
