"""Reminders of cubes that still stand where they stood before a tap said otherwise.

A tap changes what the game knows; the cube on the map stays until a hand takes it. The eye says
nothing of what does not move, so the owner is reminded until it has seen the cube move, or until
the owner says that it is done. Markers that were put down by tap were never seen and need nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.border import EyeMessage, EyeState, MarkerReading, Undecided
from companion.games.fellowship.events.behind import TableBehind, TableCaughtUp
from companion.games.fellowship.facts.names import place_words
from companion.games.fellowship.seats import side_of
from companion.games.fellowship.state import OFF, PublicState
from companion.table.events import Event
from companion.table.ids import PieceId
from companion.table.pieces import FIRST_HAND_ID, Change
from companion.table.values import Piece


def left_behind(
    public: PublicState, seen: tuple[Change, ...], put_right: Collection[PieceId]
) -> Iterator[Event]:
    """What a tap that changed markers leaves to be done with their cubes.

    Args:
        public: the state after the tap.
        seen: the markers that it changed.
        put_right: those of which it says how they stand on the table.
    """
    standing = {piece.id: piece for piece in public.behind}
    for change in seen:
        cube = standing.get(change.piece.id, change.before)
        if cube is None or cube.id >= FIRST_HAND_ID:
            continue
        if cube.id not in put_right and not _stands_like(cube, change.after):
            yield TableBehind(piece=cube)
        elif cube.id in standing:
            yield TableCaughtUp(piece=cube.id)


def told_by_eye(public: PublicState, message: EyeMessage) -> Iterator[Event]:
    """Whatever the eye tells of a cube is how it stands; no tap counts against it any more."""
    readings = _readings(message)
    tracks = {reading.track for reading in readings}
    spots = {(reading.colour, reading.place) for reading in readings}
    for cube in public.behind:
        # An eye that began anew may know the cube by another number.
        if cube.id in tracks or (cube.colour, cube.place) in spots:
            yield TableCaughtUp(piece=cube.id)


def behind_words(cube: Piece, now: Piece | None) -> str:
    """What is to be done with a cube.

    Args:
        cube: as the eye saw it.
        now: the marker as the game has it, None where it has left the map.
    """
    where = place_words(cube.place)
    if now is None or now.place == OFF:
        return f"Take the {cube.colour} cube at {where} off the map: the eye still sees it there."
    if now.place != cube.place:
        there = place_words(now.place)
        return f"Move the {cube.colour} cube from {where} to {there}: the eye sees it where it was."
    side = side_of(now, now.face)
    return f"Turn the {cube.colour} cube at {where} to {side}: the eye still sees another side."


def _stands_like(cube: Piece, now: Piece | None) -> bool:
    if now is None or now.place == OFF:
        return cube.place == OFF
    return (cube.place, cube.face) == (now.place, now.face)


def _readings(message: EyeMessage) -> tuple[MarkerReading, ...]:
    match message:
        case EyeState():
            return ()
        case Undecided(now=now):
            return now
        case _:
            return (message.marker,)
