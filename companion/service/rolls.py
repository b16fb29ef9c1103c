"""All rolls of the journal, for whoever asks how fair the dice are. For use from many threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.journal.codec import EventCodec, tag_of
from companion.journal.store import START, GameRecord, JournalReader
from companion.table.events import Event, RollDropped, RollKept, RollTaken
from companion.table.fairness import RollTally
from companion.table.ids import Seq
from companion.table.values import Roll
from webui.ports import RollRecord

_ROLL_EVENTS: Final = (RollTaken, RollKept, RollDropped)
"""Public facts in every game; of them only the roll is handed on, not purpose and seat."""


class _Game:
    """What was read of one game so far."""

    def __init__(self) -> None:
        self.tally = RollTally()
        self.rolls: list[Roll] = []
        self.upto = START


class RollHistory:
    """Reads the rolls of the journal; what was read once is not read again.

    Args:
        path: the journal; opened at the first use.
        game_id: this game.
    """

    def __init__(self, path: Path, game_id: str) -> None:
        self._path: Final = path
        self._game_id: Final = game_id
        self._lock: Final = threading.Lock()
        self._codec: Final = EventCodec(_ROLL_EVENTS)
        self._tags: Final = frozenset(tag_of(kind) for kind in _ROLL_EVENTS)
        self._games: Final[dict[str, _Game]] = {}
        self._reader: JournalReader | None = None

    def of_this_game(self) -> RollRecord:
        """The rolls of this game.

        Raises:
            JournalError: the journal cannot be read.
        """
        with self._lock:
            reader = self._opened()
            rolls = self._read(reader, reader.game(self._game_id))
            return RollRecord(games=1, rolls=tuple(rolls))

    def of_all_games(self) -> RollRecord:
        """The rolls of all games of the journal, the oldest game first.

        Raises:
            JournalError: the journal cannot be read.
        """
        with self._lock:
            reader = self._opened()
            games = [record for record in reader.games() if record.head > START]
            rolls = [roll for record in games for roll in self._read(reader, record)]
            return RollRecord(games=len(games), rolls=tuple(rolls))

    def close(self) -> None:
        """Close the journal."""
        with self._lock:
            if self._reader is not None:
                self._reader.close()
                self._reader = None

    def _opened(self) -> JournalReader:
        if self._reader is None:
            self._reader = JournalReader(self._path)
        return self._reader

    def _read(self, reader: JournalReader, record: GameRecord) -> list[Roll]:
        game = self._games.setdefault(record.game_id, _Game())
        if record.head > game.upto:
            events = self._roll_events(reader, record.game_id, game.upto, record.head)
            game.rolls.extend(game.tally.made(events))
            game.upto = record.head
        return game.rolls

    def _roll_events(
        self, reader: JournalReader, game_id: str, after: Seq, upto: Seq
    ) -> Iterator[Event]:
        for stored in reader.events(game_id, after, upto):
            if stored.event.type in self._tags:
                yield self._codec.decode(stored.event)
