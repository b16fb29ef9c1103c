"""What the pages of the box file need from whoever keeps it: the border to `companion.service`.

Everything here is called from many request threads at once. Each method may raise
`companion.table.box_editor.BoxTextError` where the file on the disk cannot be read as a box, and
`BoxUnsavedError` where it cannot be written.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, Literal, Protocol

import msgspec

from companion.table.box_editor import (
    BoxChange,
    BoxMergePlan,
    BoxSheet,
    BoxSummary,
    BoxSurvey,
)

LONGEST_BOX_BYTES: Final = 2 * 1024 * 1024
"""More than ten times a full box."""

LARGEST_PHOTO_BYTES: Final = 12 * 1024 * 1024

SurveyStage = Literal["none", "photo", "map"]
"""No picture; a photograph whose corners are not known yet; the map seen from straight above."""


class BoxUnsavedError(Exception):
    """The box file could not be written; the text says why. The old file is untouched."""


class PhotoError(ValueError):
    """A photograph that cannot be used; the text says why and what to do."""


class BoxDesk(Protocol):
    """One owner's box file."""

    @property
    def file_name(self) -> str:
        """What the file is called."""

    def summary(self) -> BoxSummary:
        """The box at a glance."""

    def sheet(self, sheet_id: str) -> BoxSheet | None:
        """One part of it, None if there is no such part."""

    def change(self, changes: Sequence[BoxChange]) -> tuple[BoxChange, ...]:
        """Put values in and write the file at once.

        Returns:
            The changes that were not made because something else stands there than they say, each
            with what stands there in `before`. All others are on the disk.

        Raises:
            BoxChangeError: one of them cannot stand where it was put; nothing is changed.
        """

    def add_row(self, sheet_id: str, row: str) -> None:
        """Add a row to a sheet that takes them.

        Raises:
            BoxChangeError: it cannot be added.
        """

    def remove_row(self, sheet_id: str, row: str) -> None:
        """Take a row out.

        Raises:
            BoxChangeError: there is no such row, or it belongs to the game.
        """

    def text(self) -> str:
        """The whole file as the program writes it."""

    def read(self, other: str) -> BoxSummary:
        """Another box at a glance; `BoxTextError` names the line where it is none."""

    def replace(self, other: str) -> str:
        """Put another box in the place of this one.

        Returns:
            What the old file is called now, empty where there was none.
        """

    def merge_plan(self, other: str) -> BoxMergePlan:
        """How another owner's box differs."""

    def merge(self, other: str, theirs: Collection[str]) -> None:
        """Take in what only the other knows, and its values at these addresses."""

    def survey(self) -> BoxSurvey | None:
        """The map of the box, None for a game without a hex map."""


class Likeness(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal by likeness; it counts for nothing until a person has confirmed it.

    Attributes:
        label: hex or hexside.
        value: what it looks like.
        confidence: 0 to 1: how far the most alike agree.
    """

    label: str
    value: str
    confidence: float


class MapPhotos(Protocol):
    """The picture of the owner's own map."""

    def stage(self) -> SurveyStage:
        """How far the picture is."""

    def size_px(self) -> tuple[int, int]:
        """Width and height of the photograph, or of the map seen from above."""

    def take(self, data: bytes) -> str:
        """Take a new photograph; the board is looked for by its corner tags.

        Returns:
            What happened, in words: found, or which corners have to be tapped.

        Raises:
            PhotoError: it is no picture, or too large.
        """

    def flatten(self, corners_px: Sequence[tuple[float, float]]) -> None:
        """Rectify the photograph by the four corners of the map.

        Args:
            corners_px: north-west, north-east, south-east and south-west corner, pixels of the
                photograph.

        Raises:
            PhotoError: there is no photograph, or the four are no corners of a sheet.
        """

    def picture(self) -> tuple[bytes, str] | None:
        """JPEG of the photograph or of the map from above, with a tag that changes with it."""

    def back_to_photo(self) -> bool:
        """Go back to tapping corners; False where there is no photograph."""

    def forget(self) -> None:
        """Throw photograph and map away."""

    def alike(self, layer_id: str) -> tuple[Likeness, ...]:
        """Proposals for the places of a layer that have no value yet, the surest first.

        Raises:
            PhotoError: there is no map from above, or too few places are painted; says how many.
        """


class BoxGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game whose owner fills in a box."""

    id: str
    title: str


class Boxes(Protocol):
    """The box files of a house, one for each game that has any."""

    def games(self) -> tuple[BoxGame, ...]:
        """The games that have a box file."""

    def desk(self, game: str) -> BoxDesk | None:
        """The box file of a game, None if it has none."""

    def photos(self, game: str) -> MapPhotos | None:
        """The picture of a game's map, None for a game without a hex map."""

    def is_in_play(self, game: str) -> bool:
        """Whether a game is open that has its own copy of the box written down."""
