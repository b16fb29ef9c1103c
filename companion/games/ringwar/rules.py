"""Pure rules: reach, searches, combat values, who may be where, and the checks of victory."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from companion.games.ringwar.facts import Facts, size_row
from companion.games.ringwar.names import DARK, FELLOWSHIP, PlayerSide, wounds_words
from companion.games.ringwar.plan import (
    HIGHEST_CITADEL,
    HIGHEST_DIFFERENTIAL,
    HIGHEST_SORCERY,
    LOWEST_DIFFERENTIAL,
)
from companion.games.ringwar.state import Person, Public, Result

SIX = 6


def clamped(value: int, low: int, high: int) -> int:
    """A value, or the nearer limit."""
    return max(low, min(high, value))


# --- the map -----------------------------------------------------------------------------------


def reach(
    facts: Facts, start: str, points: int, side: PlayerSide, avoid: frozenset[str] = frozenset()
) -> Mapping[str, tuple[str, ...]]:
    """The hexes that can be reached over known neighbours, each with its cheapest path.

    Args:
        facts: the box.
        start: the hex of departure; it is no destination.
        points: Movement Points.
        side: whose movement: what a kind of place allows differs.
        avoid: hexes that may not be entered.

    Raises:
        UnknownCellError: a kind, a cost or a restriction is not known.
    """
    best: dict[str, tuple[str, ...]] = {}
    queue: list[tuple[int, tuple[str, ...], str]] = [(0, (), start)]
    seen: set[str] = set()
    while queue:
        spent, path, here = heapq.heappop(queue)
        if here in seen:
            continue
        seen.add(here)
        if here != start:
            best[here] = path
            if facts.entry(here, side) == "stop":
                continue
        for near in facts.links(here):
            if near in seen or near in avoid or facts.entry(near, side) == "barred":
                continue
            cost = spent + facts.cost(near)
            if cost <= points:
                heapq.heappush(queue, (cost, (*path, near), near))
    return best


def steps_to(facts: Facts, home: str) -> Mapping[str, int]:
    """How many hexes lie between a hex and a home, over known neighbours."""
    steps = {home: 0}
    ring = [home]
    while ring:
        ring = [near for place in ring for near in facts.links(place) if near not in steps]
        steps |= dict.fromkeys(ring, max(steps.values()) + 1)
    return steps


def unspotted_places(public: Public) -> frozenset[str]:
    """Hexes that no dark character may enter: whoever of the Fellowship is there is unspotted."""
    mine = [one for one in public.people.values() if one.is_free and one.side == FELLOWSHIP]
    seen = {one.place for one in mine if one.is_spotted}
    return frozenset(one.place for one in mine) - seen


def spotted_places(public: Public) -> tuple[str, ...]:
    """Hexes with spotted characters of the Fellowship, in order of the alphabet."""
    return tuple(
        sorted(
            {
                one.place
                for one in public.people.values()
                if one.is_free and one.side == FELLOWSHIP and one.is_spotted
            }
        )
    )


# --- searches ----------------------------------------------------------------------------------


def search_places(facts: Facts, public: Public, regions: tuple[str, ...]) -> tuple[str, ...]:
    """Hexes of some regions with free characters of the Fellowship.

    Raises:
        UnknownCellError: the region of such a hex is not known.
    """
    places = {one.place for one in public.people.values() if one.is_free and one.side == FELLOWSHIP}
    return tuple(place for place in sorted(places) if facts.region(place) in regions)


def search_result(facts: Facts, public: Public, place: str, face: int) -> Result:
    """What a search of one hex finds.

    Raises:
        UnknownCellError: the cell of the search table is not known.
    """
    count = len(public.at(place, FELLOWSHIP))
    modifier = public.effect("search")
    total = clamped(face + modifier, 1, SIX)
    row, column = size_row(count), f"r{total}"
    outcome = facts.text("search", row, column)
    return Result(
        title=f"Search at {place}",
        parts=(("Roll", face), ("event cards", modifier)),
        total=total,
        outcome=outcome,
        meaning=f"{count} in the hex",
        section="Search",
        sheet="search",
        row=row,
        column=column,
    )


def nazgul_in(public: Public, place: str) -> tuple[Person, ...]:
    """The free Nazgul in a hex."""
    return tuple(one for one in public.at(place, DARK) if one.kind == "nazgul")


def fighters_in(public: Public, place: str) -> tuple[Person, ...]:
    """Who of the Dark Power can fight in a hex; servants stand apart, they fight unasked."""
    return tuple(one for one in public.at(place, DARK) if one.kind != "servant")


def servants_in(public: Public, place: str) -> tuple[Person, ...]:
    """The servants of Sauron in a hex."""
    return tuple(one for one in public.at(place, DARK) if one.kind == "servant")


# --- individual combat -------------------------------------------------------------------------


def combat_value(facts: Facts, person: Person) -> int:
    """Morale and combat less wounds, with what magic cards add."""
    magic = sum(facts.text("magic", card, "effect") == "combat +1" for card in person.magic)
    strength = facts.rating(person.name, "morale") + facts.rating(person.name, "combat")
    return strength + magic - person.wounds


def combat_result(facts: Facts, one: Person, against: Person, face: int) -> Result:
    """What a roll of one does to another by the Individual Combat Results Table.

    Raises:
        UnknownCellError: a rating or the cell is not known.
    """
    own, theirs = combat_value(facts, one), combat_value(facts, against)
    row = clamped(own - theirs, LOWEST_DIFFERENTIAL, HIGHEST_DIFFERENTIAL)
    outcome = facts.whole("combat", str(row), f"r{face}")
    return Result(
        title=f"{one.name} against {against.name}",
        parts=(("Roll", face),),
        total=face,
        outcome=wounds_words(outcome),
        meaning=f"differential {own} \N{MINUS SIGN} {theirs}, row {row}",
        section="Individual Combat",
        sheet="combat",
        row=str(row),
        column=f"r{face}",
    )


def sorcery_result(facts: Facts, one: Person, against: Person, face: int) -> Result:
    """What a roll of one does to another by the sorcery table.

    Raises:
        UnknownCellError: the rating or the cell is not known.
    """
    row = clamped(facts.rating(one.name, "sorcery"), 1, HIGHEST_SORCERY)
    outcome = facts.whole("sorcery", str(row), f"r{face}")
    return Result(
        title=f"Sorcery of {one.name} against {against.name}",
        parts=(("Roll", face),),
        total=face,
        outcome=wounds_words(outcome),
        meaning=f"sorcery rating {row}",
        section="Individual Combat",
        sheet="sorcery",
        row=str(row),
        column=f"r{face}",
    )


# --- citadels ----------------------------------------------------------------------------------


def citadel_result(facts: Facts, public: Public, place: str, face: int) -> Result:
    """Whether a citadel falls: roll and Nazgul together, less its defence.

    Raises:
        UnknownCellError: the defence or the cell is not known.
    """
    count, defence = len(nazgul_in(public, place)), facts.whole("places", place, "defence")
    total = face + count - defence
    row = str(clamped(total, 1, HIGHEST_CITADEL))
    return Result(
        title=f"Citadel reduction at {place}",
        parts=(("Roll", face), ("Nazgul", count), ("defence", -defence)),
        total=total,
        outcome=facts.text("citadel", row, "result"),
        section="Citadel Reduction",
        sheet="citadel",
        row=row,
        column="result",
    )


# --- victory -----------------------------------------------------------------------------------


def dark_has_ring(public: Public) -> bool:
    """Whether the Ringbearer is the Dark Power's: by allegiance, or as a captive of Orcs."""
    bearer = public.bearer()
    return (
        bearer is not None
        and not bearer.is_dead
        and (bearer.side == DARK or bearer.band is not None)
    )


def victory(facts: Facts, public: Public) -> tuple[PlayerSide, str] | None:
    """Who has won and why, or None.

    The check of the use cases is the Ringbearer in the Dark Power's hands in Barad-dur. That the
    Fellowship wins with its free Ringbearer at Orodruin is a reading (docs/games-ringwar.md).
    """
    bearer = public.bearer()
    if bearer is None or bearer.is_dead:
        return None
    if dark_has_ring(public):
        if bearer.place == facts.known_barad_dur():
            return "dark", f"{bearer.name} is in {bearer.place} with the Ring: the Dark Power wins."
        return None
    if bearer.side == FELLOWSHIP and facts.known_kind(bearer.place) == "orodruin":
        return (
            "fellowship",
            f"{bearer.name} is at {bearer.place} with the Ring: the Fellowship wins.",
        )
    return None
