"""The chances of what a seat is about to roll, under its cover; nothing is asked for with it."""

from __future__ import annotations

from companion.games.fellowship.flow.own_odds import Odds, own_odds
from companion.games.fellowship.rules.odds import percent
from companion.games.fellowship.state import Scene
from companion.table.views import Region, Table, TableRow, Text, Widget

_NOTHING = "Nothing of yours is about to be rolled."


def odds_region(scene: Scene) -> Region | None:
    """The tab Odds of a seat; None for everybody else."""
    if scene.hidden is None:
        return None
    found = own_odds(scene)
    widgets: list[Widget] = [
        Text(text="Only you see this, and looking costs nothing.", style="quiet")
    ]
    widgets += [_table(odds) for odds in found] or [Text(text=_NOTHING)]
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
