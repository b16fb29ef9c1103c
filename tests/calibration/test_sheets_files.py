"""The PDF files and the command that writes them."""

import base64
import re
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from calibration.scheme import default_scheme
from calibration.sheets.cards import CardLabel, card_sheet, code_modules, load_labels
from calibration.sheets.corners import corner_sheet
from calibration.sheets.frame import PRINT_NOTE
from calibration.sheets.pdf import sheet_pdf
from calibration.sheets.shapes import PAPERS, SheetError, paper_named
from calibration.sheets.stickers import sticker_sheet
from companion.cli import main

SCHEME = (Path(__file__).parents[2] / "calibration/data/anonymous.toml").read_text("utf-8")


def contents(pdf: bytes) -> list[str]:
    """The drawing commands of each page."""
    streams = re.findall(
        rb"/ASCII85Decode /FlateDecode \][^>]*>>\s*stream\r?\n(.*?)endstream", pdf, re.DOTALL
    )
    texts = [
        zlib.decompress(base64.a85decode(b"<~" + stream.strip(), adobe=True)) for stream in streams
    ]
    return [text.decode("latin-1") for text in texts if b" Tf " in text]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["sheet", *words])
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("words", "pages"),
    [
        (["stickers"], 3),
        (["stickers", "--paper", "letter"], 3),
        (["stickers", "--scheme", "serial"], 4),
        (["corners"], 1),
        (["corners", "--paper", "letter", "--scheme", "serial"], 1),
        (["lens"], 1),
        (["lens", "--paper", "letter"], 1),
        (["cards"], 2),
        (["cards", "--paper", "letter"], 2),
    ],
)
def test_the_command_writes_the_same_bytes_each_time(
    tmp_path: Path, words: list[str], pages: int
) -> None:
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    code, said = run(words[0], str(first), *words[1:])
    assert code == 0, said
    assert PRINT_NOTE in said
    assert run(words[0], str(second), *words[1:])[0] == 0
    data = first.read_bytes()
    assert data == second.read_bytes()
    assert data.count(b"/Type /Page\n") == pages
    assert b"/PrintScaling /None" in data
    size = b"612 792" if "letter" in words else b"595.2756 841.8898"
    assert b"/MediaBox [ 0 0 " + size in data


def test_lengths_are_true_and_texts_are_texts() -> None:
    (page,) = contents(sheet_pdf(corner_sheet(default_scheme(), PAPERS["a4"])))
    assert "north-west" in page
    assert "Print at 100 %" in page
    ruler = re.search(r"n 28\.34646 ([\d.]+) m ([\d.]+) \1 l S", page)
    assert ruler is not None
    assert float(ruler.group(2)) - 28.34646 == pytest.approx(100 * 72 / 25.4, abs=1e-3)
    assert "Do" not in page.split()


def test_a_scheme_of_ones_own_is_printed(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(SCHEME.replace("green", "purple"), "utf-8")
    assert run("stickers", str(tmp_path / "own.pdf"), "--scheme", str(own))[0] == 0
    assert "Purple: 28 cubes" in contents((tmp_path / "own.pdf").read_bytes())[0]


@pytest.mark.parametrize(
    ("old", "new", "kind", "says"),
    [
        ("marker_tag_side_in = 0.3543", "marker_tag_side_in = 0.42", "stickers", "white edge"),
        ("x_in = -0.85", "x_in = 0.85", "corners", "lies upon the map"),
        ("x_in = -0.85", "x_in = -5.0", "corners", "too large for a4"),
        ("cube_side_in = 0.5 ", "cube_side_in = 0.9 ", "stickers", "side by side"),
        ('kind = "anonymous"', 'kind = "x"', "stickers", "line 4"),
    ],
)
def test_a_scheme_that_cannot_be_printed_is_told_why(
    tmp_path: Path, old: str, new: str, kind: str, says: str
) -> None:
    text = SCHEME.replace("cube_side_in = 0.5\n", "cube_side_in = 0.5 \n")
    assert old in text
    own = tmp_path / "own.toml"
    own.write_text(text.replace(old, new, 1), "utf-8")
    code, said = run(kind, str(tmp_path / "x.pdf"), "--scheme", str(own))
    assert code == 1
    assert says in said
    assert not (tmp_path / "x.pdf").exists()


def test_names_of_cards_come_from_a_file(tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Smith 1\n\nSmith 2\nw\tWéi Long of the far northern hills\n", "utf-8")
    assert load_labels(names) == (
        CardLabel("Smith 1", "Smith 1"),
        CardLabel("Smith 2", "Smith 2"),
        CardLabel("w", "Wéi Long of the far northern hills"),
    )
    out = tmp_path / "cards.pdf"
    assert run("cards", str(out), "--names", str(names))[0] == 0
    (page,) = contents(out.read_bytes())
    assert "Smith 2" in page
    assert "3 labels" in page


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("\n\n", "found none"),
        ("a\nb\na\n", "line 3: 'a' is also on line 1"),
        ("x" * 90, "too long for a label"),
        ("a\t" + "word" * 20, "too long for a label"),
        ("\u738b\n", "font lacks: \u738b"),
    ],
)
def test_names_that_cannot_be_printed_are_told_why(tmp_path: Path, text: str, says: str) -> None:
    names = tmp_path / "names.txt"
    names.write_text(text, "utf-8")
    code, said = run("cards", str(tmp_path / "x.pdf"), "--names", str(names))
    assert code == 1
    assert says in said


def test_files_that_cannot_be_read_or_written_are_told(tmp_path: Path) -> None:
    binary = tmp_path / "names.txt"
    binary.write_bytes(b"\xff\xfe\x00")
    out = str(tmp_path / "x.pdf")
    assert "UTF-8" in run("cards", out, "--names", str(binary))[1]
    assert "cannot be read" in run("cards", out, "--names", str(tmp_path / "none"))[1]
    code, said = run("lens", str(tmp_path / "none" / "x.pdf"))
    assert code == 1
    assert "cannot be written" in said
    assert run("lens", out, "--names", str(binary))[0] == 2
    assert run("posters", out)[0] == 2


def test_codes_are_small_and_hold_only_what_the_name_says() -> None:
    assert code_modules(CardLabel("12", "12")).shape == (21, 21)
    assert len(code_modules(CardLabel("A name of some length", ""))) <= 29


def test_many_cards_take_many_pages() -> None:
    labels = [CardLabel(str(number), str(number)) for number in range(150)]
    assert len(card_sheet(labels, PAPERS["a4"]).pages) == 3
    with pytest.raises(SheetError, match="a4 or letter"):
        paper_named("a5")


def test_all_sizes_of_page_are_the_papers() -> None:
    for paper in PAPERS.values():
        assert sticker_sheet(default_scheme(), paper).paper == paper
