"""T.6: which creatures a fight brings (8.4)."""

from __future__ import annotations

import enum
import re
from typing import Final

import msgspec

from companion.games.fellowship.facts.names import die_of_five
from companion.games.fellowship.tables.cells import Lookup
from companion.games.fellowship.tables.rules_tables import RulesTables


class CreatureMix(enum.StrEnum):
    """Which cards are mixed (key of T.6)."""

    ANIMALS = "A"
    ASSASSIN = "AS"
    BATS = "B"
    CAVALRY = "C"
    MEN = "M"
    ORCS = "O"
    ORCS_WOLVES = "OW"
    SPIDERS = "S"
    TROLLS_ORCS = "TO"
    WOLVES = "W"


class RandomGroup(msgspec.Struct, frozen=True):
    """A result of T.6.

    Attributes:
        mix: which cards are mixed.
        count: how many are drawn.
    """

    mix: CreatureMix
    count: int

    @property
    def half(self) -> RandomGroup:
        """Half a random group (8.4): half the number, rounded down, at least one."""
        return RandomGroup(self.mix, max(1, self.count // 2))

    @property
    def text(self) -> str:
        """As it is printed, such as ``M10``."""
        return f"{self.mix}{self.count}"


def parse_random_group(value: str) -> RandomGroup:
    """Read a cell of T.6.

    Raises:
        ValueError: the text is no letter with a number.
    """
    found = re.fullmatch(r"([A-Z]{1,2})([1-9][0-9]?)", value)
    if found is None or found.group(1) not in set(CreatureMix):
        raise ValueError(f"expected a creature letter and a number such as M10, got {value!r}")
    return RandomGroup(CreatureMix(found.group(1)), int(found.group(2)))


SIMPLE_HALF: Final = 2
SIMPLE_FULL: Final = 5
"""Cards beside the roll where all creatures are one deck (14.3)."""


def simple_group_size(roll: int, *, half: bool) -> int:
    """How many creature cards are drawn without table T.6 (14.3).

    Half a random group is 2 and a roll of 1 to 5, a full one 5 and a roll of 1 to 10.

    Raises:
        ValueError: the roll is not 1 to 10.
    """
    if not 1 <= roll <= 10:
        raise ValueError(f"the roll for a random group is 1 to 10, got {roll}")
    return SIMPLE_HALF + die_of_five(roll) if half else SIMPLE_FULL + roll


def look_up_random_group(tables: RulesTables, region: str, roll: int) -> Lookup:
    """The cell of T.6 for a region and a roll.

    Raises:
        ValueError: the roll is not 1 to 10.
        NoSuchCellError: no such region.
    """
    if not 1 <= roll <= 10:
        raise ValueError(f"the roll for a random group is 1 to 10, got {roll}")
    column = str(roll)
    return Lookup("T.6", region, column, roll, (), roll, tables.cell("T.6", region, column))
