"""What the owner of a box knows and the rulebook text lacks: one cell for each value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from companion.games.quest.cards import HOBBIT, read_card
from companion.games.quest.names import (
    BAG_END,
    EVENT_BOXES,
    FACES,
    FEATURE_COUNTS,
    FRIENDSHIP,
    GREY,
    LINES,
    LOTHLORIEN,
    MORIA,
    RIVENDELL,
    SCENARIOS,
    SYMBOLS,
    TILE_WORDS,
    TILES,
    TITLES,
    TOKENS,
    WHITE,
)
from companion.games.quest.phrases import PhraseError, read_event, read_line

MAX_COUNT: Final = 60


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One value of a box.

    Attributes:
        address: where it stands, such as ``moria/hiding``.
        sheet: the part of the box that it belongs to.
        title: in words.
        kind: how it is filled in.
        choices: what can stand there.
        hint: an example.
        printed: what the rulebook says, empty where it says nothing.
    """

    address: str
    sheet: str
    title: str
    kind: str = "text"
    choices: tuple[str, ...] = ()
    hint: str = ""
    printed: str = ""


SHEETS: Final = {
    "cards": "Hobbit cards, die and tokens",
    "tiles": "Event tiles",
    "features": "Feature cards",
    LOTHLORIEN: "Lothlórien",
    **{stage: TITLES[stage] for stage in SCENARIOS},
}
"""Parts of a box and their headings."""


def _common() -> list[Cell]:
    cells = [
        Cell(
            address=f"hobbit/{colour}/{symbol}",
            sheet="cards",
            title=f"{colour} Hobbit cards with {symbol.capitalize()}",
            kind="number",
        )
        for colour in (WHITE, GREY)
        for symbol in SYMBOLS
    ]
    cells += [
        Cell(
            address=f"die/{face}",
            sheet="cards",
            title=f"Side {face} of the die",
            kind="choice",
            choices=FACES,
        )
        for face in range(1, 7)
    ]
    cells += [
        Cell(address=f"token/{token}", sheet="cards", title=f"{token} tokens", kind="number")
        for token in TOKENS
    ]
    cells += [
        Cell(
            address=f"tile/{tile}", sheet="tiles", title=f"Tiles: {TILE_WORDS[tile]}", kind="number"
        )
        for tile in TILES
    ]
    return cells


def _places() -> list[Cell]:
    cells = [
        Cell(
            address=f"feature/{stage}/{number}",
            sheet="features",
            title=f"{TITLES[stage]}, card {number}",
            hint="Gimli, white, 2 fighting",
        )
        for stage, count in FEATURE_COUNTS.items()
        for number in range(1, count + 1)
    ]
    cells.append(
        Cell(
            address=f"{LOTHLORIEN}/actions",
            sheet=LOTHLORIEN,
            title="What the board says, beside the feature cards",
            kind="long",
            hint="each pays card or die",
        )
    )
    for stage in SCENARIOS:
        cells += _board(stage)
    return cells


def _board(stage: str) -> list[Cell]:
    title = TITLES[stage]
    cells = [
        Cell(
            address=f"{stage}/main",
            sheet=stage,
            title=f"{title}: main line",
            kind="choice",
            choices=LINES,
        )
    ]
    cells += [
        Cell(
            address=f"{stage}/{line}",
            sheet=stage,
            title=f"{title}: spaces of {line.capitalize()}",
            kind="long",
            hint="ring; shield; shield+die; - (or: none)",
            printed="none" if (stage, line) == (MORIA, FRIENDSHIP) else "",
        )
        for line in LINES
    ]
    cells.append(
        Cell(
            address=f"{stage}/scores",
            sheet=stage,
            title=f"{title}: points of the main line's spaces",
            kind="long",
            hint="1 2 4 6",
        )
    )
    first = "group pays friendship star or sauron 1"
    cells += [
        Cell(
            address=f"{stage}/event/{number}",
            sheet=stage,
            title=f"{title}: event {number}",
            kind="long",
            hint="group pays 2 revealed or sauron 1",
            printed=first if (stage, number) == (MORIA, 1) else "",
        )
        for number in range(1, EVENT_BOXES + 1)
    ]
    return cells


CELLS: Final = {cell.address: cell for cell in (*_common(), *_places())}
"""Every cell by its address."""


def cells_of(stage: str) -> tuple[str, ...]:
    """Addresses of what must be known before a place is entered, the common ones at Bag End."""
    if stage == BAG_END:
        return tuple(cell.address for cell in _common())
    features = [
        f"feature/{stage}/{number}" for number in range(1, FEATURE_COUNTS.get(stage, 0) + 1)
    ]
    if stage == RIVENDELL:
        return tuple(features)
    if stage == LOTHLORIEN:
        return (*features, f"{LOTHLORIEN}/actions")
    return (*features, *(cell.address for cell in _board(stage)))


def check_value(address: str, value: str) -> str | None:
    """Why a value cannot stand at an address, None if it can."""
    cell = CELLS.get(address)
    if cell is None:
        return "there is no such value in a box of this game"
    if cell.printed and value != cell.printed:
        return f"the rulebook prints {cell.printed!r} here"
    try:
        return _CHECKS.get(_kind(address), _check_plain)(cell, value)
    except (PhraseError, IndexError) as error:
        return str(error) or "something is missing in it"


def _kind(address: str) -> str:
    parts = address.split("/")
    if parts[0] == "feature":
        return "feature"
    if parts[-1] in LINES and parts[0] in SCENARIOS:
        return "line"
    if parts[-1] == "scores":
        return "scores"
    return "event" if "event" in parts or parts[-1] == "actions" else "plain"


def _check_plain(cell: Cell, value: str) -> str | None:
    if cell.kind == "number":
        good = value.isascii() and value.isdecimal() and int(value) <= MAX_COUNT
        return None if good else f"expected a number from 0 to {MAX_COUNT}, got {value!r}"
    if cell.choices and value not in cell.choices:
        return f"expected one of {', '.join(cell.choices)}, got {value!r}"
    return None


def _check_feature(cell: Cell, value: str) -> str | None:
    return "a feature card has a name of its own" if read_card(value).name == HOBBIT else None


def _check_line(cell: Cell, value: str) -> str | None:
    return None if read_line(value) or value == "none" else "expected spaces parted by ';'"


def _check_scores(cell: Cell, value: str) -> str | None:
    good = value.split() and all(one.isascii() and one.isdecimal() for one in value.split())
    return None if good else "expected the points of each space, parted by blanks"


def _check_event(cell: Cell, value: str) -> str | None:
    return None if read_event(value) else "expected at least one clause"


_CHECKS: Final[dict[str, Callable[[Cell, str], str | None]]] = {
    "feature": _check_feature,
    "line": _check_line,
    "scores": _check_scores,
    "event": _check_event,
    "plain": _check_plain,
}
