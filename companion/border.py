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
        state: ``starting``, ``registered`` (reading), ``hand`` (waiting for a hand to leave),
            ``lost`` (the board is not registered), ``stalled`` (the source gives no pictures),
            ``closed``.
        reason: one sentence for the players, empty when all is well.
    """

    t_s: float
    state: Literal["starting", "registered", "hand", "lost", "stalled", "closed"]
    reason: str = ""


EyeMessage = Placed | Moved | Turned | Removed | Undecided | EyeState


class SightMarker(msgspec.Struct, frozen=True, kw_only=True):
    """A marker as one picture shows it: public facts about the top of a cube.

    Attributes:
        colour: colour of the cube.
        face: face on top, 1 to 6.
        x_in, y_in: where it stands in board inches.
        place: label of the hex, hexside or region, ``off`` beside the map.
        confidence: 0 to 1, how sure tag and place are.
    """

    colour: Colour
    face: int
    x_in: float
    y_in: float
    place: str
    confidence: float


class Rectangle(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the board in inches."""

    west_in: float
    north_in: float
    east_in: float
    south_in: float


class CornerOff(msgspec.Struct, frozen=True, kw_only=True):
    """A corner tag: where it lies in board inches, and how far the picture has it from there.

    Attributes:
        x_in, y_in: its middle.
        off_px: distance in pixels, None where it is not seen.
    """

    x_in: float
    y_in: float
    off_px: float | None


class Sight(msgspec.Struct, frozen=True, kw_only=True, tag="sight"):
    """What the eye sees, for people who want to look: nothing in it that a seat may hide.

    Attributes:
        t_s: time of the picture.
        jpeg: the map seen straight from above, `scale_px` pixels an inch; empty where the board is
            not registered. Only tops of markers and corner tags are sharp.
        width_in, height_in: size of the map.
        reason: what is missing, for people; empty when all is well.
        residual_px: how well the corner tags fit the registration, None where there is none.
        corners: the corner tags.
        markers: the markers read in this picture.
        hands: where a hand, or something that has not settled, hides the map.
        step_ms: how long the eye took for this picture.
        read_ms: how long reading all of it took.
        size_px: width and height of the camera's picture.
    """

    t_s: float
    jpeg: bytes
    width_in: float
    height_in: float
    reason: str
    residual_px: float | None
    corners: tuple[CornerOff, ...]
    markers: tuple[SightMarker, ...]
    hands: tuple[Rectangle, ...]
    step_ms: float
    read_ms: float
    size_px: tuple[int, int]


class ReportSaved(msgspec.Struct, frozen=True, kw_only=True, tag="report"):
    """A field report is on disk, or could not be written.

    Attributes:
        folder: where it was to be.
        trouble: why it is not there, empty if it is.
    """

    folder: str
    trouble: str = ""


class Beat(msgspec.Struct, frozen=True, kw_only=True, tag="beat"):
    """The eye's process is alive.

    Attributes:
        busy_s: how long it has been at the picture that it is at.
    """

    busy_s: float


EyeLine = EyeMessage | Sight | ReportSaved | Beat
"""Everything that the eye's process says."""


class Look(msgspec.Struct, frozen=True, kw_only=True, tag="look"):
    """Somebody looks: make sights for a few seconds."""


class Rest(msgspec.Struct, frozen=True, kw_only=True, tag="rest"):
    """Nobody may look any more: make none."""


class Report(msgspec.Struct, frozen=True, kw_only=True, tag="report"):
    """Write a field report into a new folder of that name."""

    folder: str


EyeWish = Look | Rest | Report
"""What the eye's process may be asked for while it runs."""


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
