"""What a tablet does beside the game: home screen, staying awake, waking up, showing what moved."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.web_browser import Room, cut_off, stop_clock, wait_for
from tests.support.web_rooms import linked_seat, served
from tests.support.web_views import LAMP

pytestmark = pytest.mark.browser

AWAKE_WITHIN_MS = 2_000
FIRST_WAIT_MS, JITTER = 300, 1.25
FIRST_ANSWER_MS = 1_500
STREAM = re.compile(r"/stream\?")
WAKE = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    with served(browser) as opened:
        yield opened


def test_a_seat_can_be_put_on_the_home_screen(room: Room) -> None:
    client = room.hall.stranger()
    for viewer, name, start in (("public", "Table", "/"), ("lamp", "Lamplighters", "/seat/lamp")):
        manifest = client.get(f"/home-screen/{viewer}.webmanifest").get_json()
        assert (manifest["name"], manifest["start_url"]) == (name, start)
        assert manifest["display"] == "standalone"
        for icon in manifest["icons"]:
            assert client.get(icon["src"]).mimetype == "image/png"
    assert client.get("/home-screen/nobody.webmanifest").status_code == 404
    page = linked_seat(room)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    assert link == f"/home-screen/{LAMP}.webmanifest"
    assert page.title() == "Lamplighters"


def test_enter_in_a_field_presses_the_button_beside_it(room: Room) -> None:
    page = linked_seat(room)
    page.locator("#piece-list summary").click()
    page.locator(".piece-row").first.click()
    sheet = page.locator("#sheet")
    sheet.locator("button.cover").click()
    sheet.get_by_label("Place", exact=True).fill("12,e")
    with page.expect_response("**/act") as answer:
        page.keyboard.press("Enter")
    assert answer.value.status == 200
    (act,) = room.hall.table.acts
    assert (act.action, act.inputs) == ("stands-1", (("place", "12,e"),))


def test_over_plain_http_it_says_that_it_cannot_stay_awake(room: Room) -> None:
    page = linked_seat(room)
    assert page.evaluate("isSecureContext") is False
    page.locator("#menu-tool").click()
    expect(page.locator(".when-asleep")).to_be_visible()
    expect(page.locator(".when-awake")).to_be_hidden()


def test_what_moved_is_shown_one_way_after_the_other(room: Room) -> None:
    page = linked_seat(room)
    expect(page.locator("[data-show-trails]")).to_have_count(0)
    table = room.hall.table
    table.move(1, "14,e")
    expect(page.locator(".trails polyline")).to_have_count(1)
    page.get_by_role("button", name="Show me what moved").click()
    expect(page.locator(".trails polyline.is-shown")).to_have_count(1)
    expect(page.locator(".trails polyline.is-shown")).to_have_count(0)


def test_a_tablet_that_slept_while_the_server_restarted_is_right_without_waiting(
    room: Room,
) -> None:
    page = linked_seat(room)
    page.clock.install()
    page.reload()
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    asked: list[str] = []
    cut_off(page)
    expect(page.locator(".ribbon-lost")).to_be_visible()
    room.restart()
    room.hall.table.move(1, "14,e")
    stop_clock(page)
    # What was asked for before is told before this.
    page.evaluate("fetch(location.href).catch(() => null).then(() => true)")
    page.on("request", lambda one: asked.append(one.url) if STREAM.search(one.url) else None)
    page.context.set_offline(False)
    page.evaluate(WAKE)
    expect(page.locator(".trails polyline")).to_have_count(1)
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    # Once as the network came back and once on waking; neither was a try after a failure.
    assert len(asked) <= 2


def test_a_tablet_that_wakes_before_its_network_tries_again_within_two_seconds(room: Room) -> None:
    page, asked = asleep(room)

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.route(STREAM, refuse)
    page.evaluate(WAKE)
    expect(page.locator("#screen")).to_have_attribute("data-ui-failures", "1")
    waited_ms = 0.0
    for failures in (2, 3):
        wait_ms = FIRST_WAIT_MS * 2 ** (failures - 2) * JITTER
        waited_ms += wait_ms
        page.clock.run_for(round(wait_ms))
        expect(page.locator("#screen")).to_have_attribute("data-ui-failures", str(failures))
    assert len(asked) == 3
    assert waited_ms < AWAKE_WITHIN_MS
    page.unroute(STREAM)
    page.clock.run_for(round(FIRST_WAIT_MS * 4 * JITTER))
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    expect(page.locator("#screen")).to_have_attribute("data-ui-failures", "0")


def test_a_dead_line_after_waking_is_given_up_within_two_seconds(room: Room) -> None:
    page, asked = asleep(room)
    page.route(STREAM, lambda route: asked.append(route.request.url))
    page.evaluate(WAKE)
    wait_for(page, lambda: bool(asked), "the stream is asked for")
    page.clock.run_for(FIRST_ANSWER_MS)
    expect(page.locator("#screen")).to_have_attribute("data-ui-failures", "1")
    page.unroute(STREAM)
    page.clock.run_for(round(FIRST_WAIT_MS * JITTER))
    expect(page.locator("#screen")).to_have_attribute("data-ui-failures", "0")
    assert len(asked) == 1
    assert FIRST_ANSWER_MS + FIRST_WAIT_MS * JITTER < AWAKE_WITHIN_MS


def test_a_machine_that_slept_with_the_page_in_sight_looks_again(room: Room) -> None:
    page, _ = asleep(room)
    with page.expect_request(STREAM):
        page.clock.fast_forward(600_000)
    assert page.locator("#screen").get_attribute("data-ui-failures") == "0"


def asleep(room: Room) -> tuple[Page, list[str]]:
    """A linked tablet whose clock stands and is the test's, and room to note what it asks for."""
    page = linked_seat(room)
    page.clock.install()
    page.reload()
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    expect(page.locator("#screen")).to_have_attribute("data-ui-failures", "0")
    stop_clock(page)
    expect(page.locator("#screen")).to_have_attribute("data-ui-failures", "0")
    return page, []


