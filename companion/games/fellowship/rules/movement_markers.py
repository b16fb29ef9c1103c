"""Markers that come and go around a move: splits and rumors (7.1, 7.2), joining (7.8).

Everything here is judged by what everybody sees: how many markers of a type stand in a hex, which
face is up, and which of them the rules have revealed as groups.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from companion.games.fellowship.facts.names import (
    FACE_MODES,
    MarkerType,
    Mode,
    mode_of_face,
    place_words,
)
from companion.games.fellowship.facts.roster import (
    GROUP_LIMIT_HALVES,
    MARKER_SUPPLY,
    type_of_colour,
)
from companion.games.fellowship.rules.movement_path import Breach
from companion.games.fellowship.rules.nazgul_mount import BARAD_DUR
from companion.table.ids import PieceId
from companion.table.values import Piece

MOST_MARKERS_UNREVEALED: Final = 2
"""Markers in one hex after splitting while none of them is revealed as a group (7.1, 7.2)."""

MOST_MARKERS_REVEALED: Final = 4
"""Markers in one hex once a group is revealed there (7.2)."""

SHIRE: Final = ("4,f", "5,ef")
"""Where the first turn allows three rumors without a reveal (10.2)."""


def mode_of(piece: Piece) -> Mode | None:
    """The mode that the face on top says (3.4); None for face 1 or a foreign colour."""
    marker_type = type_of_colour(piece.colour)
    if marker_type is None:
        return None
    return FACE_MODES[MARKER_SUPPLY[marker_type].seat].get(piece.face)


def is_mobilized(piece: Piece) -> bool:
    """Whether the marker may split, make rumors and move: any face but the dormant one (7.1)."""
    return mode_of(piece) is not Mode.DORMANT


def may_turn_as_groups_part(before: Piece, after: Piece) -> bool:
    """Whether a marker may change its mode in the movement phase, by what everybody sees.

    Who is in it is its owner's secret, so what the rules do at once to some groups is held against
    none: Hobbits alone sneak, riders whom Hobbits and Dwarves outnumber walk (6.122), Nazgul who
    part from others take up their mounts again (7.8).
    """
    old, new = mode_of(before), mode_of(after)
    match type_of_colour(after.colour):
        case MarkerType.FELLOWSHIP:
            return new is Mode.SNEAK or (old is Mode.HORSE and new is Mode.FOOT)
        case MarkerType.SAURONIC:
            return old is Mode.FOOT and new in (Mode.HORSE, Mode.FLYING)
        case _:
            return False


def may_rest_at_home(after: Piece) -> bool:
    """Whether a marker may lie dormant: a red one where Nazgul change mounts (6.261)."""
    is_red = type_of_colour(after.colour) is MarkerType.SAURONIC
    return is_red and after.place == BARAD_DUR and mode_of(after) is Mode.DORMANT


def may_turn_now(began: Piece | None, before: Piece, after: Piece, *, still: bool) -> bool:
    """Whether a turn in the movement phase is held against nobody.

    Args:
        began: the marker as it was when the phase began, None for one that is new.
        before: as it was.
        after: as it is.
        still: it has not set out in this phase.
    """
    first = before if began is None else began
    back = after.face == first.face
    if may_rest_at_home(after) or (back and may_rest_at_home(before)):
        return True
    return still and (back or may_turn_as_groups_part(first, after))


def most_markers(place: str, revealed: bool, turn: int) -> int:  # noqa: FBT001 - a fact of the turn, no switch
    """How many markers of a type may stand in a hex after splits and rumors (7.1, 7.2, 10.2).

    Args:
        place: label of the hex.
        revealed: whether one of them is revealed as a group.
        turn: number of the turn.
    """
    if revealed or (turn == 1 and place in SHIRE):
        return MOST_MARKERS_REVEALED
    return MOST_MARKERS_UNREVEALED


def split_breaches(
    before: Collection[Piece], now: Sequence[Piece], groups: Collection[PieceId], turn: int
) -> tuple[Breach, ...]:
    """What is wrong with the markers of one type after splits and rumors (7.1, 7.2).

    Args:
        before: the markers of the type when the step began.
        now: the markers of the type that stand on the map now.
        groups: markers that are revealed as groups.
        turn: number of the turn.
    """
    old = {piece.id for piece in before}
    origins: dict[str, list[Piece]] = defaultdict(list)
    for piece in before:
        if is_mobilized(piece):
            origins[piece.place].append(piece)
    here: dict[str, list[Piece]] = defaultdict(list)
    for piece in now:
        here[piece.place].append(piece)
    found: list[Breach] = []
    for place, pieces in sorted(here.items()):
        new = [piece for piece in pieces if piece.id not in old]
        if not new:
            continue
        found += _breaches_at(place, pieces, new, (origins[place], groups, turn))
    return tuple(found)


def _breaches_at(
    place: str,
    pieces: Sequence[Piece],
    new: Sequence[Piece],
    known: tuple[Sequence[Piece], Collection[PieceId], int],
) -> list[Breach]:
    origins, groups, turn = known
    where = place_words(place)
    if not origins:
        text = f"A new marker stands in {where}, where no mobilized marker began."
        return [Breach(text, "7.1, 7.2", place)]
    found: list[Breach] = []
    if not all(_is_like_one_of(piece, origins) for piece in new):
        text = f"The new marker in {where} shows another mode than the one it left."
        found.append(Breach(text, "7.1, 7.2", place))
    revealed = any(piece.id in groups for piece in pieces)
    most = most_markers(place, revealed, turn)
    mobilized = [piece for piece in pieces if is_mobilized(piece)]
    if len(mobilized) > most:
        advice = "" if revealed else ", unless one is revealed as a group"
        text = f"{len(mobilized)} markers stand in {where}; at most {most} may{advice}."
        found.append(Breach(text, "7.2", place))
    return found


def _is_like_one_of(piece: Piece, origins: Sequence[Piece]) -> bool:
    return may_rest_at_home(piece) or any(
        piece.face == origin.face or may_turn_as_groups_part(origin, piece) for origin in origins
    )


def over_supply(pieces: Iterable[Piece]) -> tuple[MarkerType, ...]:
    """Marker types of which more stand on the table than the game has (3.4)."""
    counts: dict[MarkerType, int] = defaultdict(int)
    for piece in pieces:
        marker_type = type_of_colour(piece.colour)
        if marker_type is not None:
            counts[marker_type] += 1
    return tuple(kind for kind, supply in MARKER_SUPPLY.items() if counts[kind] > supply.total)


def joining(
    pieces: Iterable[Piece], is_at_sea: Callable[[Piece], bool]
) -> tuple[tuple[Piece, ...], ...]:
    """Sets of markers that must become one: same type, same hex, both on land or at sea (7.8).

    Guardians never combine, and a dormant marker stays apart from a mobilized one (6.221).

    Args:
        pieces: markers on the map.
        is_at_sea: whether a marker is at sea: a ship in a sea or coastal hex, no boat on a river.
    """
    sets: dict[tuple[str, str, bool, bool], list[Piece]] = defaultdict(list)
    for piece in pieces:
        kind, mode = type_of_colour(piece.colour), mode_of(piece)
        if kind is None or kind is MarkerType.GUARDIAN or "/" in piece.place:
            continue
        sets[piece.place, kind, is_at_sea(piece), mode is Mode.DORMANT].append(piece)
    return tuple(
        tuple(sorted(found, key=lambda piece: piece.id))
        for _, found in sorted(sets.items())
        if len(found) > 1
    )


def crowded_guardians(pieces: Iterable[Piece]) -> tuple[tuple[Piece, ...], ...]:
    """Hexes in which more than one Guardian marker would end a movement phase (7.8)."""
    sets: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces:
        if type_of_colour(piece.colour) is MarkerType.GUARDIAN and "/" not in piece.place:
            sets[piece.place].append(piece)
    return tuple(tuple(found) for _, found in sorted(sets.items()) if len(found) > 1)


def joined_face(pieces: Sequence[Piece]) -> int:
    """The face that the combined marker shows: the common one, else foot (7.8).

    Raises:
        ValueError: there is no marker to join.
    """
    faces = {piece.face for piece in pieces}
    if not faces:
        raise ValueError("joining needs at least one marker")
    if len(faces) == 1:
        return faces.pop()
    foot = (
        face for seat in FACE_MODES for face in range(1, 7) if mode_of_face(seat, face) is Mode.FOOT
    )
    return next(foot)


def is_too_large(halves: int, *, in_haven: bool) -> bool:
    """Whether a group is over the limit of seven, a Hobbit counting half (7.8).

    Args:
        halves: size of the group in halves.
        in_haven: Havens have no limit.
    """
    return halves > GROUP_LIMIT_HALVES and not in_haven
