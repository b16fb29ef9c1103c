"""Tells a story on a rendered table, picture by picture, and lets a watcher see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.layout import (
    CubeLayout,
    HandLayout,
    TableLayout,
    layout_lens,
    sample_layout,
)
from calibration.render import render_table
from calibration.scheme import SchemeKind, StickerScheme, default_scheme
from companion.border import EyeMessage, EyeState, Placed
from vision.reader import Reader
from vision.sources.frames import Frame
from vision.watch import Watcher

Picture = NDArray[np.uint8]


def cube(
    scheme: StickerScheme,
    colour: str,
    index: int,
    face: int,
    at: tuple[float, float],
    **more: float,
) -> CubeLayout:
    """A cube by colour and its index among those of that colour."""
    first = next(entry for entry in scheme.colours if entry.name == colour).first_serial
    serial = first + index if scheme.kind == "serial" else None
    return CubeLayout(colour=colour, face=face, serial=serial, x_in=at[0], y_in=at[1], **more)


@dataclass
class Story:
    """A table over time: every `show` is one picture that the watcher sees.

    Attributes:
        camera: what the camera makes of a picture, given its number too.
    """

    scheme: StickerScheme
    layout: TableLayout
    fps: float = 2.0
    messages: list[EyeMessage] = field(default_factory=list)
    pictures: int = 0
    camera: Callable[[Picture, int], Picture] = lambda picture, _: picture

    def __post_init__(self) -> None:
        self.reader = Reader(self.scheme, layout_lens(self.layout))
        self.watcher = Watcher(self.reader)

    def restart(self, *, next_number: int = 1) -> None:
        """Begin with a fresh watcher that knows the markers as last settled."""
        known = [track.marker for track in self.watcher.tracks.standing.values()]
        self.watcher = Watcher(self.reader, known, next_number)

    def show(self, times: int = 1) -> list[EyeMessage]:
        """Let the watcher see the table as it is; each picture has noise of its own."""
        seen: list[EyeMessage] = []
        for _ in range(times):
            self.layout = msgspec.structs.replace(self.layout, seed=self.pictures % 4)
            image = self.camera(render_table(self.layout, self.scheme), self.pictures)
            seen += self.watcher.step(Frame(image, self.pictures, self.pictures / self.fps))
            self.pictures += 1
        self.messages += seen
        return [message for message in seen if not isinstance(message, EyeState)]

    def change(self, **fields: object) -> None:
        """Change the layout between two pictures."""
        self.layout = msgspec.structs.replace(self.layout, **fields)

    def set(self, index: int, **fields: object) -> None:
        """Change one cube between two pictures."""
        cubes = list(self.layout.cubes)
        cubes[index] = msgspec.structs.replace(cubes[index], **fields)
        self.change(cubes=tuple(cubes))

    def grip(self, index: int) -> list[EyeMessage]:
        """A hand comes in from the south and closes over a cube."""
        cube_ = self.layout.cubes[index]
        seen = self.hand_at(cube_.x_in + 0.5, cube_.y_in + 7.0)
        return seen + self.hand_at(cube_.x_in, cube_.y_in)

    def carry(self, index: int, to: tuple[float, float], **fields: object) -> list[EyeMessage]:
        """A hand takes a cube and puts it down elsewhere; it stays there."""
        seen = self.grip(index)
        self.set(index, x_in=to[0], y_in=to[1], **fields)
        return seen + self.hand_at(*to)

    def lift(self, index: int) -> CubeLayout:
        """Take a cube off the table."""
        cubes = list(self.layout.cubes)
        taken = cubes.pop(index)
        self.change(cubes=tuple(cubes))
        return taken

    def put(self, cube_: CubeLayout, **fields: object) -> None:
        """Put a cube on the table, at the end of the list."""
        self.change(cubes=(*self.layout.cubes, msgspec.structs.replace(cube_, **fields)))

    def hand_at(self, x_in: float, y_in: float, from_deg: float = 80.0) -> list[EyeMessage]:
        """Show a hand there."""
        self.change(hand=HandLayout(x_in=x_in, y_in=y_in, from_deg=from_deg))
        return self.show()

    def hand_away(self, pictures: int = 2) -> list[EyeMessage]:
        """Take the hand away and show the table."""
        self.change(hand=None)
        return self.show(pictures)

    def hand_moves(
        self, start: tuple[float, float], end: tuple[float, float], steps: int = 3
    ) -> list[EyeMessage]:
        """Move the hand in a straight line."""
        seen: list[EyeMessage] = []
        for share in np.linspace(0.0, 1.0, steps):
            seen += self.hand_at(
                start[0] + (end[0] - start[0]) * float(share),
                start[1] + (end[1] - start[1]) * float(share),
            )
        return seen


def begin(kind: SchemeKind, **fields: object) -> Story:
    """A table with twenty markers that have settled, and nothing said since.

    Args:
        kind: the program's own scheme of that kind.
        fields: what is other than in the sample layout.
    """
    scheme = default_scheme(kind)
    story = Story(scheme, msgspec.structs.replace(sample_layout(scheme), **fields))
    placed = story.show(2)
    assert [type(message) for message in placed] == [Placed] * 20
    story.messages.clear()
    return story


def events(story: Story) -> list[EyeMessage]:
    """What was said about markers."""
    return [message for message in story.messages if not isinstance(message, EyeState)]


def reasons(story: Story) -> list[str]:
    """What was said to be amiss with each state, empty where nothing was."""
    return [message.reason for message in story.messages if isinstance(message, EyeState)]


def states(story: Story) -> list[str]:
    """What was said about the board, in order."""
    return [message.state for message in story.messages if isinstance(message, EyeState)]
