"""Frames and the small protocol that every source of frames follows."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""A BGR picture: uint8 (height, width, 3)."""


class SourceError(Exception):
    """A source cannot be opened or read; the text says what was expected and what to do."""


class SourceStalledError(SourceError):
    """A source that was open gives no pictures any more; it may come back.

    Attributes:
        keep_open: reading on may help; otherwise it is better closed and opened again.
    """

    def __init__(self, text: str, *, keep_open: bool = False) -> None:
        super().__init__(text)
        self.keep_open = keep_open


class SourceEndedError(SourceError):
    """A finite source has given all of its pictures."""


class Packed(Protocol):
    """A picture that is unpacked as far as somebody looks at it.

    Either property raises SourceStalledError where the picture cannot be unpacked; the source may
    go on with the next.
    """

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of the whole."""

    @property
    def half(self) -> Picture:
        """The picture at half its width and height, rounded up."""

    @property
    def whole(self) -> Picture:
        """The picture itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture with its number and time.

    Attributes:
        picture: the picture, or what it can be unpacked from.
        number: counts the pictures of a source from 0; a picture held longer keeps its number.
        time_s: seconds since the source was opened.
    """

    picture: Picture | Packed
    number: int
    time_s: float

    @property
    def image(self) -> Picture:
        """BGR, uint8 (height, width, 3). Read it, do not write to it.

        Raises:
            SourceStalledError: a packed picture cannot be unpacked; the next may be.
        """
        return self.picture if isinstance(self.picture, np.ndarray) else self.picture.whole

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of the image, for which nothing is unpacked."""
        if isinstance(self.picture, np.ndarray):
            return self.picture.shape[0], self.picture.shape[1]
        return self.picture.size

    @property
    def half(self) -> Picture | None:
        """The image at half its size where it comes packed, however much of it was unpacked.

        Raises:
            SourceStalledError: a packed picture cannot be unpacked; the next may be.
        """
        return None if isinstance(self.picture, np.ndarray) else self.picture.half


class FrameSource(Protocol):
    """Something that gives frames, one after the other."""

    def read(self) -> Frame:
        """Wait until the next frame is due and give it.

        Raises:
            SourceEndedError: a finite source is through.
            SourceStalledError: the source has stopped; it may come back.
        """
        ...

    def close(self) -> None:
        """Let go of the device or file; a second call does nothing."""
        ...


class Clock(Protocol):
    """What a source needs of time."""

    def now_s(self) -> float:
        """Seconds from some fixed moment, never going back."""
        ...

    def sleep_s(self, duration_s: float) -> None:
        """Wait; a duration of zero or less returns at once."""
        ...


class MonotonicClock:
    """The machine's own clock."""

    def now_s(self) -> float:
        """Seconds from some fixed moment, never going back."""
        return time.monotonic()

    def sleep_s(self, duration_s: float) -> None:
        """Wait; a duration of zero or less returns at once."""
        if duration_s > 0:
            time.sleep(duration_s)


class Pace:
    """Keeps a steady beat: waits for the next due moment without piling up missed ones.

    Args:
        clock: the time to go by.
        fps: beats a second.
    """

    def __init__(self, clock: Clock, fps: float) -> None:
        self._clock = clock
        self._period_s = 1.0 / fps
        self._start_s = clock.now_s()
        self._due_s = self._start_s

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start."""
        return self._clock.now_s() - self._start_s

    def wait(self) -> float:
        """Sleep until the next beat is due and give the seconds since the start."""
        now_s = self._clock.now_s()
        if now_s < self._due_s:
            self._clock.sleep_s(self._due_s - now_s)
            now_s = self._clock.now_s()
        self._due_s += self._period_s
        if self._due_s <= now_s:
            self._due_s = now_s + self._period_s
        return now_s - self._start_s
