"""One table for a user directory: a lock that the system frees however its holder ends."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.service.settings import SettingsError


class AlreadyRunningError(RuntimeError):
    """Another table uses the same user directory."""


class InstanceLock:
    """Holds a user directory until `release` or the end of the process.

    Args:
        path: the lock file; its folder must exist.

    Raises:
        AlreadyRunningError: somebody else holds it.
        SettingsError: the file cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._file: Final = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise SettingsError(
                f"the lock {path} cannot be opened: {error.strerror}. Check who owns it and the "
                "disk, or set COMPANION_HOME to a folder that you may write to."
            ) from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.read(self._file, 64).decode(errors="replace").strip()
            os.close(self._file)
            raise AlreadyRunningError(
                f"a table already runs in {path.parent} (process {holder or 'unknown'}). Stop that "
                "one, or set COMPANION_HOME to another folder."
            ) from error
        with suppress(OSError):
            # On a full disk it is held all the same; only others are not told by whom.
            os.ftruncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let another table use the directory."""
        os.close(self._file)
