"""The level of victory by hex class and Ringbearer, with its shifts (11.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.fellowship.facts.names import RingbearerKind
from companion.games.fellowship.tables.cells import Lookup, Part
from companion.games.fellowship.tables.rules_tables import RulesTables

LEVELS: Final = (
    "FP Total",
    "FP Major",
    "FP Tactical",
    "FP Marginal",
    "Draw",
    "EP Marginal",
    "EP Tactical",
    "EP Major",
    "EP Total",
)
"""Levels of victory, best for the Fellowship first (11.0)."""

_BEST, _WORST = LEVELS.index("FP Major"), LEVELS.index("EP Major")


def look_up_victory(
    tables: RulesTables, hex_class: str, ringbearer: RingbearerKind, shifts: tuple[Part, ...] = ()
) -> Lookup:
    """The cell for a class of hex and a kind of Ringbearer; the shifts are its parts.

    Raises:
        NoSuchCellError: no such class.
    """
    cell = tables.cell("victory", hex_class, ringbearer)
    return Lookup("victory", hex_class, ringbearer, None, shifts, None, cell)


def shifted_level(level: str, shifts: Iterable[Part]) -> str:
    """The level after all shifts; they never go beyond a major victory (11.0).

    Args:
        level: one of `LEVELS`.
        shifts: plus is in the Fellowship's favour.

    Raises:
        ValueError: no such level.
    """
    position = LEVELS.index(level) - sum(part.value for part in shifts)
    return LEVELS[min(max(position, _BEST), _WORST)]
