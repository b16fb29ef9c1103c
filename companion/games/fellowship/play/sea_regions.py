"""Rolls for markers in the sea regions beside the map (6.128, 7.71)."""

from __future__ import annotations

import enum
from typing import Final

from companion.games.fellowship.facts.names import (
    FORLINDON_COAST,
    HARLINDON_COAST,
    NORTHERN_SEA,
    SEA_REGIONS,
)


class SeaResult(enum.StrEnum):
    """What the sea does to a marker."""

    NOTHING = "-"
    WRECK = "W"
    SUNK = "SU"


SHIP_MODIFIER: Final = -2
"""The Grey Havens ship, once revealed; the only modifier of this roll (7.71)."""

_FIRST_WRECK: Final = {HARLINDON_COAST: 10, FORLINDON_COAST: 9, NORTHERN_SEA: 8}
_FIRST_SUNK: Final = {FORLINDON_COAST: 10, NORTHERN_SEA: 10}


def sea_result(region: str, total: int) -> SeaResult:
    """The result of a modified roll in a sea region (6.128).

    Raises:
        ValueError: no such sea region.
    """
    if region not in SEA_REGIONS:
        raise ValueError(f"expected one of {', '.join(SEA_REGIONS)}, got {region!r}")
    if total >= _FIRST_SUNK.get(region, 11):
        return SeaResult.SUNK
    return SeaResult.WRECK if total >= _FIRST_WRECK[region] else SeaResult.NOTHING
