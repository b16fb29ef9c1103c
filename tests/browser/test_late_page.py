"""A whole page that arrives after news of what changed since it was drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.web_browser import NAME, Room, chromium
from tests.support.web_client import open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_views import LAMP
from webui.settings import WebSettings

pytestmark = pytest.mark.browser

RELOAD = "document.body.dispatchEvent(new CustomEvent('reload-all'))"
HOLD_ONE_PAGE = """(path) => {
  window.pagesByTest = 0;
  document.addEventListener("htmx:after:swap", (event) => {
    if (event.target.id === "screen") window.pagesByTest += 1;
  });
  const fetchNow = window.fetch.bind(window);
  window.fetch = async (address, options) => {
    const answer = await fetchNow(address, options);
    if (new URL(address, location.href).pathname === path && !window.letGoByTest) {
      await new Promise((letGo) => (window.letGoByTest = letGo));
    }
    return answer;
  };
}"""
"""Holds back the first whole page that has been drawn, and counts those that are put in place."""


@pytest.fixture
def room() -> Iterator[Room]:
    with chromium() as browser:
        opened = Room(browser, open_hall(FakeTable(), WebSettings(names=(NAME, "localhost"))))
        yield opened
        opened.close()


def test_a_page_that_was_long_on_its_way_does_not_undo_what_came_meanwhile(room: Room) -> None:
    page = room.show(f"/seat/{LAMP}", seat=LAMP).page
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    page.evaluate(HOLD_ONE_PAGE, f"/seat/{LAMP}")
    page.evaluate(RELOAD)
    page.wait_for_function("() => Boolean(window.letGoByTest)")
    trails = page.locator(".trails polyline")
    expect(trails).to_have_count(0)
    room.hall.table.move(1, "14,e")
    expect(trails).to_have_count(1)
    page.evaluate("window.letGoByTest()")
    page.wait_for_function("() => window.pagesByTest > 0")
    expect(trails).to_have_count(1)
