"""The tabs that count: chances of the Hunt, and what is in the pool."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from companion.games.hunt.chances import (
    MOST_DICE,
    Dice,
    dice_for,
    expected_damage,
    hunt_chance,
    percent,
)
from companion.games.hunt.names import CONDITIONS
from companion.games.hunt.odds import chance_line, dice_of, tile_line
from companion.games.hunt.state import PublicState
from companion.games.hunt.tiles import ALL_TILES, SPECIAL_SOURCE, STANDARD_SOURCE
from companion.table.views import Region, Table, TableRow, Text, Widget

_MOST_BONUS: Final = 4
"""A bonus of more changes nothing: all faces but 1 succeed."""


def odds_region(public: PublicState) -> Region:
    """Chances of the Hunt that is rolled for, or of a move now."""
    widgets: list[Widget] = []
    if public.mordor is not None:
        widgets.append(Text(text="On the Mordor Track nothing is rolled: each move draws a tile."))
        widgets.append(Text(text=tile_line(public, public.mordor_eye)))
    else:
        if public.hunt is not None:
            widgets.append(Text(text=chance_line(public, dice_of(public.hunt))))
        rerolls = _rerolls(public)
        widgets.append(_table(public, "Chance of a successful Hunt", rerolls, _chance))
        widgets.append(_table(public, "Expected Hunt damage", rerolls, _damage(public)))
    return Region(name="odds", title="Odds", role="tab", widgets=tuple(widgets))


def _rerolls(public: PublicState) -> int:
    told = None if public.hunt is None else public.hunt.conditions
    return len(public.around if told is None else told)


def _chance(level: int, bonus: int, rerolls: int) -> str:
    return percent(hunt_chance(level, bonus, rerolls))


def _damage(public: PublicState) -> Callable[[int, int, int], str]:
    def cell(level: int, bonus: int, rerolls: int) -> str:
        dice = Dice(bonus=bonus, left=dice_for(level), rerolls=rerolls)
        damage: Fraction = expected_damage(public.pool, dice)
        return f"{float(damage):.2f}"

    return cell


def _table(
    public: PublicState, title: str, rerolls: int, cell: Callable[[int, int, int], str]
) -> Table:
    level = public.shadow_dice if public.hunt is None else public.hunt.level
    bonus = public.free_dice if public.hunt is None else public.hunt.bonus
    more = (MOST_DICE, _MOST_BONUS)
    rows = tuple(
        TableRow(
            label=f"Level {row}" + (" or more" if row == more[0] else ""),
            cells=tuple(cell(row, column, rerolls) for column in range(_MOST_BONUS + 1)),
        )
        for row in range(MOST_DICE + 1)
    )
    conditions = f"{rerolls} of {len(CONDITIONS)} conditions for re-rolls"
    return Table(
        id="",
        title=title,
        columns=tuple(
            f"+{column}" + (" or more" if column == more[1] else "")
            for column in range(_MOST_BONUS + 1)
        ),
        rows=rows,
        lit_row=min(level, more[0]),
        lit_column=min(bonus, more[1]),
        note=f"With {conditions}; a failed die is rolled again once. Computed from the rules.",
    )


def pool_region(public: PublicState) -> Region:
    """How many of each tile are where: both may count them, nobody sees them."""
    zones = (public.pool, public.drawn, public.aside, public.removed)
    rows = tuple(
        TableRow(label=tile.name, cells=tuple(str(count) if count else "" for count in found))
        for tile in ALL_TILES
        if any(found := [zone.count(tile.id) for zone in zones])
    )
    whole = tuple(str(len(zone)) for zone in zones)
    table = Table(
        id="",
        title=f"Hunt Pool: {len(public.pool)} tiles",
        columns=("In the pool", "Drawn", "Waits for Mordor", "Removed"),
        rows=(*rows, TableRow(label="All", cells=whole)),
        note=f"Standard tiles: {STANDARD_SOURCE}. Special tiles: {SPECIAL_SOURCE}.",
    )
    return Region(name="pool", title="Pool", role="tab", widgets=(table,))
