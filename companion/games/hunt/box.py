"""What the owner of a box may put in place of the values that come with the game.

Levels and numbers of tiles are not in the rules at hand; they come with their sources. Whoever has
other cards or tiles writes them into the box file, and only what stands there counts otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from companion.games.hunt.companions import COMPANIONS, FELLOWSHIP, LEVEL_SOURCE, name_of
from companion.games.hunt.tiles import (
    ALL_TILES,
    SPECIAL,
    SPECIAL_SOURCE,
    STANDARD,
    STANDARD_SOURCE,
    Bag,
    Tile,
)
from companion.table.box_editor import BoxChange, BoxChangeError, BoxTextError
from companion.table.grid_box import GridBox, GridColumn, GridPlan, GridSheet, read_box
from companion.table.grid_box_editor import GridBoxEditor

GAME_ID: Final = "hunt"
_LEVELS: Final = "levels"
_TILES: Final = "tiles"
_MOST: Final = 9
"""Highest Level and most tiles of a kind; more would be a slip of the pen."""

PLAN: Final = GridPlan(
    game=GAME_ID,
    sheets=(
        GridSheet(
            id=_LEVELS,
            title="Levels of the Companions",
            group="Cards",
            note=f"Left empty, the Level counts that comes with the game. Source: {LEVEL_SOURCE}.",
            columns=(GridColumn(name="level", title="Level", kind="number", needed=False),),
            rows=tuple(
                (one, f"{name_of(one)}, else {COMPANIONS[one].level}") for one in FELLOWSHIP
            ),
        ),
        GridSheet(
            id=_TILES,
            title="Numbers of Hunt tiles",
            group="Tiles",
            note=(
                "Left empty, the number counts that comes with the game. Standard tiles: "
                f"{STANDARD_SOURCE}. Special tiles: {SPECIAL_SOURCE}."
            ),
            columns=(GridColumn(name="count", title="How many", kind="number", needed=False),),
            rows=tuple((tile.id, f"{tile.name}, else {tile.count}") for tile in ALL_TILES),
        ),
    ),
)


class BoxData(msgspec.Struct, frozen=True, kw_only=True):
    """The values that count in a game.

    Attributes:
        levels: of every Companion.
        owned: Companions whose Level the owner has filled in.
        standard, special: the tiles there are.
    """

    levels: Mapping[str, int]
    owned: tuple[str, ...]
    standard: Bag
    special: Bag


@lru_cache(maxsize=4)
def data_of(text: str) -> BoxData:
    """The values of a box file; an empty text changes nothing.

    Raises:
        BoxTextError: it is no box file of this game, or a number in it cannot be right.
    """
    box = read_box(PLAN, text)
    owned = tuple(one for one in FELLOWSHIP if box.get(_LEVELS, one, "level"))
    return BoxData(
        levels={
            one: _number(box, (_LEVELS, one, "level"), COMPANIONS[one].level) for one in FELLOWSHIP
        },
        owned=owned,
        standard=_bag(box, STANDARD),
        special=_bag(box, SPECIAL),
    )


def _bag(box: GridBox, tiles: tuple[Tile, ...]) -> Bag:
    return tuple(
        tile.id
        for tile in tiles
        for _ in range(_number(box, (_TILES, tile.id, "count"), tile.count))
    )


def _number(box: GridBox, where: tuple[str, str, str], otherwise: int) -> int:
    text = box.get(*where)
    if not text:
        return otherwise
    if not 0 <= int(text) <= _MOST:
        raise BoxTextError(None, f"{'/'.join(where)}: expected 0 to {_MOST}, got {text}")
    return int(text)


class HuntBoxEditor(GridBoxEditor):
    """The editor pages of this game's box: nothing goes in with which no game could begin."""

    def __init__(self) -> None:
        super().__init__(PLAN)

    def changed(self, text: str, changes: Sequence[BoxChange]) -> str:
        """The text with values put in."""
        for change in changes:
            value = change.value.strip()
            is_number = value.removeprefix("-").isdecimal() and value.isascii()
            if PLAN.sheet(change.address.partition("/")[0]) is None or not is_number:
                continue
            if not 0 <= int(value) <= _MOST:
                raise BoxChangeError(change.address, f"expected 0 to {_MOST}, got {value}")
        return super().changed(text, changes)
