"""Sticker schemes: which tag means which colour, face and serial, and where the corner tags lie.

A scheme is data, read from a TOML file. Two kinds exist. In the *serial* kind every marker and face
has a tag of its own: ``tag = 6 * serial + face - 1``. In the *anonymous* kind all markers of one
colour carry the same tag on the same face: ``tag = first tag of the colour + face - 1``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from calibration.families import TagFamily
from companion.board.board import Board
from companion.board.grid import BoardPoint

FACES: Final = 6
SchemeKind = Literal["serial", "anonymous"]


class SchemeError(ValueError):
    """A scheme that cannot be used; the text names file and line where it comes from a file."""


@dataclass(frozen=True, slots=True)
class TagMeaning:
    """What a marker's tag says.

    Attributes:
        colour: colour of the cube.
        face: face on top, 1 to 6.
        serial: number of the cube, None in an anonymous scheme.
    """

    colour: str
    face: int
    serial: int | None = None


@dataclass(frozen=True, slots=True)
class CornerTag:
    """A large tag beside a corner of the map, by which the map is found in a picture.

    Attributes:
        tag_id: id within the scheme's family.
        x_in, y_in: middle of the tag in board inches.
        side_in: length of a side of the black square.
    """

    tag_id: int
    x_in: float
    y_in: float
    side_in: float

    def outline(self) -> tuple[BoardPoint, ...]:
        """The four corners in board inches, clockwise from the tag's own top left."""
        half = self.side_in / 2
        return tuple(
            BoardPoint(self.x_in + across * half, self.y_in + down * half)
            for across, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )


@dataclass(frozen=True, slots=True)
class MarkerColour:
    """The markers of one colour and their tags.

    Attributes:
        name: the colour.
        first_tag: serial scheme: tag of face 1 of the first marker; anonymous: tag of face 1.
        first_serial: number of the first marker; only the serial scheme prints it.
        markers: how many markers of that colour the box holds.
    """

    name: str
    first_tag: int
    first_serial: int
    markers: int


@dataclass(frozen=True)
class StickerScheme:
    """One sticker scheme; see `calibration.scheme` for the file format.

    Attributes:
        name: for people.
        family: the tag family.
        kind: whether each marker has tags of its own.
        cube_side_in: side of a marker cube.
        marker_tag_side_in: side of the black square of a marker's tag; prints may differ a little.
        board: what the corner tags lie around.
        corners: the corner tags.
        colours: the markers, colour by colour.
    """

    name: str
    family: TagFamily
    kind: SchemeKind
    cube_side_in: float
    marker_tag_side_in: float
    board: Board
    corners: tuple[CornerTag, ...]
    colours: tuple[MarkerColour, ...]

    @cached_property
    def _meanings(self) -> dict[int, TagMeaning]:
        return {
            self._tag(colour, face, index): TagMeaning(
                colour.name, face, colour.first_serial + index if self.kind == "serial" else None
            )
            for colour in self.colours
            for index in range(colour.markers if self.kind == "serial" else 1)
            for face in range(1, FACES + 1)
        }

    @staticmethod
    def _tag(colour: MarkerColour, face: int, index: int) -> int:
        return colour.first_tag + FACES * index + face - 1

    @cached_property
    def issued(self) -> frozenset[int]:
        """Ids of all tags that markers carry; corner tags are not among them."""
        return frozenset(self._meanings)

    @property
    def corner_ids(self) -> frozenset[int]:
        """Ids of the corner tags."""
        return frozenset(corner.tag_id for corner in self.corners)

    def on(self, board: Board) -> StickerScheme:
        """The same stickers around another board.

        Each corner tag lies as far from its corner as before, so that the same printed brackets
        serve for every board.
        """
        if board == self.board:
            return self
        wider_in = board.width_in - self.board.width_in
        higher_in = board.height_in - self.board.height_in
        corners = tuple(
            replace(
                corner,
                x_in=corner.x_in + (wider_in if corner.x_in > self.board.width_in / 2 else 0.0),
                y_in=corner.y_in + (higher_in if corner.y_in > self.board.height_in / 2 else 0.0),
            )
            for corner in self.corners
        )
        return replace(self, board=board, corners=corners)

    def meaning(self, tag_id: int) -> TagMeaning | None:
        """What a tag says, or None where no marker carries it."""
        return self._meanings.get(tag_id)

    def tag_of(self, colour: str, face: int, serial: int | None = None) -> int:
        """The tag on one face of a marker; the serial matters in the serial scheme only.

        Raises:
            SchemeError: the scheme has no such colour, face or serial.
        """
        found = next((entry for entry in self.colours if entry.name == colour), None)
        if found is None:
            names = ", ".join(entry.name for entry in self.colours)
            raise SchemeError(f"expected one of the colours {names}, got {colour!r}")
        if not 1 <= face <= FACES:
            raise SchemeError(f"expected a face from 1 to {FACES}, got {face}")
        if self.kind == "anonymous":
            return self._tag(found, face, 0)
        last = found.first_serial + found.markers - 1
        if serial is None or not found.first_serial <= serial <= last:
            raise SchemeError(
                f"expected a serial from {found.first_serial} to {last} for {colour}, got {serial}"
            )
        return self._tag(found, face, serial - found.first_serial)

    def pattern(self, tag_id: int) -> NDArray[np.uint8]:
        """Modules of a tag with its black border: uint8 (modules, modules), 1 is white.

        Row 0 is the top of the upright tag.

        Raises:
            SchemeError: the family has no such id.
        """
        if not 0 <= tag_id < len(self.family.codes):
            raise SchemeError(f"the family {self.family.name} has no tag {tag_id}")
        return self.family.pattern(tag_id)
