"""The tabs that count: chances of the Hunt, and what is in the pool."""

from __future__ import annotations

from functools import lru_cache
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
from companion.games.hunt.tiles import ALL_TILES, SPECIAL_SOURCE, STANDARD_SOURCE, Bag
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
        widgets.append(_table(public, "Chance of a successful Hunt", None))
        widgets.append(_table(public, "Expected Hunt damage", public.pool))
    return Region(name="odds", title="Odds", role="tab", widgets=tuple(widgets))


def _rerolls(public: PublicState) -> int:
    told = None if public.hunt is None else public.hunt.conditions
    return len(public.around if told is None else told)


@lru_cache(maxsize=64)
def _rows(pool: Bag | None, rerolls: int) -> tuple[TableRow, ...]:
    """A row for each Level: chances of success, or mean damage with the tiles of a pool."""
    return tuple(
        TableRow(
            label=f"Level {level}" + (" or more" if level == MOST_DICE else ""),
            cells=tuple(_cell(pool, level, bonus, rerolls) for bonus in range(_MOST_BONUS + 1)),
        )
        for level in range(MOST_DICE + 1)
    )


def _cell(pool: Bag | None, level: int, bonus: int, rerolls: int) -> str:
    if pool is None:
        return percent(hunt_chance(level, bonus, rerolls))
    dice = Dice(bonus=bonus, left=dice_for(level), rerolls=rerolls)
    return f"{float(expected_damage(pool, dice)):.2f}"


def _table(public: PublicState, title: str, pool: Bag | None) -> Table:
    level = public.shadow_dice if public.hunt is None else public.hunt.level
    bonus = public.free_dice if public.hunt is None else public.hunt.bonus
    rerolls = _rerolls(public)
    conditions = f"{rerolls} of {len(CONDITIONS)} conditions for re-rolls"
    return Table(
        id="",
        title=title,
        columns=tuple(
            f"+{column}" + (" or more" if column == _MOST_BONUS else "")
            for column in range(_MOST_BONUS + 1)
        ),
        rows=_rows(pool, rerolls),
        lit_row=min(level, MOST_DICE),
        lit_column=min(bonus, _MOST_BONUS),
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
