"""The cooperative quest is chosen from the list and played on three tablets and a public screen.

Whoever runs this with ``COMPANION_PICTURES`` naming a folder gets pictures of every size there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from companion.games.quest.board import BOARD
from tests.support.axe_check import axe_violations
from tests.support.board_words import assert_words_in_spaces
from tests.support.browser_walk import Walk, type_in, walk_in
from tests.support.tabs import show_tab
from tests.support.virtual_hands import EYE_PATIENCE_MS, drag_cube, follows_cubes
from tests.support.web_browser import wait_for

pytestmark = pytest.mark.browser

TABS: Final = ("board", "hand", "players", "by-hand", "log")
ASKED: Final = ".ask .is-asked"
SEATS: Final = ("Frodo", "Sam", "Pippin", "Merry", "Fatty")


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    with walk_in(tmp_path_factory.mktemp("home")) as opened:
        yield opened


def test_from_the_list_of_games_to_a_turn_in_moria(walk: Walk) -> None:
    computer = walk.device()
    walk.begin(computer, "The Cooperative Quest", {"Players": "3"})
    frodo, sam, pippin = (walk.take_seat(seat) for seat in SEATS[:3])
    computer.goto(walk.base)
    walk.look(frodo, "1-shuffle")
    expect(frodo.locator(".face-keys")).to_have_count(0)
    frodo.get_by_role("button", name="Draw by chance").click()
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
        type_in(page, "1")
    expect(computer.locator(".status .turn")).to_contain_text("Moria")
    walk.look(frodo, "4-moria")
    # A cube that is moved under the camera is moved on every screen.
    follows_cubes(computer, walk.base, 3)
    computer.goto(walk.base + "/demo/table")
    drag_cube(computer, BOARD, "green cube, face 2", "@Corruption 2")
    walk.look(computer, "4-virtual-table")
    assert_words_in_spaces(computer)
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
    walk.begin(walk.device(), "The Cooperative Quest", {"Players": str(players)})
    pages = [walk.take_seat(seat) for seat in SEATS[:players]]
    pages[0].get_by_role("button", name="Draw by chance").click()
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
            type_in(page, "1")
        elif "reveal" in offered or "draw" in offered:
            return
        elif offered:
            wanted = [one for one in ("refuse", "nobody", "go", "bear") if one in offered]
            _press(page, (wanted or offered)[0])
    raise AssertionError("what the tile has brought does not end")


def _asked(pages: tuple[Page, ...]) -> Page:
    """A page whose player is asked; who is asked next comes to a page a moment after the answer."""
    asked: list[Page] = []

    def is_asked() -> bool:
        offer = f"{ASKED} button[name=action], details.faces"
        asked[:] = [page for page in pages if page.locator(offer).first.is_visible()]
        return bool(asked)

    wait_for(pages[0], is_asked, "somebody is asked something")
    return asked[0]


def _uncover(page: Page) -> None:
    show_tab(page, "hand")
    if page.locator("html:not([data-ui-open])").count():
        page.locator("#cover-lock").click()
    expect(page.locator("html[data-ui-open]")).to_have_count(1)


def _press(page: Page, action: str) -> None:
    """Press a choice and wait until the question is another."""
    form = page.locator(f'.ask form:has(button[value="{action}"])').first
    before = form.get_attribute("id")
    form.locator(f'button[value="{action}"]').click()
    expect(page.locator(f"#{before}")).to_have_count(0)
