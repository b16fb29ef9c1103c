"""Chances of a roll, exact: every face of the die is looked up and counted (4.2).

A chance is a fraction. Where a table cell is not known its faces count as unknown; nothing is
assumed about them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final

import msgspec

from companion.games.fellowship.tables.acquisition import Attempt, look_up_acquisition
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.games.fellowship.tables.search_result import SearchCode, SearchResult
from companion.games.fellowship.tables.search_roll import (
    SearchCircumstances,
    has_sighting_effect,
    look_up_search,
    result_of,
)

FACES: Final = tuple(range(1, 11))
UNKNOWN: Final = "not known"


class Chance(msgspec.Struct, frozen=True):
    """One outcome of a roll.

    Attributes:
        outcome: in words.
        chance: how likely, from 0 to 1.
    """

    outcome: str
    chance: Fraction


def counted(outcomes: Iterable[str]) -> tuple[Chance, ...]:
    """The share of each outcome, in the order in which they first come up."""
    found = list(outcomes)
    return tuple(
        Chance(one, Fraction(found.count(one), len(found))) for one in dict.fromkeys(found)
    )


def at_most(number: int, success: str, failure: str) -> tuple[Chance, ...]:
    """The chances of a roll that succeeds up to a number."""
    return by_face(lambda face: success if face <= number else failure)


def by_face(outcome: Callable[[int], str]) -> tuple[Chance, ...]:
    """The chances of what each face of 1 to 10 brings."""
    return counted(outcome(face) for face in FACES)


def search_chances(tables: RulesTables, circumstances: SearchCircumstances) -> tuple[Chance, ...]:
    """What a search roll may give (8.3), as it stands with these modifiers."""

    def outcome(face: int) -> str:
        result = result_of(look_up_search(tables, circumstances, face), circumstances)
        return UNKNOWN if result is None else result.text

    return by_face(outcome)


def removal_chance(tables: RulesTables, circumstances: SearchCircumstances) -> Fraction:
    """How likely a rumor is removed by the roll; unknown cells do not count as removing (8.32)."""
    results = (
        result_of(look_up_search(tables, circumstances, face), circumstances) for face in FACES
    )
    removed = sum(_removes(one, circumstances) for one in results)
    return Fraction(removed, len(FACES))


def _removes(result: SearchResult | None, circumstances: SearchCircumstances) -> bool:
    if result is None:
        return False
    if result.code is SearchCode.SIGHTING and not has_sighting_effect(circumstances):
        return False
    return result.removes_rumors


def transfer_chances(number: int) -> tuple[Chance, ...]:
    """A Ring transfer: under the number, not equal to it (6.412)."""
    return at_most(number - 1, "the Ring is given", "it is kept, and a mark more")


def acquisition_chances(attempt: Attempt) -> tuple[Chance, ...]:
    """Getting transport (T.3)."""
    if look_up_acquisition(attempt).is_automatic:
        return (Chance("got", Fraction(1)),)
    return by_face(lambda face: "got" if look_up_acquisition(attempt, face).succeeded else "not")


def percent(chance: Fraction) -> str:
    """A chance for a screen: whole percent, which a roll of ten always gives."""
    return f"{float(100 * chance):g} %"
