"""The sheet of stickers: one strip of six for each marker, and spare strips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from math import ceil
from typing import Final

from calibration.scheme_types import FACES, MarkerColour, StickerScheme
from calibration.sheets.frame import body_bottom_mm, body_top_mm, framed_sheet
from calibration.sheets.shapes import (
    MARGIN_MM,
    PALE,
    SOFT,
    Line,
    Paper,
    Rectangle,
    Shape,
    Sheet,
    SheetError,
    Text,
)
from calibration.sheets.sticker import StickerKind, ink_of, sticker_shapes, sticker_side_mm
from calibration.toml_lines import TomlFileError, load_toml

COLUMNS: Final = 2
"""Strips side by side."""
_LABEL_MM: Final = 13.0
"""Width of what stands to the left of a strip and tells whose it is."""
_TEXT_MM: Final = 1.9
_GROUP_TEXT_MM: Final = 7.0
_GROUP_GAP_MM: Final = 5.0
_TICK_MM: Final = 2.0
_SPARE_SHARE: Final = 0.1
_FEWEST_SPARES: Final = 2


@dataclass(frozen=True, slots=True)
class Strip:
    """Six stickers for one cube.

    Attributes:
        colour: colour of the cube.
        name: what stands beside the strip.
        label: the owner's printed letter for face 1, empty for a free place.
        serial: number of the cube in a serial scheme.
    """

    colour: str
    name: str
    label: str = ""
    serial: int | None = None


@dataclass(frozen=True, slots=True)
class StripGroup:
    """Strips that stay together, with the line of text under them."""

    colour: str
    text: str
    strips: tuple[Strip, ...]

    @property
    def rows(self) -> int:
        """Rows of strips."""
        return ceil(len(self.strips) / COLUMNS)


def sticker_sheet(scheme: StickerScheme, paper: Paper) -> Sheet:
    """All stickers of a scheme: six for each marker, and spares.

    Raises:
        SheetError: the scheme leaves no room for the face number.
    """
    side_mm = sticker_side_mm(scheme)
    room_mm = body_bottom_mm(paper) - body_top_mm()
    bodies: list[list[Shape]] = [[]]
    down_mm = 0.0
    for group in _fitted(strip_groups(scheme), side_mm, room_mm):
        height_mm = group.rows * side_mm + _GROUP_TEXT_MM
        if down_mm and down_mm + height_mm > room_mm:
            bodies.append([])
            down_mm = 0.0
        bodies[-1] += _group_shapes(scheme, group, body_top_mm() + down_mm, paper)
        down_mm += height_mm + _GROUP_GAP_MM
    return framed_sheet(
        f"Stickers, {scheme.kind} scheme",
        "One strip of six for each cube. Stick face N over the number N of the cube, "
        "face 1 with the letter toward its owner.",
        paper,
        bodies,
    )


def strip_groups(scheme: StickerScheme) -> tuple[StripGroup, ...]:
    """The strips of a scheme, colour by colour, spares last of each colour.

    In an anonymous scheme cubes of one colour differ by the letter alone, so a few strips more
    serve for any of them. In a serial scheme no strip serves for another: each is there twice.
    """
    if scheme.kind == "serial":
        return tuple(
            _serial_group(colour, is_spare=is_spare)
            for is_spare in (False, True)
            for colour in scheme.colours
        )
    labels = printed_labels()
    return tuple(_anonymous_group(colour, labels.get(colour.name, ())) for colour in scheme.colours)


def printed_labels() -> dict[str, tuple[str, ...]]:
    """What is printed on face 1 of the markers of each colour.

    Raises:
        SheetError: the list that comes with the program is damaged.
    """
    with resources.as_file(resources.files("calibration") / "data" / "labels.toml") as path:
        try:
            values = load_toml(path).values
        except TomlFileError as error:
            raise SheetError(str(error)) from error
    return {
        colour: tuple(map(str, labels))
        for colour, labels in values.items()
        if isinstance(labels, list)
    }


def _serial_group(colour: MarkerColour, *, is_spare: bool) -> StripGroup:
    last = colour.first_serial + colour.markers - 1
    what = f"{colour.name}, numbers {colour.first_serial} to {last}"
    return StripGroup(
        colour.name,
        f"Spares, {what}: the same strips once more. Never use both: one number, one cube."
        if is_spare
        else f"{what.capitalize()}: {colour.markers} cubes. The grey field on face 1 is for its "
        "owner's letter.",
        tuple(
            Strip(colour.name, f"spare {serial}" if is_spare else f"no. {serial}", "", serial)
            for serial in range(colour.first_serial, last + 1)
        ),
    )


def _anonymous_group(colour: MarkerColour, labels: Sequence[str]) -> StripGroup:
    used = tuple(labels)[: colour.markers]
    spares = max(_FEWEST_SPARES, ceil(colour.markers * _SPARE_SHARE))
    strips = [Strip(colour.name, label, label) for label in used]
    strips += [Strip(colour.name, "free")] * (colour.markers - len(used))
    strips += [Strip(colour.name, "spare")] * spares
    return StripGroup(
        colour.name,
        f"{colour.name.capitalize()}: {colour.markers} cubes and {spares} spare strips. Where "
        "face 1 has a grey field, its owner may write a letter.",
        tuple(strips),
    )


def _fitted(groups: Sequence[StripGroup], side_mm: float, room_mm: float) -> Iterator[StripGroup]:
    """The groups, those too long for a page cut into parts, each with the text."""
    most = int((room_mm - _GROUP_TEXT_MM) / side_mm) * COLUMNS
    if most < 1:
        raise SheetError(f"stickers of {side_mm:.1f} mm do not fit on the page: take larger paper")
    for group in groups:
        for start in range(0, len(group.strips), most):
            yield StripGroup(group.colour, group.text, group.strips[start : start + most])


def _group_shapes(
    scheme: StickerScheme, group: StripGroup, top_mm: float, paper: Paper
) -> list[Shape]:
    """A group: columns are filled one after the other, so that the strips run on downwards."""
    side_mm = sticker_side_mm(scheme)
    strip_mm = FACES * side_mm
    width_mm = COLUMNS * (strip_mm + _LABEL_MM)
    left_mm = MARGIN_MM + max(0.0, (paper.width_mm - 2 * MARGIN_MM - width_mm) / 2)
    if width_mm > paper.width_mm - 2 * MARGIN_MM:
        raise SheetError(
            f"strips of {strip_mm:.0f} mm do not fit side by side on {paper.name}: take a scheme "
            "for smaller cubes"
        )
    shapes: list[Shape] = []
    for column in range(COLUMNS):
        strips = group.strips[column * group.rows : (column + 1) * group.rows]
        at_mm = (left_mm + column * (strip_mm + _LABEL_MM) + _LABEL_MM, top_mm)
        shapes += _strips_shapes(scheme, strips, at_mm)
    text_mm = top_mm + group.rows * side_mm + _TICK_MM + 2.6
    shapes += [
        Rectangle(
            left_mm + _LABEL_MM, text_mm - _TEXT_MM, _TEXT_MM, _TEXT_MM, ink_of(group.colour)
        ),
        Text((left_mm + _LABEL_MM + 3.2, text_mm), group.text, _TEXT_MM),
    ]
    return shapes


def _strips_shapes(
    scheme: StickerScheme, strips: Sequence[Strip], corner_mm: tuple[float, float]
) -> list[Shape]:
    """Strips under each other with names to their left and cut lines."""
    if not strips:
        return []
    side_mm = sticker_side_mm(scheme)
    left, top = corner_mm
    shapes: list[Shape] = []
    for row, strip in enumerate(strips):
        at_mm = top + row * side_mm
        shapes.append(
            Text(
                (left - _TICK_MM - 0.8, at_mm + side_mm / 2 + _TEXT_MM / 2),
                strip.name,
                _TEXT_MM,
                SOFT,
                anchor="right",
            )
        )
        for face in range(1, FACES + 1):
            kind = StickerKind(
                scheme.tag_of(strip.colour, face, strip.serial),
                face,
                strip.colour,
                label=strip.label if face == 1 else "",
                has_free_place=face == 1,
            )
            shapes += sticker_shapes(scheme, kind, (left + (face - 1) * side_mm, at_mm))
    right, bottom = left + FACES * side_mm, top + len(strips) * side_mm
    shapes += [
        Line(
            (left - _TICK_MM, top + row * side_mm),
            (right + _TICK_MM, top + row * side_mm),
            0.1,
            PALE,
        )
        for row in range(len(strips) + 1)
    ]
    shapes += [
        Line(
            (left + face * side_mm, top - _TICK_MM),
            (left + face * side_mm, bottom + _TICK_MM),
            0.1,
            PALE,
        )
        for face in range(FACES + 1)
    ]
    return shapes
