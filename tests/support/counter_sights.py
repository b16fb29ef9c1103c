"""What the eye says of counters on a board of spaces, as a game hears it."""

from __future__ import annotations

import random

from companion.board.board import Board
from companion.board.places import parse_place
from companion.border import EyeMessage, MarkerReading, Moved, Placed, Removed, Turned
from companion.table.commands import EyeReported


class CounterSights:
    """Remembers where each cube is, so that a test only says where it is put.

    Args:
        board: the board with its spaces.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._known: dict[int, MarkerReading] = {}

    def put(self, track: int, place: str, colour: str, face: int = 1) -> EyeReported:
        """A cube is put somewhere, moved there or turned over there."""
        middle = self._board.middle_of(parse_place(place))
        before = self._known.get(track)
        marker = MarkerReading(
            track=track, colour=colour, face=face, x_in=middle.x_in, y_in=middle.y_in, place=place
        )
        self._known[track] = marker
        message: EyeMessage = Placed(t_s=0.0, marker=marker)
        if before is not None and before.place == place:
            message = Turned(t_s=0.0, marker=marker, before=before)
        elif before is not None:
            message = Moved(t_s=0.0, marker=marker, before=before)
        return EyeReported(message=message)

    def anything(self, source: random.Random) -> EyeReported:
        """Somebody puts a cube anywhere, turns it over or takes it off."""
        if self._known and source.random() < 0.15:
            return self.take(source.choice(sorted(self._known)))
        track = source.randint(1, 8)
        known = self._known.get(track)
        colour = known.colour if known else source.choice(("green", "white", "black", "red"))
        place = str(source.choice(self._board.spaces).place)
        if known is not None and source.random() < 0.5:
            place = known.place
        return self.put(track, place, colour, source.randint(1, 6))

    def take(self, track: int) -> EyeReported:
        """A cube is taken off."""
        return EyeReported(message=Removed(t_s=0.0, marker=self._known.pop(track)))