def test_secrets_are_covered_again_when_the_page_goes_out_of_sight(room: Room) -> None:
    page = linked_seat(room)
    page.locator("#cover-lock").click()
    expect(page.locator("html[data-ui-open]")).to_have_count(1)
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})"
    )
    page.evaluate(WAKE)
    expect(page.locator("html[data-ui-open]")).to_have_count(0)


def test_a_question_may_leave_the_page_before_its_answer_comes(room: Room) -> None:
    page = linked_seat(room)
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    was_folded = page.evaluate(
        """() => {
            const fold = document.createElement("details");
            fold.open = true;
            const form = fold.appendChild(document.createElement("form"));
            document.querySelector(".ask").append(fold);
            form.dispatchEvent(new Event("submit", { bubbles: true }));
            fold.remove();
            document.body.dispatchEvent(new CustomEvent("acted"));
            return !fold.open;
        }"""
    )
    # Errors are told in the order in which they come up: this is the last.
    page.evaluate("setTimeout(() => { throw new Error('the last'); }, 100)")
    wait_for(page, lambda: bool(troubles), "the last error")
    assert was_folded
    assert troubles == ["the last"]


def test_a_stream_that_never_answers_is_said_and_tried_again(room: Room) -> None:
    page = linked_seat(room)
    page.clock.install()
    page.reload()
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    asked: list[str] = []
    page.route(STREAM, lambda route: asked.append(route.request.url))
    page.evaluate("window.dispatchEvent(new Event('online'))")
    for _ in range(4):
        page.clock.run_for(6_000)
    expect(page.locator(".ribbon-slow")).to_be_visible()
    wait_for(page, lambda: len(asked) > 1, "it is tried again")
    page.unroute(STREAM)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
