"""A thread that drains a live camera, so that a read always gives the newest picture."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from vision.sources.frames import Clock, Frame, Pace, Picture, SourceError, SourceStalledError

STALL_S: Final = 5.0


class LatestFrame:
    """Newest picture of a live stream, at most `fps` of them a second.

    Cameras and streams queue pictures; a reader that is slower than they are would see the past.
    The thread takes every picture as it comes and keeps only the last.

    Args:
        pictures: opens nothing itself: an iterator that blocks until the next picture.
        name: the source, for error texts.
        fps: pictures a second to give.
        clock: the time to go by.
        release: called once on close, must make `pictures` end or fail soon.
        stall_s: seconds without a picture after which the source counts as stalled.
    """

    def __init__(
        self,
        pictures: Iterator[Picture],
        *,
        name: str,
        fps: float,
        clock: Clock,
        release: Callable[[], None],
        stall_s: float = STALL_S,
    ) -> None:
        self._pictures = pictures
        self._name = name
        self._pace = Pace(clock, fps)
        self._release = release
        self._stall_s = stall_s
        self._news = threading.Condition()
        self._newest: Picture | None = None
        self._failure: str | None = None
        self._closed = False
        self._number = -1
        self._thread = threading.Thread(target=self._drain, name=f"camera {name}", daemon=True)
        self._thread.start()

    def _drain(self) -> None:
        failure = f"{self._name} gives no more pictures"
        try:
            for picture in self._pictures:
                with self._news:
                    if self._closed:
                        return
                    self._newest = picture
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
            SourceStalledError: none has come for a while, or the stream broke off.
        """
        self._pace.wait()
        with self._news:
            came = self._news.wait_for(
                lambda: self._newest is not None or self._failure is not None, self._stall_s
            )
            if self._newest is None:
                if came and self._failure is not None:
                    raise SourceStalledError(self._failure)
                raise SourceStalledError(
                    f"{self._name} has given no picture for {self._stall_s:g} seconds"
                )
            picture, self._newest = self._newest, None
        self._number += 1
        return Frame(picture, self._number, self._pace.elapsed_s)

    def close(self) -> None:
        """Stop the thread and let go of the camera."""
        with self._news:
            if self._closed:
                return
            self._closed = True
        with suppress(OSError):
            self._release()
        self._thread.join(timeout=2.0)
