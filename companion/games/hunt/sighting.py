"""What the camera sees on the sheet of tracks, against what play has: the same tap, or a notice.

Everything here is public. A counter that stood where play has it and is moved counts as the tap
that says the same. A counter that lags behind is awaited: what play counts by itself is moved on
the table afterwards. Nothing that would end the game follows from a sighting alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

import msgspec

from companion.board.places import Region
from companion.games.hunt.board import (
    CORRUPTION,
    CORRUPTION_COUNTER,
    FELLOWSHIP_COUNTER,
    FREE_DIE,
    HIDDEN_FACE,
    HUNT_BOX,
    LAST_PROGRESS,
    MORDOR,
    PROGRESS,
    SHADOW_DIE,
)
from companion.games.hunt.names import LAST_STEP, MOST_CORRUPTION
from companion.games.hunt.state import PublicState
from companion.table.counters import (
    Counter,
    Spot,
    Tap,
    is_counter_moved,
    last_spots,
    several,
    spot_of,
)
from companion.table.events import Event
from companion.table.pieces import PieceTable, fold_pieces

ON_TABLE: Final = "The counter on the table"
_BOX: Final = str(Region(HUNT_BOX))
_ROAD: Final = (PROGRESS, MORDOR)
_COUNTER: Final = "corruption"
_FELLOWSHIP: Final = "fellowship"
_TRACKS: Final = {
    _COUNTER: (CORRUPTION_COUNTER, (CORRUPTION,)),
    _FELLOWSHIP: (FELLOWSHIP_COUNTER, _ROAD),
}


class Dice(NamedTuple):
    """How many dice of each side lie in the Hunt Box."""

    shadow: int
    free: int


def with_markers(public: PublicState, event: Event) -> PublicState:
    """The public state after an event of markers; any other changes nothing."""
    markers = fold_pieces(public.markers, event)
    if markers is public.markers:
        return public
    counts = public.box_is_seen or bool(_in_box(markers, SHADOW_DIE) + _in_box(markers, FREE_DIE))
    spots = last_spots(public.last_spots, markers, _TRACKS)
    return msgspec.structs.replace(public, markers=markers, last_spots=spots, box_is_seen=counts)


def dice_in_box(public: PublicState) -> Dice | None:
    """How many dice the camera sees in the Hunt Box, None if it has never seen one there."""
    if not public.box_is_seen:
        return None
    markers = public.markers
    return Dice(shadow=_in_box(markers, SHADOW_DIE), free=_in_box(markers, FREE_DIE))


def _in_box(markers: PieceTable, die: Counter) -> int:
    return sum(die.is_shown_by(piece) for piece in markers.at(_BOX))


def tap_for(
    before: Mapping[str, Spot], public: PublicState, offered: Collection[str]
) -> Tap | None:
    """The tap that a sighting stands for, None if it only has to be noticed.

    Args:
        before: where each counter stood before the sighting.
        public: the state with the markers as they are now.
        offered: what answers the open question.
    """
    stood = before.get(_COUNTER)
    stands = spot_of(public.markers, CORRUPTION_COUNTER, (CORRUPTION,))
    kept = (CORRUPTION.name, public.corruption)
    if is_counter_moved(stood, stands, kept) and stands and stands.number < MOST_CORRUPTION:
        by = stands.number - public.corruption
        return Tap(action="hand-corruption", inputs=(("by", str(by)), ("why", ON_TABLE)))
    stood = before.get(_FELLOWSHIP)
    stands = spot_of(public.markers, FELLOWSHIP_COUNTER, _ROAD)
    if stood is None or stands is None or not _agrees(public, stood) or _agrees(public, stands):
        return None
    return _road_tap(public, stands, offered)


def _kept_road(public: PublicState) -> tuple[str, int]:
    if public.mordor is not None:
        return MORDOR.name, public.mordor
    return PROGRESS.name, min(public.progress, LAST_PROGRESS)


def _agrees(public: PublicState, spot: Spot) -> bool:
    """Whether the Fellowship's counter stands as play has it."""
    is_there = (spot.track, spot.number) == _kept_road(public)
    return is_there and (spot.face == HIDDEN_FACE) == public.hidden


def _road_tap(public: PublicState, spot: Spot, offered: Collection[str]) -> Tap | None:
    track, number = _kept_road(public)
    hidden = spot.face == HIDDEN_FACE
    if spot.track != track:
        return None
    if "move" in offered and hidden and spot.number == number + 1:
        return Tap(action="move", answers=True)
    if "hide" in offered and hidden and spot.number == number:
        return Tap(action="hide", answers=True)
    counter = ("counter", "hidden" if hidden else "revealed")
    if public.mordor is None:
        place = (("region", public.region), ("where", public.where))
        return Tap(action="hand-place", inputs=(*place, ("progress", str(spot.number)), counter))
    if spot.number >= LAST_STEP:
        return None
    return Tap(action="hand-place", inputs=(("step", str(spot.number)), counter))


def differences(public: PublicState) -> tuple[str, ...]:
    """What stands otherwise on the table than in play, for everybody; nothing without markers."""
    if public.winner:
        return ()
    markers = public.markers
    found = [
        line for counter, tracks in _TRACKS.values() for line in several(markers, counter, tracks)
    ]
    corruption = spot_of(markers, CORRUPTION_COUNTER, (CORRUPTION,))
    if corruption is not None and corruption.number != public.corruption:
        found.append(
            f"On the table Corruption stands on {corruption.number}, here on {public.corruption}."
        )
    road = spot_of(markers, FELLOWSHIP_COUNTER, _ROAD)
    if road is not None and not _agrees(public, road):
        shown = "Hidden" if road.face == HIDDEN_FACE else "Revealed"
        track, number = _kept_road(public)
        kept = "Hidden" if public.hidden else "Revealed"
        found.append(
            f"On the table the Fellowship stands on {road.track} {road.number}, {shown}; here on "
            f"{track} {number}, {kept}."
        )
    dice = dice_in_box(public)
    if dice is not None and dice != Dice(public.shadow_dice, public.free_dice):
        found.append(
            f"In the Hunt Box on the table lie {dice.shadow} Shadow and {dice.free} Free Peoples "
            f"dice, here {public.shadow_dice} and {public.free_dice}."
        )
    return tuple(found)
