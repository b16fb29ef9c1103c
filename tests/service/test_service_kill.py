"""Kill -9 and start again: nothing acknowledged is lost, nothing doubled, no orphan stays."""

from __future__ import annotations

import http.client
import random
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest

from companion.journal.codec import EventCodec
from companion.journal.replay import fold
from companion.journal.store import JournalReader
from tests.support.patience import PATIENCE_S
from tests.support.service_process import (
    ROOT,
    ServiceProcess,
    Tablet,
    ends_within,
    wait_for_children,
)
from tests.support.toy_game import ToyGame, ToyState

NO_DEVICES = ("--camera", "none", "--die", "none")


def state_on_disk(journal: Path) -> ToyState:
    game = ToyGame()
    codec = EventCodec(game.event_types)
    with JournalReader(journal) as reader:
        game_id = reader.game().game_id
        reader.verify(game_id)
        return fold(game, [codec.decode(stored.event) for stored in reader.events(game_id)])


class Player(threading.Thread):
    """Presses as fast as it can until the service is gone, and notes what was acknowledged."""

    def __init__(self, tablet: Tablet, name: str, enough: threading.Event, wanted: int) -> None:
        super().__init__(daemon=True)
        self.tablet = tablet
        self._prefix = name
        self._enough = enough
        self._wanted = wanted
        self.tried: list[str] = []
        self.acknowledged: list[str] = []

    def run(self) -> None:
        number = 0
        while True:
            number += 1
            note = f"{self._prefix}-{number}"
            self.tried.append(note)
            try:
                status = self.tablet.act("score", note=note)
            except (OSError, http.client.HTTPException):
                self._enough.set()
                return
            assert status == 200
            self.acknowledged.append(note)
            if number >= self._wanted:
                self._enough.set()


def kill_rounds(home: Path, rounds: int, seed: int) -> None:
    choose = random.Random(seed)  # noqa: S311 - seeded moments, no secret
    journal = home / "journal.db"
    cookies: dict[str, str | None] = {"left": None, "right": None}
    acknowledged: list[str] = []
    tried: list[str] = []
    for round_number in range(rounds):
        with ServiceProcess(home, *NO_DEVICES) as service:
            players = []
            enough = threading.Event()
            for seat, cookie in cookies.items():
                tablet = Tablet(service.port, seat, cookie)
                if cookie is None:
                    tablet.claim(service.code(seat.title()))
                    cookies[seat] = tablet.cookie
                players.append(
                    Player(tablet, f"{seat}-{round_number}", enough, choose.randrange(1, 60))
                )
            for player in players:
                player.start()
            assert enough.wait(PATIENCE_S)
            service.kill()
            for player in players:
                player.join(PATIENCE_S)
                player.tablet.close()
                acknowledged += player.acknowledged
                tried += player.tried
        notes = Counter(state_on_disk(journal).notes)
        assert set(notes.values()) <= {1}
        assert set(acknowledged) <= set(notes) <= set(tried)
    assert len(acknowledged) >= rounds
    with ServiceProcess(home, *NO_DEVICES) as again:
        tablet = Tablet(again.port, "left", cookies["left"])
        assert tablet.act("score", note="after") == 200
        tablet.close()
        assert again.terminate() == 0
    assert state_on_disk(journal).notes[-1] == "after"


def test_what_was_acknowledged_is_there_once_after_every_kill(tmp_path: Path) -> None:
    kill_rounds(tmp_path, rounds=3, seed=1)


@pytest.mark.soak
def test_what_was_acknowledged_is_there_once_after_fifty_kills(tmp_path: Path) -> None:
    kill_rounds(tmp_path, rounds=50, seed=2)


WRITER = """
import os, signal, sys
from pathlib import Path
from companion.journal.codec import EncodedEvent
from companion.journal.store import START, GameRecord, JournalWriter
from companion.table.ids import Seq

path, word, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
writer = JournalWriter(path)
record = GameRecord(
    game_id="g", game="toy", rules="1", started_at="t", ended_at=None, head=START
)
event = EncodedEvent(type="counted", schema=1, payload="{}")
if not writer.games():
    writer.start_game(record, [event], "x")
seen = 0

def traced(statement):
    global seen
    seen += statement.startswith(word)
    if seen == count:
        os.kill(os.getpid(), signal.SIGKILL)

writer._connection.set_trace_callback(traced)
seq = writer.head("g")[0]
while True:
    seq = writer.append("g", seq, [event] * 3, at="t", actor="x")
    os.write(1, f"{seq}\\n".encode())
"""


@pytest.mark.parametrize("word", ["BEGIN", "SELECT", "INSERT", "COMMIT"])
def test_a_kill_inside_a_decision_leaves_the_decisions_before_it(tmp_path: Path, word: str) -> None:
    path = tmp_path / "journal.db"
    last = 1
    for count in (1, 2, 5):
        ended = subprocess.run(
            [sys.executable, "-c", WRITER, str(path), word, str(count)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ended.returncode == -9, ended.stderr
        acknowledged = [int(line) for line in ended.stdout.split()]
        last = acknowledged[-1] if acknowledged else last
        with JournalReader(path) as reader:
            assert reader.verify("g")[0] == last


def test_no_orphan_holds_camera_or_port_after_a_kill(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, "--demo") as service:
        children = wait_for_children(service, ("vision.eye", "firmware_bridge.virtual_die"))
        service.kill()
        for name, number in children.items():
            assert ends_within(number, PATIENCE_S), f"{name} outlived its service"


def test_an_orderly_end_leaves_nothing_behind(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, "--demo") as service:
        children = wait_for_children(service, ("vision.eye", "firmware_bridge.virtual_die"))
        assert service.terminate() == 0
        # It has waited for them itself.
        assert all(ends_within(number, 0.0) for number in children.values())
        assert "Closing the table." in service.output
    assert not list((tmp_path / "demo").glob("journal.db-*"))


def test_a_second_service_is_told_of_the_first(tmp_path: Path) -> None:
    with ServiceProcess(tmp_path, *NO_DEVICES) as first:
        second = ServiceProcess(tmp_path, *NO_DEVICES)
        assert second.process.wait(PATIENCE_S) == 1
        second.kill()
        assert f"already runs in {tmp_path} (process {first.process.pid})" in second.output
        assert "Traceback" not in second.output
