"""The sheet of corner brackets: each carries a corner tag where the scheme wants it.

A bracket is an L of paper. Its two inner edges are laid against the two edges of the map that meet
in a corner, so that the tag lies where the scheme says without anything being measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from calibration.scheme_types import CornerTag, StickerScheme
from calibration.sheets.frame import body_bottom_mm, body_top_mm, framed_sheet
from calibration.sheets.modules import module_area
from calibration.sheets.shapes import (
    BLACK,
    MARGIN_MM,
    SOFT,
    WHITE,
    Anchor,
    Area,
    Line,
    Paper,
    Point,
    Shape,
    Sheet,
    SheetError,
    Text,
    moved,
)
from calibration.sheets.sticker import MM_PER_INCH

ARM_MM: Final = 45.0
"""How far an arm of a bracket reaches along an edge of the map."""
_NARROWEST_MM: Final = 12.0
"""Width of an arm that carries no tag."""
_QUIET_MODULES: Final = 1.0
_TEXT_MM: Final = 2.2
_CUT_MM: Final = 0.15
_GAP_MM: Final = 8.0


@dataclass(frozen=True, slots=True)
class Bracket:
    """One bracket in its own frame: the map's corner is the origin, x east, y south, millimetres.

    Attributes:
        tag: its tag.
        name: the map's corner, such as ``north-west``.
        east, south: 1 where the map lies to the east (south) of its corner, else -1.
        left_mm, top_mm, right_mm, bottom_mm: its bounds.
    """

    tag: CornerTag
    name: str
    east: int
    south: int
    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float

    def outline_mm(self) -> tuple[Point, ...]:
        """The L, going around from the map's corner along the edge to the east or west."""
        far_x = self.right_mm if self.east > 0 else self.left_mm
        near_x = self.left_mm if self.east > 0 else self.right_mm
        far_y = self.bottom_mm if self.south > 0 else self.top_mm
        near_y = self.top_mm if self.south > 0 else self.bottom_mm
        return (
            (0.0, 0.0),
            (far_x, 0.0),
            (far_x, near_y),
            (near_x, near_y),
            (near_x, far_y),
            (0.0, far_y),
        )

    def tag_middle_mm(self, scheme: StickerScheme) -> Point:
        """Middle of the tag, counted from the map's corner."""
        corner_x, corner_y = _map_corner_in(scheme, self.east, self.south)
        return (
            (self.tag.x_in - corner_x) * MM_PER_INCH,
            (self.tag.y_in - corner_y) * MM_PER_INCH,
        )


def corner_sheet(scheme: StickerScheme, paper: Paper) -> Sheet:
    """The brackets of a scheme's corner tags.

    Raises:
        SheetError: a corner tag lies upon the map or too far from its corner for the paper.
    """
    brackets = scheme_brackets(scheme)
    bodies = [
        _page_shapes(scheme, brackets[start : start + 4], paper)
        for start in range(0, len(brackets), 4)
    ]
    return framed_sheet(
        f"Corner brackets, {scheme.name}",
        "Cut each L out. Push its inner edges against the map's edges in the corner it names; "
        "tape it to the table.",
        paper,
        bodies,
    )


def scheme_brackets(scheme: StickerScheme) -> tuple[Bracket, ...]:
    """A bracket for each corner tag, in reading order of the map.

    Raises:
        SheetError: a corner tag lies upon the map.
    """
    brackets = [_bracket(scheme, tag) for tag in scheme.corners]
    return tuple(sorted(brackets, key=lambda bracket: (-bracket.south, -bracket.east)))


def _map_corner_in(scheme: StickerScheme, east: int, south: int) -> Point:
    board = scheme.board
    return (0.0 if east > 0 else board.width_in, 0.0 if south > 0 else board.height_in)


def _bracket(scheme: StickerScheme, tag: CornerTag) -> Bracket:
    board = scheme.board
    east = 1 if tag.x_in < board.width_in / 2 else -1
    south = 1 if tag.y_in < board.height_in / 2 else -1
    corner_x, corner_y = _map_corner_in(scheme, east, south)
    across_mm = (tag.x_in - corner_x) * MM_PER_INCH
    down_mm = (tag.y_in - corner_y) * MM_PER_INCH
    reach_mm = tag.side_in * MM_PER_INCH * (0.5 + _QUIET_MODULES / scheme.family.modules)
    # Tag and white edge have to lie outside the map on one of its two sides at least.
    if -across_mm * east < reach_mm and -down_mm * south < reach_mm:
        raise SheetError(
            f"corner tag {tag.tag_id} with its white edge lies upon the map, so no bracket can "
            f"carry it: move it {reach_mm / MM_PER_INCH:.2f} in away from the edge of the map"
        )
    spans = [
        sorted(
            (
                min(along - reach_mm, -_NARROWEST_MM)
                if inward > 0
                else min(along - reach_mm, -ARM_MM),
                max(along + reach_mm, ARM_MM)
                if inward > 0
                else max(along + reach_mm, _NARROWEST_MM),
            )
        )
        for along, inward in ((across_mm, east), (down_mm, south))
    ]
    (left_mm, right_mm), (top_mm, bottom_mm) = spans
    name = f"{'north' if south > 0 else 'south'}-{'west' if east > 0 else 'east'}"
    return Bracket(tag, name, east, south, left_mm, top_mm, right_mm, bottom_mm)


