"""Random games of the real rules at the real table: no fault, and the fold is what was seen."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.border import DieRoll, MarkerReading, Moved, Placed
from companion.journal.replay import Replay
from companion.journal.store import JournalWriter
from companion.service.games import load_game, sample_box
from companion.service.keeper import GameKeeper, Standing, start_game
from companion.service.screens import Screens
from companion.service.table import FAULT, Table
from companion.service.timeline import Timelines
from companion.table.commands import DieReported, EyeReported
from companion.table.ids import PUBLIC, Seq
from companion.table.views import View
from tests.support.random_taps import any_tap, roll_wanted

PLACES = ("4,f", "5,ef", "6,f", "12,e", "7,de", "9,gh", "10,e", "14,h", "11,jk", "off", "nowhere")
MARKERS = (("green", 2), ("green", 2), ("green", 6), ("red", 6), ("red", 6), ("black", 6))


def at_noon() -> datetime:
    return datetime(2026, 1, 2, 12, tzinfo=UTC)


class RandomGame:
    """A Fellowship game played without sense; keeps the views after every decision."""

    def __init__(self, path: Path, seed: int) -> None:
        self.choose = random.Random(seed)  # noqa: S311 - seeded choices, no secret
        self.game = load_game("fellowship")
        writer = JournalWriter(path)
        box = sample_box("fellowship")
        record = start_game(self.game, writer, options={}, box=box, clock=at_noon)
        self.keeper: GameKeeper[Any] = GameKeeper(self.game, writer, record, at_noon)
        self.timelines: Timelines[Any] = Timelines(self.game, path, record.game_id)
        self.screens: Screens[Any] = Screens(
            self.game.seats_of({}),
            self.timelines,
            draw_face=lambda sides: self.choose.randint(1, sides),
        )
        self.seen: dict[Seq, tuple[View, ...]] = {}
        self.table: Table[Any] = Table(self.keeper, self._publish)
        self.screens.attach(self.table)
        self.table.start()
        self._rolls = 0
        for track, (colour, face) in enumerate(MARKERS, start=1):
            marker = MarkerReading(
                track=track, colour=colour, face=face, x_in=track, y_in=10.0, place=self._place()
            )
            self.table.report(EyeReported(message=Placed(t_s=0.0, marker=marker)))

    def _publish(self, standing: Standing[Any]) -> None:
        self.seen[standing.head] = standing.views
        self.screens.publish(standing)

    def _place(self) -> str:
        return self.choose.choice(PLACES[:-1])

    def step(self) -> None:
        seat = self.choose.choice(self.game.seats_of({})).id
        view = self.screens.screen(seat).view
        due = roll_wanted(view)
        luck = self.choose.random()
        if due is not None and due.roll is not None and luck < 0.5:
            answer = self.screens.enter_roll(seat, due.id, None, due.roll.sides)
            assert answer != FAULT
        elif luck < 0.6:
            self._rolls += 1
            roll = DieRoll(die="d", number=self._rolls, face=self.choose.randint(1, 20), sides=20)
            self.table.report(DieReported(roll=roll))
        elif luck < 0.75:
            self._move_a_marker()
        else:
            tap = any_tap(view, self.choose, PLACES)
            if tap is not None:
                assert self.screens.act(tap) != FAULT, tap.action

    def _move_a_marker(self) -> None:
        pieces = self.game.pieces(self.table.caught_up().state)
        if not pieces:
            return
        piece = self.choose.choice(pieces)
        before = MarkerReading(
            track=piece.id,
            colour=piece.colour,
            face=piece.face,
            x_in=piece.x_in,
            y_in=piece.y_in,
            place=piece.place,
        )
        after = MarkerReading(
            track=piece.id,
            colour=piece.colour,
            face=self.choose.randint(1, 6),
            x_in=self.choose.uniform(0.0, 26.0),
            y_in=self.choose.uniform(0.0, 21.0),
            place=self._place(),
        )
        self.table.report(EyeReported(message=Moved(t_s=0.0, marker=after, before=before)))

    def close(self) -> None:
        self.table.stop()
        self.keeper.close()
        self.timelines.close()


def play(path: Path, seed: int, steps: int) -> RandomGame:
    played = RandomGame(path, seed)
    try:
        for _ in range(steps):
            played.step()
        played.table.caught_up()
    finally:
        played.close()
    return played


def check_folds(path: Path, played: RandomGame, points: int) -> None:
    """At the end and at some points before it every viewer's fold is what its screen showed."""
    replay: Replay[Any] = Replay(played.game, path)
    heads = sorted(played.seen)
    chosen = {heads[-1], *played.choose.sample(heads, min(points, len(heads)))}
    for head in chosen:
        for view in played.seen[head]:
            assert replay.view_at(head, view.seat) == view
    replay.close()


@pytest.mark.parametrize("seed", range(3))
def test_random_games_fold_to_what_was_seen(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.db"
    played = play(path, seed, steps=150)
    assert "failed with" not in caplog.text
    assert PUBLIC in {view.seat for view in played.seen[max(played.seen)]}
    check_folds(path, played, points=10)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(100, 200))
def test_a_hundred_random_games_fold_to_what_was_seen(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "journal.db"
    played = play(path, seed, steps=400)
    assert "failed with" not in caplog.text
    check_folds(path, played, points=10_000)
