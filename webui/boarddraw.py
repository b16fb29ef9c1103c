"""Turns a board of spaces into a drawing. Unit: a hundredth of an inch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.board.board import Board, Space
from companion.board.grid import BoardPoint
from webui.mapdraw import Label, unit

_CAPTION_IN: Final = 0.06
"""From the corner of a space to its caption."""
_CAPTION_DOWN_IN: Final = 0.05


@dataclass(frozen=True, slots=True)
class Caption(Label):
    """Words in a space, and how wide the space has room for them."""

    room: int


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board of spaces.

    Attributes:
        width, height: size of the drawing.
        spaces: all spaces in one path.
        captions: what stands in the spaces.
        headings: what stands beside them.
    """

    width: int
    height: int
    spaces: str
    captions: tuple[Caption, ...]
    headings: tuple[Label, ...]


def drawn_board(board: Board) -> DrawnBoard:
    """Everything that a template needs to write the board as SVG."""
    return DrawnBoard(
        width=unit(board.width_in),
        height=unit(board.height_in),
        spaces="".join(_path(space.outline) for space in board.spaces),
        captions=tuple(_caption(space) for space in board.spaces if space.caption),
        headings=tuple(
            Label(unit(heading.at.x_in), unit(heading.at.y_in), heading.text)
            for heading in board.headings
        ),
    )


def _caption(space: Space) -> Caption:
    easts = [corner.x_in for corner in space.outline]
    north_in = min(corner.y_in for corner in space.outline)
    return Caption(
        unit(min(easts) + _CAPTION_IN),
        unit(north_in + _CAPTION_DOWN_IN),
        space.caption,
        unit(max(easts) - min(easts) - 2 * _CAPTION_IN),
    )


def _path(outline: tuple[BoardPoint, ...]) -> str:
    return "M" + "L".join(f"{unit(one.x_in)} {unit(one.y_in)}" for one in outline) + "z"