def _page_shapes(scheme: StickerScheme, brackets: Sequence[Bracket], paper: Paper) -> list[Shape]:
    """Brackets in two columns, as they lie around the map."""
    shapes: list[Shape] = []
    down_mm = body_top_mm() + _GAP_MM / 2
    for start in range(0, len(brackets), 2):
        row = brackets[start : start + 2]
        width_mm = sum(bracket.right_mm - bracket.left_mm for bracket in row)
        height_mm = max(bracket.bottom_mm - bracket.top_mm for bracket in row)
        room_mm = paper.width_mm - 2 * MARGIN_MM
        gap_mm = (room_mm - width_mm) / (len(row) + 1)
        if gap_mm < 1 or down_mm + height_mm > body_bottom_mm(paper):
            raise SheetError(
                f"the corner brackets of {scheme.name!r} are too large for {paper.name} paper: "
                "lay the corner tags nearer to the corners of the map"
            )
        across_mm = MARGIN_MM + gap_mm
        for bracket in row:
            at = (across_mm - bracket.left_mm, down_mm - bracket.top_mm)
            shapes += [moved(shape, *at) for shape in _bracket_shapes(scheme, bracket)]
            across_mm += bracket.right_mm - bracket.left_mm + gap_mm
        down_mm += height_mm + _GAP_MM
    shapes += _legend(down_mm + 2.0)
    return shapes


def _bracket_shapes(scheme: StickerScheme, bracket: Bracket) -> list[Shape]:
    tag_mm = bracket.tag.side_in * MM_PER_INCH
    middle_x, middle_y = bracket.tag_middle_mm(scheme)
    outline = bracket.outline_mm()
    dark = scheme.pattern(bracket.tag.tag_id) == 0
    shapes: list[Shape] = [
        Area((outline,), WHITE),
        module_area(dark, (middle_x - tag_mm / 2, middle_y - tag_mm / 2), tag_mm / len(dark)),
    ]
    for index, start in enumerate(outline):
        end = outline[(index + 1) % len(outline)]
        is_inner = (0.0, 0.0) in (start, end)
        shapes.append(
            Line(
                start, end, 0.3 if is_inner else _CUT_MM, BLACK if is_inner else SOFT, not is_inner
            )
        )
    return [*shapes, *_bracket_texts(bracket)]


def _bracket_texts(bracket: Bracket) -> list[Shape]:
    """The name on the free arm, and inside the L what lies there."""
    near_y = bracket.top_mm if bracket.south > 0 else bracket.bottom_mm
    middle_x = bracket.east * ARM_MM / 2
    inside_x = bracket.east * 3.0
    anchor: Anchor = "left" if bracket.east > 0 else "right"
    arm_y = near_y / 2
    texts: list[Shape] = [
        Text((middle_x, arm_y + 0.2), bracket.name, 3.0, BLACK, is_bold=True, anchor="middle"),
        Text((middle_x, arm_y + 4.0), f"tag {bracket.tag.tag_id}", 1.7, SOFT, anchor="middle"),
    ]
    words = ("the map lies here:", f"its {bracket.name} corner", "in this angle")
    first_y = 6.0 if bracket.south > 0 else -3.0 - 3.6 * (len(words) - 1)
    texts += [
        Text((inside_x, first_y + 3.6 * row), line, _TEXT_MM, SOFT, anchor=anchor)
        for row, line in enumerate(words)
    ]
    return texts


def _legend(top_mm: float) -> list[Shape]:
    lines = (
        "Cut along the solid inner edges with care: laid against the map they set the tag's place.",
        "The dashed outer edges need no care. North is the upper edge of the map; seen from the",
        "south all words stand upright.",
    )
    return [
        Text((MARGIN_MM, top_mm + 3.6 * row), line, 1.9, BLACK) for row, line in enumerate(lines)
    ]
