"""Who stands where in a fight, as everybody at the table sees it (9.2).

A card that lies in a reserve is not here: of a reserve only the number is known. Columns count
from left to right as the Enemy's row lies; a card with the number of another is opposite it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.rules.health import UNHURT, Damage

Line = Literal["front", "second", "shown", "hidden", "gone", "dead"]
"""Where a card is: in a row, shown out of the reserve, back in it, away alive, or killed."""

Part = Literal["body", "mount"]
"""What of a target is hit (9.11)."""


class Creature(enum.StrEnum):
    """The subgroups of creature cards (12.3)."""

    WOLF = "wolf"
    SPIDER = "spider"
    MAN = "man"
    ORC = "orc"
    TROLL = "troll"
    ASSASSIN = "assassin"
    CREBAIN = "crebain"


class Fighter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One card that everybody sees.

    Attributes:
        id: number in the order in which cards were shown, such as ``f3``; it says nothing else.
        side: whose.
        card: what is shown: a race while the generic side is up, else the name.
        generic: the generic side is up (9.121).
        level: 0 for the starting values, 1 and 2 for enhanced ones (9.122).
        creature: subgroup of a creature card, None for others.
        column: its place in the row.
        line: where it is.
        damage: marked boxes, those of earlier fights among them.
        temporary: boxes that vanish after the fight: webs and sleep (12.2).
        mount: ``horse``, ``fell`` or empty: what it could ride now.
        mount_card: the fell creature that is ridden, else empty.
        mount_damage: boxes marked off on the mount.
        mounted: it fights mounted now.
        steed: what Shadowfax does for Gandalf: ``strike`` or ``guard`` (12.1).
        guarded: Shadowfax guards it beside Gandalf (12.1).
        down: unconscious, from the end of an attack segment on (9.1).
        fresh: it came out of the reserve in this round and stays where it is (9.221).
        round_boxes: boxes that it was given in this round (15.43).
        bonus: added to its offensive rating: cavalry, orcs beside wolves (T.6).
        timid: it leaves at half its endurance: the animals of T.6.
    """

    id: str
    side: Seat
    card: str
    generic: bool = False
    level: int = 0
    creature: Creature | None = None
    column: int = 0
    line: Line = "front"
    damage: Damage = UNHURT
    temporary: int = 0
    mount: Literal["", "horse", "fell"] = ""
    mount_card: str = ""
    mount_damage: Damage = UNHURT
    mounted: bool = False
    steed: Literal["", "strike", "guard"] = ""
    guarded: bool = False
    down: bool = False
    fresh: bool = False
    round_boxes: int = 0
    bonus: int = 0
    timid: bool = False

    @property
    def boxes(self) -> int:
        """All marked boxes, vanishing ones among them: what is compared with the endurance."""
        return self.damage.total + self.temporary

    @property
    def in_row(self) -> bool:
        """It lies in the front or the second line."""
        return self.line in ("front", "second")

    @property
    def is_here(self) -> bool:
        """It takes part still."""
        return self.line in ("front", "second", "shown")


