"""Setting a game up again that was packed away: where every marker stood, and which are back.

While it goes on the eye compares and nothing else: what it sees is no news to the game, which knows
where its markers are.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from companion.board.places import OFF_MAP
from companion.border import (
    EyeMessage,
    EyeState,
    MarkerReading,
    Moved,
    Placed,
    Removed,
    Turned,
    Undecided,
)
from companion.table.values import Piece
from webui.ports import MarkerToLay, SetUpStanding


class Kind(NamedTuple):
    """What can be told of a marker from above."""

    place: str
    colour: str
    face: int


def _from_west(kind: Kind) -> tuple[bool, int, Kind]:
    """The order in which a person lays markers: column by column, places without one last."""
    column = kind.place.partition(",")[0]
    return (not column.isdecimal(), int(column) if column.isdecimal() else 0, kind)


class SetUpAgain:
    """Implements `webui.ports.SetUp`; called from many threads.

    Args:
        wanted: the markers as the game has them.
        has_eye: whether a camera looks.
        on_done: called once when the players say that the table is laid.
    """

    def __init__(
        self, wanted: Iterable[Piece], *, has_eye: bool, on_done: Callable[[], None]
    ) -> None:
        self._wanted: Final = sorted(
            (
                Kind(piece.place, piece.colour, piece.face)
                for piece in wanted
                if piece.place != OFF_MAP.label
            ),
            key=_from_west,
        )
        self._has_eye: Final = has_eye
        self._on_done: Final = on_done
        self._lock: Final = threading.Lock()
        self._seen: Final[dict[int, Kind]] = {}
        self._is_done = False

    def hear(self, message: EyeMessage) -> None:
        """Take what the eye sees."""
        with self._lock:
            match message:
                case Placed() | Moved() | Turned():
                    self._see(message.marker)
                case Removed():
                    self._seen.pop(message.marker.track, None)
                case Undecided():
                    for marker in message.now:
                        self._see(marker)
                case EyeState():
                    pass

    def standing(self) -> SetUpStanding | None:
        """How far the table is laid, None once it has been said to be."""
        with self._lock:
            if self._is_done:
                return None
            seen = Counter(self._seen.values())
        markers = []
        for kind in self._wanted:
            is_there = seen[kind] > 0
            seen[kind] -= is_there
            markers.append(
                MarkerToLay(place=kind.place, colour=kind.colour, face=kind.face, is_there=is_there)
            )
        return SetUpStanding(
            markers=tuple(markers),
            too_many=tuple(
                MarkerToLay(place=kind.place, colour=kind.colour, face=kind.face, is_there=True)
                for kind in sorted(seen.elements(), key=_from_west)
            ),
            has_eye=self._has_eye,
        )

    def done(self) -> None:
        """The table is laid, whatever the eye says: the game goes on."""
        with self._lock:
            if self._is_done:
                return
            self._is_done = True
        self._on_done()

    def _see(self, marker: MarkerReading) -> None:
        if marker.place == OFF_MAP.label:
            self._seen.pop(marker.track, None)
        else:
            self._seen[marker.track] = Kind(marker.place, marker.colour, marker.face)
