"""Random games of the real rules: the fold of the journal is the live state at every event."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.games.fellowship.state import State
from companion.journal.codec import EventCodec
from companion.journal.replay import begin
from companion.journal.state_text import StateText
from companion.journal.store import START, GameRecord, JournalReader, JournalWriter
from companion.table.events import Event
from companion.table.values import Refusal
from tests.support.fellowship import GAME, SAMPLE_BOX, Play
from tests.support.random_player import RandomPlayer, source_of

AT = "2026-01-02T12:00:00.000+00:00"

FULL_COUNT = 200
"""Games in the long run; the short one has a twentieth of them."""

EVERY = 20
"""Every so many events the state is written as a snapshot has it, and read back."""


class Recorded:
    """A game that is played and written at once, with the live state after each event."""

    def __init__(self, path: Path, seed: int, commands: int) -> None:
        self.codec = EventCodec(GAME.event_types)
        self.play = Play(SAMPLE_BOX)
        self.states: list[State] = []
        first = list(self.play.events)
        state = begin(GAME, first[0])
        self.states.append(state)
        self._live(state, first[1:])
        record = GameRecord(
            game_id="g", game=GAME.id, rules="1", started_at=AT, ended_at=None, head=START
        )
        with JournalWriter(path) as writer:
            self.head = writer.start_game(record, [self.codec.encode(e) for e in first], "x")
            player = RandomPlayer(self.play, source_of(seed))
            player.set_up()
            self._write(writer, self.play.events[len(self.states) :])
            for _ in range(commands):
                decided = GAME.decide(self.play.state, player.command())
                if not isinstance(decided, Refusal):
                    self._write(writer, list(decided))

    def _write(self, writer: JournalWriter, events: list[Event]) -> None:
        """One decision, or several at once, as the table writes them."""
        if not events:
            return
        encoded = [self.codec.encode(event) for event in events]
        self.head = writer.append("g", self.head, encoded, at=AT, actor="x")
        self._live(self.states[-1], events)

    def _live(self, state: State, events: list[Event]) -> None:
        for event in events:
            state = GAME.evolve(state, event)
            self.states.append(state)
        self.play.state = state


def told(state: State) -> State:
    """A state that can be compared: a handbook is equal to itself alone."""
    return msgspec.structs.replace(state, handbook=None)


def check_game(path: Path, seed: int, commands: int) -> int:
    live = Recorded(path, seed, commands)
    with JournalReader(path) as reader:
        assert reader.verify("g")[0] == len(live.states)
        state: State | None = None
        text = StateText(live.states[0])
        for stored, expected in zip(reader.events("g"), live.states, strict=True):
            event = live.codec.decode(stored.event)
            state = begin(GAME, event) if state is None else GAME.evolve(state, event)
            assert told(state) == told(expected), f"event {stored.seq}"
            assert state.handbook.box == expected.handbook.box, f"event {stored.seq}"
            if stored.seq % EVERY == 0:
                back = text.read(text.write(state))
                assert told(back) == told(state), f"event {stored.seq}"
                assert back.handbook.box == state.handbook.box, f"event {stored.seq}"
    return len(live.states)


@pytest.mark.parametrize("seed", range(FULL_COUNT // 20))
def test_the_fold_is_the_live_state_at_every_event(tmp_path: Path, seed: int) -> None:
    assert check_game(tmp_path / "journal.db", seed, commands=80) > 80


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(FULL_COUNT // 20, FULL_COUNT))
def test_the_fold_is_the_live_state_at_every_event_of_long_games(tmp_path: Path, seed: int) -> None:
    assert check_game(tmp_path / "journal.db", seed, commands=400) > 300
