"""A thread that drains a live camera, so that a read always gives the newest picture."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from vision.sources.decoding import NotAPictureError
from vision.sources.frames import (
    Clock,
    Frame,
    Pace,
    Packed,
    Picture,
    SourceError,
    SourceStalledError,
)

STALL_S: Final = 5.0
FROZEN_S: Final = 30.0
"""Sensors are noisy: no camera that looks sends the same bytes for so long."""

_Raw = TypeVar("_Raw")


@dataclass(frozen=True, kw_only=True)
class RawCamera(Generic[_Raw]):
    """A live camera whose pictures are decoded only on demand.

    Attributes:
        name: for error texts.
        raw_pictures: blocks until the next picture has come; one thread alone draws from it.
        decode: makes the picture of what the iterator gave, or tells at least that it is one;
            called in the reader's thread.
        release: called once on close, must make `raw_pictures` end or fail soon.
    """

    name: str
    raw_pictures: Iterator[_Raw]
    decode: Callable[[_Raw], Picture | Packed]
    release: Callable[[], None]


class LatestFrame(Generic[_Raw]):
    """Newest picture of a live camera, at most `fps` of them a second.

    Cameras and streams queue pictures; a reader that is slower than they are would see the past.
    The thread takes every picture as it comes, keeps only the last, and leaves the costly part,
    decoding, to the reader, who wants few of them.

    Args:
        camera: the camera, open.
        fps: pictures a second to give.
        clock: the time to go by.
        stall_s: seconds without a usable picture after which the source counts as stalled.
    """

    def __init__(
        self, camera: RawCamera[_Raw], *, fps: float, clock: Clock, stall_s: float = STALL_S
    ) -> None:
        self._camera = camera
        self._name = camera.name
        self._clock = clock
        self._pace = Pace(clock, fps)
        self._stall_s = stall_s
        self._news = threading.Condition()
        self._newest: list[_Raw] = []
        self._failure: str | None = None
        self._closed = False
        self._last_bytes = b""
        self._same_since_s = clock.now_s()
        self._number = -1
        self._thread = threading.Thread(
            target=self._drain, name=f"camera {camera.name}", daemon=True
        )
        self._thread.start()

    def _drain(self) -> None:
        failure = f"{self._name} gives no more pictures"
        try:
            for raw in self._camera.raw_pictures:
                with self._news:
                    if self._closed:
                        return
                    self._newest = [raw]
                    self._news.notify_all()
        except SourceError as error:
            failure = str(error)
        finally:
            with self._news:
                self._failure = failure
                self._news.notify_all()

    def read(self) -> Frame:
        """Wait for the beat, then for a picture newer than the last one given.

        Raises:
            SourceStalledError: none has come for a while, the stream broke off, or encoded pictures
                have been the same to the byte for a while; then reading on goes on with the next
                that differs.
        """
        self._pace.wait()
        give_up_s = self._clock.now_s() + self._stall_s
        trouble = ""
        while True:
            raw = self._take(give_up_s - self._clock.now_s(), trouble)
            if isinstance(raw, bytes) and self._is_frozen(raw):
                raise SourceStalledError(
                    f"{self._name} sends the same picture again and again; start the camera anew "
                    "if anything has moved since",
                    keep_open=True,
                )
            try:
                picture = self._camera.decode(raw)
            except NotAPictureError as error:
                trouble = f" that can be used ({error})"
                continue
            self._number += 1
            return Frame(picture, self._number, self._pace.elapsed_s)

    def _is_frozen(self, encoded: bytes) -> bool:
        now_s = self._clock.now_s()
        if encoded != self._last_bytes:
            self._last_bytes, self._same_since_s = encoded, now_s
        return now_s - self._same_since_s > FROZEN_S

    def _take(self, patience_s: float, trouble: str) -> _Raw:
        with self._news:
            self._news.wait_for(
                lambda: bool(self._newest) or self._failure is not None, max(0.0, patience_s)
            )
            if self._newest and (patience_s > 0 or not trouble):
                return self._newest.pop()
            if self._failure is not None and not self._newest:
                raise SourceStalledError(self._failure)
            raise SourceStalledError(
                f"{self._name} has given no picture{trouble} for {self._stall_s:g} seconds"
            )

    def close(self) -> None:
        """Stop the thread and let go of the camera."""
        with self._news:
            if self._closed:
                return
            self._closed = True
        with suppress(OSError):
            self._camera.release()
        self._thread.join(timeout=2.0)
