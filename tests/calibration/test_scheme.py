from pathlib import Path

import numpy as np
import pytest

from calibration.families import family_names, find_family
from calibration.scheme import (
    FACES,
    SchemeError,
    SchemeKind,
    StickerScheme,
    TagMeaning,
    default_scheme,
    load_scheme,
)

FRAMES = Path(__file__).parent.parent / "frames"
GOOD = """name = "test"
family = "DICT_5X5_50"
kind = "anonymous"
cube_side_in = 0.5
marker_tag_side_in = 0.35
[board]
width_in = 26.0
height_in = 21.0
hex_flat_to_flat_in = 1.125
columns = 26
full_columns = "even"
[tags]
green = [0, 5]
red = [6, 11]
[markers]
green = 28
red = 15
[[corners]]
tag_id = 24
x_in = -0.85
y_in = 0.75
side_in = 1.2
[[corners]]
tag_id = 25
x_in = 26.85
y_in = 0.75
side_in = 1.2
[[corners]]
tag_id = 26
x_in = 26.85
y_in = 20.25
side_in = 1.2
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "scheme.toml"
    file.write_text(text, "utf-8")
    return file


def test_the_serial_scheme_of_the_scenes_is_read() -> None:
    scheme = load_scheme(FRAMES / "scheme.toml")
    assert scheme.kind == "serial"
    assert len(scheme.issued) == 390
    assert scheme.board.hexes is not None
    assert scheme.board.hexes.full_columns == "odd"
    assert [corner.tag_id for corner in scheme.corners] == [960, 961, 962, 963]
    assert scheme.meaning(6 * 50 + 2) == TagMeaning("red", 3, 50)
    assert scheme.meaning(390) is None
    assert scheme.meaning(960) is None


@pytest.mark.parametrize(("kind", "tags"), [("anonymous", 24), ("serial", 390)])
def test_default_schemes_cover_all_markers_of_the_game(kind: SchemeKind, tags: int) -> None:
    scheme = default_scheme(kind)
    assert scheme.kind == kind
    assert len(scheme.issued) == tags
    assert len(scheme.corners) == 4
    assert not scheme.issued & scheme.corner_ids
    assert {colour.name: colour.markers for colour in scheme.colours} == {
        "green": 28,
        "white": 8,
        "black": 14,
        "red": 15,
    }
    assert scheme.board.hexes is not None
    assert scheme.board.hexes.full_columns == "even"


@pytest.mark.parametrize("kind", ["anonymous", "serial"])
def test_tag_and_meaning_are_inverse(kind: SchemeKind) -> None:
    scheme = default_scheme(kind)
    for tag_id in scheme.issued:
        meaning = scheme.meaning(tag_id)
        assert meaning is not None
        assert scheme.tag_of(meaning.colour, meaning.face, meaning.serial) == tag_id


@pytest.mark.parametrize(
    ("colour", "face", "serial"),
    [("blue", 1, 3), ("green", 0, 3), ("green", 7, 3), ("green", 1, 28), ("green", 1, None)],
)
def test_a_tag_that_the_serial_scheme_lacks_is_refused(
    colour: str, face: int, serial: int | None
) -> None:
    with pytest.raises(SchemeError, match="expected"):
        default_scheme("serial").tag_of(colour, face, serial)


def test_the_anonymous_scheme_does_not_ask_for_a_serial() -> None:
    scheme = default_scheme()
    assert scheme.tag_of("red", 6) == scheme.tag_of("red", 6, 64)


@pytest.mark.parametrize(("kind", "least"), [("anonymous", 9), ("serial", 6)])
def test_tags_of_the_default_schemes_are_far_apart(kind: SchemeKind, least: int) -> None:
    scheme = default_scheme(kind)
    ids = sorted(scheme.issued | scheme.corner_ids)
    patterns = np.stack([scheme.pattern(tag_id) for tag_id in ids])
    signs = np.where(patterns, 1, -1)
    nearest = []
    for turn in range(4):
        turned = np.rot90(signs, turn, axes=(1, 2))
        alike = signs.reshape(len(ids), -1) @ turned.reshape(len(ids), -1).T
        modules_apart = (patterns[0].size - alike) // 2
        if turn == 0:
            np.fill_diagonal(modules_apart, patterns[0].size)
        nearest.append(modules_apart.min())
    assert min(nearest) == least


def test_a_pattern_has_a_black_border_around_its_code() -> None:
    scheme = default_scheme()
    pattern = scheme.pattern(3)
    assert pattern.shape == (7, 7)
    assert pattern.dtype == np.uint8
    assert pattern[0].sum() + pattern[-1].sum() + pattern[:, 0].sum() + pattern[:, -1].sum() == 0
    assert 0 < pattern.sum() < 25
    with pytest.raises(SchemeError, match="no tag 50"):
        scheme.pattern(50)


def test_unknown_families_are_told_from_known_ones() -> None:
    assert find_family("DICT_NO_SUCH") is None
    assert find_family("ArucoDetector") is None
    assert "DICT_4X4_1000" in family_names()


def test_a_good_file_is_read(tmp_path: Path) -> None:
    scheme = load_scheme(written(tmp_path, GOOD))
    assert isinstance(scheme, StickerScheme)
    assert len(scheme.issued) == 2 * FACES


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('kind = "anonymous"', 'kind = "secret"', 3, "serial"),
        ('family = "DICT_5X5_50"', 'family = "DICT_9X9"', 2, "DICT_5X5_50"),
        ("cube_side_in = 0.5", "cube_side_in = -0.5", 4, "above 0"),
        ("cube_side_in = 0.5", 'cube_side_in = "half"', 4, "number"),
        ("marker_tag_side_in = 0.35", "marker_tag_side_in = 0.6", 5, "white edge"),
        ("columns = 26", "columns = 2.5", 10, "whole number"),
        ("columns = 26", "columns = 0", 10, "from 1 to 99 columns"),
        ('full_columns = "even"', 'full_columns = "both"', 11, "even"),
        ("height_in = 21.0\n", "", 6, "board.height_in is missing"),
        ("red = [6, 11]", "red = [5, 10]", 14, "tag 5"),
        ("red = [6, 11]", "red = [6, 12]", 14, "6 tags"),
        ("red = [6, 11]", "red = [46, 51]", 14, "ends at 49"),
        ("red = [6, 11]", "red = 6", 14, "[first, last]"),
        ("red = 15", "red = 0", 17, "at least one marker"),
        ("red = 15\n", "", 15, "markers.red is missing"),
        ("tag_id = 26", "tag_id = 3", 29, "also given to green"),
        ("tag_id = 26", "tag_id = 25", 29, "also given to corner 2"),
        ("tag_id = 26", "tag_id = 99", 29, "from 0 to 49"),
        ("x_in = -0.85", "x_in = nan", 20, "number"),
        ('name = "test"', "name = 5", 1, "text"),
        ('name = "test"', "name = = 5", 1, "TOML"),
    ],
)
def test_every_fault_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, says: str
) -> None:
    assert old in GOOD
    file = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(SchemeError) as caught:
        load_scheme(file)
    text = str(caught.value)
    assert f"{file}, line {line}:" in text
    assert says in text


def test_too_few_corners_are_told(tmp_path: Path) -> None:
    text = GOOD[: GOOD.rindex("[[corners]]")]
    with pytest.raises(SchemeError, match="at least 3"):
        load_scheme(written(tmp_path, text))


def test_a_missing_file_and_a_binary_one_are_told(tmp_path: Path) -> None:
    with pytest.raises(SchemeError, match="cannot be read"):
        load_scheme(tmp_path / "none.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SchemeError, match="UTF-8"):
        load_scheme(binary)
