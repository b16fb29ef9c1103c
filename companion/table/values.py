"""Small values that events, state and views share."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.table.ids import PieceId, SeatId

RollSource = Literal["die", "typed", "generator"]
"""Where a roll came from: the die on the table, typed by hand, the system's secure generator."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A playing position of a game."""

    id: SeatId
    title: str


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """One result of a die: a recorded input, never a computed value.

    Attributes:
        face: 1 to `sides`.
        sides: number of faces.
        source: how it came.
        die, number: the die and its own sequence number where `source` is ``die``.
    """

    face: int
    sides: int
    source: RollSource
    die: str | None = None
    number: int | None = None


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A marker as everybody sees it on the table.

    Attributes:
        id: number by which it is followed.
        colour: colour of the cube.
        face: face on top, 1 to 6.
        x_in, y_in: board inches.
        place: label of the place (`companion.board.places`), ``off`` beside the map.
        serial: number of the cube where the sticker scheme tells cubes apart, so that the eye finds
            it again after a restart; no view shows it.
        z_in: height of the top face above the map, so that the eye finds a stack again after a
            restart; no view shows it.
    """

    id: PieceId
    colour: str
    face: int
    x_in: float
    y_in: float
    place: str
    serial: int | None = None
    z_in: float = 0.5


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a command that cannot be carried out: a normal answer, not an error.

    Attributes:
        code: for programs: ``stale`` (the prompt is gone), ``not-yours``, ``bad-input``,
            ``not-now``, ``rule``.
        text: one sentence for the seat that asked: what was expected, what came, what to do.
        section: the rule, where one forbids it.
        private: the text tells of what that seat hides, so that it lies under the cover of its
            screen wherever it was pressed.
    """

    code: Literal["stale", "not-yours", "bad-input", "not-now", "rule"]
    text: str
    section: str = ""
    private: bool = False