class Ground(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the fight is, as far as it changes combat.

    Attributes:
        mountain: a mountain hexside is beside it: nobody fights mounted (9.11).
        woods: a woods hexside is beside it (9.243).
        near_mordor: within four hexes of Mordor (9.244).
    """

    mountain: bool = False
    woods: bool = False
    near_mordor: bool = False


class Variants(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Optional rules that change combat, all off unless the players agreed on them (14, 15).

    Attributes:
        simple: one row, attacks dealt out evenly (14.4).
        wide_double: double damage below half of the needed number (15.41).
        reversed_order: at a blocked feature the Enemy attacks first in round one (15.42).
        nazgul_die: a Nazgul over twice its endurance in one round is destroyed (15.43).
        hold_guardian: Gandalf may hold a Guardian alone (15.44).
        capture: unconscious Hobbits are not attacked but captured (15.31).
    """

    simple: bool = False
    wide_double: bool = False
    reversed_order: bool = False
    nazgul_die: bool = False
    hold_guardian: bool = False
    capture: bool = False


class Battle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The public side of a fight.

    Attributes:
        fighters: every card that has been shown, in order of their numbers.
        reserve: how many cards lie hidden in each reserve.
        round: counts rounds from 1.
        segment: whose attack segment it is.
        riding: sides that chose to fight mounted, until their next own segment (9.11).
        horse_mode: the Fellowship's marker shows horse mode.
        worn: the fighter that wears the Ring in this round, else empty (6.42).
        bearer: the fighter that everybody knows to have the Ring, else empty.
        ground: where it is.
        variants: optional rules in use.
    """

    fighters: tuple[Fighter, ...] = ()
    reserve: Mapping[Seat, int] = {}
    round: int = 1
    segment: Seat = FELLOWSHIP
    riding: tuple[Seat, ...] = ()
    horse_mode: bool = False
    worn: str = ""
    bearer: str = ""
    ground: Ground = Ground()
    variants: Variants = Variants()

    def find(self, number: str) -> Fighter | None:
        """The fighter of that number."""
        return next((one for one in self.fighters if one.id == number), None)

    def of(self, side: Seat) -> tuple[Fighter, ...]:
        """Everybody of a side who takes part still."""
        return tuple(one for one in self.fighters if one.side == side and one.is_here)

    def front(self, side: Seat) -> tuple[Fighter, ...]:
        """The front line from left to right."""
        row = [one for one in self.fighters if one.side == side and one.line == "front"]
        return tuple(sorted(row, key=lambda one: one.column))

    def second(self, side: Seat) -> tuple[Fighter, ...]:
        """The second line from left to right."""
        row = [one for one in self.fighters if one.side == side and one.line == "second"]
        return tuple(sorted(row, key=lambda one: one.column))

    def at(self, side: Seat, column: int) -> Fighter | None:
        """The front card of a side in a column."""
        return next((one for one in self.front(side) if one.column == column), None)

    def opposite(self, fighter: Fighter) -> Fighter | None:
        """The front card across from a card in a row."""
        return self.at(foe(fighter.side), fighter.column) if fighter.in_row else None

    def against(self, target: Fighter) -> tuple[Fighter, ...]:
        """The cards that stand against a front card: the one opposite it, then the second line."""
        side = foe(target.side)
        lines = (*self.front(side), *self.second(side))
        return tuple(one for one in lines if one.column == target.column)

    def reserve_of(self, side: Seat) -> int:
        """How many cards of a side are not in a row, those that were shown among them."""
        shown = sum(1 for one in self.of(side) if one.line == "shown")
        return self.reserve.get(side, 0) + shown

    def size(self, side: Seat) -> int:
        """How many of a side take part still."""
        return self.reserve.get(side, 0) + len(self.of(side))

    def awake(self, side: Seat) -> int:
        """How many of a side are not known to be unconscious."""
        return self.reserve.get(side, 0) + sum(1 for one in self.of(side) if not one.down)

    def with_fighters(self, changed: Iterable[Fighter]) -> Battle:
        """The same with some fighters changed or added."""
        by_id = {one.id: one for one in changed}
        kept = tuple(by_id.pop(one.id, one) for one in self.fighters)
        return msgspec.structs.replace(self, fighters=(*kept, *by_id.values()))

    def next_id(self, side: Seat) -> str:
        """The number of the next card that a side shows."""
        letter = "f" if side == FELLOWSHIP else "e"
        return f"{letter}{sum(1 for one in self.fighters if one.side == side) + 1}"


SIDES: Final[tuple[Seat, ...]] = (FELLOWSHIP, ENEMY)


def foe(side: Seat) -> Seat:
    """The other side."""
    return ENEMY if side == FELLOWSHIP else FELLOWSHIP
