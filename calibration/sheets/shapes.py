"""What a printed sheet consists of: rectangles, lines, areas and texts in millimetres.

Page frame: origin at the top left corner of the paper, x to the right, y down, millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal

Anchor = Literal["left", "middle", "right"]
Ink = tuple[float, float, float]
"""Red, green and blue, 0 to 1."""
Point = tuple[float, float]

BLACK: Final[Ink] = (0.0, 0.0, 0.0)
WHITE: Final[Ink] = (1.0, 1.0, 1.0)
SOFT: Final[Ink] = (0.35, 0.35, 0.35)
PALE: Final[Ink] = (0.72, 0.72, 0.72)
MARGIN_MM: Final = 10.0
"""Printers cannot print nearer to the edge of the paper than this, or less."""


class SheetError(ValueError):
    """A sheet that cannot be made; the text says what was expected and what to do."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright."""

    name: str
    width_mm: float
    height_mm: float


PAPERS: Final = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle; `x_mm`, `y_mm` is its top left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line; dashed where `is_dashed`."""

    start_mm: Point
    end_mm: Point
    width_mm: float = 0.1
    ink: Ink = PALE
    is_dashed: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """A filled area with straight sides; where an odd number of loops surround a point is ink."""

    loops_mm: tuple[tuple[Point, ...], ...]
    ink: Ink = BLACK


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text.

    Attributes:
        at_mm: where its baseline begins, has its middle or ends, as `anchor` says.
        text: the words.
        height_mm: height of its capitals and digits.
        ink: colour.
        is_bold: whether it is set in bold.
        anchor: which point of the baseline `at_mm` is.
    """

    at_mm: Point
    text: str
    height_mm: float
    ink: Ink = BLACK
    is_bold: bool = False
    anchor: Anchor = "left"


Shape = Rectangle | Line | Area | Text


@dataclass(frozen=True, slots=True)
class Page:
    """One page: shapes, the first one lowest."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A document to print.

    Attributes:
        title: what a viewer shows as its name.
        paper: size of every page.
        pages: the pages.
    """

    title: str
    paper: Paper
    pages: tuple[Page, ...]


def paper_named(name: str) -> Paper:
    """The paper of that name.

    Raises:
        SheetError: there is none.
    """
    if name not in PAPERS:
        raise SheetError(f"expected paper {' or '.join(PAPERS)}, got {name!r}")
    return PAPERS[name]


def moved(shape: Shape, across_mm: float, down_mm: float) -> Shape:
    """The shape at another place."""

    def shifted(point: Point) -> Point:
        return point[0] + across_mm, point[1] + down_mm

    match shape:
        case Rectangle():
            return replace(shape, x_mm=shape.x_mm + across_mm, y_mm=shape.y_mm + down_mm)
        case Line():
            return replace(shape, start_mm=shifted(shape.start_mm), end_mm=shifted(shape.end_mm))
        case Area():
            return replace(
                shape, loops_mm=tuple(tuple(map(shifted, loop)) for loop in shape.loops_mm)
            )
        case Text():
            return replace(shape, at_mm=shifted(shape.at_mm))
