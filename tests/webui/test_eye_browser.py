"""The pages of the eye and the doctor in Chromium: they fit, can be read and pressed, and work."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.support.axe_check import axe_violations
from tests.support.web_browser import NAME, SIZES, Room, Shown, chromium, stop_clock
from tests.support.web_client import Hall
from tests.support.web_eye import FakeDoctor, FakeEye, real_sight
from tests.support.web_fake import FakeTable, fake_services
from tests.support.web_views import LAMP, OWL
from tests.webui.test_dice_browser import _SMALL_TARGETS, _SMALL_TEXT
from webui.app import create_app
from webui.doctor_ports import DoctorLine
from webui.settings import WebSettings
from webui.site import Services

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

LINES = (
    DoctorLine(part="camera", level="trouble", text="The map is not found.", mend="Uncover it."),
    DoctorLine(part="network", level="note", text="No name is announced.", mend="Use the number."),
    DoctorLine(part="program", level="well", text="Python 3.11.7, flask 3.1, numpy 2.4."),
)


VISIBILITY = """(state) => Object.defineProperty(
  document, "visibilityState", { get: () => state, configurable: true })"""


@pytest.fixture(scope="module")
def eye() -> FakeEye:
    return FakeEye((LAMP, OWL), real_sight())


@pytest.fixture(scope="module")
def room(eye: FakeEye) -> Iterator[Room]:
    table, settings = FakeTable(), WebSettings(names=(NAME,))
    services = fake_services(table, settings, None)
    whole = Services(
        table=services.table, pairing=services.pairing, eye=eye, doctor=FakeDoctor(*LINES)
    )
    with chromium() as browser:
        room = Room(browser, Hall(table, whole, create_app(whole, settings), settings))
        yield room
        room.close()


@pytest.fixture(autouse=True)
def nobody_agrees(eye: FakeEye) -> None:
    eye.given.clear()


def assert_fits(room: Room, shown: Shown, size: str) -> None:
    page = shown.page
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    assert page.evaluate(_SMALL_TEXT) == []
    assert page.evaluate(_SMALL_TARGETS) == []
    assert axe_violations(page) == []
    assert shown.troubles == []
    assert room.hosts(shown) == {NAME}


@pytest.mark.parametrize("size", SIZES)
def test_the_eye_fits_and_can_be_read_and_pressed(room: Room, eye: FakeEye, size: str) -> None:
    hidden = room.show("/eye", SIZES[size], LAMP)
    expect(hidden.page.get_by_role("button", name="Agree to show the picture")).to_be_visible()
    assert_fits(room, hidden, size)
    eye.given.update((LAMP, OWL))
    shown = room.show("/eye", SIZES[size])
    expect(shown.page.locator(".eye-picture")).to_be_visible()
    assert shown.page.locator(".eye-ring").count() == 20
    assert_fits(room, shown, size)


@pytest.mark.parametrize("size", SIZES)
def test_the_doctor_fits_and_can_be_read_and_pressed(room: Room, size: str) -> None:
    shown = room.show("/doctor", SIZES[size], LAMP)
    assert shown.page.locator(".doctor-line").count() == len(LINES)
    assert_fits(room, shown, size)


def test_the_picture_comes_and_goes_with_the_consents(room: Room, eye: FakeEye) -> None:
    onlooker = room.show("/eye").page
    expect(onlooker.locator("#eye-live")).to_contain_text("hidden until both seats agree")
    tablets = [room.show("/eye", SIZES["portrait"], seat).page for seat in (LAMP, OWL)]
    for page in tablets:
        page.get_by_role("button", name="Agree to show the picture").click()
        expect(page.get_by_role("button", name="Hide the picture again")).to_be_visible()
    assert eye.agreed() == {LAMP, OWL}
    expect(onlooker.locator(".eye-picture")).to_be_visible()
    expect(onlooker.locator("#eye-consents")).not_to_contain_text("has not agreed")
    _, tablet = tablets
    tablet.get_by_role("button", name="Save a report").click()
    expect(tablet.locator("#notice")).to_contain_text("Saved as")
    tablet.get_by_role("button", name="Hide the picture again").click()
    expect(onlooker.locator("#eye-live")).to_contain_text("hidden until")


def test_a_page_that_nobody_looks_at_asks_for_nothing(room: Room, eye: FakeEye) -> None:
    eye.given.update((LAMP, OWL))
    page = room.show("/eye").page
    page.clock.install()
    stop_clock(page)
    page.reload()
    page.evaluate(VISIBILITY, "hidden")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.clock.run_for(10_000)
    # Requests are told in order: what was asked for before would stand before this.
    with page.expect_request("**/dice"):
        page.evaluate("fetch('/dice').then(() => true)")
    assert asked == ["/dice"]
    page.evaluate(VISIBILITY, "visible")
    with page.expect_request("**/eye/live"):
        page.clock.run_for(1_000)
