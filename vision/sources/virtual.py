"""A camera that is not there: renders a table layout, again whenever its file changes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from calibration.layout import LayoutError, TableLayout, load_layout, sample_layout
from calibration.render import render_table
from calibration.scheme import SchemeError, StickerScheme
from vision.sources.folder import file_version
from vision.sources.frames import Clock, Frame, Pace, Picture, SourceError, SourceStalledError

_PATIENCE_S: Final = 2.0


class VirtualCamera:
    """Pictures of a rendered table.

    Args:
        path: the layout file, or None for a sample table. A file that is changed is read again at
            the next beat; one that cannot be read for a moment leaves the last picture standing.
        scheme: the stickers on the cubes.
        fps: pictures a second.
        clock: the time to go by.

    Raises:
        SourceError: the file holds no layout, or one that the scheme cannot bear.
    """

    def __init__(self, path: Path | None, scheme: StickerScheme, fps: float, clock: Clock) -> None:
        self._path = path
        self._scheme = scheme
        self._clock = clock
        self._version = self._file_version()
        self._number = 0
        self._unreadable_since_s: float | None = None
        try:
            self._picture = self._render(
                sample_layout(scheme) if path is None else load_layout(path)
            )
        except LayoutError as error:
            raise SourceError(str(error)) from error
        self._pace = Pace(clock, fps)

    def read(self) -> Frame:
        """Wait for the beat and give the table as it is now.

        Raises:
            SourceStalledError: the layout file has been unusable for a while.
        """
        time_s = self._pace.wait()
        version = self._file_version()
        if version != self._version:
            self._render_again(version)
        return Frame(self._picture, self._number, time_s)

    def _render_again(self, version: tuple[int, int, int] | None) -> None:
        assert self._path is not None  # noqa: S101  without a file no version ever differs
        try:
            self._picture = self._render(load_layout(self._path))
        except (LayoutError, SourceError) as error:
            now_s = self._clock.now_s()
            if self._unreadable_since_s is None:
                self._unreadable_since_s = now_s
            if now_s - self._unreadable_since_s > _PATIENCE_S:
                raise SourceStalledError(str(error), keep_open=True) from error
            return
        self._unreadable_since_s = None
        self._version = version
        self._number += 1

    def _render(self, layout: TableLayout) -> Picture:
        try:
            return render_table(layout, self._scheme)
        except SchemeError as error:
            raise SourceError(f"the layout does not fit the sticker scheme: {error}") from error
        except LayoutError as error:
            raise SourceError(str(error)) from error

    def _file_version(self) -> tuple[int, int, int] | None:
        if self._path is None:
            return None
        try:
            return file_version(self._path)
        except OSError:
            return None

    def close(self) -> None:
        """Nothing to let go of."""
