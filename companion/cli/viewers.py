"""Whose view of a written game is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.cli.errors import CommandFailed
from companion.table.ids import PUBLIC, SeatId

if TYPE_CHECKING:
    from companion.journal.replay import Replay
    from companion.table.game import Game


def viewer_named(name: str, game: Game[Any], written: Replay[Any]) -> SeatId:
    """A seat of a written game, or the public screen.

    Raises:
        CommandFailed: the game has no such seat.
    """
    viewers = (*(seat.id for seat in written.seats), PUBLIC)
    if name not in viewers:
        raise CommandFailed(
            f"{game.title} has no seat {name!r}. Choose one of: {', '.join(viewers)}."
        )
    return SeatId(name)
