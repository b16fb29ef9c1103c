"""What a person types to look something up, turned into cells: tables, rows, paths, places."""

from __future__ import annotations

from typing import Final

from companion.board.hexes import BoardError, Hex, Hexside, parse_hex
from companion.games.fellowship.box.board_map import GRID, BoardMap, printed_map
from companion.games.fellowship.box.file import MAP_HEXES, MAP_HEXSIDES, BoxFile
from companion.games.fellowship.box.reader import canonical_side
from companion.games.fellowship.facts.names import Travel, Water
from companion.games.fellowship.tables.allowance import look_up_allowance
from companion.games.fellowship.tables.cells import Cell, Source, UnknownCell
from companion.games.fellowship.tables.printed import printed_tables
from companion.games.fellowship.tables.rules_tables import (
    NoSuchCellError,
    RulesTables,
    find_table,
)

MAP: Final = "map"
"""The name under which a hex or hexside is looked up."""

_HEX_COLUMNS: Final = ("type", "water", "forest", "region", "victory", "battlefield", "port")
_SIDE_COLUMNS: Final = ("water", "terrain", "feature", "chain")


def look_up(
    box: BoxFile, table: str, row: str | None = None, column: str | None = None
) -> list[Cell | UnknownCell]:
    """The cells that a request means.

    Args:
        box: what fills the gaps of the rulebook's text.
        table: id of a table, or ``map``.
        row: a row; for T.1 also a way of travelling; for ``map`` a hex or hexside. All rows
            without it.
        column: a column; for T.1 with a way of travelling the path, such as ``open,non-open``. All
            columns without it.

    Raises:
        NoSuchCellError: there is no such thing; the text lists what there is.
    """
    if table.lower() == MAP:
        return _look_up_map(box, row, column)
    try:
        printed = find_table(table)
    except NoSuchCellError as error:
        raise NoSuchCellError(f"no table {table!r}; there are {table_list()}") from error
    row, column = _as_written(row, (*printed.rows, *Travel)), _as_written(column, printed.columns)
    if printed.id == "T.1" and row in set(Travel) and column is not None:
        return [_look_up_path(Travel(row), column)]
    tables = RulesTables(box)
    if row is None:
        return [
            tables.cell(printed.id, each_row, each_column)
            for each_row in printed.rows
            for each_column in printed.columns
        ]
    if column is None:
        if printed.id == "T.1" and row in set(Travel):
            return [tables.cell("T.1", each_row, row) for each_row in printed.rows]
        return [tables.cell(printed.id, row, each) for each in printed.columns]
    return [tables.cell(printed.id, row, column)]


def _as_written(typed: str | None, known: tuple[str, ...]) -> str | None:
    """The known name that was meant; capitals do not matter."""
    if typed is None:
        return None
    return next((name for name in known if name.lower() == typed.lower()), typed)


def table_list() -> str:
    """What can be looked up, for a person."""
    return ", ".join((*printed_tables(), MAP))


def _look_up_path(travel: Travel, path: str) -> Cell | UnknownCell:
    words = [word.strip() for word in path.split(",")]
    if not set(words) <= {"open", "non-open"}:
        raise NoSuchCellError(
            f"expected a path such as open,open,non-open for travelling {travel}, got {path!r}"
        )
    found = look_up_allowance(travel, [word == "open" for word in words])
    return found.cell


def _look_up_map(box: BoxFile, row: str | None, column: str | None) -> list[Cell | UnknownCell]:
    if row is None:
        raise NoSuchCellError("expected a hex such as 14,h or a hexside such as 14,g/14,h")
    try:
        place = canonical_side(row) if "/" in row else GRID.check(parse_hex(row))
    except BoardError as error:
        raise NoSuchCellError(str(error)) from error
    columns = _SIDE_COLUMNS if isinstance(place, Hexside) else _HEX_COLUMNS
    if column is not None and column not in columns:
        raise NoSuchCellError(
            f"the map has no {column!r} for {row}; there are {', '.join(columns)}"
        )
    return [_map_cell(box, place, each) for each in columns if column is None or column == each]


def _map_cell(box: BoxFile, place: Hex | Hexside, column: str) -> Cell | UnknownCell:
    map_ = BoardMap(box)
    fact: object
    if isinstance(place, Hexside):
        if column == "terrain" and map_.side_water(place) is Water.SEA:
            fact = "none"
        else:
            facts = (map_.side_water, map_.terrain, map_.feature, map_.chain)
            fact = facts[_SIDE_COLUMNS.index(column)](place)
        table = MAP_HEXSIDES
    else:
        hex_facts = (
            map_.hex_type,
            map_.water,
            map_.forest,
            map_.random_region,
            map_.victory_class,
            map_.is_battlefield,
            map_.is_port,
        )
        fact = hex_facts[_HEX_COLUMNS.index(column)](place)
        table = MAP_HEXES
    if isinstance(fact, UnknownCell):
        return fact
    if fact is None:
        question = f"To which mountain chain does the hexside {place.label} belong?"
        return UnknownCell(table, place.label, column, question)
    return Cell(table, place.label, column, _words(fact), _source(box, place.label, column))


def _words(fact: object) -> str:
    match fact:
        case bool():
            return "yes" if fact else "no"
        case "":
            return "none"
        case _:
            return str(fact)


def _source(box: BoxFile, label: str, column: str) -> Source:
    printed = printed_map()
    facts = (printed.hexes.get(label), printed.hexsides.get(label))
    if any(getattr(entry, column, None) is not None for entry in facts):
        return Source("rulebook", printed.sections[label])
    return Source("sample" if box.is_sample else "owner", box.name)
