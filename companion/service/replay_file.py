"""Makes one HTML file of a written game, to send to a friend or to keep."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from companion.journal.replay import Replay
from companion.service.all_knowing import look_into
from companion.service.timeline import Timelines
from companion.table.game import Game
from companion.table.ids import PUBLIC, SeatId
from webui.export import ExportedLook, replay_html
from webui.ports import ALL

_PUBLIC_NOTE: Final = "Shows what everybody could see."
_SEAT_NOTE: Final = "Shows what this seat knew at the time."
_ALL_NOTE: Final = "Shows what every seat hid."


def replay_file(game: Game[Any], path: Path, game_id: str, viewers: tuple[SeatId, ...]) -> str:
    """The text of the file.

    Args:
        game: the rules.
        path: the journal.
        game_id: the game.
        viewers: whose views are in it, the one that is shown first at the head. What another seat
            hides is not in the file, unless `ALL` is among them.

    Raises:
        JournalError: the journal cannot be read.
    """
    with closing(Replay(game, path, game_id)) as written:
        seats = written.seats
    look = look_into(game, seats)
    titles = {seat.id: seat.title for seat in seats}
    titles |= {PUBLIC: "Public", ALL: "Everything"}
    notes = {PUBLIC: _PUBLIC_NOTE, ALL: _ALL_NOTE}
    with (
        closing(Replay(game, path, game_id, look)) as replay,
        closing(Timelines(game, path, game_id, look)) as timelines,
    ):

        def looks() -> Iterator[ExportedLook]:
            for viewer in viewers:
                yield ExportedLook(
                    viewer=viewer,
                    title=titles[viewer],
                    note=notes.get(viewer, _SEAT_NOTE),
                    timeline=timelines.timeline(viewer),
                    views=replay.walk(viewer).go_on(),
                )

        return replay_html(game.title, looks())
