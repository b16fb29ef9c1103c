"""The sheet of the lens target: the chessboard with tags by which a lens is calibrated."""

from __future__ import annotations

from typing import Final

from calibration.charuco import TARGET, LensTarget
from calibration.sheets.frame import body_bottom_mm, body_top_mm, framed_sheet
from calibration.sheets.modules import module_area
from calibration.sheets.shapes import (
    MARGIN_MM,
    Paper,
    Point,
    Rectangle,
    Shape,
    Sheet,
    SheetError,
    Text,
)

_TEXT_MM: Final = 1.9
_TEXT_ROOM_MM: Final = 6.0


def lens_sheet(paper: Paper, target: LensTarget = TARGET) -> Sheet:
    """The lens target in the middle of a page.

    Raises:
        SheetError: it does not fit on the paper.
    """
    width_mm = target.columns * target.square_mm
    height_mm = target.rows * target.square_mm
    room_mm = body_bottom_mm(paper) - body_top_mm() - _TEXT_ROOM_MM
    left_mm = (paper.width_mm - width_mm) / 2
    top_mm = body_top_mm() + (room_mm - height_mm) / 2
    if left_mm < MARGIN_MM or top_mm < body_top_mm():
        raise SheetError(
            f"the lens target of {width_mm:.0f} x {height_mm:.0f} mm does not fit on {paper.name}"
        )
    text_mm = top_mm + height_mm + 4.5
    body: list[Shape] = [
        *target_shapes(target, (left_mm, top_mm)),
        Text(
            (paper.width_mm / 2, text_mm),
            f"{target.columns} x {target.rows} squares of {target.square_mm:g} mm. Glue the page "
            "flat on stiff board; a wave in the paper is a fault in the lens file.",
            _TEXT_MM,
            anchor="middle",
        ),
    ]
    return framed_sheet(
        "Lens target",
        "Photograph it 10 to 15 times: tilted, near and far, in all corners of the picture, "
        "with the focus of the game. Then: companion lens PICTURE...",
        paper,
        [body],
    )


def target_shapes(target: LensTarget, corner_mm: Point) -> list[Shape]:
    """Squares and tags, the upper left corner of the chessboard being at `corner_mm`."""
    left, top = corner_mm
    inset_mm = (target.square_mm - target.tag_mm) / 2
    family = target.family
    shapes: list[Shape] = []
    tag_id = 0
    for row in range(target.rows):
        for column in range(target.columns):
            x_mm, y_mm = left + column * target.square_mm, top + row * target.square_mm
            if target.is_dark(row, column):
                shapes.append(Rectangle(x_mm, y_mm, target.square_mm, target.square_mm))
                continue
            dark = family.pattern(tag_id) == 0
            at = (x_mm + inset_mm, y_mm + inset_mm)
            shapes.append(module_area(dark, at, target.tag_mm / len(dark)))
            tag_id += 1
    return shapes
