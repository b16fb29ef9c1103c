"""The sheet of tracks that the camera reads: the project's own, to be printed in true size.

It is no copy of a printed board: spaces as wide as a cube needs, in an order of its own.
"""

from __future__ import annotations

from typing import Final

from companion.board.board import Board, Heading, Space, Track, rectangle
from companion.board.grid import BoardPoint
from companion.games.hunt.names import LAST_STEP, MOST_CORRUPTION
from companion.table.counters import Counter

LAST_PROGRESS: Final = 12
"""The sheet has so many steps; the count itself goes on."""

CORRUPTION: Final = Track(name="Corruption", first=0, last=MOST_CORRUPTION)
PROGRESS: Final = Track(name="Progress", first=0, last=LAST_PROGRESS)
MORDOR: Final = Track(name="Mordor", first=0, last=LAST_STEP)
HUNT_BOX: Final = "Hunt Box"

HIDDEN_FACE: Final = 1
REVEALED_FACE: Final = 2

CORRUPTION_COUNTER: Final = Counter(title="Corruption", colour="red")
FELLOWSHIP_COUNTER: Final = Counter(
    title="the Fellowship", colour="green", faces=(HIDDEN_FACE, REVEALED_FACE)
)
SHADOW_DIE: Final = Counter(title="a Shadow die", colour="black")
FREE_DIE: Final = Counter(title="a Free Peoples die", colour="white")

_WIDE_IN: Final = 0.8
_WEST_IN: Final = 0.3
_BOX_WEST_IN: Final = 5.5


def _board() -> Board:
    tracks = ((CORRUPTION, 0.5), (PROGRESS, 1.8), (MORDOR, 3.1))
    rows = [
        space
        for track, north_in in tracks
        for space in track.spaces(BoardPoint(_WEST_IN, north_in), _WIDE_IN, _WIDE_IN)
    ]
    box = Space(name=HUNT_BOX, outline=rectangle(_BOX_WEST_IN, 3.1, 5.2, 2.8))
    words = (
        ("Corruption", "a red cube", BoardPoint(_WEST_IN, 0.4)),
        (
            "Fellowship Progress",
            "a green cube, 1 up: Hidden, 2: Revealed",
            BoardPoint(_WEST_IN, 1.7),
        ),
        ("Mordor Track", "the green cube", BoardPoint(_WEST_IN, 3.0)),
        (HUNT_BOX, "black cubes: Shadow dice, white: Free Peoples", BoardPoint(_BOX_WEST_IN, 3.0)),
    )
    return Board(
        width_in=11.0,
        height_in=6.2,
        spaces=(*rows, box),
        headings=tuple(Heading(*line) for line in words),
        title="Tracks of the Hunt",
    )


BOARD: Final = _board()
"""What the camera reads."""


def board_of(text: str) -> Board:
    """The board of a game with this box file, the same with any."""
    return BOARD
