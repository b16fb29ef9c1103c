"""Pages that are late: drawn before the last news, by an earlier start, or by an older program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.support.web_browser import NAME, Room, chromium, cut_off
from tests.support.web_client import Hall, open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_views import LAMP
from webui import app
from webui.assets import Assets
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


def start_again(room: Room, epoch: str) -> None:
    """Serve the same table as a program does that has been started anew."""
    settings = replace(room.hall.settings, epoch=epoch)
    services = room.hall.services
    room.hall = Hall(room.hall.table, services, app.create_app(services, settings), settings)
    room.restart()


def test_a_page_of_an_older_program_loads_itself_anew(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = room.show(f"/seat/{LAMP}", seat=LAMP).page
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    page.evaluate("window.isOldByTest = true")
    start_again(room, "another")
    page.wait_for_function(
        "() => document.getElementById('screen').dataset.drawnFor === '.another'"
    )
    assert page.evaluate("window.isOldByTest"), "the same program needs no new page"
    newer = Assets()
    newer.release = "newer"
    monkeypatch.setattr(app, "_assets", lambda: newer)
    start_again(room, "third")
    page.wait_for_function("() => !window.isOldByTest && document.querySelector('#screen')")
    styles = page.locator("link[rel=stylesheet]").first.get_attribute("href")
    assert styles is not None
    assert "/newer/" in styles


def test_a_kept_tap_that_may_have_counted_before_a_new_start_is_not_sent_twice(
    room: Room,
) -> None:
    shown = room.show(f"/seat/{LAMP}", seat=LAMP)
    page = shown.page
    cut_off(page)
    page.locator("[data-tab=cards]").click()
    page.locator("#cover-lock").click()
    page.locator("#panel-cards button[name=action]").first.click()
    expect(page.locator("#notice")).to_contain_text("your tap is kept")
    start_again(room, "another")
    shown.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#notice")).to_contain_text("may have counted before")
    assert room.hall.table.acts == []


def test_news_whose_part_was_lost_on_its_way_is_fetched_once_the_link_is_back(room: Room) -> None:
    page = room.show(f"/seat/{LAMP}", seat=LAMP).page
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    page.route("**/region/**", lambda route: route.abort("internetdisconnected"))
    with page.expect_event("requestfailed", lambda lost: "/region/map" in lost.url):
        room.hall.table.move(1, "14,e")
    page.unroute("**/region/**")
    expect(page.locator(".trails polyline")).to_have_count(0)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator(".trails polyline")).to_have_count(1)
