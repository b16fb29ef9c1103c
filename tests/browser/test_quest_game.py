"""The cooperative quest is chosen from the list and played on three tablets and a public screen.

Whoever runs this with ``COMPANION_PICTURES`` naming a folder gets pictures of every size there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as NotInTimeError

from companion.games.quest.board import BOARD
from tests.support.axe_check import axe_violations
from tests.support.real_table import InstalledService
from tests.support.tabs import show_tab
from tests.support.virtual_hands import EYE_PATIENCE_MS, drag_cube, follows_cubes
from tests.support.web_browser import SIZES, chromium
from tests.support.web_measures import assert_fit

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(240),
]

PATIENCE_MS: Final = 20_000
TABS: Final = ("board", "hand", "players", "by-hand", "log")
ASKED: Final = ".ask .is-asked"
SEATS: Final = ("Frodo", "Sam", "Pippin", "Merry", "Fatty")


@dataclass
class Walk:
    """The pages that are open.

    Attributes:
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

    def look(self, page: Page, name: str) -> None:
        """A page at every size: it fits, and pictures are kept if they are wanted."""
        folder = os.environ.get("COMPANION_PICTURES")
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            if folder:
                page.screenshot(path=Path(folder) / f"{name}-{size}.png")
            assert_fit(page, 14)
        page.set_viewport_size({"width": SIZES["portrait"][0], "height": SIZES["portrait"][1]})


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """A service as ``make run`` starts it, and a browser."""
    home = tmp_path_factory.mktemp("home")
    with chromium() as browser, InstalledService(home, "--demo", game="") as service:
        yield Walk(browser, f"http://127.0.0.1:{service.port}")


def test_from_the_list_of_games_to_a_turn_in_moria(walk: Walk) -> None:
    computer = walk.device()
    _begin(walk, computer, 3)
    frodo, sam, pippin = (_take_seat(walk, seat) for seat in SEATS[:3])
    computer.goto(walk.base)
    walk.look(frodo, "1-shuffle")
    expect(frodo.locator(".face-keys")).to_have_count(0)
    frodo.get_by_role("button", name="Draw blind").click()
    expect(sam.locator(".ask")).to_contain_text("2 Hiding symbols")
    for page in (frodo, sam, pippin):
        _uncover(page)
    expect(sam.locator("#region-hand .card")).to_have_count(6)
    walk.look(sam, "2-bag-end")
    _press(frodo, "refuse")
    # Rivendell: the council, then friendship or the die.
    for page in (frodo, sam, pippin):
        expect(page.locator(".ask .sentence").first).to_contain_text("Pass one card")
        _uncover(page)
        page.locator('#region-hand .tick:has(input[name^="f.cards"])').first.click()
        if page is frodo:
            walk.look(page, "3-council")
        page.locator("#region-hand").get_by_role("button", name="Pass it to").click()
        expect(page.locator(".ask .sentence").first).not_to_contain_text("Pass one card")
        expect(page.locator("#region-hand input[type=checkbox]:checked")).to_have_count(0)
    for page in (frodo, sam, pippin):
        _press(page, "refuse")
        _roll(page, "1")
    expect(computer.locator(".status .turn")).to_contain_text("Moria")
    walk.look(frodo, "4-moria")
    # A cube that is moved under the camera is moved on every screen.
    follows_cubes(computer, walk.base, 3)
    computer.goto(walk.base + "/demo/table")
    drag_cube(computer, BOARD, "green cube, face 2", "@Corruption 2")
    walk.look(computer, "4-virtual-table")
    computer.goto(walk.base)
    moved = frodo.locator(".log-line").filter(has_text="Sam moves to 2 on the Corruption line")
    expect(moved).to_have_count(1, timeout=EYE_PATIENCE_MS)
    while frodo.locator('.ask button[value="reveal"]').count():
        _press(frodo, "reveal")
        walk.look(computer, "5-public")
        if frodo.locator('.ask button[value="ring"]').count() == 1:
            walk.look(frodo, "5-tile")
        _press(frodo, "go")
        _answer(frodo, sam, pippin)
    for tab in TABS:
        show_tab(frodo, tab)
        walk.look(frodo, f"6-{tab}")
        assert axe_violations(frodo) == [], tab
    _press(frodo, "draw")
    expect(sam.locator(".ask .sentence").first).to_contain_text("Reveal the top event tile")
    walk.look(sam, "7-next")
    assert walk.troubles == []


@pytest.mark.parametrize("players", [2, 5])
def test_each_of_two_to_five_seats_has_a_hand_of_its_own(walk: Walk, players: int) -> None:
    _begin(walk, walk.device(), players)
    pages = [_take_seat(walk, seat) for seat in SEATS[:players]]
    pages[0].get_by_role("button", name="Draw blind").click()
    for page in pages:
        _uncover(page)
        expect(page.locator("#region-hand .card")).to_have_count(6)
        expect(page.locator(".ask")).to_contain_text("2 Hiding symbols")
    hands = [page.locator("#region-hand").text_content() for page in pages]
    assert len(set(hands)) > 1
    assert walk.troubles == []


def _answer(frodo: Page, *others: Page) -> None:
    """Answer whatever a tile has brought, with as little as possible, until it is Frodo's turn."""
    for _ in range(40):
        page = _asked((frodo, *others))
        offered = [
            button.get_attribute("value") or ""
            for button in page.locator(f"{ASKED} button[name=action]").all()
        ]
        if page.locator("details.faces").count():
            _roll(page, "1")
        elif "reveal" in offered or "draw" in offered:
            return
        elif offered:
            wanted = [one for one in ("refuse", "nobody", "go", "bear") if one in offered]
            _press(page, (wanted or offered)[0])
    raise AssertionError("what the tile has brought does not end")


def _asked(pages: tuple[Page, ...]) -> Page:
    """A page whose player is asked; who is asked next comes to a page a moment after the answer."""
    for _ in range(20):
        for page in pages:
            with suppress(NotInTimeError):
                page.locator(f"{ASKED} button[name=action], details.faces").first.wait_for(
                    timeout=PATIENCE_MS / 20
                )
                return page
    raise AssertionError("nobody is asked")


def _uncover(page: Page) -> None:
    show_tab(page, "hand")
    if page.locator("html:not([data-ui-open])").count():
        page.locator("#cover-lock").click()
    expect(page.locator("html[data-ui-open]")).to_have_count(1)


def _begin(walk: Walk, page: Page, players: int) -> None:
    page.goto(walk.base + "/games")
    page.get_by_role("link", name=re.compile("New game: The Cooperative Quest")).click()
    page.get_by_label("Players").fill(str(players))
    walk.look(page, "0-options")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Who sits where")).to_be_visible()


def _take_seat(walk: Walk, seat: str) -> Page:
    page = walk.device()
    page.goto(walk.base + "/seats")
    page.get_by_role("link", name=f"Take the seat {seat}").click()
    page.get_by_role("button", name=seat).click()
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    return page


def _press(page: Page, action: str) -> None:
    """Press a choice and wait until the question is another."""
    form = page.locator(f'.ask form:has(button[value="{action}"])').first
    before = form.get_attribute("id")
    form.locator(f'button[value="{action}"]').click()
    expect(page.locator(f"#{before}")).to_have_count(0)


def _roll(page: Page, face: str) -> None:
    """Type in the face of the die and wait until it is asked for no more."""
    keys = page.locator("details.faces")
    before = keys.get_attribute("id")
    keys.locator("summary").click()
    keys.get_by_role("button", name=face, exact=True).click()
    expect(page.locator(f"#{before}")).to_have_count(0)
