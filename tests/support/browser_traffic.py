"""Everything that one browser page has received: answers to requests, and words of streams."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request

_NO_BODY: Final = frozenset({204, 301, 302, 303, 304, 307})


class Traffic:
    """Listens to a page from its birth.

    Args:
        page: a page that has not been anywhere yet.
    """

    def __init__(self, page: Page) -> None:
        self.addresses: Final[list[str]] = []
        """Every address that was asked for."""
        self.stream: Final[list[str]] = []
        """Every message of an event stream: id, kind and words."""
        self._texts: list[str] = []
        self._waiting: list[Request] = []
        page.on("request", lambda request: self.addresses.append(request.url))
        page.on("requestfinished", self._finished)
        session = page.context.new_cdp_session(page)
        session.on("Network.eventSourceMessageReceived", self._hear)
        session.send("Network.enable")
        self._session: Final = session

    def _finished(self, request: Request) -> None:
        self._waiting.append(request)

    def _hear(self, message: dict[str, Any]) -> None:
        parts = (message["eventId"], message["eventName"], message["data"])
        self.stream.append(" ".join(parts))

    def gather(self) -> None:
        """Keep the answers that have come; a page must not be left before."""
        waiting, self._waiting[:] = list(self._waiting), []
        for request in waiting:
            response = request.response()
            if response is None or "/assets/" in request.url:
                continue
            headers = response.all_headers()
            self._texts.append(f"{request.url}\n{headers}")
            if response.status not in _NO_BODY and headers.get("content-length") != "0":
                self._texts.append(response.text())

    def new_texts(self) -> list[str]:
        """Head and body of every answer since the last call, but for files of the program."""
        self.gather()
        texts, self._texts[:] = list(self._texts), []
        return texts

    @property
    def hosts(self) -> set[str | None]:
        """Names of all machines that were asked for anything."""
        return {urlsplit(address).hostname for address in self.addresses}
