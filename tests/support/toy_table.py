"""A toy game with a table thread and screens around it, in one process and without devices."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.journal.store import START, GameRecord, JournalWriter
from companion.service.keeper import Clock, GameKeeper, start_game
from companion.service.screens import Screens
from companion.service.table import Table
from companion.service.timeline import Timelines
from companion.table.commands import Act
from companion.table.game import Game
from companion.table.ids import SeatId
from companion.table.values import Refusal
from tests.support.toy_game import ToyGame, ToyState

START_OF_TIME = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class SteppingClock:
    """A clock that goes on by a second each time it is read."""

    def __init__(self) -> None:
        self._reads = 0

    def __call__(self) -> datetime:
        self._reads += 1
        return START_OF_TIME + timedelta(seconds=self._reads)


def unfinished_game(game: Game[Any], writer: JournalWriter) -> GameRecord | None:
    """The newest game of these rules that has not ended, None if there is none."""
    open_games = [
        record
        for record in writer.games()
        if record.game == game.id and record.ended_at is None and record.head > START
    ]
    return open_games[-1] if open_games else None


class ToyTable:
    """Opens or goes on with the toy game whose journal is at `path`."""

    def __init__(self, path: Path, face: int = 7, clock: Clock | None = None) -> None:
        game = ToyGame()
        clock = clock or SteppingClock()
        writer = JournalWriter(path)
        record = unfinished_game(game, writer) or start_game(
            game, writer, options={}, box="", clock=clock
        )
        self.path = path
        self.keeper: GameKeeper[ToyState] = GameKeeper(game, writer, record, clock)
        self.timelines: Timelines[ToyState] = Timelines(game, path, record.game_id)
        self.timelines.know(self.keeper.folded)
        self.screens: Screens[ToyState] = Screens(
            game.seats, self.timelines, draw_face=lambda sides: min(face, sides)
        )
        self.table: Table[ToyState] = Table(
            self.keeper, self.screens.publish, self.screens.disk_held_up
        )
        self.screens.attach(self.table)
        self.table.start()

    @property
    def state(self) -> ToyState:
        return self.table.standing.state

    def act(self, seat: SeatId, action: str, **inputs: str) -> Refusal | None:
        return self.screens.act(Act(seat=seat, action=action, inputs=tuple(inputs.items())))

    def close(self) -> None:
        self.table.stop()
        self.timelines.keep()
        self.keeper.close()
        self.screens.close()
        self.timelines.close()
