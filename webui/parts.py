"""Parts of the public screen, drawn once for each change however many screens ask for them."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from flask import Response, request

_KEPT: Final = 64


class PartKey(NamedTuple):
    """What a drawn part depends on: counter of the screen, region, ground it has, its language."""

    counter: int
    region: str
    ground: str
    language: str


class PublicParts:
    """The newest drawn parts, plain and compressed. Safe to use from many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._parts: OrderedDict[PartKey, tuple[bytes, bytes]] = OrderedDict()

    def answer(self, key: PartKey, draw: Callable[[], str]) -> Response:
        """The part as an answer; `draw` is called once while the others wait for it."""
        with self._lock:
            found = self._parts.get(key)
            if found is None:
                body = draw().encode()
                found = (body, gzip.compress(body, compresslevel=5, mtime=0))
                self._parts[key] = found
                while len(self._parts) > _KEPT:
                    self._parts.popitem(last=False)
        response = Response(mimetype="text/html")
        is_zipped = bool(request.accept_encodings["gzip"])
        response.set_data(found[1] if is_zipped else found[0])
        if is_zipped:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        return response
