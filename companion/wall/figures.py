"""What a wall says of the whole hall: numbers for its head, and which table is shown large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.wall.tables import HallTable

HELD_S: Final = 30.0
"""How long a table that was chosen by itself stays large."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HallFigures:
    """Numbers over all tables.

    Attributes:
        tables: how many were heard of.
        online: how many are there.
        played: games that are played now.
        facts: things that have happened, as far as this wall has heard since it was started.
        missed: notes that no table can send any more.
        delay_p50_s, delay_p99_s: how long notes took to the wall; None before the first.
    """

    tables: int
    online: int
    played: int
    facts: int
    missed: int
    delay_p50_s: float | None
    delay_p99_s: float | None


def figures_of(tables: Sequence[HallTable], delays_s: Sequence[float]) -> HallFigures:
    """The numbers for some tables.

    Args:
        tables: the tables.
        delays_s: sorted.
    """
    return HallFigures(
        tables=len(tables),
        online=sum(table.online for table in tables),
        played=sum(table.online and table.is_played for table in tables),
        facts=sum(table.facts for table in tables),
        missed=sum(table.missed for table in tables),
        delay_p50_s=share_of(delays_s, 0.5),
        delay_p99_s=share_of(delays_s, 0.99),
    )


def share_of(values: Sequence[float], share: float) -> float | None:
    """The value that a share of sorted values does not exceed, None if there are none."""
    if not values:
        return None
    return values[min(len(values) - 1, int(share * len(values)))]


class Chooser:
    """Chooses the table that is shown large where nobody has: the one where most goes on."""

    def __init__(self) -> None:
        self._chosen = ""
        self._until_s = 0.0
        self._facts: dict[str, int] = {}

    def choose(self, tables: Sequence[HallTable], now_s: float) -> str:
        """Name of the table, empty if there is none."""
        there = {table.name: table for table in tables if table.online and table.game}
        if self._chosen in there and now_s < self._until_s:
            return self._chosen
        if not there:
            return tables[0].name if tables else ""
        busiest = max(
            there.values(),
            key=lambda table: (table.facts - self._facts.get(table.name, 0), table.changed),
        )
        self._facts = {table.name: table.facts for table in tables}
        self._chosen, self._until_s = busiest.name, now_s + HELD_S
        return self._chosen
