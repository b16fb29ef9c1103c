"""The rows of a fight on the public screen: what lies open, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.table.ids import PUBLIC
from tests.support.fellowship import FP
from tests.support.fellowship_fights import at_fight, lined_up
from tests.support.fight_table import FightTable
from tests.support.web_browser import chromium

pytestmark = pytest.mark.browser

GROUP = ("Aragorn", "Gandalf the Grey", "Legolas", "Gimli", "Boromir", "Frodo", "Sam")
NINE = ("Witch-king", "Khamul", *(f"Nazgul {number}" for number in range(3, 10)))
_SMALLEST_PX = 24


def test_the_rows_of_a_fight_lie_over_the_map_as_everybody_may_see_them(tmp_path: Path) -> None:
    play = at_fight(GROUP, NINE, faces=(3, 4))
    lined_up(play, NINE, GROUP[:5], reserves=((), GROUP[5:]))
    with chromium() as browser:
        table = FightTable(browser, tmp_path, play)
        try:
            panel = table.screens[PUBLIC].page.locator("#panel-fight")
            expect(panel).to_be_visible()
            expect(panel.locator(".card")).to_have_count(len(NINE) + 5)
            words = panel.text_content() or ""
            assert "Cards hidden in the reserve: 2." in words
            assert not [name for name in GROUP if name in words]
            fits, small = panel.evaluate(
                """(panel, least) => [
                    panel.scrollHeight <= panel.clientHeight,
                    [...panel.querySelectorAll('*')].filter(one => one.checkVisibility()
                        && [...one.childNodes].some(n => n.nodeType === 3 && n.data.trim())
                        && parseFloat(getComputedStyle(one).fontSize) < least)
                        .map(one => one.textContent),
                ]""",
                _SMALLEST_PX,
            )
            assert fits
            assert small == []
            table.press(FP, "not-here")
            expect(panel).to_be_visible()
        finally:
            table.close()
