"""Every page passes the accessibility checker, by day and by night, large and small."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.axe_check import axe_violations
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.fellowship_turn import real_turn, set_up, to_the_turn
from tests.support.real_table import InstalledService
from tests.support.tabs import show_tab, tab_names
from tests.support.web_browser import SIZES, chromium
from tests.support.written_game import write_game

pytestmark = pytest.mark.browser

LOOKS: Final[tuple[tuple[str, Literal["light", "dark"]], ...]] = (
    ("portrait", "light"),
    ("telephone", "dark"),
)
MOMENT: Final = "retreats"
"""A result to open, a form with fields, many lit hexes."""


@dataclass(frozen=True)
class House:
    """A service with a game in the middle of a turn, and a browser."""

    browser: Browser
    service: InstalledService

    @property
    def base(self) -> str:
        """What every address begins with."""
        return f"http://127.0.0.1:{self.service.port}"

    def look(self, size: str, scheme: Literal["light", "dark"]) -> BrowserContext:
        """A new browser context of one size, by day or by night."""
        width, height = SIZES[size]
        return self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service that goes on with a game that was played before."""
    play = Play(SAMPLE_BOX)
    set_up(play)
    to_the_turn(play)
    next(stage for stage in real_turn(play) if stage == MOMENT)
    home = tmp_path_factory.mktemp("home")
    write_game(play, home / "journal.db")
    with chromium() as browser, InstalledService(home, game="fellowship") as service:
        yield House(browser, service)


def test_the_virtual_table_is_accessible(house: House, tmp_path: Path) -> None:
    with InstalledService(tmp_path, "--demo", game="fellowship") as service:
        for size, scheme in LOOKS:
            with house.look(size, scheme) as context:
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{service.port}/demo/table")
                page.locator(".demo-piece").first.focus()
                expect(page.locator("#demo-cube")).to_be_visible()
                _assert_clean(page, "the virtual table")


def _assert_clean(page: Page, what: str, part: str = "") -> None:
    found = axe_violations(page, part)
    assert found == [], f"{what}: {found}"


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
@pytest.mark.parametrize("path", ["/", "/join", "/join/none-such", "/replay", "/dice", "/none"])
def test_a_page_for_everybody_is_accessible(
    house: House, path: str, size: str, scheme: Literal["light", "dark"]
) -> None:
    with house.look(size, scheme) as context:
        page = context.new_page()
        page.goto(house.base + path)
        expect(page.locator("main")).to_be_visible()
        _assert_clean(page, path)


def test_the_television_is_accessible(house: House) -> None:
    with house.look("television", "light") as context:
        page = context.new_page()
        page.goto(house.base)
        expect(page.locator("main")).to_be_visible()
        _assert_clean(page, "the public screen on a television")


def test_a_seats_screen_is_accessible_in_every_part(house: House) -> None:
    for (size, scheme), seat in zip(LOOKS, (FP, EP), strict=True):
        with house.look(size, scheme) as context:
            page = context.new_page()
            page.goto(f"{house.base}/join/{house.service.code(seat.title())}")
            _assert_clean(page, "taking a seat")
            page.locator("button[name=seat]").click()
            page.wait_for_url("**/seat/*")
            expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
            _assert_clean(page, f"{seat}, covered")
            page.locator("#cover-lock").click()
            _assert_parts_clean(page, seat)
            page.goto(f"{house.base}/seat/{seat}/replay")
            _assert_clean(page, f"the replay of {seat}")


def _assert_parts_clean(page: Page, seat: str) -> None:
    for name in tab_names(page):
        show_tab(page, name)
        for fold in page.locator(f"#panel-{name} details").all()[:3]:
            fold.evaluate("one => { one.open = true; }")
        if name == "map":
            _assert_clean(page, f"{seat}, the map")
            continue
        # The rest of the page was looked at before and takes most of the time.
        expect(page.locator(f"#panel-{name}")).to_be_visible()
        _assert_clean(page, f"{seat}, tab {name}", f"#panel-{name}")
    show_tab(page, "map")
    page.locator(".results summary").click()
    _assert_clean(page, f"{seat}, why")
    page.locator("[data-closes-details]").click()
    page.locator("#piece-list summary").click()
    page.locator(".piece-row").first.click()
    expect(page.locator("#sheet")).to_be_visible()
    _assert_clean(page, f"{seat}, a marker", "#sheet")
    page.locator("[data-closes-sheet]").click()
    page.locator("#menu-tool").click()
    expect(page.locator("#sheet")).to_be_visible()
    _assert_clean(page, f"{seat}, the menu", "#sheet")
