"""systemd hears when the table is open, that it answers, and when it is closed."""

from __future__ import annotations

import os
import queue
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.service.supervision import ServiceManager, Watchdog
from tests.support.patience import PATIENCE_S
from tests.support.service_process import ServiceProcess


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(PATIENCE_S)
        yield line


def manager_of(line: socket.socket, **more: str) -> ServiceManager:
    return ServiceManager.from_environment({"NOTIFY_SOCKET": line.getsockname(), **more})


def drain(line: socket.socket) -> list[bytes]:
    """What has been said so far and was not yet heard."""
    line.settimeout(0)
    said = []
    try:
        while True:
            said.append(line.recv(100))
    except BlockingIOError:
        return said


def test_says_ready_and_stopping(systemd: socket.socket) -> None:
    manager = manager_of(systemd)
    manager.ready()
    manager.stopping()
    assert [systemd.recv(100), systemd.recv(100)] == [b"READY=1", b"STOPPING=1"]


def test_an_abstract_name_is_understood() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0companion-test-{os.getpid()}")
        line.settimeout(PATIENCE_S)
        ServiceManager(f"@companion-test-{os.getpid()}", None).ready()
        assert line.recv(100) == b"READY=1"


def test_gives_signs_of_life_only_while_the_table_answers(systemd: socket.socket) -> None:
    manager = manager_of(systemd, WATCHDOG_USEC="200000", WATCHDOG_PID=str(os.getpid()))
    answer: queue.SimpleQueue[bool] = queue.SimpleQueue()
    asked: queue.SimpleQueue[float] = queue.SimpleQueue()

    def answers(within_s: float) -> bool:
        asked.put(within_s)
        return answer.get(timeout=PATIENCE_S)

    watchdog = Watchdog(manager, answers)
    watchdog.start()
    for answered in (True, False, True):
        answer.put(answered)
    assert [asked.get(timeout=PATIENCE_S) for _ in range(4)] == [0.1] * 4
    answer.put(item=False)
    watchdog.stop()
    systemd.settimeout(0)
    assert [systemd.recv(100), systemd.recv(100)] == [b"WATCHDOG=1"] * 2
    with pytest.raises(BlockingIOError):
        systemd.recv(100)


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"WATCHDOG_USEC": "1000000"},
        {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"},
        {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "soon"},
    ],
)
def test_no_watchdog_where_nobody_waits_for_one(environment: dict[str, str]) -> None:
    manager = ServiceManager.from_environment(environment)
    before = set(threading.enumerate())
    watchdog = Watchdog(manager, lambda _within_s: pytest.fail("asked"))
    watchdog.start()
    assert manager.watchdog_s is None
    # Threads of earlier tests may end meanwhile.
    assert set(threading.enumerate()) <= before
    watchdog.stop()


def test_play_goes_on_where_systemd_cannot_be_told(caplog: pytest.LogCaptureFixture) -> None:
    ServiceManager("/nowhere/at/all", None).ready()
    assert "systemd cannot be told READY=1" in caplog.text


def test_a_served_table_reports_until_it_is_stopped_or_hangs(
    tmp_path: Path, systemd: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(systemd.getsockname()))
    monkeypatch.setenv("WATCHDOG_USEC", "2000000")
    with ServiceProcess(tmp_path / "home") as service:
        assert [systemd.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
        service.process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, service.process.pid, os.WSTOPPED | os.WNOWAIT)
        drain(systemd)
        systemd.settimeout(3)
        with pytest.raises(TimeoutError):
            systemd.recv(100)
        service.process.send_signal(signal.SIGCONT)
        systemd.settimeout(PATIENCE_S)
        assert systemd.recv(100) == b"WATCHDOG=1"
        assert service.terminate() == 0
        assert drain(systemd)[-1] == b"STOPPING=1"
