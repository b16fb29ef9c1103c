"""The cover is drawn in time, by itself where the browser tells; the map can have the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.axe_check import axe_violations
from tests.support.web_browser import NAME, SIZES, Room
from tests.support.web_measures import assert_fit
from tests.support.web_rooms import linked_seat, served
from tests.support.web_views import LAMP

pytestmark = pytest.mark.browser

COVERED = "html:not([data-ui-open])"
FACE_UP = {"alpha": 10, "beta": 4, "gamma": -6}
FACE_DOWN = (
    {"alpha": 10, "beta": 178, "gamma": 3},
    {"alpha": 190, "beta": -176, "gamma": -8},
)
HIDES = """
Object.defineProperty(document, 'hidden', {get: () => true, configurable: true});
document.dispatchEvent(new Event('visibilitychange'));
"""


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    with served(browser) as opened:
        yield opened


def open_for_a_minute(page: Page) -> None:
    page.locator("#cover-lock").click()
    expect(page.locator("html[data-ui-open]")).to_have_count(1)


def test_laid_on_its_face_a_tablet_covers_where_the_browser_tells(room: Room) -> None:
    page = linked_seat(room)
    page.goto(page.url.replace(NAME, "localhost"))
    invitation = room.hall.services.pairing.invite(LAMP, "join")
    page.goto(f"http://localhost:{room.server.port}/join/{invitation.code}")
    page.locator("button[name=seat]").click()
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    assert page.evaluate("isSecureContext") is True
    lying = page.context.new_cdp_session(page)
    lying.send("DeviceOrientation.setDeviceOrientationOverride", FACE_UP)
    expect(page.locator("html[data-ui-turn=yes]")).to_have_count(1)
    for turned in FACE_DOWN:
        open_for_a_minute(page)
        lying.send("DeviceOrientation.setDeviceOrientationOverride", turned)
        expect(page.locator(COVERED)).to_have_count(1)
        lying.send("DeviceOrientation.setDeviceOrientationOverride", FACE_UP)
    open_for_a_minute(page)
    page.locator("#menu-tool").click()
    expect(page.locator(".when-turned")).to_be_visible()
    expect(page.locator(".when-not-turned")).to_be_hidden()


def test_over_plain_http_it_says_so_and_one_tap_covers_from_everywhere(room: Room) -> None:
    page = linked_seat(room)
    assert page.evaluate("isSecureContext") is False
    for tab in page.locator(".tabs > .tab[data-tab]").all():
        tab.click()
        open_for_a_minute(page)
        page.locator("#cover-lock").click()
        expect(page.locator(COVERED)).to_have_count(1)
    open_for_a_minute(page)
    page.locator("#menu-tool").click()
    expect(page.locator(".when-not-turned")).to_be_visible()
    page.locator("#sheet [data-cover-lock]").click()
    expect(page.locator(COVERED)).to_have_count(1)
    expect(page.locator("#sheet [data-cover-lock]")).to_be_hidden()


@pytest.mark.parametrize("goes", [HIDES, "window.dispatchEvent(new Event('pagehide'))"])
def test_out_of_sight_is_covered(room: Room, goes: str) -> None:
    page = linked_seat(room)
    open_for_a_minute(page)
    page.evaluate(goes)
    expect(page.locator(COVERED)).to_have_count(1)


def test_the_map_has_the_screen_until_something_new_is_asked(room: Room) -> None:
    page = linked_seat(room, SIZES["telephone"])
    ask, frame = page.locator(".ask"), page.locator(".stage .map-frame")
    low_px = (frame.bounding_box() or {"height": 0})["height"]
    key = page.get_by_role("button", name="The map alone")
    key.click()
    expect(ask).to_be_hidden()
    expect(key).to_have_attribute("aria-pressed", "true")
    high_px = (frame.bounding_box() or {"height": 0})["height"]
    assert high_px > low_px + 100
    assert_fit(page, 14)
    assert axe_violations(page) == []
    room.hall.table.move(1, "14,e")
    expect(page.locator(".trails polyline")).to_have_count(1)
    expect(ask).to_be_hidden()
    room.hall.table.crews.kind = "roll"
    room.hall.table.crews.asked += 1
    room.hall.table.publish()
    expect(ask).to_be_visible()
    expect(key).to_have_attribute("aria-pressed", "false")
    key.click()
    key.click()
    expect(ask).to_be_visible()
