"""Broken box, scheme and lens files through the commands that read them.

Each gives one clear sentence with file and line, a status that is not 0, and no traceback.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.toml_lines import find_line, read_toml

ROOT = Path(__file__).resolve().parents[2]
FRAMES = ROOT / "tests" / "frames"
PICTURE = str(FRAMES / "easy_06_v3hd.jpg")
SCHEME = (FRAMES / "scheme.toml").read_text("utf-8")
LENS = (FRAMES / "easy_06_v3hd.lens.toml").read_text("utf-8")
HEAD = 'format = 1\nname = "mine"\n'
DEEP = "x = " + "[" * 5000 + "]" * 5000 + "\n"
LONG = (
    "this is a long sentence of an owner, which is no key and goes on and on without an end, and on"
)
HUGE = "1" + "0" * 400
EVENT = 'id = "a"\nfirst = { title = "T", favours = "enemy" }\n'

BOXES: dict[str, tuple[str | bytes, int, str]] = {
    "a comment alone": ("# mine\n", 1, "format is missing"),
    "no name": ("format = 1\n", 1, "name is missing"),
    "no format": ('name = "mine"\n', 1, "format is missing"),
    "another format": ('name = "mine"\nformat = 7\n', 2, "format = 1"),
    "another game": (HEAD + 'game = "chess"\n', 3, "chess"),
    "name is a number": ("format = 1\nname = 3\n", 2, "name is expected as a text in quotes"),
    "no TOML": (HEAD + "map = = 3\n", 3, "no TOML"),
    "quote left open": (HEAD + 'note = "mine\n', 3, "no TOML"),
    "bracket left open": (HEAD + "events = [\n", 3, "no TOML"),
    "a key twice": (HEAD + 'name = "yours"\n', 3, "no TOML"),
    "no text": (HEAD.encode() + b"note = \xff\xfe\n", 3, "no UTF-8 text"),
    "zero bytes": (b"\x00" * 64, 1, "no TOML"),
    "nested too deeply": (HEAD + DEEP, 1, "nested too deeply"),
    "unknown key": (HEAD + "tabels = 1\n", 3, "unknown key 'tabels'"),
    "unknown table": (HEAD + '[tables."T.99"]\n', 3, "no table 'T.99'"),
    "unknown hex": (HEAD + '[map.hexes]\n"99,z" = {}\n', 4, "99,z"),
    "unknown word": (
        HEAD + '[map.hexes]\n"4,f" = { water = "wine" }\n',
        4,
        'map.hexes."4,f".water is one of land, ',
    ),
    "unknown field": (
        HEAD + '[map.hexes."4,f"]\ntype = "haven"\nporrt = true\n',
        5,
        'map.hexes."4,f".porrt is not known here',
    ),
    "yes for true": (
        HEAD + '[map.hexes."4,f"]\nport = "yes"\n',
        4,
        'map.hexes."4,f".port is expected as true or false, not as a text in quotes',
    ),
    "event without id": (HEAD + "[[events]]\n", 3, "events.entry 1.id is missing"),
    "event without half": (
        HEAD + f"[[events]]\n{EVENT}",
        3,
        "events.entry 1.second is missing",
    ),
    "half without title": (
        HEAD + f'[[events]]\n{EVENT}second = {{ favours = "enemy" }}\n',
        6,
        "events.entry 1.second.title is missing",
    ),
    "half favours nobody": (
        HEAD + f'[[events]]\n{EVENT}[events.second]\ntitle = "U"\nfavours = "elves"\n',
        8,
        "events.entry 1.second.favours is one of fellowship, enemy; got 'elves'",
    ),
    "events as a table": (HEAD + "[events]\n", 3, "[[events]]"),
    "card value as a text": (
        HEAD + '[cards.Sam]\ntext = "x"\nendurance = "much"\n',
        5,
        "cards.Sam.endurance is expected as a whole number",
    ),
    "after a long note": (
        f'{HEAD}note = """\n{LONG}\n"""\n[cards.Sam]\nendurance = 1.5\n',
        7,
        "cards.Sam.endurance is expected as a whole number",
    ),
}


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) >= 1
    return text.replace(old, new, 1)


def line_in(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def missing(text: str, key: str) -> str:
    """A text without the first line that sets a key."""
    return re.sub(rf"(?m)^{key} = .*\n", "", text, count=1)


SCHEMES: dict[str, tuple[str | bytes, int, str]] = {
    "empty": ("", 1, "family is missing"),
    "no name": (missing(SCHEME, "name"), 1, "name is missing"),
    "no kind": (missing(SCHEME, "kind"), 1, "kind is missing"),
    "no board": (
        changed(SCHEME, "[board]", "[bord]"),
        1,
        "board.full_columns is missing",
    ),
    "no width": (
        missing(SCHEME, "width_in"),
        line_in(SCHEME, "[board]"),
        "board.width_in is missing",
    ),
    "corner without place": (
        missing(SCHEME, "x_in"),
        line_in(SCHEME, "[[corners]]"),
        "corners.entry 1.x_in is missing",
    ),
    "no corners": (SCHEME[: SCHEME.index("[[corners]]")], 1, "at least 3 tables [[corners]]"),
    "corners as a number": (
        f"corners = 3\n{SCHEME[: SCHEME.index('[[corners]]')]}",
        1,
        "at least 3 tables [[corners]]",
    ),
    "no colours": (
        changed(SCHEME, "[serials]", "[serial]"),
        1,
        "expected a table [serials]",
    ),
    "unknown family": (
        changed(SCHEME, "DICT_4X4_1000", "DICT_9X9"),
        line_in(SCHEME, "DICT_4X4_1000"),
        "unknown tag family 'DICT_9X9'",
    ),
    "unknown kind": (
        changed(SCHEME, '"serial"', '"cereal"'),
        line_in(SCHEME, '"serial"'),
        "got 'cereal'",
    ),
    "a tag beyond the family": (
        changed(SCHEME, "[50, 64]", "[50, 999999999]"),
        line_in(SCHEME, "[50, 64]"),
        "ends at 999",
    ),
    "a tag given twice": (
        changed(SCHEME, "[28, 35]", "[27, 35]"),
        line_in(SCHEME, "[28, 35]"),
        "is given to",
    ),
    "a length of nothing": (
        changed(SCHEME, "cube_side_in = 0.5", "cube_side_in = 0"),
        line_in(SCHEME, "cube_side_in"),
        "as a length above 0",
    ),
    "a length that is none": (
        changed(SCHEME, "cube_side_in = 0.5", "cube_side_in = nan"),
        line_in(SCHEME, "cube_side_in"),
        "cube_side_in",
    ),
    "a length out of all bounds": (
        changed(SCHEME, "cube_side_in = 0.5", f"cube_side_in = {HUGE}"),
        line_in(SCHEME, "cube_side_in"),
        "at most 1e+06",
    ),
    "columns out of all bounds": (
        changed(SCHEME, "columns = 26", "columns = 999999999"),
        line_in(SCHEME, "columns = 26"),
        "columns",
    ),
    "a tag larger than the cube": (
        changed(SCHEME, "marker_tag_side_in = 0.3543", "marker_tag_side_in = 0.7"),
        line_in(SCHEME, "marker_tag_side_in"),
        "white edge",
    ),
    "no TOML": (changed(SCHEME, "[board]", "[board"), line_in(SCHEME, "[board]"), "no TOML"),
    "no text": (b'name = "x"\n\xff\xfe\n', 2, "no UTF-8 text"),
    "nested too deeply": (DEEP, 1, "nested too deeply"),
}

LENSES: dict[str, tuple[str | bytes, int, str]] = {
    "empty": ("", 1, "image_width_px is missing"),
    "no height": (missing(LENS, "image_height_px"), 1, "image_height_px is missing"),
    "no matrix": (missing(LENS, "camera_matrix"), 1, "camera_matrix is missing"),
    "no distortion": (missing(LENS, "distortion"), 1, "distortion is missing"),
    "width as a text": (
        changed(LENS, "image_width_px = 1920", 'image_width_px = "1920"'),
        line_in(LENS, "image_width_px"),
        "as a number of pixels",
    ),
    "width of nothing": (
        changed(LENS, "image_width_px = 1920", "image_width_px = 0"),
        line_in(LENS, "image_width_px"),
        "as a number of pixels",
    ),
    "width out of all bounds": (
        changed(LENS, "image_width_px = 1920", f"image_width_px = {HUGE}"),
        line_in(LENS, "image_width_px"),
        "as a number of pixels",
    ),
    "matrix of two rows": (
        changed(LENS, ", [0.0, 0.0, 1.0]]", "]"),
        line_in(LENS, "camera_matrix"),
        "3 x 3 numbers",
    ),
    "matrix with ragged rows": (
        changed(LENS, ", [0.0, 0.0, 1.0]]", ", [1.0]]"),
        line_in(LENS, "camera_matrix"),
        "3 x 3 numbers",
    ),
    "matrix of words": (
        changed(LENS, "[0.0, 0.0, 1.0]", '["a", "b", "c"]'),
        line_in(LENS, "camera_matrix"),
        "3 x 3 numbers",
    ),
    "matrix out of all bounds": (
        changed(LENS, "[0.0, 0.0, 1.0]", f"[0.0, 0.0, {HUGE}]"),
        line_in(LENS, "camera_matrix"),
        "3 x 3 numbers",
    ),
    "matrix without focal length": (
        re.sub(r"camera_matrix = .*", "camera_matrix = [[0, 0, 1], [0, 0, 1], [0, 0, 1]]", LENS),
        line_in(LENS, "camera_matrix"),
        "focal lengths above 0",
    ),
    "distortion of four": (
        re.sub(r"distortion = .*", "distortion = [0.0, 0.0, 0.0, 0.0]", LENS),
        line_in(LENS, "distortion ="),
        "5 numbers",
    ),
    "distortion without end": (
        re.sub(r"distortion = .*", "distortion = [0.0, 0.0, inf, 0.0, 0.0]", LENS),
        line_in(LENS, "distortion ="),
        "5 numbers",
    ),
    "no TOML": (LENS + "x = \n", LENS.count("\n") + 1, "no TOML"),
    "no text": (b"\xff\xfe\n", 1, "no UTF-8 text"),
    "nested too deeply": (DEEP, 1, "nested too deeply"),
}


def said(arguments: Sequence[str | Path], home: Path) -> str:
    """What a command says that must fail on a file."""
    result = CliRunner().invoke(
        main, [str(one) for one in arguments], env={"COMPANION_HOME": str(home)}
    )
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert result.stdout == "", "a command that could not begin gives no results"
    return result.stderr


def written(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def check(sentence: str, file: Path, line: int, words: str) -> None:
    assert sentence.startswith("Error: ")
    assert sentence.count("\n") == 1, "one sentence, one line"
    assert re.search(rf"{re.escape(str(file))}(?:,|:) line {line}: ", sentence), sentence
    assert words in sentence
    assert not re.search(r"`|\bnull\b|NoneType|\bdict\b|<class|msgspec|Error\(", sentence), sentence


@pytest.mark.parametrize("command", ["serve", "lookup"])
@pytest.mark.parametrize("name", BOXES)
def test_a_broken_box_file(tmp_path: Path, name: str, command: str) -> None:
    text, line, words = BOXES[name]
    box = written(tmp_path, "box.toml", text)
    options = ("--camera", "none", "--die", "none", "--host", "127.0.0.1")
    arguments = {"serve": ("serve", *options), "lookup": ("lookup", "T.5", "haven")}[command]
    check(said([*arguments, "--box", box], tmp_path / "home"), box, line, words)
    assert not (tmp_path / "home" / "journal.db").exists()


@pytest.mark.parametrize("name", SCHEMES)
def test_a_broken_scheme_file(tmp_path: Path, name: str) -> None:
    text, line, words = SCHEMES[name]
    scheme = written(tmp_path, "scheme.toml", text)
    for arguments in (
        ("read", PICTURE, "--json"),
        ("watch", FRAMES, "--json"),
        ("serve", "--camera", "none", "--die", "none"),
    ):
        sentence = said([*arguments, "--scheme", scheme], tmp_path / "home")
        check(sentence, scheme, line, words)


@pytest.mark.parametrize("name", LENSES)
def test_a_broken_lens_file(tmp_path: Path, name: str) -> None:
    text, line, words = LENSES[name]
    lens = written(tmp_path, "lens.toml", text)
    for arguments in (
        ("read", PICTURE, "--json"),
        ("watch", FRAMES, "--json"),
        ("serve", "--camera", "none", "--die", "none"),
    ):
        check(said([*arguments, "--lens", lens], tmp_path / "home"), lens, line, words)


@pytest.mark.parametrize(
    "arguments",
    [
        ("lookup", "T.5", "haven", "--box"),
        ("serve", "--box"),
        ("read", PICTURE, "--scheme"),
        ("serve", "--scheme"),
        ("read", PICTURE, "--lens"),
        ("serve", "--lens"),
    ],
)
def test_a_file_that_is_not_there_is_named(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    absent = tmp_path / "absent.toml"
    sentence = said([*arguments, absent], tmp_path / "home")
    assert str(absent) in sentence
    assert sentence.count("\n") == 1


def test_a_long_line_that_is_no_key_is_passed_over_at_once() -> None:
    text = f'note = """\n{LONG * 50}\n{"a" * 5000}\n"""\n[a]\nb = 1\n'
    assert read_toml(text)["a"] == {"b": 1}
    assert find_line(text, ("a", "b")) == 6
