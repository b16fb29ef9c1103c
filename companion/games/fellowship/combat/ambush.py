"""Ambushes by one minion (9.14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.fellowship.facts.names import Race
from companion.games.fellowship.facts.roster import GOLLUM, Force

RACE_ORDER = (Race.HOBBIT, Race.MAN, Race.ELF, Race.DWARF)


def generic_race(race: Race | None) -> Race:
    """The race that the generic side of a card shows: Istari are Men (9.121)."""
    return Race.MAN if race in (None, Race.ISTARI) else Race(race)


def has_generic_side(force: Force | None) -> bool:
    """Whether a card can fight as one of its race: who is of no named race shows who it is.

    So does Gollum, whom everybody knows by sight (12.1).
    """
    named = force is not None and force.race is not None and force.race is not Race.OTHER
    return named and force is not None and force.name != GOLLUM


def composition(races: Iterable[Race | None]) -> tuple[tuple[Race, int], ...]:
    """What the Enemy is shown before it picks a victim: how many of each race."""
    counts = Counter(generic_race(race) for race in races)
    order = (*RACE_ORDER, *(race for race in Race if race not in RACE_ORDER))
    return tuple((race, counts[race]) for race in order if counts[race])


def may_ambush(*, guardian: bool, dormant: bool, encounter: bool) -> bool:
    """Whether a minion may ambush: awake, and after an encounter no Guardian (8.323, 10.1)."""
    return not dormant and not (guardian and encounter)
