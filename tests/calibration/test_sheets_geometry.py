"""Sizes and places of what is printed, taken from the shapes themselves."""

from collections import Counter
from collections.abc import Iterable

import numpy as np
import pytest

from calibration.scheme import SchemeKind, StickerScheme, default_scheme
from calibration.sheets.cards import CardLabel, card_sheet
from calibration.sheets.corners import corner_sheet, scheme_brackets
from calibration.sheets.fonts import text_width_mm
from calibration.sheets.frame import PRINT_NOTE, RULER_NOTE
from calibration.sheets.lens_target import lens_sheet
from calibration.sheets.modules import module_area, outlines
from calibration.sheets.shapes import (
    BLACK,
    MARGIN_MM,
    PAPERS,
    WHITE,
    Area,
    Line,
    Paper,
    Rectangle,
    Shape,
    Sheet,
    SheetError,
    Text,
)
from calibration.sheets.sticker import StickerKind, sticker_shapes, sticker_side_mm
from calibration.sheets.stickers import sticker_sheet, strip_groups

Box = tuple[float, float, float, float]
MM_PER_INCH = 25.4
SHEETS = ("anonymous stickers", "serial stickers", "corners", "lens", "cards")


def made(name: str, paper: Paper) -> Sheet:
    match name:
        case "anonymous stickers":
            return sticker_sheet(default_scheme(), paper)
        case "serial stickers":
            return sticker_sheet(default_scheme("serial"), paper)
        case "corners":
            return corner_sheet(default_scheme(), paper)
        case "lens":
            return lens_sheet(paper)
        case _:
            return card_sheet([CardLabel(str(one), str(one)) for one in range(1, 57)], paper)


def box(shape: Shape) -> Box:
    """Left, top, right, bottom; a text counts from the top of its capitals to its baseline."""
    match shape:
        case Rectangle():
            return (
                shape.x_mm,
                shape.y_mm,
                shape.x_mm + shape.width_mm,
                shape.y_mm + shape.height_mm,
            )
        case Line():
            return bounds([shape.start_mm, shape.end_mm])
        case Area():
            return bounds([point for loop in shape.loops_mm for point in loop])
        case Text():
            width_mm = text_width_mm(shape)
            x_mm, y_mm = shape.at_mm
            left = x_mm - width_mm * {"left": 0.0, "middle": 0.5, "right": 1.0}[shape.anchor]
            return left, y_mm - shape.height_mm, left + width_mm, y_mm


def bounds(points: list[tuple[float, float]]) -> Box:
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


def overlapping(shapes: Iterable[Shape]) -> list[tuple[Shape, Shape]]:
    """Pairs whose boxes have more than a hair in common."""
    kept = list(shapes)
    boxes = np.array([box(shape) for shape in kept])
    pairs = []
    for index in range(len(kept)):
        others = boxes[index + 1 :]
        shared = np.minimum(others[:, 2:], boxes[index, 2:]) - np.maximum(
            others[:, :2], boxes[index, :2]
        )
        close = np.flatnonzero((shared > 0.05).all(axis=1))
        pairs += [(kept[index], kept[index + 1 + int(other)]) for other in close]
    return pairs


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("name", SHEETS)
def test_all_lies_within_the_margins_of_the_printer(name: str, paper: Paper) -> None:
    for page in made(name, paper).pages:
        boxes = np.array([box(shape) for shape in page.shapes])
        assert boxes[:, :2].min() >= MARGIN_MM - 0.5
        assert boxes[:, 2].max() <= paper.width_mm - MARGIN_MM + 0.5
        assert boxes[:, 3].max() <= paper.height_mm - MARGIN_MM + 0.5


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("name", SHEETS)
def test_texts_and_patterns_do_not_overlap(name: str, paper: Paper) -> None:
    for page in made(name, paper).pages:
        inked = [
            shape
            for shape in page.shapes
            if isinstance(shape, Text) or (isinstance(shape, Area) and shape.ink == BLACK)
        ]
        assert overlapping(inked) == []


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize("name", SHEETS)
def test_every_page_has_ruler_note_and_number(name: str, paper: Paper) -> None:
    sheet = made(name, paper)
    for number, page in enumerate(sheet.pages, start=1):
        texts = [shape.text for shape in page.shapes if isinstance(shape, Text)]
        assert {sheet.title, PRINT_NOTE, RULER_NOTE} <= set(texts)
        assert f"page {number} of {len(sheet.pages)}" in texts
        lengths = [
            line.end_mm[0] - line.start_mm[0]
            for line in page.shapes
            if isinstance(line, Line) and line.start_mm[1] == line.end_mm[1]
        ]
        assert any(length == pytest.approx(100.0) for length in lengths)


