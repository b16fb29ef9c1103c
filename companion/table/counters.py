"""Counters on tracks: which space a marker that the eye follows stands on.

A game that is played on a board of spaces reads the markers by this, whatever they count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from companion.board.board import Track
from companion.board.places import OFF_MAP
from companion.table.pieces import PieceTable
from companion.table.values import Piece
from companion.table.views import Field, Option, Text


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of marker that stands for something.

    Attributes:
        title: what it stands for.
        colour: colour of its cube.
        faces: the faces by which it is told from others of its colour; any where empty.
    """

    title: str
    colour: str
    faces: tuple[int, ...] = ()

    def is_shown_by(self, piece: Piece) -> bool:
        """Whether a marker is this one."""
        return piece.colour == self.colour and (not self.faces or piece.face in self.faces)


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where a counter stands.

    Attributes:
        track, number: the space.
        face: the face on top.
    """

    track: str
    number: int
    face: int


class Tap(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody could press to say what a sighting says.

    Attributes:
        action: what is pressed.
        inputs: name and text of each field.
        answers: whether it answers the open question; else it may be done at any time.
    """

    action: str
    inputs: tuple[tuple[str, str], ...] = ()
    answers: bool = False


def spots_of(table: PieceTable, counter: Counter, tracks: Iterable[Track]) -> tuple[Spot, ...]:
    """Where every marker stands that shows a counter and stands on one of these tracks."""
    known = tuple(tracks)
    return tuple(
        Spot(track=track.name, number=number, face=piece.face)
        for piece in table
        if counter.is_shown_by(piece)
        for track in known
        if (number := track.number(piece.place)) is not None
    )


def spot_of(table: PieceTable, counter: Counter, tracks: Iterable[Track]) -> Spot | None:
    """Where a counter stands; None where it stands nowhere, or several markers show it."""
    spots = spots_of(table, counter, tracks)
    return spots[0] if len(spots) == 1 else None


def several(table: PieceTable, counter: Counter, tracks: Iterable[Track]) -> tuple[str, ...]:
    """What to say where more than one marker shows a counter; nothing where all is well."""
    count = len(spots_of(table, counter, tracks))
    if count < 2:
        return ()
    return (
        f"{count} {counter.colour} cubes show {counter.title} on the table: take off all but one.",
    )


def last_spots(
    before: Mapping[str, Spot],
    table: PieceTable,
    counters: Mapping[str, tuple[Counter, tuple[Track, ...]]],
) -> Mapping[str, Spot]:
    """Where each counter stood when it was last seen, so that one may be lifted on its way.

    Args:
        before: the same before the newest sighting.
        table: the markers.
        counters: each counter with its tracks, by a word of the game's own.
    """
    found = {
        name: spot
        for name, (counter, tracks) in counters.items()
        if (spot := spot_of(table, counter, tracks)) is not None
    }
    return {**before, **found}


def is_counter_moved(before: Spot | None, after: Spot | None, kept: tuple[str, int] | None) -> bool:
    """Whether a sighting is somebody's wish to have something counted otherwise.

    It is if the counter stood where the game has it and stands elsewhere now. One that lagged
    behind is only on its way: whatever the game counts by itself is moved on the table afterwards.

    Args:
        before: where it stood when it was last seen.
        after: where it stands, None while it is lifted.
        kept: track and number as the game has them, None if it has none.
    """
    if before is None or after is None or kept is None:
        return False
    stood, stands = (before.track, before.number), (after.track, after.number)
    return stood == kept and stands != kept


CAMERA: Final = "camera"
"""The option by which a game is begun with or without a sheet that the camera reads."""

_READS: Final = "reads"


def camera_field(sheet: str) -> Field:
    """The field of that option, ticked at first.

    Args:
        sheet: what lies under the cubes, such as ``the sheet of tracks``.
    """
    label = f"The camera reads cubes on {sheet}"
    return Field(
        name=CAMERA,
        label="Camera",
        kind="ticks",
        options=(Option(value=_READS, label=label),),
        value=_READS,
    )


def reads_cubes(options: Mapping[str, str]) -> bool:
    """Whether a game was begun with the camera reading cubes; so were games without the option."""
    return options.get(CAMERA, _READS) == _READS


ADVICE: Final = "Move the cube, or put it right in the tab By hand."


def in_short(lines: tuple[str, ...], tab: str) -> tuple[str, ...]:
    """What a prompt says of where the table stands otherwise than play.

    Args:
        lines: a sentence for each point.
        tab: title of the tab that has them all.
    """
    if len(lines) > 1:
        return (f"The table stands otherwise in {len(lines)} points: the tab {tab} says which.",)
    return tuple(f"{line} {ADVICE}" for line in lines)


def in_full(table: PieceTable, lines: tuple[str, ...]) -> tuple[Text, ...]:
    """What that tab says: how many cubes the camera follows, and where they stand otherwise.

    Nothing where no cube was ever seen, as on a table without a camera.
    """
    count = sum(piece.place != OFF_MAP.label for piece in table)
    if not count:
        return ()
    follows = "The camera follows 1 cube." if count == 1 else f"The camera follows {count} cubes."
    quiet = f"{follows} {ADVICE}" if lines else follows
    return (
        *(Text(text=line, style="warning") for line in lines),
        Text(text=quiet, style="quiet"),
    )
