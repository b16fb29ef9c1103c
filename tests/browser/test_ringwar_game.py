"""The Ringbearer's road is chosen from the list of games and played on two tablets.

Whoever runs this with ``COMPANION_PICTURES`` naming a folder gets pictures of every size there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from companion.games.ringwar.board import board_of
from companion.service.games import sample_box
from tests.support.axe_check import axe_violations
from tests.support.board_words import assert_words_in_spaces
from tests.support.browser_walk import Walk, type_in, walk_in
from tests.support.tabs import show_tab
from tests.support.virtual_hands import EYE_PATIENCE_MS, drag_cube, follows_cubes

pytestmark = pytest.mark.browser

TABS: Final = ("map", "cards", "forces", "turns", "tables", "log", "by-hand")


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    with walk_in(tmp_path_factory.mktemp("home")) as opened:
        yield opened


def test_from_the_list_of_games_to_a_fight(walk: Walk) -> None:
    computer, good, evil = _seated(walk)
    _to_the_first_moves(walk, good, evil)
    _move_and_get_magic(walk, computer, good)
    _meet_and_fight(walk, computer, good, evil)
    for tab in TABS:
        show_tab(good, tab)
        if tab == "cards":
            good.locator("#cover-lock").click()
        walk.look(good, f"10-{tab}")
        assert axe_violations(good) == [], tab
    assert walk.troubles == []


def _seated(walk: Walk) -> tuple[Page, Page, Page]:
    """The public screen and both seats of a new game."""
    computer = walk.device()
    walk.begin(computer, "The Ringbearer's Road")
    good, evil = walk.take_seat("First player"), walk.take_seat("Second player")
    computer.goto(walk.base)
    return computer, good, evil


def _to_the_first_moves(walk: Walk, good: Page, evil: Page) -> None:
    _asks(good, "Choose your side")
    walk.look(good, "1-sides")
    _press(good, "take-fellowship", "Draw an event card")
    # Nobody types in which card was drawn.
    expect(good.locator(".face-keys")).to_have_count(0)
    _asks(evil, "The Fellowship draws an event card")
    walk.look(good, "2-draw")
    _draw(good, "The Dark Power draws an event card")
    _draw(evil, "Draw a search card")
    walk.look(evil, "3-search")
    _press(evil, "done", "The Fellowship moves")


def _move_and_get_magic(walk: Walk, computer: Page, good: Page) -> None:
    _asks(good, "Move your characters")
    walk.look(good, "4-move")
    # A cube that is moved on the surveyed map moves its character.
    follows_cubes(computer, walk.base, 12)
    computer.goto(walk.base + "/demo/table")
    board = board_of(sample_box("ringwar"))
    assert board is not None
    drag_cube(computer, board, "green cube, face 4", "@Bree")
    walk.look(computer, "4-virtual-table")
    assert_words_in_spaces(computer)
    computer.goto(walk.base)
    pippin = computer.locator(".log-line").filter(has_text="Pippin to Bree.").first
    expect(pippin).to_be_attached(timeout=EYE_PATIENCE_MS)
    _press(good, "move:Shire", "Who moves from Shire")
    ask = good.locator(".ask")
    ask.get_by_label("Frodo", exact=True).check()
    ask.get_by_label("Sam", exact=True).check()
    ask.get_by_label("To", exact=True).select_option(label="Bree")
    walk.look(good, "5-who")
    _press(good, "go", "Move your characters")
    _says(computer, "Frodo, Sam to Bree.")
    _press(good, "magic:Bree", "Magic cards at Bree")
    walk.look(good, "6-magic")
    _press(good, "take", None)
    _says(computer, "Frodo takes Healing Leaf.")
    _asks(good, "Magic cards at Bree")
    _press(good, "back", "Move your characters")


def _meet_and_fight(walk: Walk, computer: Page, good: Page, evil: Page) -> None:
    """The Mouth of Sauron meets Aragorn: put there by hand, found on the way, fought."""
    show_tab(evil, "by-hand")
    panel = evil.locator("#panel-by-hand")
    panel.get_by_label("Who", exact=True).select_option(label="Mouth of Sauron")
    panel.get_by_label("Hex", exact=True).fill("Greenway")
    panel.get_by_role("button", name="Put there").click()
    _says(computer, "Mouth of Sauron to Greenway (by hand).")
    _asks(good, "Move your characters")
    _press(good, "move:Bree", "Who moves from Bree")
    good.locator(".ask").get_by_label("Aragorn", exact=True).check()
    good.locator(".ask").get_by_label("To", exact=True).select_option(label="Gap")
    _press(good, "go", "may search without cost")
    _press(evil, "search", "Roll for the search")
    walk.look(evil, "7-roll")
    _roll(evil, "6", "decides about the fight")
    walk.look(computer, "8-result")
    _press(good, "fight", "decides about the fight")
    _press(evil, "leave", "use sorcery")
    _press(evil, "arms", "A roll for Aragorn")
    _roll(good, "6", "A roll for Mouth of Sauron")
    _roll(evil, "5", "decides about the fight")
    walk.look(good, "9-fight")
    walk.look(computer, "9-public")


def _asks(page: Page, words: str) -> None:
    expect(page.locator(".ask .sentence").first).to_contain_text(words)


def _says(page: Page, words: str) -> None:
    expect(page.locator(".log-line").filter(has_text=words).first).to_be_attached()


def _press(page: Page, action: str, then: str | None) -> None:
    """Press a choice, and wait for the question that comes of it."""
    page.locator(f'.ask button[name=action][value="{action}"]').click()
    if then is not None:
        _asks(page, then)


def _draw(page: Page, then: str) -> None:
    _asks(page, "Draw")
    page.get_by_role("button", name="Draw by chance").click()
    _asks(page, then)


def _roll(page: Page, face: str, then: str) -> None:
    type_in(page, face)
    _asks(page, then)