@pytest.mark.parametrize("kind", ["anonymous", "serial"])
def test_every_face_of_every_marker_has_a_sticker_and_there_are_spares(kind: SchemeKind) -> None:
    scheme = default_scheme(kind)
    printed = Counter(
        scheme.tag_of(strip.colour, face, strip.serial)
        for group in strip_groups(scheme)
        for strip in group.strips
        for face in range(1, 7)
    )
    markers = sum(colour.markers for colour in scheme.colours)
    assert markers == 65
    assert set(printed) == scheme.issued
    spares = 9 if kind == "anonymous" else 65
    assert printed.total() == 6 * (markers + spares)
    for colour in scheme.colours:
        for face in range(1, 7):
            tag_id = scheme.tag_of(colour.name, face, colour.first_serial)
            assert printed[tag_id] >= (colour.markers + 2 if kind == "anonymous" else 2)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
@pytest.mark.parametrize(
    ("kind", "stickers"), [("anonymous", 6 * (65 + 9)), ("serial", 6 * (65 + 65))]
)
def test_the_pages_hold_all_stickers(kind: SchemeKind, stickers: int, paper: Paper) -> None:
    sheet = sticker_sheet(default_scheme(kind), paper)
    areas = [shape for page in sheet.pages for shape in page.shapes if isinstance(shape, Area)]
    assert len(areas) == stickers
    for area in areas:
        left, top, right, bottom = box(area)
        assert right - left == pytest.approx(0.3543 * MM_PER_INCH, abs=1e-6)
        assert bottom - top == pytest.approx(0.3543 * MM_PER_INCH, abs=1e-6)


def test_a_line_of_text_stands_under_each_group() -> None:
    sheet = sticker_sheet(default_scheme(), PAPERS["a4"])
    texts = [shape.text for page in sheet.pages for shape in page.shapes if isinstance(shape, Text)]
    for colour in ("Green: 28", "White: 8", "Black: 14", "Red: 15"):
        assert sum(text.startswith(colour) for text in texts) == 1


