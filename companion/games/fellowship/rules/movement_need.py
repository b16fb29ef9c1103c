"""What a single step needs: nothing, a terrain roll of at most some number, or it is not allowed.

T.2 is looked up by `tables.terrain`; here it meets blocked features (7.323), the Paths of the Dead
(7.9), regions (7.72) and what the owner claims from cards. Only what has been claimed counts: an
unclaimed card spares nobody a roll.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from companion.board.hexes import Hex, Hexside
from companion.board.places import Region
from companion.games.fellowship.facts.names import FELLOWSHIP, WASTE_REGIONS, Seat
from companion.games.fellowship.rules.movement_steps import Passage, Step
from companion.games.fellowship.tables.cells import Lookup, Part, UnknownCell, modified
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.games.fellowship.tables.terrain import Crossing, Way, look_up_crossing

WASTE_NUMBER: Final = 6
"""A marker leaves a Northern Waste region on this roll or less (7.72)."""

PATHS_OF_THE_DEAD: Final = Hexside(Hex(12, 22), Hex(12, 24))
"""The tunnel on the south hexside of Edoras (7.9)."""

GOLLUMS_HELP: Final[Mapping[Way, int]] = MappingProxyType(
    {
        Way.SWAMP: -5,
        Way.SWAMP_TRAVEL: -5,
        Way.RIVER: -2,
        Way.RIVER_TRAVEL: -2,
        Way.FORD_TRAVEL: -2,
        Way.FALLS_TRAVEL: -2,
        Way.WOODS: -1,
    }
)
"""What Gollum, once shown, adds to the terrain rolls of his group (12.1)."""

_LAST_FACE: Final = 10


class Claims(msgspec.Struct, frozen=True, kw_only=True):
    """What the owner has said of the marker that moves; everybody hears it.

    Attributes:
        nazgul: a Nazgul is in the group: the bracketed numbers count (7.324).
        no_terrain_rolls: Radagast is in the group: no terrain roll is due (12.1).
        ignores_woods: the Giant Spider: woods are as clear ground (6.262).
        gollum: Gollum is shown, who knows ways through swamps, rivers and woods (12.1).
        aragorn, gandalf: shown, for the Paths of the Dead and the Northern Wastes (7.9, 7.72).
        ship: the Grey Havens ship is shown: one hexside more (6.126).
        shadowfax: Shadowfax is shown: one hexside more on horse (12.1).
    """

    nazgul: bool = False
    no_terrain_rolls: bool = False
    ignores_woods: bool = False
    gollum: bool = False
    aragorn: bool = False
    gandalf: bool = False
    ship: bool = False
    shadowfax: bool = False


NO_CLAIMS: Final = Claims()


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """What a step asks for.

    Attributes:
        kind: ``automatic``; ``roll``; ``forbidden``; ``unknown`` (`unknown` has to be asked for);
            ``claim`` (open only to a marker whose owner shows a card).
        number: the number that the modified roll may not pass.
        parts: what is added to the roll, as far as it is claimed.
        lookup: the cell of T.2, where one was looked up.
        unknown: the cell to ask for.
        section: the rule that decides.
    """

    kind: Literal["automatic", "roll", "forbidden", "unknown", "claim"]
    number: int = 0
    parts: tuple[Part, ...] = ()
    lookup: Lookup | None = None
    unknown: UnknownCell | None = None
    section: str = ""

    @property
    def highest_roll(self) -> int:
        """The highest roll that passes, before modifiers; it may lie below 1."""
        return self.number - modified(0, self.parts)

    @property
    def is_hopeless(self) -> bool:
        """No roll can pass: a mountain on most days (7.32)."""
        return self.kind == "roll" and self.highest_roll < 1

    @property
    def chance(self) -> Fraction:
        """Chance to pass; 0 for what is unknown or closed."""
        if self.kind == "automatic":
            return Fraction(1)
        if self.kind == "roll":
            return Fraction(max(0, min(self.highest_roll, _LAST_FACE)), _LAST_FACE)
        return Fraction(0)

    def passes(self, roll: int) -> bool:
        """Whether a roll succeeds: at most the number, after modifiers (7.32)."""
        return self.kind == "automatic" or (self.kind == "roll" and roll <= self.highest_roll)


def need_of(tables: RulesTables, seat: Seat, step: Step, claims: Claims = NO_CLAIMS) -> Need:
    """What a step needs, by public facts and claims (7.32).

    Args:
        tables: the rules tables.
        seat: whose marker it is.
        step: the step.
        claims: what the owner has said of the marker.
    """
    if step.unknown is not None:
        return Need(kind="unknown", unknown=step.unknown, section="7.32")
    if step.passage is Passage.REGION:
        return _need_of_region(step, claims)
    if step.blocked:
        return Need(kind="automatic", section="7.323")
    if step.way is None:
        return Need(kind="automatic", section="7.33" if step.passage is Passage.OFF else "7.5")
    if seat == FELLOWSHIP and step.passage is Passage.FEATURE and step.side == PATHS_OF_THE_DEAD:
        return Need(kind="automatic" if claims.aragorn else "claim", section="7.9")
    if claims.ignores_woods and step.way is Way.WOODS:
        return Need(kind="automatic", section="6.262")
    return _need_of_terrain(tables, seat, step, claims)


def _need_of_region(step: Step, claims: Claims) -> Need:
    enters_waste = isinstance(step.end, Region) and step.end.name in WASTE_REGIONS
    if not (isinstance(step.start, Region) and step.start.name in WASTE_REGIONS):
        return Need(kind="automatic", section="7.72" if enters_waste else "7.71")
    parts = tuple(
        Part(name, -1, "shown", "7.72")
        for name, shown in (("Aragorn", claims.aragorn), ("Gandalf", claims.gandalf))
        if shown
    )
    return Need(kind="roll", number=WASTE_NUMBER, parts=parts, section="7.72")


def _gollums_part(way: Way) -> tuple[Part, ...]:
    value = GOLLUMS_HELP.get(way, 0)
    return (Part("Gollum", value, "shown", "12.1"),) if value else ()


def _need_of_terrain(tables: RulesTables, seat: Seat, step: Step, claims: Claims) -> Need:
    if step.way is None:
        raise ValueError(f"the step from {step.start} to {step.end} has no row in T.2")
    found = look_up_crossing(
        tables,
        Crossing(
            seat=seat,
            way=step.way,
            weathers=(step.weather,),
            has_nazgul=claims.nazgul,
            leaves_own=step.leaves_own,
            enters_own=step.enters_own,
            claimed=_gollums_part(step.way) if claims.gollum else (),
        ),
    )
    lookup = found.lookup
    match found.need:
        case "unknown":
            return Need(kind="unknown", unknown=lookup.unknown, lookup=lookup, section="T.2")
        case "forbidden":
            return Need(kind="forbidden", lookup=lookup, section="T.2")
        case "nothing":
            section = "7.322" if step.leaves_own and lookup.value != "A" else "7.32"
            return Need(kind="automatic", lookup=lookup, section=section)
        case "roll":
            need = Need(
                kind="roll",
                number=found.number or 0,
                parts=lookup.parts,
                lookup=lookup,
                section="7.32",
            )
            if claims.no_terrain_rolls:
                return Need(kind="automatic", lookup=lookup, section="12.1")
            # A roll that no face can fail is no roll, whoever is in the group.
            if need.highest_roll >= _LAST_FACE:
                return Need(kind="automatic", lookup=lookup, section="7.322")
            return need
