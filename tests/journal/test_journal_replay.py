"""Folds: any point of a game, for any seat, by the seat's own steps."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from companion.journal.codec import EventCodec
from companion.journal.errors import JournalCorrupt
from companion.journal.replay import KEPT_EVERY, Replay, fold
from companion.journal.store import START, GameRecord, JournalWriter
from companion.table.commands import Act
from companion.table.events import Event, GameStarted
from companion.table.ids import PUBLIC, SeatId, Seq
from companion.table.values import Refusal
from tests.support.toy_game import LEFT, RIGHT, ToyGame, ToyState

AT = "2026-01-02T03:04:05Z"
GAME = ToyGame()


class Written:
    """A toy game that is played and written at once, with the live state after each decision."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.codec = EventCodec(GAME.event_types)
        self.writer = JournalWriter(path)
        started = GAME.start({}, "")
        assert not isinstance(started, Refusal)
        record = GameRecord(
            game_id="g", game="toy", rules="1", started_at=AT, ended_at=None, head=START
        )
        self.events: list[Event] = list(started)
        self.head = self.writer.start_game(record, [self.codec.encode(e) for e in started], "x")
        self.live = fold(GAME, started)
        self.lives: dict[Seq, ToyState] = {self.head: self.live}

    def act(self, seat: SeatId, action: str, **inputs: str) -> None:
        events = GAME.decide(self.live, Act(seat=seat, action=action, inputs=tuple(inputs.items())))
        assert not isinstance(events, Refusal)
        self.events += events
        encoded = [self.codec.encode(event) for event in events]
        self.head = self.writer.append("g", self.head, encoded, at=AT, actor=seat)
        for event in events:
            self.live = GAME.evolve(self.live, event)
        self.lives[self.head] = self.live


def steps(replay: Replay[ToyState], viewer: SeatId) -> list[Seq]:
    walk = replay.walk(viewer)
    assert len(list(walk.go_on())) == len(walk.steps)
    return walk.steps


@pytest.fixture
def written(tmp_path: Path) -> Written:
    return Written(tmp_path / "journal.db")


def test_the_fold_is_the_live_state_after_every_decision(written: Written) -> None:
    choose = random.Random(7)  # noqa: S311 - a seeded choice of moves, no secret
    for number in range(120):
        seat = choose.choice((LEFT, RIGHT))
        match choose.randrange(3):
            case 0:
                written.act(seat, "hide", word=str(number))
            case 1:
                written.act(seat, "score", note="n")
            case _:
                written.act(seat, "score-many", n="4")
    replay = Replay(GAME, written.path)
    for seq, live in written.lives.items():
        assert replay.state_at(seq) == live
    shuffled = list(written.lives)
    choose.shuffle(shuffled)
    for seq in shuffled:
        assert replay.state_at(seq) == written.lives[seq]
    replay.close()


def test_each_viewer_steps_by_its_own_changes(written: Written) -> None:
    written.act(LEFT, "hide", word="ash")
    written.act(LEFT, "hide", word="elm")
    written.act(RIGHT, "score")
    written.act(RIGHT, "hide", word="oak")
    written.act(LEFT, "hide", word="oak")
    replay = Replay(GAME, written.path)
    assert len(steps(replay, PUBLIC)) == 2
    assert len(steps(replay, LEFT)) == 5
    assert len(steps(replay, RIGHT)) == 3
    words = [
        widget.text  # type: ignore[union-attr] # the word is a Text
        for seq in steps(replay, LEFT)
        for region in [replay.view_at(seq, LEFT).region("word")]
        if region is not None
        for widget in region.widgets
    ]
    assert [word.split("'")[1] for word in words] == ["", "ash", "elm", "elm", "oak"]
    replay.close()


def test_steps_go_on_with_the_game_and_never_stop_inside_a_decision(written: Written) -> None:
    replay = Replay(GAME, written.path)
    walk = replay.walk(PUBLIC)
    assert len(list(walk.go_on())) == 1
    written.act(LEFT, "score-many", n="5")
    written.act(RIGHT, "hide", word="ash")
    assert [view.seat for view in walk.go_on()] == [PUBLIC]
    written.act(LEFT, "score-many", n="2")
    assert list(walk.go_on()) == [replay.view_at(written.head, PUBLIC)]
    assert list(walk.go_on()) == []
    assert walk.steps == [2, 7, 10]
    replay.close()


def test_folded_states_are_kept_on_the_way(written: Written) -> None:
    written.act(LEFT, "score-many", n=str(3 * KEPT_EVERY))
    replay = Replay(GAME, written.path)
    replay.state_at(written.head)
    assert replay._kept_at == [1, KEPT_EVERY, 2 * KEPT_EVERY, 3 * KEPT_EVERY]
    replay.state_at(Seq(KEPT_EVERY + 3))
    assert len(replay._kept_at) == 4
    with pytest.raises(IndexError, match="events 1 to"):
        replay.state_at(Seq(written.head + 1))
    with pytest.raises(IndexError):
        replay.state_at(Seq(0))
    replay.close()


def test_a_game_of_other_rules_is_refused() -> None:
    with pytest.raises(JournalCorrupt, match="'chess'"):
        fold(GAME, [GameStarted(game="chess", rules="1")])
    with pytest.raises(JournalCorrupt, match="begin with its start"):
        fold(GAME, [])
