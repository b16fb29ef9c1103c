"""However much is asked, the part that a question sends to can be read below it."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.support.web_measures import PAINTED
from tests.support.web_rooms import linked_seat, served, table_with_a_result

pytestmark = pytest.mark.browser

_ASK_MUCH: Final = """() => {
  const prompt = document.querySelector('.ask .prompt');
  for (let more = 0; more < 5; more += 1) prompt.parentElement.append(prompt.cloneNode(true));
}"""
_HEIGHTS: Final = """() => Object.fromEntries(['.ask', '.panels'].map(
  part => [part, document.querySelector(part).getBoundingClientRect().height]))"""
_TO_THE_FRONT: Final = "document.querySelector('.panel').classList.add('is-in-front')"
"""As in a fight, whose cards lie in a part of the screen."""


@pytest.mark.parametrize("size", [(1024, 768), (768, 1024)])
@pytest.mark.parametrize(("set_out", "least_px"), [("0", 140), (_TO_THE_FRONT, 200)])
def test_much_that_is_asked_leaves_room_for_the_chosen_part(
    browser: Browser, size: tuple[int, int], set_out: str, least_px: int
) -> None:
    with served(browser, table_with_a_result()) as room:
        page = linked_seat(room, size)
        page.evaluate(set_out)
        page.evaluate(_ASK_MUCH)
        page.evaluate(PAINTED)
        expect(page.locator(".ask-more")).to_be_visible()
        heights = page.evaluate(_HEIGHTS)
        assert heights[".ask"] >= least_px
        assert heights[".panels"] >= least_px
        bar = page.locator(".tabs").bounding_box()
        assert bar is not None
        assert bar["y"] + bar["height"] <= size[1]
