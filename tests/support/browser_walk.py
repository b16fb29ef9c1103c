"""A way into a game in a browser: from the list of games to a seat on a device of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, expect

from tests.support.patience import PATIENCE_MS
from tests.support.real_table import InstalledService
from tests.support.web_browser import SIZES, chromium
from tests.support.web_measures import assert_fit

_SMALLEST_PX: Final = 14


def pictures_folder() -> Path | None:
    """Where whoever runs the tests wants pictures, None where none are wanted."""
    named = os.environ.get("COMPANION_PICTURES")
    return Path(named) if named else None


@dataclass
class Walk:
    """The devices that are used with one table.

    Attributes:
        browser: Chromium.
        base: what the table's addresses begin with.
        troubles: errors of any page.
    """

    browser: Browser
    base: str
    troubles: list[str] = field(default_factory=list)

    def device(self) -> Page:
        """Another device, without a seat."""
        width, height = SIZES["portrait"]
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=True, reduced_motion="reduce"
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        return page

    def look(self, page: Page, name: str, *, fits: bool = True) -> None:
        """A page at every size: it fits, and pictures are kept if they are wanted."""
        folder = pictures_folder()
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            if folder:
                page.screenshot(path=folder / f"{name}-{size}.png")
            if fits:
                assert_fit(page, _SMALLEST_PX)
        width, height = SIZES["portrait"]
        page.set_viewport_size({"width": width, "height": height})

    def begin(self, page: Page, title: str, options: Mapping[str, str] | None = None) -> None:
        """Begin a game from the list, with some of its options filled in."""
        page.goto(self.base + "/games")
        page.get_by_role("link", name=re.compile(f"New game: {title}")).click()
        for label, text in (options or {}).items():
            page.get_by_label(label).fill(text)
        self.look(page, "0-options")
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("heading", name="Who sits where")).to_be_visible()

    def take_seat(self, seat: str) -> Page:
        """Take a seat on a device of its own."""
        page = self.device()
        page.goto(self.base + "/seats")
        page.get_by_role("link", name=f"Take the seat {seat}").click()
        page.get_by_role("button", name=seat).click()
        expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
        return page

    def throw(self, computer: Page, face: int) -> None:
        """Throw the d20 of the virtual table that a page shows."""
        with computer.expect_response("**/demo/roll") as answer:
            computer.locator(f'button[name=face][value="{face}"]').click()
        assert answer.value.status == 200


@contextmanager
def walk_in(home: Path) -> Iterator[Walk]:
    """A table as ``make run`` starts it, and a browser.

    Args:
        home: an empty user directory.
    """
    with chromium() as browser, InstalledService(home, "--demo", game="") as service:
        yield Walk(browser, f"http://127.0.0.1:{service.port}")


def type_in(page: Page, face: str) -> None:
    """Type in the face of a die, and wait until it is asked for no more."""
    keys = page.locator("details.faces")
    before = keys.get_attribute("id")
    if keys.get_attribute("open") is None:
        keys.locator("summary").click()
    keys.get_by_role("button", name=face, exact=True).click()
    expect(page.locator(f"#{before}")).to_have_count(0)
