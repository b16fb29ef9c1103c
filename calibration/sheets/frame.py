"""What every page has around its contents: title, 100 mm ruler, how to print it, page number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from calibration.sheets.shapes import (
    BLACK,
    MARGIN_MM,
    SOFT,
    Anchor,
    Line,
    Page,
    Paper,
    Shape,
    Sheet,
    Text,
)

RULER_MM: Final = 100.0
PRINT_NOTE: Final = 'Print at 100 % ("actual size"), never "fit to page".'
RULER_NOTE: Final = "This ruler must measure 100 mm. If it does not, print again."
_HEAD_MM: Final = 13.0
_FOOT_MM: Final = 15.0
_TITLE_MM: Final = 3.6
_SMALL_MM: Final = 1.9


def body_top_mm() -> float:
    """Where the contents of a page begin."""
    return MARGIN_MM + _HEAD_MM


def body_bottom_mm(paper: Paper) -> float:
    """Where the contents of a page end."""
    return paper.height_mm - MARGIN_MM - _FOOT_MM


def framed_sheet(title: str, remark: str, paper: Paper, bodies: Sequence[Sequence[Shape]]) -> Sheet:
    """A sheet of pages with title, ruler, note and page number around their contents.

    Args:
        title: heads every page.
        remark: one line under the title.
        paper: the paper.
        bodies: the contents of each page.
    """
    pages = tuple(
        Page((*_head(title, remark), *body, *_foot(paper, number, len(bodies))))
        for number, body in enumerate(bodies, start=1)
    )
    return Sheet(title, paper, pages)


def _head(title: str, remark: str) -> tuple[Shape, ...]:
    return (
        Text((MARGIN_MM, MARGIN_MM + _TITLE_MM), title, _TITLE_MM, is_bold=True),
        Text((MARGIN_MM, MARGIN_MM + _TITLE_MM + 4.2), remark, _SMALL_MM, ink=SOFT),
    )


def _foot(paper: Paper, number: int, count: int) -> tuple[Shape, ...]:
    bottom_mm = paper.height_mm - MARGIN_MM
    line_mm = bottom_mm - 6.0
    shapes: list[Shape] = [Line((MARGIN_MM, line_mm), (MARGIN_MM + RULER_MM, line_mm), 0.2, BLACK)]
    for mark in range(int(RULER_MM) + 1):
        tick_mm = 3.0 if mark % 10 == 0 else 2.2 if mark % 5 == 0 else 1.4
        x_mm = MARGIN_MM + mark
        shapes.append(Line((x_mm, line_mm), (x_mm, line_mm - tick_mm), 0.15, BLACK))
    ends: tuple[tuple[int, Anchor], ...] = ((0, "left"), (50, "middle"), (100, "right"))
    shapes += [
        Text((MARGIN_MM + mark, line_mm + 2.6), str(mark), _SMALL_MM, BLACK, anchor=anchor)
        for mark, anchor in ends
    ]
    right_mm = paper.width_mm - MARGIN_MM
    shapes += [
        Text((MARGIN_MM, bottom_mm), RULER_NOTE, _SMALL_MM, SOFT),
        Text((right_mm, line_mm - 1.0), PRINT_NOTE, _SMALL_MM, BLACK, is_bold=True, anchor="right"),
        Text((right_mm, bottom_mm), f"page {number} of {count}", _SMALL_MM, SOFT, anchor="right"),
    ]
    return tuple(shapes)