def parts(scheme: StickerScheme, kind: StickerKind) -> tuple[Area, list[Text]]:
    shapes = sticker_shapes(scheme, kind, (0.0, 0.0))
    (area,) = (shape for shape in shapes if isinstance(shape, Area))
    return area, [shape for shape in shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("label", ["", "A", "12", "WW"])
def test_number_and_letter_stand_in_the_white_edge(label: str) -> None:
    scheme = default_scheme()
    side_mm = sticker_side_mm(scheme)
    assert 11.5 < side_mm < 0.5 * MM_PER_INCH
    tag, texts = parts(scheme, StickerKind(0, 1, "green", label, has_free_place=True))
    assert [text.text for text in texts] == ["1", label] if label else ["1"]
    assert overlapping([tag, *texts]) == []
    for text in texts:
        assert text.height_mm >= (1.5 if text.is_bold else 1.2)
        left, top, right, bottom = box(text)
        assert min(left, top) > 0.1
        assert max(right, bottom) < side_mm - 0.1


def test_face_1_has_the_printed_letter_or_a_free_place() -> None:
    by_colour: dict[str, list[str]] = {}
    for group in strip_groups(default_scheme()):
        by_colour.setdefault(group.colour, []).extend(strip.label for strip in group.strips)
    assert "".join(by_colour["green"]) == "ABCDEFGHIJKLMN"
    assert by_colour["green"].count("") == 14 + 3
    assert by_colour["white"][:5] == ["1", "2", "3", "4", "5"]
    assert by_colour["red"][11] == "12"
    assert not any(
        strip.label for g in strip_groups(default_scheme("serial")) for strip in g.strips
    )
    free = sticker_shapes(
        default_scheme(), StickerKind(0, 1, "green", has_free_place=True), (0.0, 0.0)
    )
    plain = sticker_shapes(default_scheme(), StickerKind(1, 2, "green"), (0.0, 0.0))
    assert len(free) == len(plain) + 1


def test_a_label_too_long_is_refused() -> None:
    with pytest.raises(SheetError, match="mm wide"):
        sticker_shapes(default_scheme(), StickerKind(0, 1, "green", "WWWW"), (0.0, 0.0))


@pytest.mark.parametrize("kind", ["anonymous", "serial"])
def test_brackets_carry_the_tags_where_the_scheme_wants_them(kind: SchemeKind) -> None:
    scheme = default_scheme(kind)
    brackets = scheme_brackets(scheme)
    assert [bracket.name for bracket in brackets] == [
        "north-west",
        "north-east",
        "south-west",
        "south-east",
    ]
    corners_in = {
        "north-west": (0.0, 0.0),
        "north-east": (26.0, 0.0),
        "south-west": (0.0, 21.0),
        "south-east": (26.0, 21.0),
    }
    for bracket in brackets:
        x_mm, y_mm = bracket.tag_middle_mm(scheme)
        corner_x, corner_y = corners_in[bracket.name]
        assert corner_x + x_mm / MM_PER_INCH == pytest.approx(bracket.tag.x_in)
        assert corner_y + y_mm / MM_PER_INCH == pytest.approx(bracket.tag.y_in)


def test_the_printed_tag_lies_where_the_bracket_says() -> None:
    scheme = default_scheme()
    (page,) = corner_sheet(scheme, PAPERS["a4"]).pages
    areas = [shape for shape in page.shapes if isinstance(shape, Area)]
    tags = [area for area in areas if area.ink == BLACK]
    papers = [area for area in areas if area.ink == WHITE]
    assert len(tags) == len(papers) == len(scheme.corners)
    for tag, paper, bracket in zip(tags, papers, scheme_brackets(scheme), strict=True):
        corner_x, corner_y = paper.loops_mm[0][0]
        left, top, right, bottom = box(tag)
        assert right - left == pytest.approx(30.0, abs=0.01)
        at_x, at_y = bracket.tag_middle_mm(scheme)
        assert (left + right) / 2 - corner_x == pytest.approx(at_x)
        assert (top + bottom) / 2 - corner_y == pytest.approx(at_y)
        # White paper of a module at least around the tag, and none of the paper upon the map.
        low, high = np.array(paper.loops_mm[0]).min(axis=0), np.array(paper.loops_mm[0]).max(axis=0)
        assert left - low[0] >= 30 / 7 - 0.01
        assert high[0] - right >= 30 / 7 - 0.01
        inside = (corner_x + bracket.east, corner_y + bracket.south)
        assert not contains(paper.loops_mm[0], inside)
        assert contains(paper.loops_mm[0], ((left + right) / 2, (top + bottom) / 2))


def contains(loop: tuple[tuple[float, float], ...], point: tuple[float, float]) -> bool:
    crossings = 0
    for (x0, y0), (x1, y1) in zip(loop, (*loop[1:], loop[0]), strict=True):
        if (y0 > point[1]) != (y1 > point[1]):
            crossings += x0 + (point[1] - y0) / (y1 - y0) * (x1 - x0) > point[0]
    return crossings % 2 == 1


def test_modules_are_outlined_without_seams() -> None:
    ring = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], dtype=np.bool_)
    assert sorted(len(loop) for loop in outlines(ring)) == [4, 4]
    steps = np.array([[1, 0], [0, 1]], dtype=np.bool_)
    assert sum(len(loop) for loop in outlines(steps)) == 8
    area = module_area(ring, (10.0, 20.0), 2.0)
    assert box(area) == (10.0, 20.0, 16.0, 26.0)
