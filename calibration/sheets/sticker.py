"""One sticker: the tag, the face number and the place for the owner's letter in its white edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from calibration.scheme_types import StickerScheme
from calibration.sheets.fonts import text_width_mm
from calibration.sheets.modules import module_area
from calibration.sheets.shapes import (
    BLACK,
    WHITE,
    Ink,
    Point,
    Rectangle,
    Shape,
    SheetError,
    Text,
)

MM_PER_INCH: Final = 25.4
NUMBER_MM: Final = 1.5
"""Height of the face number."""
LABEL_MM: Final = 1.3
"""Height of the owner's letter, which may be two signs wide and so stands beside the tag."""
_PLAY_MM: Final = 0.6
"""How much smaller than a face of the cube a sticker is.

It never stands over, and a rim of the cube shows its colour to players and to the camera.
"""
_RIM_MM: Final = 0.12
"""White between what is printed in the edge and the cut."""
_FREE_PLACE_MM: Final = 4.4
_FREE_PLACE_HEIGHT_MM: Final = 1.4
_FREE_PLACE_INK: Final[Ink] = (0.9, 0.9, 0.9)
_INKS: Final[dict[str, Ink]] = {
    "green": (0.08, 0.36, 0.14),
    "white": (0.42, 0.42, 0.42),
    "black": (0.0, 0.0, 0.0),
    "red": (0.62, 0.05, 0.05),
    "blue": (0.08, 0.2, 0.55),
    "yellow": (0.5, 0.38, 0.0),
}


@dataclass(frozen=True, slots=True)
class StickerKind:
    """What one sticker shows.

    Attributes:
        tag_id: its tag.
        face: number of the face, 1 to 6.
        colour: colour of the cube, which is also that of the number.
        label: the owner's printed letter, empty for none.
        has_free_place: whether there is a place for a letter by hand.
    """

    tag_id: int
    face: int
    colour: str
    label: str = ""
    has_free_place: bool = False


def sticker_side_mm(scheme: StickerScheme) -> float:
    """Side of a sticker.

    Raises:
        SheetError: the white edge beside the scheme's tags is too narrow for the face number.
    """
    side_mm = scheme.cube_side_in * MM_PER_INCH - _PLAY_MM
    edge_mm = (side_mm - scheme.marker_tag_side_in * MM_PER_INCH) / 2
    if edge_mm < NUMBER_MM:
        raise SheetError(
            f"the white edge of a sticker is {edge_mm:.2f} mm wide in the scheme {scheme.name!r}; "
            f"the face number needs {NUMBER_MM:.2f} mm: "
            "make marker_tag_side_in smaller"
        )
    return side_mm


def sticker_shapes(scheme: StickerScheme, kind: StickerKind, corner_mm: Point) -> list[Shape]:
    """The shapes of a sticker without its cut lines.

    Number and letter stand in opposite corners of the white edge, where no side of the tag is
    beside them.

    Args:
        scheme: gives pattern and sizes.
        kind: which sticker.
        corner_mm: its top left corner.

    Raises:
        SheetError: the label is too long for the edge, or the edge too narrow.
        SchemeError: the family has no such tag.
    """
    left, top = corner_mm
    side_mm = sticker_side_mm(scheme)
    tag_mm = scheme.marker_tag_side_in * MM_PER_INCH
    edge_mm = (side_mm - tag_mm) / 2
    dark = scheme.pattern(kind.tag_id) == 0
    shapes: list[Shape] = [
        Rectangle(left, top, side_mm, side_mm, WHITE),
        module_area(dark, (left + edge_mm, top + edge_mm), tag_mm / len(dark)),
        Text(
            (left + _RIM_MM, top + _RIM_MM + NUMBER_MM),
            str(kind.face),
            NUMBER_MM,
            ink_of(kind.colour),
            is_bold=True,
        ),
    ]
    right, bottom = left + side_mm - _RIM_MM, top + side_mm - _RIM_MM
    if kind.label:
        label = Text((right, bottom), kind.label, LABEL_MM, BLACK, is_bold=False, anchor="right")
        if text_width_mm(label) > side_mm / 2:
            raise SheetError(
                f"the label {kind.label!r} is {text_width_mm(label):.1f} mm wide; "
                f"at most {side_mm / 2:.1f} mm fit on a sticker"
            )
        shapes.append(label)
    elif kind.has_free_place:
        shapes.append(
            Rectangle(
                right - _FREE_PLACE_MM,
                bottom - _FREE_PLACE_HEIGHT_MM,
                _FREE_PLACE_MM,
                _FREE_PLACE_HEIGHT_MM,
                _FREE_PLACE_INK,
            )
        )
    return shapes


def ink_of(colour: str) -> Ink:
    """A dark ink that recalls the colour of a cube."""
    return _INKS.get(colour, BLACK)
