"""What a card shows without being turned: race or type (3.21, 3.22, 9.121)."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.facts.names import FELLOWSHIP, MarkerType, Race
from companion.games.fellowship.facts.roster import Force

BLANK: Final = "blank"
_TYPES: Final = {MarkerType.GUARDIAN: "Guardian", MarkerType.SARUMAN: "Saruman"}


def generic_race(race: Race | None) -> Race | None:
    """The race whose values and side a character shows: Istari pass for Men (3.21, 9.121)."""
    return Race.MAN if race is Race.ISTARI else race


def shown_side(force: Force) -> str:
    """What everybody may see of a card: a race, for minions a type, for things nothing named."""
    if force.seat != FELLOWSHIP:
        return _TYPES.get(force.marker, "Enemy")
    race = generic_race(force.race)
    named = race is not None and race is not Race.OTHER
    return race.value.title() if named and race is not None else BLANK
