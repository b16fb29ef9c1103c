"""Exported games in any number: random games by the rules, each written out many times.

Playing takes far longer than loading, so a game that was played is exported again and again, under
other ids, at other times and with faces of the die drawn anew, each with a hash chain of its own.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import msgspec

from companion.journal.chain import FIRST_HASH, StoredEvent, chained
from companion.journal.codec import EncodedEvent, EventCodec
from companion.journal.exchange import event_line, heading
from companion.journal.store import GameRecord
from companion.table.events import Event
from companion.table.ids import Seq
from tests.support.fellowship import GAME, SAMPLE_BOX, Play
from tests.support.random_player import RandomPlayer, source_of

START: Final = datetime(2026, 1, 2, 18, tzinfo=UTC)
_ROLLS: Final = ("roll-taken", "roll-kept", "roll-dropped")


def played(seed: int, commands: int) -> list[Event]:
    """The events of a random game, as far as it comes with so many commands."""
    play = Play(SAMPLE_BOX)
    player = RandomPlayer(play, source_of(seed))
    player.set_up()
    for _ in range(commands):
        if play.state.public.over:
            break
        player.step()
    return play.events


def exported(
    events: list[EncodedEvent], number: int, source: random.Random, game: str = "fellowship"
) -> bytes:
    """The text file of a game with these events, its rolls drawn anew."""
    started = START + timedelta(hours=number)
    game_id = f"{started:%Y-%m-%d}-game{number}"
    stored: list[StoredEvent] = []
    before = FIRST_HASH
    faces: dict[str, int] = {}
    for index, event in enumerate(events):
        at = (started + timedelta(seconds=20 * index)).isoformat(timespec="milliseconds")
        new = _rerolled(event, faces, source) if event.type in _ROLLS else event
        made = StoredEvent(
            game_id=game_id,
            seq=Seq(index + 1),
            decision=Seq(index + 1),
            at=at,
            actor="service",
            event=new,
            hash=b"",
        )
        before = chained(before, made)
        stored.append(
            StoredEvent(
                game_id=game_id,
                seq=made.seq,
                decision=made.decision,
                at=at,
                actor=made.actor,
                event=new,
                hash=before,
            )
        )
    record = GameRecord(
        game_id=game_id,
        game=game,
        rules="1",
        started_at=started.isoformat(timespec="milliseconds"),
        ended_at=stored[-1].at,
        head=stored[-1].seq,
    )
    return heading(record, before) + b"".join(event_line(one) for one in stored)


def _rerolled(event: EncodedEvent, faces: dict[str, int], source: random.Random) -> EncodedEvent:
    """The event with another face; the same roll gets the same one each time it is named."""
    fields = msgspec.json.decode(event.payload)
    roll = fields["roll"]
    key = f"{roll.get('die')} {roll.get('number')} {roll['face']}"
    roll["face"] = faces.setdefault(key, source.randint(1, roll["sides"]))
    payload = msgspec.json.encode(fields).decode()
    return EncodedEvent(type=event.type, schema=event.schema, payload=payload)


def encoded(events: list[Event]) -> list[EncodedEvent]:
    """Events as a journal holds them."""
    codec = EventCodec(GAME.event_types)
    return [codec.encode(event) for event in events]


def write_games(folder: Path, games: int, templates: int, commands: int) -> int:
    """Write so many games, of so many that were played; returns how many events they have."""
    folder.mkdir(parents=True, exist_ok=True)
    source = source_of(9)
    kinds = [encoded(played(seed, commands)) for seed in range(templates)]
    count = 0
    for number in range(games):
        events = kinds[number % templates]
        (folder / f"game-{number:05d}.txt").write_bytes(exported(events, number, source))
        count += len(events)
    return count
