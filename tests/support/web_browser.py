"""Real Chromium against a served app, reached by a name that is not loopback's."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect, sync_playwright

from companion.table.ids import PUBLIC, SeatId
from tests.support.patience import PATIENCE_MS, PATIENCE_S
from tests.support.service_process import held_port
from tests.support.web_client import Hall
from tests.support.web_measures import PAINTED
from webui.server import WebServer
from webui.site import cookie_name

NAME: Final = "tafel.test"
"""The browser resolves this name to the machine itself; the network is not asked."""

_ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1, EXCLUDE 127.0.0.1",
)

SIZES: Final = {
    "portrait": (820, 1180),
    "landscape": (1180, 820),
    "telephone": (390, 844),
    "television": (1920, 1080),
}


def chromium_path() -> str:
    """The system's Chromium; a test that needs it is skipped where there is none."""
    for path in (os.environ.get("CHROMIUM", ""), "/usr/bin/chromium", "/usr/bin/chromium-browser"):
        if path and Path(path).exists():
            return path
    pytest.skip("Chromium is not installed")


@contextmanager
def chromium(home: Path | None = None) -> Iterator[Browser]:
    """The browser for one module of tests.

    Args:
        home: its home directory, where it looks for authorities to trust; None for our own.
    """
    chromium_path()
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium, home)
        yield browser
        browser.close()


def launch(kind: BrowserType, home: Path | None = None) -> Browser:
    """Another browser with a home directory of its own."""
    environment: dict[str, str | float | bool] | None = None
    if home is not None:
        environment = {**os.environ, "HOME": str(home)}
    return kind.launch(executable_path=chromium_path(), args=list(_ARGUMENTS), env=environment)


def cut_off(page: Page) -> None:
    """Take the network from a page, and let it look for its link anew.

    The browser says that it is done before the last request has got through; a link that is opened
    in that moment stays open.
    """
    page.context.set_offline(True)
    page.wait_for_function("() => fetch(location.href).then(() => false, () => true)")
    # What is held open already stays so in this browser; a new link is what cannot be had.
    page.evaluate("window.dispatchEvent(new Event('online'))")


def stop_clock(page: Page) -> None:
    """Let the clock of a page stand from now on, so that nothing of it is due by itself.

    It is for a page that was loaded after ``page.clock.install()``.
    The clock only ever goes on, here by a minute: to a moment that it has not reached meanwhile.
    """
    now_s: float = page.evaluate("Date.now() / 1000")
    page.clock.pause_at(now_s + 60)


def wait_for(page: Page, holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds that no page shows, such as what this test has been told.

    Requests and answers come to a test only while it waits in the browser, so it waits there.
    """
    until_s = monotonic() + PATIENCE_S
    while not holds():
        if monotonic() > until_s:
            raise AssertionError(f"not within {PATIENCE_S:.0f} s: {what}")
        page.wait_for_timeout(20)


@dataclass
class Shown:
    """A page that is open in the browser, with what went wrong on it."""

    page: Page
    context: BrowserContext
    troubles: list[str]
    addresses: list[str]


class Room:
    """A hall that is served, and tablets in the browser.

    Args:
        browser: Chromium.
        hall: the made-up table with its app.
    """

    def __init__(self, browser: Browser, hall: Hall) -> None:
        self._browser = browser
        self.hall = hall
        self.server = WebServer(hall.app, hall.settings, host="127.0.0.1", port=held_port())
        self.server.start()
        self._contexts: list[BrowserContext] = []

    @property
    def base(self) -> str:
        """What every address begins with."""
        return f"http://{NAME}:{self.server.port}"

    def restart(self) -> None:
        """Stop the server and serve the same table on the same port again."""
        port = self.server.port
        self.server.stop(timeout_s=0.2)
        self.server = WebServer(self.hall.app, self.hall.settings, host="127.0.0.1", port=port)
        self.server.start()

    def show(
        self,
        path: str,
        size: tuple[int, int] = SIZES["portrait"],
        seat: SeatId = PUBLIC,
        scheme: Literal["light", "dark"] = "light",
    ) -> Shown:
        """Open a page as a tablet that holds a seat, or none."""
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            has_touch=size[0] < 1600,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        self._contexts.append(context)
        if seat != PUBLIC:
            invitation = self.hall.services.pairing.invite(seat, "join")
            _, token = self.hall.services.pairing.claim(invitation.code)
            name = cookie_name(seat)
            context.add_cookies([{"name": name, "value": token, "url": self.base}])
        page = context.new_page()
        shown = Shown(page, context, [], [])
        page.on("pageerror", lambda error: shown.troubles.append(str(error)))
        page.on(
            "console",
            lambda line: shown.troubles.append(line.text) if line.type == "error" else None,
        )
        page.on("request", lambda asked: shown.addresses.append(asked.url))
        page.goto(self.base + path)
        page.wait_for_selector("main")
        # What is laid out only once its size is known has been laid out then.
        page.evaluate(PAINTED)
        return shown

    def hosts(self, shown: Shown) -> set[str | None]:
        """Names of all machines that a page has asked for anything."""
        return {urlsplit(address).hostname for address in shown.addresses}

    def close(self) -> None:
        """Close every page, then the server."""
        for context in self._contexts:
            context.close()
        self.hall.table.hub.close()
        self.server.stop()
