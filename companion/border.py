"""Values that cross the border between the devices and the table.

The eye and the die run beside the table and know no rules. What they say to it is made of these
small frozen values, written as one line of JSON each.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Colour = str
"""Name of a marker colour in the sticker scheme, such as ``green``."""


class MarkerReading(msgspec.Struct, frozen=True, kw_only=True):
    """Where the eye has a marker: the public facts about one cube.

    Attributes:
        track: number by which the eye follows this cube; the same as long as it is followed.
        colour: colour of the cube.
        face: face on top, 1 to 6.
        serial: number of the cube where the sticker scheme tells cubes apart, else None.
        x_in, y_in: middle of the top face in board inches, dropped to the foot of the cube.
        z_in: height of the top face above the map in inches.
        place: label of the hex, hexside or region, ``off`` beside the map.
    """

    track: int
    colour: Colour
    face: int
    serial: int | None = None
    x_in: float
    y_in: float
    z_in: float = 0.5
    place: str


class Placed(msgspec.Struct, frozen=True, kw_only=True, tag="placed"):
    """A marker that was not there before has settled."""

    t_s: float
    marker: MarkerReading


class Moved(msgspec.Struct, frozen=True, kw_only=True, tag="moved"):
    """A marker has settled at another place; its face may have changed too."""

    t_s: float
    marker: MarkerReading
    before: MarkerReading


class Turned(msgspec.Struct, frozen=True, kw_only=True, tag="turned"):
    """A marker shows another face at the same place."""

    t_s: float
    marker: MarkerReading
    before: MarkerReading


class Removed(msgspec.Struct, frozen=True, kw_only=True, tag="removed"):
    """A marker has been taken off the map: its spot was seen empty, not merely covered."""

    t_s: float
    marker: MarkerReading


class Undecided(msgspec.Struct, frozen=True, kw_only=True, tag="undecided"):
    """Several like markers moved at once; which is which cannot be known from watching.

    Attributes:
        tracks: the cubes concerned, in order of their numbers.
        now: where cubes of that kind stand now, in reading order; `track` of each is a proposal.
    """

    t_s: float
    tracks: tuple[int, ...]
    now: tuple[MarkerReading, ...]


class EyeState(msgspec.Struct, frozen=True, kw_only=True, tag="eye"):
    """How the eye is: whether it sees the board, and if not, why and what helps.

    Attributes:
        state: ``registered`` (reading), ``hand`` (waiting for a hand to leave), ``lost`` (the
            board is not registered), ``stalled`` (the source gives no pictures), ``closed``.
        reason: one sentence for the players, empty when all is well.
    """

    t_s: float
    state: Literal["registered", "hand", "lost", "stalled", "closed"]
    reason: str = ""


EyeMessage = Placed | Moved | Turned | Removed | Undecided | EyeState


class DieRoll(msgspec.Struct, frozen=True, kw_only=True, tag="roll"):
    """A roll that counts: it was rolling, it settled, and it is new.

    Attributes:
        die: id of the die as it names itself.
        number: the die's own roll sequence number; (die, number) never repeats within a game.
        face: the face on top, 1 to `sides`.
        sides: number of faces.
        age_s: whole seconds since the roll settled, 0 for one just heard; more for one that the
            die had kept while nobody listened; None when the die cannot tell, because it was
            started anew in between. A roll older than the open prompt was not made for it, and one
            of unknown age may not have been.
    """

    die: str
    number: int
    face: int
    sides: int
    age_s: int | None = 0


class DieState(msgspec.Struct, frozen=True, kw_only=True, tag="die"):
    """How the die is, for the players.

    Attributes:
        state: ``ready``, ``rolling``, ``cocked`` (roll again), ``missing`` (no port), ``busy``
            (another program holds the port), ``silent`` (port open, nothing understood),
            ``low`` (battery).
        reason: one sentence that says what to do, empty when all is well.
        number: number of the last roll of this die that has been dealt with, None while no die has
            named itself. Whoever keeps it can resume from a die that has not been rolled yet.
    """

    die: str
    state: Literal["ready", "rolling", "cocked", "missing", "busy", "silent", "low"]
    reason: str = ""
    number: int | None = None


DieMessage = DieRoll | DieState
