"""Constraints on the cells of rules tables that a box fills in."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from companion.games.fellowship.box.file import BoxFile
from companion.games.fellowship.box.findings import Finding
from companion.games.fellowship.facts.names import HexType, RingbearerKind
from companion.games.fellowship.tables.cells import Cell
from companion.games.fellowship.tables.printed import UNKNOWN, PrintedTable, printed_tables
from companion.games.fellowship.tables.random_group import CreatureMix, parse_random_group
from companion.games.fellowship.tables.rules_tables import RulesTables
from companion.games.fellowship.tables.search_result import (
    SearchCode,
    SearchResult,
    parse_search_result,
    part_for,
)
from companion.games.fellowship.tables.victory import LEVELS

_WEATHER_COLUMNS: Final = (
    ("normal", "bad", "storm"),
    ("nazgul-normal", "nazgul-bad", "nazgul-storm"),
)
_ALWAYS_SOMETHING: Final = tuple(
    type_
    for type_ in HexType
    if type_.is_wild or type_ in (HexType.SAURONIC_ACTIVITY, HexType.GARRISONED)
)
Values = Callable[[str, str], str | None]


def check_tables(box: BoxFile) -> list[Finding]:
    """Every broken constraint of the tables."""
    return [
        *_locked_cells(box),
        *_terrain_falls_with_weather(box),
        *_activity_has_ships(box),
        *_searches(box),
        *_random_groups(box),
        *_victory_steps(box),
    ]


def _values(box: BoxFile, table: str) -> Values:
    """The known value of a cell, None where it is unknown."""
    tables = RulesTables(box)

    def value(row: str, column: str) -> str | None:
        cell = tables.cell(table, row, column)
        return cell.value if isinstance(cell, Cell) else None

    return value


def _cells(table: PrintedTable) -> Iterator[tuple[str, str]]:
    return ((row, column) for row in table.rows for column in table.columns)


def _locked_cells(box: BoxFile) -> Iterator[Finding]:
    for table in printed_tables().values():
        for row, values in box.tables.get(table.id, {}).items():
            for column, value in zip(table.columns, values, strict=True):
                printed = table.printed(row, column)
                is_locked = printed != UNKNOWN and not printed.startswith("=")
                if is_locked and value not in (UNKNOWN, printed):
                    why = f"the rulebook prints {printed} here, the box says {value}"
                    section = table.section_of(row, column)
                    yield Finding(table.id, row, column, why, section)


def _ease(value: str) -> int:
    """How easily a hexside is crossed: a movement number, A above and NA below all numbers."""
    match value:
        case "A":
            return 11
        case "NA":
            return -1
        case _:
            return int(value)


def _terrain_falls_with_weather(box: BoxFile) -> Iterator[Finding]:
    value = _values(box, "T.2")
    for row in printed_tables()["T.2"].rows:
        for columns in _WEATHER_COLUMNS:
            known = [(column, value(row, column)) for column in columns]
            worst: str | None = None
            for column, here in known:
                if here is None:
                    continue
                if worst is not None and _ease(here) > _ease(worst):
                    why = f"{here} is easier than {worst} in better weather"
                    yield Finding("T.2", row, column, why, "T.2, 7.321")
                worst = here


def _activity_has_ships(box: BoxFile) -> Iterator[Finding]:
    value = _values(box, "T.4")
    found = [value(row, column) for row, column in _cells(printed_tables()["T.4"])]
    if None not in found and "(S)" not in found:
        yield Finding("T.4", "", "", "no cell shows (S), but the rulebook has some", "8.1")


def _searches(box: BoxFile) -> Iterator[Finding]:
    table = printed_tables()["T.5"]
    value = _values(box, "T.5")
    for type_ in _ALWAYS_SOMETHING:
        row = type_.value
        for column in table.columns[table.columns.index("1") :]:
            if "-" in (value(row, column) or "").split("/"):
                why = "a roll of 1 or more gives a result in hexes of this type"
                yield Finding("T.5", row, column, why, "8.3")
    for row, column in _cells(table):
        known = value(row, column)
        if known is not None and SearchCode(_code(part_for(known, is_ship=False))).is_for_ships:
            why = (
                f"{known} is for ships alone; write the result on land before it, as in FH/{known}"
            )
            yield Finding("T.5", row, column, why, "T.5")
    yield from _search_letters(table, value)


def _code(text: str) -> str:
    return "S#" if len(text) == 2 and text[0] == "S" and text[1].isdecimal() else text


def _search_letters(table: PrintedTable, value: Values) -> Iterator[Finding]:
    found = [value(row, column) for row, column in _cells(table) if row != HexType.HAVEN]
    known = [text for text in found if text is not None]
    if len(known) < len(found):
        return
    codes = {result.code for text in known for result in _both(text)}
    missing = [code.value for code in SearchCode if code not in codes]
    if missing:
        why = f"the results {', '.join(missing)} occur nowhere, but the rulebook describes them"
        yield Finding("T.5", "", "", why, "8.32")


def _both(text: str) -> Iterable[SearchResult]:
    return (parse_search_result(text, is_ship=is_ship) for is_ship in (False, True))


def _random_groups(box: BoxFile) -> Iterator[Finding]:
    value = _values(box, "T.6")
    found = [value(row, column) for row, column in _cells(printed_tables()["T.6"])]
    known = [text for text in found if text is not None]
    if len(known) < len(found):
        return
    mixes = {parse_random_group(text).mix for text in known}
    missing = [mix.value for mix in CreatureMix if mix not in mixes]
    if missing:
        why = f"the letters {', '.join(missing)} occur nowhere, but the key explains them"
        yield Finding("T.6", "", "", why, "T.6")


def _victory_steps(box: BoxFile) -> Iterator[Finding]:
    table = printed_tables()["victory"]
    value = _values(box, "victory")

    def level(row: str, column: str) -> int | None:
        text = value(row, column)
        return None if text is None else LEVELS.index(text)

    rows = list(table.rows)
    for before, row in itertools.pairwise(rows):
        for column in table.columns:
            first, second = level(before, column), level(row, column)
            if first is not None and second is not None and second < first:
                why = f"{value(row, column)} is better for the Fellowship than class {before}"
                yield Finding("victory", row, column, why, "11.0")
    for row in rows:
        frodo = level(row, RingbearerKind.FRODO)
        for column in (RingbearerKind.OTHER_HOBBIT, RingbearerKind.NON_HOBBIT):
            other = level(row, column)
            if frodo is not None and other is not None and other < frodo:
                why = f"{value(row, column)} is better than what Frodo brings in the same class"
                yield Finding("victory", row, column, why, "11.0")
