"""The games that are written in a journal, for the list in the browser and for their replays."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from companion.journal.errors import JournalError
from companion.journal.exchange import game_lines
from companion.journal.replay import Replay
from companion.journal.store import START, GameRecord, JournalReader
from companion.service.all_knowing import look_into
from companion.service.games import GAMES, load_game
from companion.service.replay_file import replay_file
from companion.service.timeline import Timelines
from companion.table.game import Game
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Seat
from companion.table.views import View
from webui.ports import ALL, GameChoice, Timeline, WrittenGame

LOG: Final = logging.getLogger("companion.timelines")


def game_choices() -> tuple[GameChoice, ...]:
    """Every game of the registry, with what is chosen before it begins."""
    games = (load_game(name) for name in GAMES)
    return tuple(
        GameChoice(id=game.id, title=game.title, summary=game.summary, form=game.options())
        for game in games
    )


def playable(records: tuple[GameRecord, ...]) -> tuple[GameRecord, ...]:
    """The games that were begun and whose rules are here, oldest first."""
    return tuple(record for record in records if record.game in GAMES and record.head > START)


class WrittenGames:
    """The games of one journal; called from many threads.

    Args:
        path: the journal; it must exist.
    """

    def __init__(self, path: Path) -> None:
        self._path: Final = path
        self._lock: Final = threading.Lock()
        self._seats: Final[dict[str, tuple[Seat, ...]]] = {}
        self._replay: EndedReplay | None = None

    def records(self) -> tuple[GameRecord, ...]:
        """Games that can be gone on with or looked at, oldest first.

        Raises:
            JournalError: the journal cannot be read.
        """
        with JournalReader(self._path) as reader:
            return playable(reader.games())

    def listed(self, open_id: str, verdict: str = "") -> tuple[WrittenGame, ...]:
        """The games for the list, newest first.

        Args:
            open_id: which is open, empty for none.
            verdict: how the open one ended by its rules, empty while it is played.

        Raises:
            JournalError: the journal cannot be read.
        """
        games = (self._listed(record, open_id) for record in reversed(self.records()))
        return tuple(replace(game, verdict=verdict) if game.is_open else game for game in games)

    def replay(self, game_id: str) -> EndedReplay | None:
        """The replay of a game that has ended, None for any other. The last one is kept open.

        Raises:
            JournalError: the journal cannot be read.
        """
        record = next((one for one in self.records() if one.game_id == game_id), None)
        if record is None or record.ended_at is None:
            return None
        with self._lock:
            if self._replay is None or self._replay.game_id != game_id:
                if self._replay is not None:
                    self._replay.close()
                self._replay = EndedReplay(load_game(record.game), self._path, game_id)
            return self._replay

    def close(self) -> None:
        """Close the replay that is open."""
        with self._lock:
            if self._replay is not None:
                self._replay.close()
                self._replay = None

    def _listed(self, record: GameRecord, open_id: str) -> WrittenGame:
        return WrittenGame(
            id=record.game_id,
            title=load_game(record.game).title,
            started_at=record.started_at,
            ended_at=record.ended_at or "",
            seats=tuple(seat.title for seat in self._seats_of(record)),
            is_open=record.game_id == open_id,
        )

    def _seats_of(self, record: GameRecord) -> tuple[Seat, ...]:
        """The seats of a game; one whose start cannot be read is listed without."""
        with self._lock:
            if record.game_id not in self._seats:
                self._seats[record.game_id] = _read_seats(
                    load_game(record.game), self._path, record.game_id
                )
            return self._seats[record.game_id]


def _read_seats(game: Game[Any], path: Path, game_id: str) -> tuple[Seat, ...]:
    replay = Replay(game, path, game_id)
    try:
        return replay.seats
    except JournalError:
        return ()
    finally:
        replay.close()


class EndedReplay:
    """Implements `webui.ports.WrittenReplay`.

    Args:
        game: the rules.
        path: the journal.
        game_id: a game that has ended.

    Raises:
        JournalError: the journal cannot be read.
    """

    def __init__(self, game: Game[Any], path: Path, game_id: str) -> None:
        self.game_id: Final = game_id
        self._game: Final = game
        self._path: Final = path
        self._seats: Final = _read_seats(game, path, game_id)
        self._viewers: Final = {*(seat.id for seat in self._seats), PUBLIC, ALL}
        self._timelines: Final = Timelines(game, path, game_id, look_into(game, self._seats))

    def seats(self) -> tuple[Seat, ...]:
        """The seats that were played."""
        return self._seats

    def timeline(self, viewer: SeatId) -> Timeline:
        """How far a viewer can step.

        Raises:
            KeyError: no such seat.
        """
        self._check(viewer)
        return self._timelines.timeline(viewer)

    def view_at(self, viewer: SeatId, step: int) -> View:
        """A viewer's view as it was.

        Raises:
            KeyError: no such seat.
            IndexError: the timeline has no such step.
        """
        self._check(viewer)
        return self._timelines.view_at(viewer, step)

    def file(self) -> str:
        """The whole replay as one file of HTML.

        Raises:
            JournalError: the journal cannot be read.
        """
        viewers = (PUBLIC, *(seat.id for seat in self._seats), ALL)
        return replay_file(self._game, self._path, self.game_id, viewers)

    def text(self) -> bytes:
        """The whole game as a text file, as ``companion export`` writes it.

        Raises:
            JournalError: the journal cannot be read.
        """
        with JournalReader(self._path) as reader:
            return b"".join(game_lines(reader, self.game_id))

    def close(self) -> None:
        """Keep what was found out and close the journal."""
        try:
            self._timelines.keep()
        except JournalError as error:
            LOG.warning("the timelines of a game are not kept: %s", error)
        self._timelines.close()

    def _check(self, viewer: SeatId) -> None:
        if viewer not in self._viewers:
            raise KeyError(viewer)
