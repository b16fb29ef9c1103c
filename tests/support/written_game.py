"""A game that was played by the rules alone, written into a journal for a service to go on with."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from companion.journal.codec import EventCodec
from companion.journal.store import JournalWriter
from companion.service.keeper import start_game
from companion.table.events import GameStarted
from tests.support.fellowship import GAME, Play


def write_game(play: Play, journal: Path) -> None:
    """Write a game, with its box and its options, as the only one of a journal.

    Args:
        play: the game.
        journal: the file; it must not be there yet.
    """
    codec = EventCodec(GAME.event_types)
    started = play.events[0]
    assert isinstance(started, GameStarted)
    journal.parent.mkdir(parents=True, exist_ok=True)
    writer = JournalWriter(journal)
    try:
        record = start_game(
            GAME,
            writer,
            options=dict(started.options),
            box=started.box,
            clock=lambda: datetime.now(tz=UTC),
        )
        seq, _ = writer.head(record.game_id)
        later = [codec.encode(event) for event in play.events[seq:]]
        if later:
            writer.append(record.game_id, seq, later, at=record.started_at, actor="service")
    finally:
        writer.close()
