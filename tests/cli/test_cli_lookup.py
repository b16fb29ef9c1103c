"""``companion lookup`` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from companion.box_files import save_box_file
from companion.cli.lookup import lookup
from companion.games.fellowship.box.file import EMPTY_BOX
from companion.games.fellowship.box.sample import sample_box


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(lookup, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("T.5 haven 11", "T.5 haven 11: S7  (rulebook T.5)"),
        ("t.5 Haven -1", "T.5 haven -1: -  (rulebook T.5)"),
        ("T.1 horse open,open", "T.1 all-open horse: 4  (rulebook T.1, 7.31)"),
        ("T.1 foot open,non-open", "T.1 otherwise foot: NA  (rulebook T.1, 7.31)"),
        ("T.1 first-non-open boat", "T.1 first-non-open boat: 5  (rulebook T.1, 7.31)"),
        ("T.2 ford bad", "T.2 ford bad: 8  (rulebook T.2)"),
        ("T.2 woods normal", "T.2 woods normal: 7  (rulebook 7.32)"),
        ("T.6 i 9", "T.6 I 9: AS1  (rulebook T.6)"),
        ("small-group 2", "small-group 2 retreat: 5  (rulebook T.5, 8.33)"),
        ("map 12,e type", "map.hexes 12,e type: haven  (rulebook 2.0, 13.2)"),
        ("T.5 wild-1 7 --box sample", "T.5 wild-1 7: E/R  (sample box Sample)"),
        (
            "map 14,g/14,h terrain --box sample",
            "map.hexsides 14,g/14,h terrain: mountain  (sample box Sample)",
        ),
        ("map 1,no type --box sample", "map.hexes 1,no type: wild-2  (sample box Sample)"),
        (
            "map 1,no/2,o terrain --box sample",
            "map.hexsides 1,no/2,o terrain: none  (sample box Sample)",
        ),
        (
            "map 10,h/10,g chain --box sample",
            "map.hexsides 10,g/10,h chain: none  (sample box Sample)",
        ),
        ("map 6,g battlefield --box sample", "map.hexes 6,g battlefield: yes  (sample box Sample)"),
    ],
)
def test_known_cell_is_shown_with_its_source(arguments: str, line: str) -> None:
    result = run(*arguments.split())
    assert (result.exit_code, result.stdout) == (0, line + "\n")


def test_unknown_cell_is_shown_with_who_will_be_asked() -> None:
    result = run("T.5", "wild-1", "7")
    assert result.exit_code == 0
    assert "unknown; the Enemy player will be asked: What does table T.5" in result.stdout
    assert "the Fellowship player will be asked" in run("T.4", "wild-1", "7").stdout
    assert "whose marker it concerns" in run("map", "10,g", "type").stdout
    assert "To which mountain chain" in run("map", "14,g/14,h", "chain").stdout


def test_json_is_one_line_for_each_cell() -> None:
    (line,) = run("T.2", "ford", "bad", "--json").stdout.splitlines()
    assert json.loads(line) == {
        "table": "T.2",
        "row": "ford",
        "column": "bad",
        "value": "8",
        "source": {"kind": "rulebook", "section": "T.2"},
    }
    cells = [json.loads(line) for line in run("T.4", "civilized", "--json").stdout.splitlines()]
    assert [cell["value"] for cell in cells] == ["-", "X", "-", "-", "X", "-", "-", "X", "-", None]
    assert cells[-1]["source"]["kind"] == "unknown"
    assert cells[-1]["asked"] == "fellowship"
    assert cells[-1]["choices"] == ["-", "X", "(S)"]


@pytest.mark.parametrize(
    ("arguments", "count"), [("T.1", 18), ("T.5", 144), ("T.1 horse", 3), ("map 14,h", 7)]
)
def test_whole_table_or_row_is_shown(arguments: str, count: int) -> None:
    assert len(run(*arguments.split()).stdout.splitlines()) == count


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("", "expected a table; there are T.1"),
        ("T.9", "no table 'T.9'; there are T.1, T.2, T.3, T.4, T.5"),
        ("T.5 moor 3", "no row 'moor'; there are haven, civilized"),
        ("T.5 haven 15", "no column '15'; there are -1, 0, 1"),
        ("T.1 horse open,shut", "expected a path such as open,open,non-open"),
        ("map", "expected a hex such as 14,h"),
        ("map 44,h", "no hex 44,h"),
        ("map 14,h colour", "no 'colour' for 14,h; there are type, water"),
        ("map 4,f/9,ab", "not neighbours"),
        ("T.5 haven 3 --box /nowhere/box.toml", "no such file"),
    ],
)
def test_what_is_not_there_lists_what_is(arguments: str, words: str) -> None:
    result = run(*arguments.split())
    assert result.exit_code == 1
    assert words in result.stderr
    assert result.stdout == ""


def test_owners_cell_is_shown_with_the_name_of_the_box(tmp_path: Path) -> None:
    path = tmp_path / "attic.toml"
    tables = {"victory": {"G": ("EP Marginal", "?", "?")}}
    save_box_file(replace(EMPTY_BOX, name="Attic", tables=tables), path)
    result = run("victory", "G", "frodo", "--box", str(path))
    assert result.stdout == "victory G frodo: EP Marginal  (box Attic)\n"
    assert "unknown" in run("victory", "G", "non-hobbit", "--box", str(path)).stdout


def test_box_that_breaks_a_constraint_is_named_with_line_and_cell(tmp_path: Path) -> None:
    box = sample_box()
    wild = list(box.tables["T.5"]["wild-1"])
    wild[4] = "-"
    broken = box.tables | {"T.5": box.tables["T.5"] | {"wild-1": tuple(wild)}}
    path = tmp_path / "broken.toml"
    save_box_file(replace(box, tables=broken), path)
    lines = path.read_text().splitlines()
    table = lines.index('[tables."T.5"]')
    line = next(n for n in range(table, len(lines)) if lines[n].startswith("wild-1 =")) + 1
    result = run("T.5", "haven", "11", "--box", str(path))
    assert result.exit_code == 1
    assert result.stdout.startswith("T.5 haven 11: S7")
    assert "T.5/wild-1/3: a roll of 1 or more gives a result" in result.stderr
    assert f"{path}, line {line}: T.5/wild-1/3" in result.stderr


def test_box_file_that_cannot_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('format = 1\nname = "Bad"\n[map.hexes]\n"4,f" = { type = "castle" }\n')
    result = run("T.5", "--box", str(path))
    assert result.exit_code == 1
    assert f'{path}, line 4: map.hexes."4,f".type is one of haven' in result.stderr
