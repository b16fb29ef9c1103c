"""A folder of pictures, played once in name order or followed for as long as it lasts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from vision.sources.decoding import (
    PICTURE_SUFFIXES,
    NotAPictureError,
    decode_picture,
    load_picture,
)
from vision.sources.frames import (
    Clock,
    Frame,
    Pace,
    Picture,
    SourceEndedError,
    SourceError,
    SourceStalledError,
)

HOLD_LAST_S: Final = 1.0
_PATIENCE_S: Final = 2.0
_POLL_S: Final = 0.2


def picture_files(folder: Path) -> list[Path]:
    """The picture files of a folder in name order; hidden ones and temporary names left out.

    Raises:
        SourceError: the folder cannot be listed.
    """
    try:
        return sorted(
            path
            for path in folder.iterdir()
            if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith(".")
        )
    except OSError as error:
        raise SourceError(
            f"the folder {folder} cannot be listed: {error.strerror or error}"
        ) from error


def file_version(path: Path) -> tuple[int, int, int]:
    """What changes when a file is written again.

    Raises:
        OSError: the file is gone.
    """
    status = path.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino


class PlayedFolder:
    """The pictures of a folder at a steady rate, in the folder's own time.

    Nothing is waited for: picture n has the time n / fps. The last one is held for a second, so
    that a reading in it can settle. A file that is no picture is reported and passed over.

    Args:
        folder: where the pictures lie.
        fps: pictures a second.
        clock: waits for a picture that is still being written.
        on_trouble: called with a sentence for people about each file that is passed over.

    Raises:
        SourceError: the folder holds no pictures.
    """

    def __init__(
        self, folder: Path, fps: float, clock: Clock, on_trouble: Callable[[str], None]
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._on_trouble = on_trouble
        self._period_s = 1.0 / fps
        self._files = picture_files(folder)
        if not self._files:
            kinds = ", ".join(sorted(PICTURE_SUFFIXES))
            raise SourceError(f"the folder {folder} holds no pictures ({kinds})")
        self._beats = len(self._files) + max(1, round(HOLD_LAST_S * fps))
        self._beat = 0
        self._number = -1
        self._last: Picture | None = None

    def read(self) -> Frame:
        """Give the next picture.

        Raises:
            SourceEndedError: all have been given and the last was held.
            SourceError: not one of the files is a picture.
        """
        while self._beat < self._beats:
            beat = self._beat
            self._beat += 1
            if beat < len(self._files):
                image = self._load(self._files[beat])
                if image is None:
                    continue
                self._number += 1
                self._last = image
            if self._last is None:
                raise SourceError(f"no file in the folder {self._folder} is a usable picture")
            return Frame(self._last, self._number, beat * self._period_s)
        raise SourceEndedError("all pictures of the folder have been played")

    def _load(self, path: Path) -> Picture | None:
        """The picture, once it is written to its end; None if it is none."""
        before = None
        while True:
            try:
                data = path.read_bytes()
            except OSError as error:
                self._on_trouble(f"{path} cannot be read: {error.strerror or error}")
                return None
            try:
                return decode_picture(data)
            except NotAPictureError as error:
                if data == before:
                    self._on_trouble(f"{path} is passed over: {error}")
                    return None
                before = data
                self._clock.sleep_s(_POLL_S)

    def close(self) -> None:
        """Nothing to let go of."""


class FollowedFolder:
    """A folder into which pictures keep coming: each new one is taken in name order.

    It begins with the last picture that is there: those before it show a table of the past, and
    whoever opens the folder again must not live through it twice. So it does when the folder was
    gone or empty: on a stick or a share that was plugged in again every file is another than it
    was. The last one is held for ever. A
    file that is written again counts as new. One that is only half written is tried again at the
    next beat; one that stays unreadable is passed over.

    Args:
        folder: where the pictures appear; it may still be empty.
        fps: pictures a second at most.
        clock: the time to go by.

    Raises:
        SourceError: the folder cannot be listed.
    """

    def __init__(self, folder: Path, fps: float, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._pace = Pace(clock, fps)
        self._taken: dict[Path, tuple[int, int, int]] = {}
        self._unreadable_since_s: dict[Path, float] = {}
        self._number = -1
        self._last: Picture | None = None
        self._was_gone = False
        self._pass_over(picture_files(folder)[:-1])

    def read(self) -> Frame:
        """Give the next new picture, or the last one again when its beat has come.

        Raises:
            SourceStalledError: the folder has vanished, or has held no picture for a while.
        """
        waited_since_s = self._clock.now_s()
        while True:
            time_s = self._pace.wait()
            image = self._next_new()
            if image is not None:
                self._number += 1
                self._last = image
            if self._last is not None:
                return Frame(self._last, self._number, time_s)
            if self._clock.now_s() - waited_since_s > _PATIENCE_S:
                raise SourceStalledError(
                    f"the folder {self._folder} holds no pictures yet", keep_open=True
                )

    def _next_new(self) -> Picture | None:
        try:
            files = picture_files(self._folder)
        except SourceError as error:
            self._was_gone = True
            raise SourceStalledError(str(error), keep_open=True) from error
        if not files:
            # So a folder looks too whose disk is not mounted at the moment.
            self._was_gone = self._was_gone or self._last is not None
            return None
        if self._was_gone:
            self._was_gone = False
            self._pass_over(files[:-1])
        self._forget_all_but(files)
        for path in files:
            try:
                version = file_version(path)
                if self._taken.get(path) == version:
                    continue
                image = load_picture(path)
            except FileNotFoundError:
                continue
            except (OSError, NotAPictureError):
                if self._may_still_come(path):
                    return None
                continue
            self._taken[path] = version
            self._unreadable_since_s.pop(path, None)
            return image
        return None

    def _pass_over(self, files: list[Path]) -> None:
        for path in files:
            with suppress(OSError):
                self._taken[path] = file_version(path)

    def _forget_all_but(self, files: list[Path]) -> None:
        there = set(files)
        for known in (self._taken, self._unreadable_since_s):
            for path in known.keys() - there:
                del known[path]

    def _may_still_come(self, path: Path) -> bool:
        now_s = self._clock.now_s()
        since_s = self._unreadable_since_s.setdefault(path, now_s)
        return now_s - since_s < _PATIENCE_S

    def close(self) -> None:
        """Nothing to let go of."""
