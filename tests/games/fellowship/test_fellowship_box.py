"""Box files: reading with lines, writing, answers, constraints, progress."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.board.hexes import Direction, hexside_between, parse_hex
from companion.board.places import Region
from companion.box_files import load_box_file, save_box_file
from companion.games.fellowship.box.answers import AnswerError, with_answer
from companion.games.fellowship.box.board_map import (
    GRID,
    HALF_HEXES,
    BoardMap,
    direction_named,
    side_name,
)
from companion.games.fellowship.box.check import check_box, missing_cells, progress
from companion.games.fellowship.box.file import (
    EMPTY_BOX,
    BoxError,
    BoxFile,
    CardValues,
    EventCard,
    EventHalf,
    HalfEntry,
    HexEntry,
    HexsideEntry,
    MapData,
    RegionEntry,
)
from companion.games.fellowship.box.reader import canonical_side, parse_box
from companion.games.fellowship.box.sample import sample_box
from companion.games.fellowship.box.writer import write_box
from companion.games.fellowship.facts.names import (
    OFF_BOARD_REGIONS,
    RANDOM_REGIONS,
    VICTORY_CLASSES,
    Feature,
    Forest,
    HexType,
    Terrain,
    Water,
)
from companion.games.fellowship.tables.cells import Cell, UnknownCell
from companion.games.fellowship.tables.printed import UNKNOWN, printed_tables
from companion.games.fellowship.tables.rules_tables import NoSuchCellError, RulesTables
from companion.toml_lines import find_line

HEAD = 'format = 1\nname = "Mine"\n'
SIDES = list(GRID.hexsides())

EVENT = "first = { title = 'a', favours = 'enemy' }\nsecond = { title = 'b', favours = 'enemy' }\n"


def box_of(body: str) -> BoxFile:
    return parse_box(HEAD + body, "mine.toml")


WRONG = {
    "no TOML": ("x\n", 3, "this is no TOML"),
    "key without end": ('[tables."T.5"\n', 3, "this is no TOML"),
    "unknown key": ("tabels = 1\n", 3, "unknown key 'tabels'"),
    "unknown table": ('[tables."T.9"]\nx = []\n', 3, "no table 'T.9'; there are T.1"),
    "unknown row": ('[tables."T.5"]\n"wild-1" = ["S"]\n', 4, "16 columns"),
    "row of another table": ('[tables."T.5"]\nford = ["S"]\n', 4, "no row 'ford'"),
    "value of no cell": (
        '[tables."T.4"]\nhaven = ["X", "-", "-", "-", "-", "-", "-", "-", "-", "Y"]\n',
        4,
        "column '10' of row 'haven' cannot show 'Y'",
    ),
    "number for a text": (
        "[tables.victory]\nG = [1, 2, 3]\n",
        4,
        "expected as a text in quotes, not as a whole",
    ),
    "hex of another map": ('[map.hexes]\n"4,f" = {}\n"44,f" = {}\n', 5, "no hex 44,f"),
    "label of no hex": ('[map.hexes]\n"4;f" = {}\n', 4, "expected a hex such as"),
    "hex type": ('[map.hexes]\n\n"4,f" = { type = "havn" }\n', 5, "type is one of haven"),
    "region": ('[map.hexes]\n"4,f" = { region = "XIV" }\n', 4, "region is one of I, II"),
    "yes for true": (
        '[map.hexes]\n"4,f" = { port = "yes" }\n',
        4,
        "port is expected as true or false",
    ),
    "field": ('[map.hexes]\n"4,f" = { typ = "haven" }\n', 4, "typ is not known here"),
    "entry": ('[map.hexes]\n"4,f" = "haven"\n', 4, "is expected as a table"),
    "hexes that do not touch": ('[map.hexsides]\n"4,f/9,ab" = {}\n', 4, "not neighbours"),
    "hexside twice": ('[map.hexsides]\n"4,e/4,f" = {}\n"4,f/4,e" = {}\n', 5, "twice"),
    "half of a whole hex": ('[map.halves]\n"4,f" = {}\n', 4, "only 5,fg, 12,e, 19,mn"),
    "direction": ('[map.halves]\n"12,e" = { first = "up" }\n', 4, "first is one of north"),
    "hex of an area": ('[map.areas]\n"Ice Bay" = [\n "4,b",\n "4,bb",\n]\n', 4, "4,bb"),
    "region name": ('[map.regions]\n"Lake" = {}\n', 4, "no region 'Lake'"),
    "section": ("tables = 3\n", 3, "expected a section [tables]"),
    "map section": ("[map]\nhexes = 3\n", 4, "expected a section [map.hexes]"),
    "map key": ("[map.hexen]\n", 3, "unknown key 'hexen'"),
    "event": (
        f"[[events]]\nid = 'a'\n{EVENT}\n[[events]]\nid = 3\n{EVENT}",
        9,
        "events.entry 2.id",
    ),
    "events": ("events = 3\n", 3, "expected events as [[events]]"),
    "card": ('[cards]\n"Sam" = { endurance = "x" }\n', 4, "cards.Sam"),
}


@pytest.mark.parametrize(("body", "line", "reason"), WRONG.values(), ids=WRONG)
def test_what_a_box_file_cannot_say_is_refused_with_its_line(
    body: str, line: int, reason: str
) -> None:
    with pytest.raises(BoxError) as caught:
        box_of(body)
    assert caught.value.line == line
    assert reason in caught.value.reason
    assert str(caught.value).startswith(f"mine.toml, line {line}: ")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "format is missing"),
        ('name = "a"\nformat = 2\n', 2, "says 2"),
        ('format = 1\ngame = "hunt"\nname = "a"\n', 2, "got 'hunt'"),
        ("format = 1\n", 1, "name is missing"),
    ],
)
def test_head_of_a_box_file_is_checked(text: str, line: int, reason: str) -> None:
    with pytest.raises(BoxError) as caught:
        parse_box(text)
    assert caught.value.line == line
    assert reason in caught.value.reason


words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)
hex_entries = st.builds(
    HexEntry,
    type=st.none() | st.sampled_from(HexType),
    water=st.none() | st.sampled_from(Water),
    forest=st.none() | st.sampled_from(Forest),
    region=st.none() | st.sampled_from(RANDOM_REGIONS),
    victory=st.none() | st.sampled_from(VICTORY_CLASSES),
    battlefield=st.none() | st.booleans(),
    port=st.none() | st.booleans(),
)
hexside_entries = st.builds(
    HexsideEntry,
    terrain=st.none() | st.sampled_from(Terrain),
    feature=st.none() | st.sampled_from(Feature),
    water=st.none() | st.sampled_from(Water),
    chain=st.none() | words,
)
hex_labels = st.sampled_from([place.label for place in GRID])
side_labels = st.sampled_from([side.label for side in SIDES])
maps = st.builds(
    MapData,
    hexes=st.dictionaries(hex_labels, hex_entries, max_size=5),
    hexsides=st.dictionaries(side_labels, hexside_entries, max_size=5),
    halves=st.dictionaries(
        st.sampled_from([place.label for place in HALF_HEXES]),
        st.builds(
            HalfEntry,
            first=st.none() | st.sampled_from([side_name(direction) for direction in Direction]),
            terrain=st.none() | st.sampled_from(Terrain),
        ),
    ),
    areas=st.dictionaries(words, st.lists(hex_labels, max_size=40).map(tuple), max_size=3),
    regions=st.dictionaries(
        st.sampled_from(OFF_BOARD_REGIONS),
        st.builds(
            RegionEntry,
            hexes=st.none() | st.lists(hex_labels, max_size=3).map(tuple),
            regions=st.none() | st.lists(st.sampled_from(OFF_BOARD_REGIONS), max_size=2).map(tuple),
        ),
    ),
)
halves_of_events = st.builds(
    EventHalf, title=words, favours=st.sampled_from(["fellowship", "enemy"]), text=words
)
boxes = st.builds(
    BoxFile,
    name=words,
    is_sample=st.booleans(),
    note=words,
    tables=st.just({"victory": {"G": ("EP Marginal", UNKNOWN, UNKNOWN)}}) | st.just({}),
    map=maps,
    events=st.lists(
        st.builds(EventCard, id=words, first=halves_of_events, second=halves_of_events), max_size=2
    ).map(tuple),
    cards=st.dictionaries(
        words, st.builds(CardValues, endurance=st.none() | st.integers(0, 40)), max_size=2
    ),
)


@given(boxes)
def test_written_box_reads_back_the_same(box: BoxFile) -> None:
    text = write_box(box)
    assert parse_box(text) == box
    assert write_box(parse_box(text)) == text


def test_hexside_may_be_written_from_either_hex() -> None:
    box = box_of('[map.hexsides]\n"14,h/14,g" = { terrain = "mountain" }\n')
    assert list(box.map.hexsides) == ["14,g/14,h"]


def test_box_files_are_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    box = replace(EMPTY_BOX, name="Grüße ✦")
    save_box_file(box, path)
    save_box_file(replace(box, note="again"), path)
    assert load_box_file(path) == replace(box, note="again")
    assert [found.name for found in tmp_path.iterdir()] == ["mine.toml"]


def test_box_files_that_cannot_be_read_or_written_say_why(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="no such file"):
        load_box_file(tmp_path / "none.toml")
    with pytest.raises(BoxError, match="cannot be read"):
        load_box_file(tmp_path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"format = 1\n\xff")
    with pytest.raises(BoxError, match="line 2: this is no UTF-8"):
        load_box_file(binary)
    with pytest.raises(BoxError, match="cannot be written"):
        save_box_file(EMPTY_BOX, tmp_path / "nowhere" / "mine.toml")


def every_gap() -> list[UnknownCell]:
    tables = RulesTables()
    cells = [
        tables.cell(table.id, row, column)
        for table in printed_tables().values()
        for row in table.rows
        for column in table.columns
    ]
    return list({cell.key: cell for cell in cells if isinstance(cell, UnknownCell)}.values())


GAPS = every_gap()


def test_printed_cells_are_values_and_the_gaps_are_those_of_the_text() -> None:
    by_table: dict[str, int] = {}
    for gap in GAPS:
        by_table[gap.table] = by_table.get(gap.table, 0) + 1
    # 11 rows of T.2 in two weathers; Civilized on 10 and seven rows of T.4; two Haven cells and
    # eight rows of T.5; one cell and eleven rows of T.6; classes G to I.
    assert by_table == {"T.2": 22, "T.4": 71, "T.5": 130, "T.6": 111, "victory": 9}
    for table in printed_tables().values():
        for row, values in table.rows.items():
            for value in values:
                assert value == UNKNOWN or value[0] == "=" or table.accepts(value), (table.id, row)


@settings(max_examples=30)
@given(st.sampled_from(GAPS), st.data())
def test_answered_cell_is_known_afterwards_and_nothing_else_changes(
    gap: UnknownCell, data: st.DataObject
) -> None:
    if gap.choices:
        answer = data.draw(st.sampled_from(gap.choices))
    else:
        answer = data.draw(st.sampled_from(["M10", "AS1", "OW12"]))
    box = with_answer(replace(EMPTY_BOX, name="Mine"), gap, answer)
    cell = RulesTables(box).cell(gap.table, gap.row, gap.column)
    assert isinstance(cell, Cell)
    assert (cell.value, cell.source.kind, cell.source.section) == (answer, "owner", "Mine")
    before, after = set(missing_cells(EMPTY_BOX)), set(missing_cells(box))
    assert before - after <= {gap.key}
    assert after <= before
    assert parse_box(write_box(box)) == box


@pytest.mark.parametrize(
    ("gap", "answer"),
    [(GAPS[0], "11"), (GAPS[0], ""), (next(g for g in GAPS if g.table == "T.6"), "Q5")],
)
def test_answers_that_cannot_stand_in_the_cell_are_refused(gap: UnknownCell, answer: str) -> None:
    with pytest.raises(AnswerError):
        with_answer(EMPTY_BOX, gap, answer)


def test_empty_map_asks_for_everything_once() -> None:
    place, other = parse_hex("10,g"), parse_hex("10,h")
    side = hexside_between(place, other)
    box = EMPTY_BOX
    for answer, ask in (
        ("wild-2", lambda b: BoardMap(b).hex_type(place)),
        ("coast", lambda b: BoardMap(b).water(place)),
        ("Mirkwood", lambda b: BoardMap(b).forest(place)),
        ("VII", lambda b: BoardMap(b).random_region(place)),
        ("D", lambda b: BoardMap(b).victory_class(place)),
        ("yes", lambda b: BoardMap(b).is_battlefield(place)),
        ("no", lambda b: BoardMap(b).is_port(place)),
        ("river", lambda b: BoardMap(b).terrain(side)),
        ("ford", lambda b: BoardMap(b).feature(side)),
        ("south", lambda b: BoardMap(b).cut(parse_hex("12,e"))),
        ("woods", lambda b: BoardMap(b).cut_terrain(parse_hex("12,e"))),
        ("bridge", lambda b: BoardMap(b).cut_feature(parse_hex("12,e"))),
        ("4,b; 3,bc", lambda b: BoardMap(b).area("Ice Bay")),
        ("4,b; @Forlindon Coast", lambda b: BoardMap(b).region_neighbours("Northern Sea")),
    ):
        question = ask(box)
        assert isinstance(question, UnknownCell)
        box = with_answer(box, question, answer)
        known = ask(box)
        assert not isinstance(known, UnknownCell)
    map_ = BoardMap(box)
    assert map_.hex_type(place) is HexType.WILD_2
    assert map_.is_battlefield(place) is True
    assert map_.is_port(place) is False
    assert map_.cut(parse_hex("12,e")) is Direction.SOUTH
    assert map_.area("Ice Bay") == (parse_hex("4,b"), parse_hex("3,bc"))
    assert map_.region_neighbours("Northern Sea") == (parse_hex("4,b"), Region("Forlindon Coast"))
    assert map_.forest_hexes(Forest.MIRKWOOD) == (place,)
    assert list(map_.rivers_at(place)) == [side]


@pytest.mark.parametrize("answer", ["44,b", "nowhere", "@Lake"])
def test_lists_of_hexes_name_what_the_map_has(answer: str) -> None:
    question = BoardMap().area("Ice Bay")
    assert isinstance(question, UnknownCell)
    with pytest.raises(AnswerError):
        with_answer(EMPTY_BOX, question, answer)


def test_water_of_a_hexside_follows_from_its_hexes_unless_both_are_coast() -> None:
    side = canonical_side("10,g/10,h")

    def with_waters(first: Water, second: Water, own: Water | None = None) -> BoardMap:
        hexes = {"10,g": HexEntry(water=first), "10,h": HexEntry(water=second)}
        hexsides = {side.label: HexsideEntry(water=own)}
        return BoardMap(replace(EMPTY_BOX, map=MapData(hexes=hexes, hexsides=hexsides)))

    assert with_waters(Water.LAND, Water.COAST).side_water(side) is Water.LAND
    assert with_waters(Water.COAST, Water.SEA).side_water(side) is Water.SEA
    assert with_waters(Water.SEA, Water.SEA).side_water(side) is Water.SEA
    at_sea = with_waters(Water.SEA, Water.COAST)
    assert at_sea.feature(side) is Feature.NONE
    assert at_sea.chain(side) == ""
    assert with_waters(Water.LAND, Water.COAST).chain(side) is None
    asked = with_waters(Water.COAST, Water.COAST).side_water(side)
    assert isinstance(asked, UnknownCell)
    assert asked.row == side.label
    assert with_waters(Water.COAST, Water.COAST, Water.COAST).side_water(side) is Water.COAST


def test_directions_are_named_as_box_files_write_them() -> None:
    for direction in Direction:
        assert direction_named(side_name(direction)) is direction
    with pytest.raises(ValueError, match="north-east"):
        direction_named("up")


def test_tables_list_what_there_is() -> None:
    tables = RulesTables()
    for address, listed in (
        (("T.0", "a", "b"), "there are T.1"),
        (("T.5", "a", "b"), "there are haven"),
        (("T.5", "haven", "15"), "there are -1"),
    ):
        with pytest.raises(NoSuchCellError, match=listed):
            tables.cell(*address)


def test_nazgul_cells_that_are_no_water_follow_the_ordinary_ones_unless_the_owner_says_else() -> (
    None
):
    box = box_of('[tables."T.2"]\nwoods = ["?", "4", "2", "?", "3", "?"]\n')
    tables = RulesTables(box)
    values = [
        cell.value
        for column in printed_tables()["T.2"].columns
        if isinstance(cell := tables.cell("T.2", "woods", column), Cell)
    ]
    assert values == ["7", "4", "2", "7", "3", "2"]


SAMPLE = sample_box()


def sample_with(table: str, row: str, column: str, value: str) -> BoxFile:
    printed = printed_tables()[table]
    values = list(SAMPLE.tables[table].get(row, (UNKNOWN,) * len(printed.columns)))
    values[printed.columns.index(column)] = value
    rows = SAMPLE.tables[table] | {row: tuple(values)}
    return replace(SAMPLE, tables=SAMPLE.tables | {table: rows})


BROKEN_CELLS = [
    ("T.5", "haven", "8", "A", "the rulebook prints S"),
    ("T.2", "ford", "bad", "9", "the rulebook prints 8"),
    ("T.2", "woods", "storm", "6", "6 is easier than 5"),
    ("T.2", "mountain", "bad", "1", "1 is easier than 0"),
    ("T.2", "mountain", "storm", "0", "0 is easier than NA"),
    ("T.2", "tunnel", "nazgul-storm", "A", "A is easier than 5"),
    ("T.5", "wild-1", "1", "-", "1 or more gives a result"),
    ("T.5", "garrisoned", "14+", "FA/-", "1 or more gives a result"),
    ("T.5", "border-1", "9", "W", "W is for ships alone"),
    ("victory", "G", "frodo", "FP Marginal", "better for the Fellowship than class F"),
    ("victory", "H", "non-hobbit", "EP Marginal", "better than what Frodo brings"),
]


@pytest.mark.parametrize(("table", "row", "column", "value", "why"), BROKEN_CELLS)
def test_cell_that_breaks_a_constraint_is_named(
    table: str, row: str, column: str, value: str, why: str
) -> None:
    found = check_box(sample_with(table, row, column, value))
    named = [finding for finding in found if finding.cell == f"{table}/{row}/{column}"]
    assert any(why in finding.why for finding in named), found
    assert all(finding.section for finding in found)


def without(table: str, unwanted: str, instead: str) -> BoxFile:
    rows = {
        row: tuple(value.replace(unwanted, instead) for value in values)
        for row, values in SAMPLE.tables[table].items()
    }
    return replace(SAMPLE, tables=SAMPLE.tables | {table: rows})


@pytest.mark.parametrize(
    ("table", "unwanted", "instead", "why"),
    [
        ("T.4", "(S)", "X", "no cell shows (S)"),
        ("T.5", "SU", "W", "the results SU occur nowhere"),
        ("T.5", "E", "F", "the results E occur nowhere"),
        ("T.6", "TO", "O", "the letters TO occur nowhere"),
        ("T.6", "OW", "O", "the letters OW occur nowhere"),
    ],
)
def test_whole_table_that_lacks_a_result_is_named(
    table: str, unwanted: str, instead: str, why: str
) -> None:
    box = without(table, unwanted, instead)
    assert any(finding.cell == table and why in finding.why for finding in check_box(box))
    gap = list(SAMPLE.tables[table])[-1]
    unfinished = {**box.tables[table], gap: (UNKNOWN,) * len(printed_tables()[table].columns)}
    open_box = replace(box, tables=box.tables | {table: unfinished})
    assert not any(finding.cell == table for finding in check_box(open_box))


BROKEN_MAP = {
    "haven that is none": ('[map.hexes]\n"12,e" = { type = "wild-1" }', "map.hexes/12,e/type"),
    "inland haven": ('[map.hexes]\n"2,f" = { water = "land" }', "map.hexes/2,f/water"),
    "city at sea": ('[map.hexes]\n"19,no" = { water = "sea" }', "map.hexes/19,no/water"),
    "road for a tunnel": (
        '[map.hexsides]\n"14,g/14,h" = { feature = "road" }',
        "map.hexsides/14,g/14,h/feature",
    ),
    "ford in the woods": (
        '[map.hexsides]\n"10,g/10,h" = { terrain = "woods", feature = "ford" }',
        "map.hexsides/10,g/10,h/feature",
    ),
    "sea side of a land hex": (
        '[map.hexes]\n"10,g" = { water = "land" }\n[map.hexsides]\n"10,g/10,h" = { water = "sea" }',
        "map.hexsides/10,g/10,h/water",
    ),
    "land side of a sea hex": (
        '[map.hexes]\n"10,g" = { water = "sea" }\n[map.hexsides]\n"10,g/10,h" = { water = "land" }',
        "map.hexsides/10,g/10,h/water",
    ),
    "land beside the sea": (
        '[map.hexes]\n"10,g" = { water = "sea" }\n"10,h" = { water = "land" }',
        "map.hexes/10,h/water",
    ),
    "isle on land": (
        '[map.hexes]\n"10,g" = { water = "land" }\n[map.areas]\n"Coastal isle" = ["10,g"]',
        "map.areas/Coastal isle/hexes",
    ),
    "region without its hexes": (
        '[map.regions]\n"Harlindon Coast" = { hexes = ["2,f"], regions = ["Forlindon Coast"] }',
        "map.regions/Harlindon Coast/hexes",
    ),
    "one-way regions": (
        (
            '[map.regions]\n"East Forodwaith" = { hexes = [], regions = ["Ever Icy Plain"] }\n'
            '"Ever Icy Plain" = { hexes = [], regions = [] }'
        ),
        "map.regions/East Forodwaith/regions",
    ),
}


@pytest.mark.parametrize(("body", "cell"), BROKEN_MAP.values(), ids=BROKEN_MAP)
def test_map_that_contradicts_the_text_or_itself_is_named(body: str, cell: str) -> None:
    text = HEAD + body + "\n"
    findings = check_box(parse_box(text))
    assert cell in [finding.cell for finding in findings]
    for finding in findings:
        line = find_line(text, finding.path)
        assert line is not None
        assert finding.row in text.splitlines()[line - 1]


def test_coast_may_lie_beside_land_and_sea() -> None:
    for neighbour in Water:
        hexes = {"10,g": HexEntry(water=Water.COAST), "10,h": HexEntry(water=neighbour)}
        assert check_box(replace(EMPTY_BOX, map=MapData(hexes=hexes))) == []


def test_printed_cells_win_over_a_box_that_contradicts_them() -> None:
    box = sample_with("T.5", "haven", "8", "A")
    cell = RulesTables(box).cell("T.5", "haven", "8")
    assert isinstance(cell, Cell)
    assert (cell.value, cell.source.kind) == ("S", "rulebook")
    map_box = box_of('[map.hexes]\n"12,e" = { type = "wild-1" }')
    assert BoardMap(map_box).hex_type(parse_hex("12,e")) is HexType.HAVEN


def test_box_that_repeats_a_printed_cell_is_no_finding() -> None:
    assert check_box(sample_with("T.5", "haven", "8", "S")) == []
    assert check_box(EMPTY_BOX) == []


def test_progress_goes_from_almost_nothing_to_everything() -> None:
    empty, full = progress(EMPTY_BOX), progress(SAMPLE)
    assert empty.percent == 0
    assert empty.known == sum(1 for _ in itertools.chain(("2,f", "2,g"))) + 12
    assert full.known == full.needed
    assert full.percent == 100
    assert list(missing_cells(SAMPLE)) == []
    one_less = sample_with("T.5", "wild-1", "3", UNKNOWN)
    assert list(missing_cells(one_less)) == ["T.5/wild-1/3"]
    assert progress(one_less).percent == 99
