"""The dice page in Chromium: it fits, it can be read and pressed, and nothing goes wrong on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.web_browser import NAME, SIZES, Room, chromium
from tests.support.web_client import open_hall
from tests.support.web_fake import FakeTable
from tests.webui.test_dice_page import fair, rolled
from webui.settings import WebSettings

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

_SMALL_TEXT = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const box = element.getBoundingClientRect();
    if (!walk.currentNode.data.trim() || !box.width || element.closest(".for-readers")) continue;
    const picture = element.closest("svg");
    const drawn = picture ? picture.getBoundingClientRect().width : 1;
    const scale = picture ? drawn / picture.viewBox.baseVal.width : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < 13.9) found.push([walk.currentNode.data.trim(), size]);
  }
  return found;
}"""
_SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, summary")]
  .map((one) => [one.textContent, one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 44 || box.height < 44)).map(([text]) => text)"""


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    table = FakeTable()
    table.rolls_made = rolled(fair(230) + [20] * 9) + rolled(fair(20), "typed")
    with chromium() as browser:
        room = Room(browser, open_hall(table, WebSettings(names=(NAME,))))
        yield room
        room.close()


@pytest.mark.parametrize("size", SIZES)
def test_it_fits_and_can_be_read_and_pressed(room: Room, size: str) -> None:
    shown = room.show("/dice", SIZES[size])
    page = shown.page
    page.locator("summary").first.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert page.evaluate(_SMALL_TEXT) == []
    assert page.evaluate(_SMALL_TARGETS) == []
    assert page.locator(".die-picture").count() == 3
    assert shown.troubles == []
    assert room.hosts(shown) == {NAME}


def test_the_public_screen_leads_there(room: Room) -> None:
    shown = room.show("/")
    shown.page.get_by_role("link", name="How the dice fall").click()
    shown.page.wait_for_selector("#dice")
    assert shown.troubles == []
