"""The chances of what a seat is about to roll, under its cover; nothing is asked for with it."""

from __future__ import annotations

from companion.games.fellowship.flow.own_odds import Odds, own_odds
from companion.games.fellowship.rules.odds import percent
from companion.games.fellowship.state import Scene
from companion.table.views import Region, Table, TableRow, Text, Widget


def odds_region(scene: Scene) -> Region | None:
    """The tab Odds of a seat that is about to roll; None for everybody else."""
    found = own_odds(scene)
    if not found:
        return None
    widgets: list[Widget] = [
        Text(text="Only you see this, and looking costs nothing.", style="quiet")
    ]
    widgets += [_table(odds) for odds in found]
    return Region(name="odds", title="Odds", role="tab", widgets=tuple(widgets), secret=True)


def _table(odds: Odds) -> Table:
    rows = [TableRow(label=one.outcome, cells=(percent(one.chance),)) for one in odds.chances]
    return Table(
        id=odds.section,
        title=odds.title,
        columns=("Chance",),
        rows=tuple(rows),
        note=odds.note,
    )
