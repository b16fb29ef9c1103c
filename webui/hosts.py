"""Who may begin and end games: whoever is at the table's computer, or has typed the table code."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from typing import Final

from webui.codes import digest_of, new_code, normal_code
from webui.misses import Misses
from webui.pairing import PairingError

HOST_COOKIE: Final = "companion-host"


class Hosts:
    """Tablets that were let in with the table code. Forgotten at a restart.

    Args:
        now_s: wall clock, seconds since 1970.

    Attributes:
        table_code: printed at every start, so one that was seen at an earlier start opens nothing.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self.table_code: Final = new_code()
        self._lock: Final = threading.Lock()
        self._misses: Final = Misses(now_s)
        self._digests: Final[set[str]] = set()

    def admit(self, code: str, address: str) -> str:
        """Let a tablet in that knows the table code; returns the token that it keeps.

        Args:
            code: what was typed.
            address: the machine that it came from; wrong codes are counted for each.

        Raises:
            PairingError: it is not the table code.
        """
        with self._lock:
            if self._misses.are_too_many(address):
                raise PairingError("Too many wrong codes. Wait a minute, then try again.")
            if not secrets.compare_digest(normal_code(code), self.table_code):
                self._misses.add(address)
                raise PairingError(
                    "This is not the table code. It stands in the window where the table was "
                    "started."
                )
            token = secrets.token_urlsafe(32)
            self._digests.add(digest_of(token))
            return token

    def knows(self, token: str | None) -> bool:
        """Whether a token is one that was given out."""
        return bool(token) and digest_of(token or "") in self._digests
