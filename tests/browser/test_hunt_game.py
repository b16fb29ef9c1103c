"""The Hunt is chosen from the list of games and played on two tablets and a public screen.

Whoever runs this with ``COMPANION_PICTURES`` naming a folder gets pictures of every size there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from companion.games.hunt.board import BOARD
from tests.support.axe_check import axe_violations
from tests.support.board_words import assert_words_in_spaces
from tests.support.browser_walk import Walk, type_in, walk_in
from tests.support.tabs import show_tab
from tests.support.virtual_hands import EYE_PATIENCE_MS, drag_cube, follows_cubes
from tests.support.web_browser import SIZES

pytestmark = pytest.mark.browser

TABS: Final = ("fellowship", "odds", "pool", "cards", "by-hand", "log")


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    with walk_in(tmp_path_factory.mktemp("home")) as opened:
        yield opened


def test_from_the_list_of_games_to_a_tile_and_a_casualty(walk: Walk) -> None:
    computer = walk.device()
    walk.begin(computer, "The Hunt for the Ring")
    free, shadow = walk.take_seat("Free Peoples"), walk.take_seat("Shadow")
    computer.goto(walk.base)
    _press(free, "appoint", "Go on to the Hunt allocation")
    walk.look(free, "1-fellowship-phase")
    _press(free, "go-on", None)
    _fill(shadow, "Dice", "3")
    _press(shadow, "count", "How many Eyes")
    _fill(shadow, "Eyes", "2")
    _press(shadow, "count", None)
    expect(free.locator(".ask")).to_contain_text("Chance of success 59.8 %")
    walk.look(free, "2-actions")
    _move_counter(walk, computer, "green cube", "@Progress 1")
    moved = free.locator('.ask button[name=action][value="move"]')
    expect(moved).to_have_count(0, timeout=EYE_PATIENCE_MS)
    shadow.get_by_label("Nazgul").check()
    walk.look(shadow, "3-conditions")
    _press(shadow, "told", "Roll the Hunt dice")
    for face in ("2", "3"):
        type_in(shadow, face)
    _throw(walk, computer, 18)
    expect(shadow.locator(".ask")).to_contain_text("So far: 2, 3, 6.")
    for face in ("1", "4"):
        type_in(shadow, face)
    walk.look(shadow, "4-rerolls")
    _press(shadow, "again-1", "Re-roll a failed die")
    type_in(shadow, "5")
    expect(shadow.locator(".ask .sentence").first).to_contain_text("Draw a tile for the Hunt")
    # A lot has no keys: nobody chooses a tile by typing a number.
    expect(shadow.locator(".face-keys")).to_have_count(0)
    expect(computer.locator(".ask .sentence").first).to_contain_text(
        "The Shadow player draws a tile"
    )
    walk.look(shadow, "5-draw")
    walk.look(computer, "5-public")
    shadow.get_by_label("Drawn from your own bag").select_option(label="3")
    _press(shadow, "entered", None)
    _press(free, "none", "Take a casualty, or use the Ring")
    walk.look(free, "6-casualty")
    _press(free, "random", None)
    walk.look(shadow, "7-counter")
    shadow.get_by_role("button", name="Draw by chance").click()
    expect(free.locator(".log-line").filter(has_text="casualty of the Hunt")).to_have_count(1)
    walk.look(computer, "8-public")
    for tab in TABS:
        show_tab(free, tab)
        if tab == "cards":
            free.locator("#cover-lock").click()
        walk.look(free, f"9-{tab}")
        assert _cut_tables(free) == [], tab
        assert axe_violations(free) == [], tab
    assert walk.troubles == []


def _cut_tables(page: Page) -> list[str]:
    """The tables of which a telephone does not show every column."""
    seen = page.viewport_size
    assert seen is not None
    width, height = SIZES["telephone"]
    page.set_viewport_size({"width": width, "height": height})
    cut: list[str] = page.locator(".table-scroll:visible").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.ariaLabel)"
    )
    page.set_viewport_size(seen)
    return cut


def _press(page: Page, action: str, then: str | None) -> None:
    """Press a choice, and wait for words that come of it, or until it is gone."""
    button = page.locator(f'.ask button[name=action][value="{action}"]')
    button.click()
    if then is None:
        expect(button).to_have_count(0)
    else:
        expect(page.locator(".ask")).to_contain_text(then)


def _fill(page: Page, label: str, text: str) -> None:
    page.locator(".ask").get_by_label(label, exact=True).fill(text)


def _move_counter(walk: Walk, computer: Page, cube: str, place: str) -> None:
    """Move a cube on the sheet of tracks of the virtual table, which the eye looks at."""
    follows_cubes(computer, walk.base, 2)
    computer.goto(walk.base + "/demo/table")
    drag_cube(computer, BOARD, cube, place)
    computer.goto(walk.base)


def _throw(walk: Walk, computer: Page, face: int) -> None:
    """Throw the d20 of the virtual table."""
    computer.goto(walk.base + "/demo/table")
    walk.look(computer, "4-virtual-table")
    assert_words_in_spaces(computer)
    assert axe_violations(computer) == []
    walk.throw(computer, face)
    computer.goto(walk.base)
