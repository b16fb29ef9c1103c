"""Which values an owner's box file has: all that the use cases speak of and do not give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.ringwar.names import (
    EVENT_EFFECTS,
    GOLLUM,
    MAGIC_EFFECTS,
    MOUTH,
    NAZGUL,
    PLACE_KINDS,
    WALKERS,
)
from companion.table.box_editor import BoxChange, BoxChangeError
from companion.table.grid_box import GridColumn, GridPlan, GridSheet, row_fault
from companion.table.grid_box_editor import GridBoxEditor

GAME_ID: Final = "ringwar"
ROLLS: Final = range(1, 7)
LOWEST_DIFFERENTIAL: Final = -4
HIGHEST_DIFFERENTIAL: Final = 4
HIGHEST_SORCERY: Final = 5
HIGHEST_CITADEL: Final = 12
GROUP_SIZES: Final = ("1", "2-3", "4+")

NUMBERS: Final = (
    ("shadow-points", "Shadow Points of a game turn"),
    ("searches", "Search cards of a game turn"),
    ("search-cost", "Shadow Points of a search"),
    ("nazgul-cost", "Shadow Points to move a Nazgul"),
    ("mouth-cost", "Shadow Points to move the Mouth of Sauron"),
    ("orc-cost", "Shadow Points to move a band of Orcs"),
    ("orc-movement", "Movement Points of Orcs"),
    ("citadel-cost", "Shadow Points to reduce a citadel"),
)
ENTRY: Final = ("free", "stop", "barred")
"""Entering a kind of place: freely, but the move ends there, not at all."""


def _number(name: str, title: str, *, needed: bool = True) -> GridColumn:
    return GridColumn(name=name, title=title, kind="number", needed=needed)


def _rolls(kind: str, choices: tuple[str, ...] = ()) -> tuple[GridColumn, ...]:
    return tuple(
        GridColumn(
            name=f"r{roll}",
            title=str(roll),
            kind="choice" if kind == "choice" else "number",
            choices=choices,
        )
        for roll in ROLLS
    )


def _same(names: range | tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(name)) for name in names)


_CHARACTERS: Final = GridSheet(
    id="characters",
    title="Characters",
    group="Forces",
    note=(
        "Ranges of a die are written 1-2, 6 or - for never. Own rows are for servants of Sauron "
        "and further characters: give them a side."
    ),
    columns=(
        GridColumn(
            name="side",
            title="Side",
            kind="choice",
            choices=("fellowship", "dark", "servant"),
            needed=False,
        ),
        GridColumn(name="start", title="Starts at"),
        _number("movement", "Movement Points"),
        _number("combat", "Combat"),
        _number("morale", "Morale"),
        _number("endurance", "Endurance"),
        _number("sorcery", "Sorcery, 0 for none"),
        _number("ring", "Ring rating", needed=False),
        GridColumn(name="capture", title="Capture range", needed=False),
        GridColumn(name="escape", title="Escape range", needed=False),
    ),
    rows=_same((*WALKERS, GOLLUM, NAZGUL, MOUTH)),
    adds="character",
)

PLAN: Final = GridPlan(
    game=GAME_ID,
    sheets=(
        _CHARACTERS,
        GridSheet(
            id="places",
            title="Places of the map",
            group="Map",
            note="Neighbours are parted by commas; one of two neighbours may leave the other out.",
            columns=(
                GridColumn(name="kind", title="Kind", kind="choice", choices=PLACE_KINDS),
                GridColumn(name="region", title="Region"),
                GridColumn(name="links", title="Neighbours", kind="long", needed=False),
                _number("defence", "Defence of a citadel", needed=False),
                _number("east", "Middle, mm from the west edge of the board", needed=False),
                _number("south", "Middle, mm from the north edge", needed=False),
            ),
            adds="place",
        ),
        GridSheet(
            id="board",
            title="The board under the camera",
            group="Map",
            note="With it and the middles of places the camera finds cubes on your map.",
            columns=(
                _number("width", "Width in mm", needed=False),
                _number("height", "Height in mm", needed=False),
            ),
            rows=(("map", "The map"),),
        ),
        GridSheet(
            id="terrain",
            title="Entering places",
            group="Map",
            columns=(
                _number("cost", "Movement Points"),
                GridColumn(name="fellowship", title="Fellowship", kind="choice", choices=ENTRY),
                GridColumn(name="dark", title="Dark Power", kind="choice", choices=ENTRY),
            ),
            rows=_same(PLACE_KINDS),
        ),
        GridSheet(
            id="landmarks",
            title="Landmarks",
            group="Map",
            columns=(GridColumn(name="place", title="Place"),),
            rows=(("barad-dur", "Barad-d\N{LATIN SMALL LETTER U WITH CIRCUMFLEX}r"),),
        ),
        GridSheet(
            id="numbers",
            title="Costs and counts",
            group="Tables",
            columns=(_number("value", "Value"),),
            rows=NUMBERS,
        ),
        GridSheet(
            id="search",
            title="Search table",
            group="Tables",
            note="Rows: how many characters stand in the hex.",
            columns=_rolls("choice", ("spotted", "hidden")),
            rows=_same(GROUP_SIZES),
        ),
        GridSheet(
            id="combat",
            title="Individual Combat Results Table",
            group="Tables",
            note="Rows: differential of who rolls. Cells: wounds of the other.",
            columns=_rolls("number"),
            rows=_same(range(LOWEST_DIFFERENTIAL, HIGHEST_DIFFERENTIAL + 1)),
        ),
        GridSheet(
            id="sorcery",
            title="Sorcery table",
            group="Tables",
            note="Rows: sorcery rating of who rolls. Cells: wounds of the other.",
            columns=_rolls("number"),
            rows=_same(range(1, HIGHEST_SORCERY + 1)),
        ),
        GridSheet(
            id="citadel",
            title="Citadel reduction table",
            group="Tables",
            note="Rows: roll and Nazgul together, less the citadel's defence.",
            columns=(
                GridColumn(
                    name="result", title="Result", kind="choice", choices=("falls", "holds")
                ),
            ),
            rows=_same(range(1, HIGHEST_CITADEL + 1)),
        ),
        GridSheet(
            id="events",
            title="Event cards",
            group="Cards",
            columns=(
                GridColumn(name="text", title="Text", kind="long", needed=False),
                GridColumn(name="effect", title="Effect", kind="choice", choices=EVENT_EFFECTS),
            ),
            adds="event card",
        ),
        GridSheet(
            id="searches",
            title="Search cards",
            group="Cards",
            columns=(
                GridColumn(name="regions", title="Regions, parted by commas"),
                GridColumn(name="force", title="Force", kind="choice", choices=("nazgul", "orcs")),
                GridColumn(name="home", title="Home of the Orcs", needed=False),
            ),
            adds="search card",
        ),
        GridSheet(
            id="magic",
            title="Magic cards",
            group="Cards",
            columns=(
                GridColumn(name="place", title="Lies at"),
                GridColumn(name="text", title="Text", kind="long", needed=False),
                GridColumn(
                    name="single-use", title="Single use", kind="choice", choices=("yes", "no")
                ),
                GridColumn(name="effect", title="Effect", kind="choice", choices=MAGIC_EFFECTS),
            ),
            adds="magic card",
        ),
    ),
)


RANGES: Final = ("capture", "escape")
"""Columns of characters that hold a range of the die."""
_PLACES: Final = (
    ("characters", "start"),
    ("magic", "place"),
    ("landmarks", "place"),
    ("searches", "home"),
    ("places", "links"),
)
"""Columns that name places, each of which may come to be a row of its sheet."""
COUNTS: Final = ("numbers", "terrain", "combat", "sorcery")
"""Sheets of costs, counts and wounds: none of them is less than nothing."""


def die_range(text: str) -> range:
    """The faces that a range such as ``1-2``, ``6`` or ``-`` names.

    Raises:
        ValueError: it is no range of a die of six sides.
    """
    if text.strip() == "-":
        return range(0)
    low, _, high = text.replace(" ", "").partition("-")
    first, last = int(low), int(high or low)
    if not 1 <= first <= last <= len(ROLLS):
        raise ValueError(text)
    return range(first, last + 1)


def listed(text: str) -> tuple[str, ...]:
    """The entries of a list parted by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def value_fault(address: str, value: str) -> str:
    """Why a value that fits its column cannot be played with, empty if it can."""
    sheet, _, column = (*address.split("/"), "", "")[:3]
    if not value:
        return ""
    if sheet == "characters" and column in RANGES:
        try:
            die_range(value)
        except ValueError:
            return f"expected faces of a die such as 1-2, 6 or -, got {value!r}"
    if (sheet, column) in _PLACES:
        places = listed(value) if column == "links" else (value,)
        return next((fault for place in places if (fault := row_fault(place))), "")
    if sheet in COUNTS and value.startswith("-"):
        return f"expected a number of at least 0, got {value}"
    return ""


class RingwarBoxEditor(GridBoxEditor):
    """The editor pages of this game's box: nothing goes in with which no game could begin."""

    def __init__(self) -> None:
        super().__init__(PLAN)

    def changed(self, text: str, changes: Sequence[BoxChange]) -> str:
        """The text with values put in."""
        for change in changes:
            fault = value_fault(change.address, change.value.strip())
            if fault:
                raise BoxChangeError(change.address, fault)
        return super().changed(text, changes)
