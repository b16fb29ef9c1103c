"""What the camera sees on the surveyed map, against what play has: the same taps, or a notice.

Everything here is public. A cube that stood where play has its character, and is moved while its
side moves, counts as the taps of that movement. Everything else is only said: whoever is moved by
an event, a search or a fight is moved on the table afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import msgspec

from companion.board.places import Region
from companion.games.ringwar.board import FELLOWS, MOUTH_CUBE, NAZGUL_CUBE, band_cube
from companion.games.ringwar.names import DARK, FELLOWSHIP, MOUTH
from companion.games.ringwar.state import Person, Public
from companion.table.counters import Counter, Tap
from companion.table.pieces import PieceTable

_AT: Final = len(Region("").label)


class Mark(NamedTuple):
    """A cube in play: whose it is, its counter, and where play has it."""

    name: str
    counter: Counter
    place: str


def marks(public: Public) -> Iterator[Mark]:
    """Everybody who has a cube of his own, as play has them."""
    for person in public.people.values():
        counter = MOUTH_CUBE if person.name == MOUTH else FELLOWS.get(person.name)
        if counter is not None and not person.is_dead and person.place:
            yield Mark(person.name, counter, person.place)
    for band in public.bands:
        yield Mark(f"Orcs {band.number}", band_cube(band.number), band.place)


def places_of(table: PieceTable, counter: Counter) -> tuple[str, ...]:
    """Names of the places where cubes stand that show a counter."""
    return tuple(
        piece.place[_AT:]
        for piece in table
        if counter.is_shown_by(piece) and piece.place.startswith("@")
    )


def place_of(table: PieceTable, counter: Counter) -> str:
    """Where the one cube of a counter stands, empty where there is none or more than one."""
    places = places_of(table, counter)
    return places[0] if len(places) == 1 else ""


def last_place(public: Public, mark: Mark) -> str:
    """Where a cube stands, or stood before it was lifted; empty where it was never seen."""
    return place_of(public.markers, mark.counter) or public.last_places.get(mark.name, "")


def with_markers(public: Public, markers: PieceTable) -> Public:
    """The public state with the cubes as the camera has them now.

    Where a cube stood is kept whether or not play has begun: cubes are laid out before the sides
    are chosen, and may be in somebody's hand at any moment.
    """
    before = public.markers
    counters = {**FELLOWS, MOUTH: MOUTH_CUBE, **{one.name: one.counter for one in marks(public)}}
    seen = {
        name: place
        for name, counter in counters.items()
        if (place := place_of(markers, counter) or place_of(before, counter))
    }
    left, come = _nazgul_changes(before, markers)
    # Whatever was put down is what was in the hand; of two cubes in hands nobody can tell which.
    lifted = () if come else tuple(sorted({*public.nazgul_lifted, *left}))
    return msgspec.structs.replace(
        public, markers=markers, last_places={**public.last_places, **seen}, nazgul_lifted=lifted
    )


def _nazgul_changes(before: PieceTable, after: PieceTable) -> tuple[set[str], set[str]]:
    """The places that a cube of Nazgul has left, and those that one has come to."""
    stood, stand = (set(places_of(table, NAZGUL_CUBE)) for table in (before, after))
    return stood - stand, stand - stood


def taps_for(before: Public, public: Public) -> tuple[Tap, ...]:
    """The taps that a sighting stands for; none where it only has to be noticed.

    Args:
        before: the state before the sighting.
        public: the state with the markers as they are now.
    """
    if public.task is not None or public.cell is not None or public.over:
        return ()
    for mark in marks(public):
        stood = last_place(before, mark)
        stands = place_of(public.markers, mark.counter)
        if stands and stood == mark.place != stands:
            return _movement(public, mark, stands)
    if public.step == "dark":
        return _nazgul(before, public)
    return ()


def _answer(action: str, *inputs: tuple[str, str]) -> Tap:
    """A choice of the open question, with its fields."""
    return Tap(action=action, inputs=inputs, answers=True)


def _movement(public: Public, mark: Mark, to: str) -> tuple[Tap, ...]:
    """The taps by which the side that moves just now moves what is its own."""
    where = ("to", to)
    person = public.people.get(mark.name)
    if person is None:
        is_dark = public.step == "dark"
        orcs = f"orcs:{mark.name.partition(' ')[2]}"
        return (_answer(orcs), _answer("go", where)) if is_dark else ()
    if public.step == "fellowship" and person.side == FELLOWSHIP and person.is_free:
        return (_answer(f"move:{mark.place}"), _answer("go", ("who", mark.name), where))
    if public.step == "dark" and person.side == DARK:
        verb = "bearer" if public.ring.bearer == mark.name else person.kind
        return (_answer(f"{verb}:{mark.name}"), _answer("go", where))
    return ()


def _nazgul(before: Public, public: Public) -> tuple[Tap, ...]:
    """A Nazgul's cube went from a place of theirs to another: one that may still move goes.

    It may have been lifted in one sighting and put down in a later one.
    """
    left, come = _nazgul_changes(before.markers, public.markers)
    left = left or {place for place in before.nazgul_lifted if nazgul_at(public, place)}
    if len(left) != 1 or len(come) != 1:
        return ()
    place, to = left.pop(), come.pop()
    # Where there are Nazgul already, a cube only comes after them.
    idle = [one for one in nazgul_at(public, place) if not one.has_moved]
    if not idle or nazgul_at(public, to):
        return ()
    return (_answer("nazgul"), _answer("go", ("who", idle[0].name), ("to", to)))


def nazgul_at(public: Public, place: str) -> tuple[Person, ...]:
    """The Nazgul at a place, but for one who has the Ring."""
    return tuple(
        one
        for one in public.people.values()
        if one.kind == "nazgul"
        and one.is_free
        and one.place == place
        and one.name != public.ring.bearer
    )


def differences(public: Public) -> tuple[str, ...]:
    """What stands otherwise on the table than in play; nothing without markers."""
    if public.over or not public.markers.pieces or not public.people:
        return ()
    return tuple(_differences(public))


def _differences(public: Public) -> Iterator[str]:
    for mark in marks(public):
        count = len(places_of(public.markers, mark.counter))
        if count > 1:
            yield f"{count} cubes on the table show {mark.name}: take off all but one."
        stands = place_of(public.markers, mark.counter)
        if stands and stands != mark.place:
            yield f"{mark.name} stands at {stands} on the table, here at {mark.place}."
    for place in sorted(set(places_of(public.markers, NAZGUL_CUBE))):
        if not nazgul_at(public, place):
            yield f"A cube shows Nazgul at {place}, where there are none."
