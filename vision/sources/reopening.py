"""Keeps a live source going: what stalls or vanishes is reported and opened again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vision.sources.frames import (
    Clock,
    Frame,
    FrameSource,
    SourceEndedError,
    SourceError,
    SourceStalledError,
)

FIRST_WAIT_S: Final = 0.5
LONGEST_WAIT_S: Final = 15.0


class ReopeningSource:
    """A source that is opened anew, after longer and longer waits, whenever it fails.

    The times of its frames go on from one opening to the next.

    Args:
        open_again: opens the source; raises SourceError while it cannot.
        clock: the time to go by.
        on_trouble: called with a sentence for people whenever an attempt has failed.
        keep_waiting: asked before each wait; False gives up.
    """

    def __init__(
        self,
        open_again: Callable[[], FrameSource],
        clock: Clock,
        on_trouble: Callable[[str], None],
        keep_waiting: Callable[[], bool] = lambda: True,
    ) -> None:
        self._open_again = open_again
        self._clock = clock
        self._on_trouble = on_trouble
        self._keep_waiting = keep_waiting
        self._source: FrameSource | None = None
        self._start_s = clock.now_s()
        self._number = -1
        self._inner_number: int | None = None
        self._wait_s = FIRST_WAIT_S

    def read(self) -> Frame:
        """Give the next frame, however long it takes to get one.

        Raises:
            SourceEndedError: a finite source is through, or waiting was given up.
        """
        while True:
            try:
                if self._source is None:
                    self._source = self._open_again()
                    self._inner_number = None
                frame = self._source.read()
            except SourceEndedError:
                raise
            except SourceError as error:
                self._wait_after(error)
                continue
            self._wait_s = FIRST_WAIT_S
            if frame.number != self._inner_number:
                self._inner_number = frame.number
                self._number += 1
            return Frame(frame.picture, self._number, self._clock.now_s() - self._start_s)

    def _wait_after(self, error: SourceError) -> None:
        self._on_trouble(str(error))
        if not self._keep_waiting():
            raise SourceEndedError("waiting for the source was given up")
        if isinstance(error, SourceStalledError) and error.keep_open:
            self._clock.sleep_s(FIRST_WAIT_S)
            return
        self.close()
        self._clock.sleep_s(self._wait_s)
        self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)

    def close(self) -> None:
        """Let go of the source, if it is open."""
        if self._source is not None:
            self._source.close()
            self._source = None
