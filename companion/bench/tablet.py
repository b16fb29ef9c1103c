"""A tablet as the benches need one: claims a seat, presses, loads a screen with all its files."""

from __future__ import annotations

import gzip
import http.client
import re
from typing import Final
from urllib.parse import urlencode, urljoin

from companion.bench.figures import BenchError
from companion.bench.served import LOOPBACK

_PATIENCE_S: Final = 60.0
_LINKS: Final = {
    "text/html": re.compile(
        r'<link rel="(?:icon|stylesheet|manifest)" href="([^"]+)"|<script[^>]* src="([^"]+)"'
        r'|<use href="([^"#]+)#|<img[^>]* src="([^"]+)"'
    ),
    "text/css": re.compile(r'url\("?([^")]+)"?\)|@import "([^"]+)"'),
    "text/javascript": re.compile(r'(?:from|import) ?\(?"(\.[^"]+)"'),
}
"""What of a file makes a browser fetch another one."""


class Tablet:
    """One tablet on a connection of its own.

    Args:
        port: where the table is served on loopback.
    """

    def __init__(self, port: int) -> None:
        self._connection: Final = http.client.HTTPConnection(LOOPBACK, port, timeout=_PATIENCE_S)
        self.seat = ""
        self.cookie = ""

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def claim(self, seat: str, code: str) -> None:
        """Take a seat.

        Raises:
            BenchError: it was not given.
        """
        headers, _ = self._post("/join", {"code": code, "seat": seat})
        self.seat = seat
        self.cookie = (headers["Set-Cookie"] or "").partition(";")[0]

    def act(self, action: str, **fields: str) -> None:
        """Press something that may be done at any time.

        Raises:
            BenchError: the table refused.
        """
        form = {"action": action, **{f"f.{name}": value for name, value in fields.items()}}
        self._post(f"/seat/{self.seat}/act", form)

    def answer(self, prompt: str, action: str) -> None:
        """Press a choice of an open prompt.

        Raises:
            BenchError: the table refused.
        """
        self._post(f"/seat/{self.seat}/act", {"prompt": prompt, "action": action})

    def first_load_bytes(self) -> int:
        """Everything that a browser fetches for the seat's screen when it has nothing yet.

        Counted are compressed bodies. A font file counts although a browser fetches only those
        whose letters occur.

        Raises:
            BenchError: something of it cannot be had.
        """
        to_fetch, seen, total = [f"/seat/{self.seat}"], set[str](), 0
        while to_fetch:
            path = to_fetch.pop()
            if path in seen:
                continue
            seen.add(path)
            media_type, plain, size = self._get(path)
            total += size
            pattern = _LINKS.get(media_type)
            if pattern is not None:
                found = pattern.findall(plain.decode())
                links = [link for hit in found for link in ([hit] if isinstance(hit, str) else hit)]
                to_fetch += [urljoin(path, link) for link in links if link and "#" not in link]
        return total

    def _get(self, path: str) -> tuple[str, bytes, int]:
        """Media type, plain body and size on the wire."""
        headers = {"Cookie": self.cookie, "Accept-Encoding": "gzip"}
        self._connection.request("GET", path, headers=headers)
        response = self._connection.getresponse()
        body = response.read()
        if response.status != http.client.OK:
            raise BenchError(f"{path} cannot be had: status {response.status}")
        is_zipped = response.headers.get("Content-Encoding") == "gzip"
        media_type = response.headers.get_content_type()
        return media_type, gzip.decompress(body) if is_zipped else body, len(body)

    def _post(self, path: str, form: dict[str, str]) -> tuple[http.client.HTTPMessage, bytes]:
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "Cookie": self.cookie,
        }
        self._connection.request("POST", path, urlencode(form), headers)
        response = self._connection.getresponse()
        body = response.read()
        if response.status != http.client.OK:
            said = re.sub(r"<[^>]+>", " ", body.decode("utf-8", "replace")).split()
            raise BenchError(f"{path} was refused ({response.status}): {' '.join(said)[:300]}")
        return response.headers, body
