"""Kill -9 at random moments at the writer of a journal: every acknowledged event is there once."""

from __future__ import annotations

import os
import random
import select
import subprocess
import sys
from pathlib import Path

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

path, word = Path(sys.argv[1]), sys.argv[2]
writer = JournalWriter(path)
writer._connection.execute("PRAGMA wal_autocheckpoint=20")
record = GameRecord(game_id="g", game="toy", rules="1", started_at="t", ended_at=None, head=START)
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
"""


def killed_once(path: Path, word: str, source: random.Random) -> tuple[list[str], list[str]]:
    """Start a writer, kill it at a random moment, return what it tried and what it acknowledged."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), word], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    with process, process.stdout as pipe:
        heard = b""
        for _ in range(source.randint(1, 12)):
            heard += os.read(pipe.fileno(), 65536)
        # Some microseconds or milliseconds into whatever it does next.
        select.select([], [], [], source.choice((0.0, 0.0002, 0.001, 0.004)) * source.random())
        process.kill()
        heard += pipe.read()
    assert process.returncode == -9
    lines = [line.split() for line in heard.decode().splitlines()]
    tried = [line[1] for line in lines if line[0] == "try"]
    return tried, [line[1] for line in lines if line[0] == "ok" and len(line) == 2]


def check_kills(path: Path, kills: int, seed: int) -> None:
    source = random.Random(seed)  # noqa: S311 - repeatable choices, nothing secret
    there: list[str] = []
    acknowledged = 0
    for number in range(kills):
        tried, taken = killed_once(path, f"{number}", source)
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
