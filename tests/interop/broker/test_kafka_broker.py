"""The broker starts for real and is gone, with its files and ports, however its user ends."""

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import kafka_broker
import pytest
from kafka_broker import Broker, BrokerError

SECONDS = 90


def runs():
    return set(kafka_broker.RUNS.glob("run-*"))


def answers(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def lives(pid):
    try:
        # The state follows the name in parentheses; a zombie only waits to be noticed.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(happened):
    deadline = time.monotonic() + SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def running():
    """A command under a broker of its own, in another process; and that broker's port and files."""
    before = runs()
    talk = "import os, time; print(os.environ['KAFKA_BOOTSTRAP_SERVERS'], flush=True)"
    script = [sys.executable, kafka_broker.__file__, "--run"]
    process = subprocess.Popen(
        [*script, sys.executable, "-c", f"{talk}; time.sleep({SECONDS})"],
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        port = int(process.stdout.readline().rpartition(":")[2])
        (folder,) = runs() - before
        yield process, port, folder
        process.kill()


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc, and prctl is Linux's")
def test_broker_and_command_die_with_a_parent_that_is_killed(broker, running):
    process, port, folder = running
    java_and_command = children(process.pid)
    assert len(java_and_command) == 2
    assert all(map(lives, java_and_command))
    assert answers(port)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    until(lambda: not any(map(lives, java_and_command)) and not answers(port))
    assert folder.exists()
    until(lambda: kafka_broker.remove_dead_runs() or not folder.exists())
    assert broker.folder.exists(), "a broker that lives must keep its files"
    assert answers(broker.port)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signal_stops_the_broker_and_removes_its_files(broker, running, number):
    process, port, folder = running
    process.send_signal(number)
    assert process.wait(SECONDS) == 130
    assert not answers(port)
    assert not folder.exists()
    assert answers(broker.port)


def test_exception_stops_the_broker_and_removes_its_files(broker):
    with pytest.raises(ZeroDivisionError), Broker() as other:
        assert other.port != broker.port
        assert kafka_broker.cluster_at(other.port) != kafka_broker.cluster_at(broker.port)
        raise ZeroDivisionError
    assert not answers(other.port)
    assert not lives(other.pid)
    assert not other.folder.exists()


def test_broker_that_is_too_slow_is_reported_with_its_log_and_stopped(monkeypatch):
    monkeypatch.setattr(kafka_broker, "cluster_at", lambda *asked: time.sleep(1))
    late = Broker(start_within=5)
    with pytest.raises(BrokerError, match=r"did not answer within 5 s\n.*metadata"), late:
        pass
    assert not lives(late.pid)
    assert not answers(late.port)
    assert not late.folder.exists()


def test_broker_that_exits_is_reported_with_its_log(monkeypatch):
    wrong = kafka_broker._properties(1, "rack", 1, 2, {}).replace("127.0.0.1:1", "192.0.2.1:1")
    monkeypatch.setattr(kafka_broker, "_properties", lambda *node: wrong)
    broken = Broker()
    with pytest.raises(BrokerError, match=r"(?s)broker exited with 1\n.*BindException"), broken:
        pass
    assert not broken.folder.exists()


def test_broker_that_cannot_run_at_all_is_reported_with_its_log(monkeypatch, tmp_path):
    monkeypatch.setattr(kafka_broker, "jars", lambda: tmp_path)
    with pytest.raises(BrokerError, match=r"(?s)not formatted: .*\n.*StorageTool"), Broker():
        pass


def test_command_line_passes_on_what_its_command_returned():
    script = [sys.executable, kafka_broker.__file__]
    assert subprocess.run([*script, "--run", "sh", "-c", "exit 3"]).returncode == 3
    assert subprocess.run([*script, "--run", "sh", "-c", "kill -9 $$"]).returncode == 128 + 9
    assert subprocess.run(script, stderr=subprocess.DEVNULL).returncode == 2


def test_free_ports_are_free_and_differ():
    ports = kafka_broker.free_ports(50)
    assert len(set(ports)) == 50
    assert not any(map(answers, ports))


def test_closed_port_has_no_cluster():
    (port,) = kafka_broker.free_ports(1)
    assert kafka_broker.cluster_at(port) is None
