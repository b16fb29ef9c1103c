"""The sheet of lines that the camera reads: the project's own, to be printed in true size.

It is no copy of a printed board. Its lines are as long as the Corruption line; which of the
spaces count, and what they say, stands in the owner's box.
"""

from __future__ import annotations

from typing import Final

from companion.board.board import Board, Heading, Space, Track
from companion.board.grid import BoardPoint
from companion.games.quest.names import ALL_SEATS, EVENT_BOXES, LINES
from companion.table.counters import Counter
from companion.table.ids import SeatId

LAST_SPACE: Final = 15
"""Spaces 0 to 15 of the Corruption line are drawn (a review; confidence medium)."""

SAURON: Final = "sauron"
EVENT: Final = "event"

CORRUPTION: Final = Track(name="Corruption", first=0, last=LAST_SPACE)
EVENTS: Final = Track(name="Event", first=0, last=EVENT_BOXES)
LINE_TRACKS: Final = {
    line: Track(name=line.capitalize(), first=0, last=LAST_SPACE) for line in LINES
}
"""The activity lines; 0 is the start."""

HOBBITS: Final = {
    seat.id: Counter(title=seat.title, colour="green", faces=(face,))
    for face, seat in enumerate(ALL_SEATS, 1)
}
"""A green cube for each, told apart by the face on top."""

OTHERS: Final[dict[str, tuple[Counter, Track]]] = {
    SAURON: (Counter(title="Sauron", colour="black"), CORRUPTION),
    EVENT: (Counter(title="the event marker", colour="red"), EVENTS),
    **{
        line: (Counter(title=f"the {track.name} marker", colour="white"), track)
        for line, track in LINE_TRACKS.items()
    },
}
"""The other markers and the tracks that they stand on."""

COUNTERS: Final[dict[str, tuple[Counter, Track]]] = {
    **{seat: (counter, CORRUPTION) for seat, counter in HOBBITS.items()},
    **OTHERS,
}
"""Every marker by the word that the tab By hand has for it."""

TRACKS: Final = {marker: (counter, (track,)) for marker, (counter, track) in COUNTERS.items()}
"""The same with all tracks of a marker, of which each has one."""

_WIDE_IN: Final = 0.75
_WEST_IN: Final = 0.3
_TALL_IN: Final = 3.2
"""Five Hobbits in a row stand on one space of the Corruption line."""


def is_seat(marker: str) -> bool:
    """Whether a marker is a Hobbit's."""
    return SeatId(marker) in HOBBITS


def _board() -> Board:
    hobbits = ", ".join(f"{face} {seat.title}" for face, seat in enumerate(ALL_SEATS, 1))
    rows: list[tuple[Track, float, str]] = [
        (CORRUPTION, _TALL_IN, f"green cubes: {hobbits}; black: Sauron")
    ]
    rows += [(track, _WIDE_IN, "a white cube") for track in LINE_TRACKS.values()]
    rows.append((EVENTS, _WIDE_IN, "a red cube"))
    spaces: list[Space] = []
    headings: list[Heading] = []
    north_in = 0.0
    for track, height_in, note in rows:
        north_in += 0.35
        at = BoardPoint(_WEST_IN, round(north_in - 0.08, 2))
        headings.append(Heading(track.name, note, at))
        spaces += track.spaces(BoardPoint(_WEST_IN, north_in), _WIDE_IN, height_in)
        north_in += height_in
    return Board(
        width_in=2 * _WEST_IN + (LAST_SPACE + 1) * _WIDE_IN,
        height_in=round(north_in + 0.3, 2),
        spaces=tuple(spaces),
        headings=tuple(headings),
        title="Lines of the quest",
    )


BOARD: Final = _board()
"""What the camera reads."""


def board_of(text: str) -> Board:
    """The board of a game with this box file, the same with any."""
    return BOARD
