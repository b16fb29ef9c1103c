"""The results of T.5 as typed values (8.32)."""

from __future__ import annotations

import enum
import re

import msgspec


class SearchCode(enum.StrEnum):
    """What a search roll brings (8.32); `NONE` is the dash."""

    NONE = "-"
    SIGHTING = "S"
    SPOTTING = "S#"
    ENCOUNTER = "E"
    FIGHT_HALF = "FH"
    FIGHT = "F"
    FIGHT_ALL = "FA"
    ASSASSIN = "A"
    RETREAT = "R"
    WRECK = "W"
    SUNK = "SU"

    @property
    def is_for_ships(self) -> bool:
        """R, W and SU happen to groups in ship mode only (T.5)."""
        return self in (SearchCode.RETREAT, SearchCode.WRECK, SearchCode.SUNK)


class SearchResult(msgspec.Struct, frozen=True):
    """One result.

    Attributes:
        code: the kind of result.
        cards: for a spotting how many cards the Enemy picks, else 0.
    """

    code: SearchCode
    cards: int = 0

    @property
    def text(self) -> str:
        """As it is printed: ``S3``, ``FH``, ``-``."""
        return f"S{self.cards}" if self.code is SearchCode.SPOTTING else self.code.value

    @property
    def removes_rumors(self) -> bool:
        """Any result but the dash removes rumors in the hex (8.32)."""
        return self.code is not SearchCode.NONE


def part_for(value: str, *, is_ship: bool) -> str:
    """The part of a cell of T.5 that counts for a marker: ``FH/W`` gives land and ship apart."""
    on_land, stroke, at_sea = value.partition("/")
    return at_sea if stroke and is_ship else on_land


def parse_search_result(value: str, *, is_ship: bool = False) -> SearchResult:
    """Read a cell of T.5.

    Args:
        value: what stands in the cell.
        is_ship: the searched marker is in ship mode. A result for ships alone does nothing to a
            marker on land.

    Raises:
        ValueError: the text is no result.
    """
    text = part_for(value, is_ship=is_ship)
    spotting = re.fullmatch(r"S([1-9])", text)
    if spotting is not None:
        return SearchResult(SearchCode.SPOTTING, int(spotting.group(1)))
    try:
        code = SearchCode(text)
    except ValueError:
        raise ValueError(
            f"expected a search result such as S, S3, FH or -, got {value!r}"
        ) from None
    if code.is_for_ships and not is_ship:
        return SearchResult(SearchCode.NONE)
    return SearchResult(code)
