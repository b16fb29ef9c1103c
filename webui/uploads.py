"""Files that come in pieces, so that no request is ever larger than a form.

Only whoever may edit the box can send one. There are few at a time, each has a limit, and what is
not used is forgotten.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

_AT_ONCE: Final = 3
_LIFE_S: Final = 1800.0


class UploadError(ValueError):
    """A piece that does not fit; the text says what to do."""


@dataclass(slots=True)
class _Upload:
    data: bytearray = field(default_factory=bytearray)
    since_s: float = 0.0


class Uploads:
    """Pieces of files, in memory. Safe to use from many threads.

    Args:
        steady_s: a clock that never jumps.
    """

    def __init__(self, steady_s: Callable[[], float]) -> None:
        self._steady_s: Final = steady_s
        self._lock: Final = threading.Lock()
        self._uploads: Final[dict[str, _Upload]] = {}

    def begin(self) -> str:
        """A name for a new file; the oldest of too many is forgotten."""
        name, now_s = secrets.token_urlsafe(12), self._steady_s()
        with self._lock:
            self._forget_old(now_s)
            while len(self._uploads) >= _AT_ONCE:
                del self._uploads[next(iter(self._uploads))]
            self._uploads[name] = _Upload(since_s=now_s)
        return name

    def add(self, name: str, at: int, piece: bytes, longest: int) -> int:
        """Put the next piece behind the others.

        Args:
            name: as `begin` gave it.
            at: how many bytes came before; a piece that came already is not taken twice.
            piece: its bytes.
            longest: how long the whole file may become.

        Returns:
            How many bytes there are now.

        Raises:
            UploadError: the file was forgotten, is too long, or a piece is missing.
        """
        with self._lock:
            upload = self._find(name)
            if at < len(upload.data):
                return len(upload.data)
            if at > len(upload.data):
                raise UploadError("A piece of the file is missing. Choose the file again.")
            if at + len(piece) > longest:
                del self._uploads[name]
                raise UploadError(f"The file is larger than {longest // 1024} kB.")
            upload.data += piece
            return len(upload.data)

    def data(self, name: str) -> bytes:
        """All that has come of a file.

        Raises:
            UploadError: the file was forgotten.
        """
        with self._lock:
            return bytes(self._find(name).data)

    def forget(self, name: str) -> None:
        """Throw a file away."""
        with self._lock:
            self._uploads.pop(name, None)

    def _find(self, name: str) -> _Upload:
        self._forget_old(self._steady_s())
        upload = self._uploads.get(name)
        if upload is None:
            raise UploadError("The file is not here any more. Choose it again.")
        return upload

    def _forget_old(self, now_s: float) -> None:
        for name in [n for n, one in self._uploads.items() if now_s - one.since_s > _LIFE_S]:
            del self._uploads[name]
