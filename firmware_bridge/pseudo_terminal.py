"""A serial port that is made of nothing: the die's end of a pseudo-terminal, and a name for it."""

from __future__ import annotations

import errno
import os
import pty
import tty
from pathlib import Path


class PseudoTerminal:
    """A pseudo-terminal whose far end is opened like a serial port.

    Args:
        link: path of a symbolic link to the far end; it stands for the name that stays the same
            when a device is plugged in again, as those below ``/dev/serial/by-id``.
    """

    def __init__(self, link: Path) -> None:
        self._link = link
        # The far end stays open here too: otherwise the near end reads as gone while no host
        # has it open, and what was set below would be lost.
        self._near, self._far = pty.openpty()
        tty.setraw(self._far)
        os.set_blocking(self._near, False)
        self.path = os.ttyname(self._far)
        """Name of the far end, which is another one each time."""
        temporary = link.with_name(f"{link.name}.{os.getpid()}")
        temporary.unlink(missing_ok=True)
        temporary.symlink_to(self.path)
        try:
            temporary.replace(link)
        except OSError:
            temporary.unlink()
            raise

    def fileno(self) -> int:
        """The near end, to wait for."""
        return self._near

    def read(self) -> bytes:
        """What the host has written; empty when nothing is there."""
        try:
            return os.read(self._near, 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """Send to the host. What does not fit, because nobody reads, is lost as on a real cable.

        Returns:
            How many bytes were taken.
        """
        sent = 0
        while sent < len(data):
            try:
                sent += os.write(self._near, data[sent:])
            except BlockingIOError:
                break
            except OSError as error:
                if error.errno != errno.EIO:
                    raise
                break
        return sent

    def close(self) -> None:
        """Pull the cable: the far end hangs up and its name is gone."""
        if self._link.is_symlink() and str(self._link.readlink()) == self.path:
            self._link.unlink()
        for descriptor in (self._near, self._far):
            os.close(descriptor)
