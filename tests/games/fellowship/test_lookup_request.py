"""What a person asks for, turned into cells: whole tables, rows, ways of travelling, places."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.fellowship.box.file import EMPTY_BOX, BoxFile, HexEntry
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.facts.names import HexType, Travel
from companion.games.fellowship.tables.cells import Cell, Source, UnknownCell
from companion.games.fellowship.tables.lookup_request import look_up, table_list
from companion.games.fellowship.tables.printed import printed_tables
from companion.games.fellowship.tables.rules_tables import NoSuchCellError, RulesTables

SAMPLE = sample_box()


def found(*request: str, box: BoxFile = SAMPLE) -> list[tuple[str, str, str]]:
    """Row, column and value of each cell; a question mark for what nobody knows."""
    return [
        (cell.row, cell.column, cell.value if isinstance(cell, Cell) else "?")
        for cell in look_up(box, *request)
    ]


def test_a_table_without_a_row_is_given_whole() -> None:
    for table in printed_tables().values():
        cells = found(table.id.lower())
        assert [row for row, _, _ in cells] == [row for row in table.rows for _ in table.columns]


def test_a_row_is_given_with_all_its_columns() -> None:
    assert [cell[0] for cell in found("T.5", "HAVEN")] == ["haven"] * 16
    assert [cell[1] for cell in found("T.1", "All-Open")] == list(printed_tables()["T.1"].columns)
    (only,) = found("search-modifiers", "sneak")
    assert only == ("sneak", "modifier", "-1")


def test_a_way_of_travelling_is_a_column_of_the_first_table() -> None:
    assert found("T.1", "Horse") == [
        ("all-open", "horse", "4"),
        ("first-non-open", "horse", "3"),
        ("otherwise", "horse", "2"),
    ]
    for path, row, value in (
        ("open", "all-open", "6"),
        ("non-open, open", "first-non-open", "5"),
        ("open,non-open", "otherwise", "4"),
    ):
        assert found("T.1", "boat", path) == [(row, "boat", value)]
    with pytest.raises(NoSuchCellError, match="for travelling foot, got 'shut'"):
        look_up(SAMPLE, "T.1", "foot", "shut")
    assert found("T.1", "otherwise", "foot") == [("otherwise", "foot", "NA")]
    assert {row for row, _, _ in found("T.1")} == {"all-open", "first-non-open", "otherwise"}
    assert all(len(found("T.1", travel)) == 3 for travel in Travel)


def test_a_hex_and_a_hexside_are_given_fact_by_fact() -> None:
    hex_facts = found("map", "12,e")
    assert [column for _, column, _ in hex_facts] == [
        "type",
        "water",
        "forest",
        "region",
        "victory",
        "battlefield",
        "port",
    ]
    assert found("MAP", "12,e", "type") == [("12,e", "type", "haven")]
    side = look_up(SAMPLE, "map", "14,h/14,g")
    assert [(cell.table, cell.row, cell.column) for cell in side] == [
        ("map.hexsides", "14,g/14,h", column) for column in ("water", "terrain", "feature", "chain")
    ]
    assert {cell.table for cell in look_up(SAMPLE, "map", "12,e")} == {"map.hexes"}
    for wrong in (
        ("map",),
        ("map", "44,h"),
        ("map", "12,e", "chain"),
        ("map", "14,g/14,h", "type"),
    ):
        with pytest.raises(NoSuchCellError):
            look_up(SAMPLE, *wrong)
    with pytest.raises(NoSuchCellError, match=r"no table 'T\.9'; there are T\.1.*, map$"):
        look_up(SAMPLE, "T.9")
    assert table_list().endswith(", map")


def test_each_fact_has_its_source_or_its_question() -> None:
    def source(*request: str, box: BoxFile = SAMPLE) -> Source | None:
        (cell,) = look_up(box, "map", *request)
        return cell.source if isinstance(cell, Cell) else None

    printed = source("12,e", "type")
    assert printed is not None
    assert (printed.kind, printed.section) == ("rulebook", "2.0, 13.2")
    assert source("1,no", "type") == Source("sample", "Sample")
    mine = msgspec.structs.replace(SAMPLE, is_sample=False, name="Attic")
    assert source("1,no", "type", box=mine) == Source("owner", "Attic")
    assert source("14,g/14,h", "feature") == Source("rulebook", "7.325")
    for request in (("1,no", "type"), ("1,no", "port"), ("14,g/14,h", "chain")):
        (cell,) = look_up(EMPTY_BOX, "map", *request)
        assert isinstance(cell, UnknownCell)
        assert cell.column == request[1]
    chain = look_up(EMPTY_BOX, "map", "14,g/14,h", "chain")[0]
    assert isinstance(chain, UnknownCell)
    assert (chain.table, chain.row) == ("map.hexsides", "14,g/14,h")
    assert chain.question == "To which mountain chain does the hexside 14,g/14,h belong?"


def test_words_for_what_is_yes_no_or_nothing() -> None:
    hexes = {"8,h": HexEntry(type=HexType.WILD_1, battlefield=True, port=False)}
    box = msgspec.structs.replace(SAMPLE, map=msgspec.structs.replace(SAMPLE.map, hexes=hexes))
    assert found("map", "8,h", "battlefield", box=box) == [("8,h", "battlefield", "yes")]
    assert found("map", "8,h", "port", box=box) == [("8,h", "port", "no")]
    assert found("map", "8,h", "type", box=box) == [("8,h", "type", "wild-1")]
    assert found("map", "1,no/2,o", "terrain") == [("1,no/2,o", "terrain", "none")]
    assert found("map", "1,no/2,o", "water") == [("1,no/2,o", "water", "sea")]
    assert found("map", "10,h/10,g", "chain") == [("10,g/10,h", "chain", "none")]


def test_a_printed_cell_is_locked_and_a_gap_is_the_boxs() -> None:
    haven = ("?",) * 15 + ("FA",)
    row = {"T.5": {"haven": haven, "wild-1": ("S2",) * 16}}
    owner = msgspec.structs.replace(EMPTY_BOX, name="Attic", tables=row)
    tables = RulesTables(owner)
    locked = tables.cell("t.5", "haven", "11")
    assert isinstance(locked, Cell)
    assert (locked.value, locked.source.kind) == ("S7", "rulebook")
    filled = tables.cell("T.5", "wild-1", "7")
    assert isinstance(filled, Cell)
    assert (filled.value, filled.source) == ("S2", Source("owner", "Attic"))
    asked = tables.cell("T.4", "wild-1", "7")
    assert isinstance(asked, UnknownCell)
    assert (asked.key, asked.asked_of("enemy"), asked.asked_of("fellowship")) == (
        "T.4/wild-1/7",
        "fellowship",
        "fellowship",
    )
    for address in (("T.5", "moor", "1"), ("T.5", "haven", "15"), ("T.9", "haven", "1")):
        with pytest.raises(NoSuchCellError):
            tables.cell(*address)
    table = printed_tables()["T.5"]
    assert table.accepts("S3")
    assert not table.accepts("S3 ")
    with pytest.raises(KeyError):
        table.printed("haven", "15")


def test_where_a_value_comes_from_in_words() -> None:
    assert [
        Source("rulebook", "T.5").text,
        Source("sample", "Sample").text,
        Source("owner", "Attic").text,
        Source("owner").text,
    ] == ["rulebook T.5", "sample box Sample", "box Attic", "box"]
    asked = UnknownCell("T.5", "a", "1", "?")
    assert (asked.choices, asked.asked) == ((), "mover")
    assert [asked.asked_of("fellowship"), asked.asked_of("enemy")] == ["fellowship", "enemy"]
    theirs = msgspec.structs.replace(asked, asked="enemy")
    assert theirs.asked_of("fellowship") == "enemy"
