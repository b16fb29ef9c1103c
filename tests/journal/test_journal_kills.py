"""Kill -9 at random moments at the writer of a journal: every acknowledged event is there once."""

from __future__ import annotations

import os
import random
import select
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

import pytest

from companion.journal.shortfall import shortfalls
from companion.journal.store import JournalReader

ROOT = Path(__file__).parents[2]

FULL_COUNT = 950
"""Kills in the long run; the short one has a twentieth of them."""

WRITER = """
import os, sys
from pathlib import Path
from companion.journal.codec import EncodedEvent
from companion.journal.store import START, GameRecord, JournalWriter

path = Path(sys.argv[1])

def write(word):
    os.write(1, f"pid {os.getpid()}\\n".encode())
    writer = JournalWriter(path)
    writer._connection.execute("PRAGMA wal_autocheckpoint=20")
    record = GameRecord(
        game_id="g", game="toy", rules="1", started_at="t", ended_at=None, head=START
    )
    if not writer.games():
        writer.start_game(record, [EncodedEvent(type="c", schema=1, payload="{}")], "x")
    seq = writer.head("g")[0]
    number = 0
    while True:
        number += 1
        name = f"{word}-{number}"
        os.write(1, f"try {name}\\n".encode())
        event = EncodedEvent(type="c", schema=1, payload='{"n":"' + name + '"}')
        seq = writer.append("g", seq, [event] * (1 + number % 2), at="t", actor="x")
        os.write(1, f"ok {name}\\n".encode())

for line in sys.stdin:
    child = os.fork()
    if child == 0:
        write(line.strip())
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.write(1, f"gone {ended}\\n".encode())
"""
"""Starts a writer for each line that it reads, and says how it ended.

Each writer is a process of its own, forked from one that has imported everything already.
"""


class Writers:
    """Writers of one journal, one after the other, each of them killed."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process as process:
            process.terminate()

    def killed_once(self, word: str, source: random.Random) -> tuple[list[str], list[str]]:
        """Start a writer and kill it at a random moment.

        Returns:
            What it has tried to write, and what of it was acknowledged.
        """
        stdin = self._process.stdin
        assert stdin is not None
        stdin.write(f"{word}\n".encode())
        heard = self._heard_until(b"pid ", b"\n")
        pid = int(heard.split()[1])
        for _ in range(source.randint(1, 12)):
            if b"gone" not in heard:
                heard += self._heard()
        # Some microseconds or milliseconds into whatever it does next.
        select.select([], [], [], source.choice((0.0, 0.0002, 0.001, 0.004)) * source.random())
        assert b"gone" not in heard, heard
        os.kill(pid, signal.SIGKILL)
        heard += self._heard_until(b"gone ", b"\n")
        lines = [line.split() for line in heard.decode().splitlines()]
        assert lines[-1] == ["gone", "-9"]
        tried = [line[1] for line in lines if line[0] == "try"]
        return tried, [line[1] for line in lines if line[0] == "ok"]

    def _heard(self) -> bytes:
        pipe = self._process.stdout
        assert pipe is not None
        data = os.read(pipe.fileno(), 65536)
        assert data, "the process that starts the writers has ended"
        return data

    def _heard_until(self, word: bytes, end: bytes) -> bytes:
        heard = b""
        while end not in heard.partition(word)[2]:
            heard += self._heard()
        return heard


def check_kills(path: Path, kills: int, seed: int) -> None:
    source = random.Random(seed)  # noqa: S311 - repeatable choices, nothing secret
    there: list[str] = []
    acknowledged = 0
    with Writers(path) as writers:
        for number in range(kills):
            tried, taken = writers.killed_once(f"{number}", source)
            assert taken == tried[: len(taken)]
            assert len(tried) - len(taken) <= 1
            acknowledged += len(taken)
            with JournalReader(path) as reader:
                reader.verify("g")
                assert shortfalls(reader) == ()
                found = [stored.event.payload for stored in reader.events("g")][1:]
            decisions = [payload.split('"')[3] for payload in found]
            expected = [name for name in (*there, *taken) for _ in range(events_of(name))]
            pending = [name for name in tried[len(taken) :] for _ in range(events_of(name))]
            # What was under way is there as a whole or not at all.
            assert decisions in (expected, expected + pending)
            there = list(dict.fromkeys(decisions))
    assert acknowledged > kills


def events_of(name: str) -> int:
    return 1 + int(name.split("-")[1]) % 2


def test_every_acknowledged_event_is_there_once_after_kills(tmp_path: Path) -> None:
    check_kills(tmp_path / "journal.db", FULL_COUNT // 20, seed=1)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_every_acknowledged_event_is_there_once_after_many_kills(tmp_path: Path) -> None:
    for part in range(10):
        (tmp_path / f"{part}").mkdir()
        check_kills(tmp_path / f"{part}" / "journal.db", FULL_COUNT // 10, seed=part + 2)
