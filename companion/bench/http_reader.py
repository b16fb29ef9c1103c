"""Takes answers out of the bytes of a connection that is kept open."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from typing import Final

_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_ZIPPED: Final = re.compile(rb"\r\ncontent-encoding: *gzip", re.IGNORECASE)


class HttpAnswerError(RuntimeError):
    """An answer that a screen has no use for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer.

    Attributes:
        status: the HTTP status.
        body: as it was before it was compressed.
        transferred_bytes: everything that came for it, headers included.
    """

    status: int
    body: bytes
    transferred_bytes: int

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


class AnswerReader:
    """Collects the bytes of one connection; one answer is asked for at a time."""

    def __init__(self) -> None:
        self._unread = b""

    def feed(self, data: bytes) -> Answer | None:
        """Take more bytes; gives the answer once it is whole.

        Raises:
            HttpAnswerError: it does not say its length, or it is an error.
            ConnectionError: the connection has ended.
        """
        if not data:
            raise ConnectionError("the table has closed the connection")
        self._unread += data
        head, blank, body = self._unread.partition(b"\r\n\r\n")
        if not blank:
            return None
        status = int(head.split(b" ", 2)[1])
        length = _LENGTH.search(head)
        if length is None and status != 204:
            raise HttpAnswerError(f"an answer does not say its length: {head[:200]!r}")
        size = 0 if length is None else int(length[1])
        if len(body) < size:
            return None
        whole = len(head) + len(blank) + size
        self._unread = self._unread[whole:]
        if status >= 400:
            raise HttpAnswerError(f"status {status}: {body[:200]!r}")
        plain = gzip.decompress(body[:size]) if _ZIPPED.search(head) else body[:size]
        return Answer(status, plain, whole)
