"""A real Apache Kafka broker for tests: KRaft on free ports, gone when its user is gone.

    with Broker() as broker:
        KafkaProducer(bootstrap_servers=broker.bootstrap_servers)

or around any command, which finds it in KAFKA_BOOTSTRAP_SERVERS:

    python kafka_broker.py --run COMMAND [ARGUMENT...]

Needs Java >= 17 and Maven, and only Python's own library. The jars are downloaded once (by
`--download` ahead of time), in the versions that pom.xml names, and all files lie under target/.
"""

import base64
import contextlib
import ctypes
import fcntl
import os
import random
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

POM = Path(__file__).with_name("pom.xml")
TARGET = POM.parents[3] / "target"
RUNS = TARGET / "broker"
LAST_LOG = RUNS / "last.log"


class BrokerError(Exception):
    """Tells why there is no broker, with the end of its log."""


class Broker:
    """A context manager that starts the broker and stops it whatever happens inside.

    Enter it on the main thread: the broker dies with the thread that started it, even when that
    is killed with -9 (on Linux; elsewhere it then lives on, on ports that nobody asks again).
    SIGTERM and SIGHUP become a KeyboardInterrupt inside, so that they clean up as Ctrl-C does.
    """

    def __init__(
        self,
        *,
        racks: tuple[str, ...] = ("rack",),
        start_within: float = 60,
        protocols: tuple[str, ...] = (),
        properties: str = "",
    ):
        """Takes the rack of each node, from node 1 on, and the seconds that they may take until
        all answer. Port and process are those of node 1, which tells clients of the others; it
        takes further protocols than PLAINTEXT, each on a port of its own in `ports`, with the
        properties that they need.
        """
        self.racks = racks
        self.start_within = start_within
        self.protocols, self.properties = protocols, properties
        self.port = self.pid = self.folder = None
        self.ports = {}
        self._nodes = []

    @property
    def bootstrap_servers(self) -> str:
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> "Broker":
        classpath = jars()
        remove_dead_runs()
        with contextlib.ExitStack() as cleanup:
            cleanup.enter_context(_interrupted_by(signal.SIGTERM, signal.SIGHUP))
            self.folder, lock = cleanup.enter_context(_run_folder())
            log = cleanup.enter_context(open(self.folder / "log", "a+b"))
            cleanup.callback(shutil.copyfile, log.name, LAST_LOG)
            self._start(classpath, lock, log, cleanup)
            self._cleanup = cleanup.pop_all()
        return self

    def __exit__(self, *exception) -> None:
        self._cleanup.close()

    def stop(self, node: int) -> None:
        """Stops a node as an operator does; its partitions have no leader then."""
        process = self._nodes[node - 1].process
        process.terminate()
        try:
            process.wait(self.start_within)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def start(self, node: int) -> None:
        """Starts a node that was stopped, with its files and on its port; returns at once.

        On the main thread, as the broker itself.
        """
        self._nodes[node - 1].start()

    def _start(self, classpath, lock, log, cleanup):
        deadline = time.monotonic() + self.start_within
        # A cluster of our own name, so that no other broker can be taken for this one.
        cluster = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        controller_port, *ports = free_ports(1 + len(self.racks) + len(self.protocols))
        ports, others = ports[: len(self.racks)], ports[len(self.racks) :]
        self.ports = dict(zip(self.protocols, others))
        java = ["java", *JVM_OPTIONS, "-cp", f"{classpath}/*"]
        # In its own process group: Ctrl-C is for us, and we stop the broker.
        started = {
            "cwd": self.folder,
            "stdin": subprocess.DEVNULL,
            "stdout": log,
            "stderr": log,
            "process_group": 0,
            "pass_fds": [lock],
            "preexec_fn": _die_with(os.getpid()),
        }
        storage = ["kafka.tools.StorageTool", "format", f"--cluster-id={cluster}"]
        for node, (rack, port) in enumerate(zip(self.racks, ports), 1):
            properties = self.folder / f"node-{node}.properties"
            others = self.ports if node == 1 else {}
            listening = _properties(node, rack, port, controller_port, others)
            properties.write_text(listening + self.properties)
            try:
                subprocess.run(
                    [*java, *storage, "--config", properties.name],
                    check=True,
                    timeout=self.start_within,
                    **started,
                )
            except subprocess.SubprocessError as why:
                raise BrokerError(f"the storage was not formatted: {why}\n{_tail(log)}") from why
            self._nodes.append(_Node([*java, "kafka.Kafka", properties.name], started))
            cleanup.callback(self._nodes[-1].kill)
            self._nodes[-1].start()
        self.port, self.pid = ports[0], self._nodes[0].process.pid
        for port, node in zip(ports, self._nodes):
            process = node.process
            while cluster_at(port, len(ports)) != cluster:
                if process.poll() is not None:
                    raise BrokerError(f"the broker exited with {process.returncode}\n{_tail(log)}")
                if time.monotonic() > deadline:
                    raise BrokerError(
                        f"the broker did not answer within {self.start_within} s\n{_tail(log)}"
                    )
                time.sleep(0.1)


class _Node:
    def __init__(self, command, started):
        self._command, self._started = command, started

    def start(self):
        self.process = subprocess.Popen(self._command, **self._started)

    def kill(self):
        self.process.kill()
        self.process.wait()


