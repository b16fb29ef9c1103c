"""The whole house on the virtual table: what hands do there reaches the journal and the screens."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path

import msgspec

from calibration.layout import load_layout, save_layout
from companion.journal.codec import EventCodec
from companion.journal.replay import fold
from companion.journal.store import JournalReader
from companion.service.demo_start import START_CUBES
from companion.service.games import load_game
from companion.table.values import Piece
from tests.support.patience import PATIENCE_S
from tests.support.service_process import (
    ServiceProcess,
    Tablet,
    wait_for_children,
    wait_until,
)


def pieces(home: Path) -> tuple[Piece, ...]:
    game = load_game("fellowship")
    codec = EventCodec(game.event_types)
    with JournalReader(home / "demo" / "journal.db") as reader:
        stored = list(reader.events(reader.game().game_id))
    return game.pieces(fold(game, [codec.decode(one.event) for one in stored]))


def standing(home: Path) -> Counter[tuple[str, int, str]]:
    return Counter((piece.colour, piece.face, piece.place) for piece in pieces(home))


def types(home: Path) -> Counter[str]:
    with JournalReader(home / "demo" / "journal.db") as reader:
        return Counter(one.event.type for one in reader.events(reader.game().game_id))


def test_hands_on_the_virtual_table_reach_journal_and_screens(tmp_path: Path) -> None:
    start = Counter((cube.colour, cube.face, cube.place) for cube in START_CUBES["fellowship"])
    with ServiceProcess(tmp_path, "--demo", game="fellowship") as service:
        wait_until(lambda: standing(tmp_path) == start, PATIENCE_S, "all cubes seen")
        onlooker = Tablet(service.port, "nobody")
        # What is on the disk comes to the screens a moment later.
        wait_until(lambda: "4,f" in onlooker.get("/region/map"), PATIENCE_S, "it is shown")
        moved = Counter(start)
        moved[("green", 2, "4,f")] -= 1
        moved[("green", 2, "4,i")] += 1
        cube = next(
            index
            for index, cube in enumerate(START_CUBES["fellowship"], start=1)
            if cube.place == "4,f"
        )
        status, _ = onlooker.post("/demo/place", id=str(cube), x="4.0", y="10.0", face="2")
        assert status == 200
        wait_until(lambda: standing(tmp_path) == +moved, PATIENCE_S, "the move seen")
        wait_until(lambda: "4,i" in onlooker.get("/region/map"), PATIENCE_S, "the move is shown")
        assert onlooker.post("/demo/roll", face="13")[0] == 200
        wait_until(lambda: types(tmp_path)["roll-kept"] == 1, PATIENCE_S, "the roll kept")
        eye = wait_for_children(service, ("vision.eye",))["vision.eye"]
        before = types(tmp_path)
        os.kill(eye, signal.SIGKILL)
        wait_until(
            lambda: wait_for_children(service, ("vision.eye",))["vision.eye"] != eye,
            PATIENCE_S,
            "another eye",
        )
        onlooker.close()
        service.kill()
    layout = load_layout(tmp_path / "demo" / "table.json")
    *kept, last = layout.cubes
    turned = msgspec.structs.replace(last, face=1)
    save_layout(
        msgspec.structs.replace(layout, cubes=(*kept, turned)), tmp_path / "demo" / "table.json"
    )
    moved[("green", 6, "11,jk")] -= 1
    moved[("green", 1, "11,jk")] += 1
    with ServiceProcess(tmp_path, "--demo", game="fellowship") as service:
        wait_until(lambda: standing(tmp_path) == +moved, PATIENCE_S, "the turned cube seen")
        onlooker = Tablet(service.port, "nobody")
        assert onlooker.post("/demo/roll", face="4")[0] == 200
        wait_until(lambda: types(tmp_path)["roll-kept"] == 2, PATIENCE_S, "the second roll kept")
        onlooker.close()
        assert service.terminate() == 0
    assert types(tmp_path)["marker-placed"] == len(START_CUBES["fellowship"])
    assert sum((types(tmp_path) - before).values()) == 2
