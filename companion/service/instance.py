"""One table for a user directory: a lock that the system frees however its holder ends."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final


class AlreadyRunningError(RuntimeError):
    """Another table uses the same user directory."""


class InstanceLock:
    """Holds a user directory until `release` or the end of the process.

    Args:
        path: the lock file; its folder must exist.

    Raises:
        AlreadyRunningError: somebody else holds it.
    """

    def __init__(self, path: Path) -> None:
        self._file: Final = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(self._file, 64).decode(errors="replace").strip()
            os.close(self._file)
            raise AlreadyRunningError(
                f"a table already runs in {path.parent} (process {holder or 'unknown'}). Stop that "
                "one, or set COMPANION_HOME to another folder."
            ) from error
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let another table use the directory."""
        os.close(self._file)