def jars() -> Path:
    """Returns the folder of the broker's jars, downloaded again whenever pom.xml changes."""
    folder = TARGET / "tools" / "kafka"
    stamp = folder / "pom.xml"
    if stamp.exists() and stamp.read_bytes() == POM.read_bytes():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    maven = [
        "mvn",
        "--quiet",
        "--batch-mode",
        f"--file={POM}",
        f"-Dmaven.repo.local={TARGET / 'tools' / 'm2'}",
        "dependency:copy-dependencies",
        f"-DoutputDirectory={folder}",
        "-DincludeScope=runtime",
    ]
    if subprocess.run(maven, stdin=subprocess.DEVNULL, stdout=sys.stderr).returncode != 0:
        raise BrokerError("Maven did not download the broker")
    shutil.copyfile(POM, stamp)
    return folder


def cluster_at(port: int, nodes: int = 1) -> str | None:
    """Asks the broker at `port` for its cluster's id; `None` until so many nodes of it live.

    A Metadata request of version 4 for no topics, by hand, so that no client is needed.
    """
    request = struct.pack(">hhihi?", 3, 4, 0, -1, 0, False)
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(struct.pack(">i", len(request)) + request)
            with connection.makefile("rb") as answer:
                return _cluster_id(answer, nodes)
    except (OSError, struct.error):
        return None


def free_ports(count: int) -> list[int]:
    """Finds ports below those that the system hands out itself, so that none is taken meanwhile."""
    with contextlib.ExitStack() as held:
        ports = []
        while len(ports) < count:
            port = random.randrange(20_000, 32_768)
            bound = held.enter_context(socket.socket())
            with contextlib.suppress(OSError):
                bound.bind(("127.0.0.1", port))
                ports.append(port)
        return ports


def remove_dead_runs() -> None:
    """Removes what runs left behind whose process and broker are both gone."""
    for folder in RUNS.glob("run-*"):
        with contextlib.suppress(OSError):
            lock = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
            finally:
                os.close(lock)


def main(arguments: list[str]) -> int:
    """Runs the command line and returns its exit code: the command's, or 2 without a broker."""
    try:
        match arguments:
            case ["--download"]:
                jars()
                return 0
            case ["--run", _, *_]:
                return run_with_broker(arguments[1:])
            case _:
                raise BrokerError("wanted --run COMMAND [ARGUMENT...], or --download")
    except (BrokerError, FileNotFoundError) as why:
        print(f"kafka_broker: {why}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def run_with_broker(command: list[str]) -> int:
    """Runs a command with KAFKA_BOOTSTRAP_SERVERS set; returns its exit code as a shell does."""
    with Broker() as broker:
        environment = os.environ | {"KAFKA_BOOTSTRAP_SERVERS": broker.bootstrap_servers}
        code = subprocess.run(
            command, env=environment, preexec_fn=_die_with(os.getpid())
        ).returncode
    return code if code >= 0 else 128 - code


# Small and quick to start; native libraries are unpacked in the run's folder.
JVM_OPTIONS = [
    "-Xmx512m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Djava.io.tmpdir=.",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
    "-Dorg.slf4j.simpleLogger.log.kafka.server.BrokerServer=info",
    "-Dorg.slf4j.simpleLogger.log.kafka.server.ControllerServer=info",
]


def _properties(node, rack, port, controller_port, others):
    roles, listeners = "broker", f"PLAINTEXT://127.0.0.1:{port}"
    if node == 1:
        roles += ",controller"
        listeners += f",CONTROLLER://127.0.0.1:{controller_port}"
    listeners += "".join(f",{protocol}://127.0.0.1:{port}" for protocol, port in others.items())
    protocols = "".join(f",{protocol}:{protocol}" for protocol in ["PLAINTEXT", *others])
    # No topic makes itself: a misspelled name must fail.
    return f"""\
process.roles={roles}
node.id={node}
broker.rack={rack}
listeners={listeners}
listener.security.protocol.map=CONTROLLER:PLAINTEXT{protocols}
controller.listener.names=CONTROLLER
controller.quorum.voters=1@127.0.0.1:{controller_port}
log.dirs=data-{node}
auto.create.topics.enable=false
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
"""


@contextlib.contextmanager
def _run_folder():
    """Makes a folder that is locked as long as we or the broker live; yields it and its lock."""
    RUNS.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix="new-", dir=RUNS))
    lock = os.open(fresh, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    # Only now under the name that others look for: they must not find it unlocked.
    folder = fresh.rename(RUNS / f"run-{fresh.name.removeprefix('new-')}")
    try:
        yield folder, lock
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


@contextlib.contextmanager
def _interrupted_by(*signals):
    if threading.current_thread() is not threading.main_thread():
        raise BrokerError("the broker must be started on the main thread")
    # One that is ignored (nohup) or already handled stays so.
    taken = [number for number in signals if signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _die_with(parent):
    """Returns what a child calls before it runs, to be killed by the system with its parent."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    pr_set_pdeathsig = 1

    def die_with_parent():
        prctl(pr_set_pdeathsig, signal.SIGKILL)
        # The parent may have died just before.
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)

    return die_with_parent


def _cluster_id(answer, nodes):
    def number(form):
        return struct.unpack(form, answer.read(struct.calcsize(form)))[0]

    def text():
        return answer.read(max(number(">h"), 0)).decode()

    # Size, correlation and throttle time come before the brokers.
    answer.read(12)
    brokers = number(">i")
    for _ in range(brokers):
        number(">i"), text(), number(">i"), text()
    cluster = text()
    return cluster if brokers >= nodes else None


def _tail(log):
    log.seek(0)
    return b"".join(log.readlines()[-40:]).decode(errors="replace")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
