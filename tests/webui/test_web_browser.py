from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from companion.border import EyeState
from companion.table.ids import PUBLIC, SeatId
from tests.support.web_browser import NAME, SIZES, Room, cut_off
from tests.support.web_measures import TEXTS, assert_fit
from tests.support.web_rooms import served, table_with_a_result
from tests.support.web_views import LAMP, OWL

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("webui-browser")]


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    with served(browser, table_with_a_result()) as opened:
        yield opened


@pytest.mark.parametrize("size", ["portrait", "landscape", "telephone"])
def test_a_seats_screen_fits_every_tablet(room: Room, size: str) -> None:
    shown = room.show("/seat/lamp", SIZES[size], LAMP)
    page = shown.page
    expect(page.locator(".sentence").first).to_be_visible()
    assert_fit(page, 14)
    page.locator("#cover-lock").click()
    for name in ("turns", "boxes", "cards", "tables", "log"):
        page.locator(f"[data-tab={name}]").click()
        expect(page.locator(f"#panel-{name}")).to_be_visible()
        for summary in page.locator(f"#panel-{name} summary").all():
            summary.click()
        assert_fit(page, 14)
    page.locator(".explained summary").click()
    assert_fit(page, 14)
    assert shown.troubles == []
    assert room.hosts(shown) == {NAME}


def test_the_public_screen_can_be_read_across_a_room(room: Room) -> None:
    for seat in (LAMP, OWL):
        room.hall.tablet(seat)
    shown = room.show("/", SIZES["television"])
    page = shown.page
    expect(page.locator(".big-result")).to_be_visible()
    small = [text for text in page.evaluate(TEXTS) if text[0] < 23.9]
    assert small == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    assert 0.7 < stage["width"] / 1920 < 0.8
    assert page.locator(".log-line:visible").count() == 5
    number = page.locator(".big-result")
    assert number.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 64
    assert shown.troubles == []


@pytest.mark.parametrize(
    ("path", "seat", "size"),
    [
        ("/", PUBLIC, "portrait"),
        ("/replay", PUBLIC, "landscape"),
        ("/seat/lamp/replay", LAMP, "telephone"),
        ("/demo/table", PUBLIC, "landscape"),
        ("/demo/table", PUBLIC, "telephone"),
        ("/join", PUBLIC, "telephone"),
    ],
)
def test_the_other_pages_fit_too(room: Room, path: str, seat: SeatId, size: str) -> None:
    shown = room.show(path, SIZES[size], seat)
    assert_fit(shown.page, 14)
    assert shown.troubles == []
    assert room.hosts(shown) == {NAME}


def test_a_marker_that_moves_on_the_table_moves_on_the_screens(room: Room) -> None:
    screens = [room.show("/seat/lamp", seat=LAMP), room.show("/", SIZES["television"])]
    ground = screens[0].page.locator(".hexes").element_handle()
    before = screens[0].page.locator("#piece-4").get_attribute("transform")
    room.hall.table.move(4, "15,gh")
    for shown in screens:
        expect(shown.page.locator("#piece-4")).not_to_have_attribute("transform", before or "")
        expect(shown.page.locator(".trails polyline")).to_have_count(1)
        assert shown.troubles == []
    assert ground is not None
    assert ground.evaluate("element => element.isConnected"), "the ground is not fetched again"


def test_a_whole_question_by_taps(room: Room) -> None:
    shown = room.show("/seat/lamp", seat=LAMP)
    page = shown.page
    page.locator(".map").first.click(position={"x": 300, "y": 200})
    place = page.locator("[data-place-field]").first
    expect(place).not_to_have_value("")
    touched = place.input_value()
    page.get_by_label("dog").check()
    page.get_by_role("button", name="Search now").click()
    expect(page.locator(".sentence")).to_contain_text("Roll for the search")
    act = room.hall.table.acts[0]
    assert act.input("how") == "dog"
    assert act.input("where") == touched
    page.get_by_text("Type it in").click()
    page.get_by_role("button", name="7", exact=True).click()
    expect(page.locator(".explained-line")).to_contain_text("7 + 2 (horse)")
    expect(page.locator(".sentence")).to_contain_text("Move your markers")
    assert room.hall.table.rolls == [(LAMP, 7)]
    assert shown.troubles == []


def test_what_is_being_typed_survives_an_update(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    place = page.locator("[data-place-field]").first
    place.fill("9,d")
    room.hall.table.crews.lines.append("Something happened")
    room.hall.table.publish()
    expect(page.locator("#panel-log")).to_contain_text("Something happened")
    with page.expect_response("**/seat/lamp"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('reload-all'))")
    with page.expect_response("**/region/prompt"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('changed-prompt'))")
    room.hall.table.crews.lines.append("Something else happened")
    room.hall.table.publish()
    expect(page.locator("#panel-log")).to_contain_text("Something else happened")
    expect(place).to_have_value("9,d")


def test_a_refusal_is_shown_in_words(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    page.get_by_role("button", name="Search now").click()
    expect(page.locator("#notice")).to_contain_text("such as 12,e")
    page.get_by_role("button", name="Close").first.click()
    expect(page.locator("#notice")).to_be_empty()


def test_a_refusal_is_said_on_the_sheet_that_covers_the_screen(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    search = page.get_by_role("button", name="Search now").element_handle()
    assert search is not None
    page.locator("#menu-tool").click()
    said = page.locator("#sheet-notice")
    expect(page.locator("#sheet")).to_be_visible()
    expect(said).to_be_empty()
    search.evaluate("key => key.click()")
    expect(said).to_contain_text("such as 12,e")
    said.get_by_role("button", name="Close").click()
    expect(said).to_be_empty()
    expect(page.locator("#notice")).to_be_empty()


def test_two_tablets_of_one_seat_answer_once(room: Room) -> None:
    one, other = room.show("/seat/lamp", seat=LAMP), room.show("/seat/lamp", seat=LAMP)
    one.page.get_by_role("button", name="Done").dblclick()
    expect(other.page.locator("#form-p-q2")).to_be_visible()
    assert [act.action for act in room.hall.table.acts] == ["done"]


def test_secrets_lie_under_a_cover_that_is_held_open(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    page.locator("[data-tab=cards]").click()
    card = page.locator("#panel-cards .card-title").first
    expect(card).to_be_hidden()
    expect(page.locator("text.piece-name").first).to_be_hidden()
    hold = page.locator("#cover-tool")
    hold.hover()
    page.mouse.down()
    expect(card).to_be_visible()
    page.mouse.up()
    expect(card).to_be_hidden()
    hold.focus()
    page.keyboard.down(" ")
    expect(card).to_be_visible()
    page.keyboard.up(" ")
    expect(card).to_be_hidden()
    page.clock.install()
    page.locator("#cover-lock").click()
    expect(card).to_be_visible()
    room.hall.table.crews.secrets[LAMP] = ("Glow",)
    room.hall.table.publish()
    expect(card).to_have_text("Glow")
    page.clock.fast_forward(61_000)
    expect(card).to_be_hidden()


def test_a_lost_link_is_said_and_mended_with_the_state_right(room: Room) -> None:
    shown = room.show("/seat/lamp", seat=LAMP)
    page = shown.page
    expect(page.locator(".ribbon-lost")).to_be_hidden()
    cut_off(page)
    expect(page.locator(".ribbon-lost")).to_be_visible()
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#notice")).to_contain_text("your tap is kept")
    room.hall.table.move(4, "15,gh")
    shown.context.set_offline(False)
    expect(page.locator(".trails polyline")).to_have_count(1)
    expect(page.locator(".ribbon-lost")).to_be_hidden()
    expect(page.locator("#notice")).to_contain_text("your tap has counted")
    assert [act.action for act in room.hall.table.acts] == ["give-up"]


def test_a_kept_tap_whose_question_is_gone_is_said_and_changes_nothing(room: Room) -> None:
    shown, other = room.show("/seat/lamp", seat=LAMP), room.show("/seat/lamp", seat=LAMP)
    page = shown.page
    cut_off(page)
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#notice")).to_contain_text("your tap is kept")
    other.page.get_by_role("button", name="Done").click()
    expect(other.page.locator("#form-p-q2")).to_be_visible()
    shown.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#notice")).to_contain_text("answered already")
    assert [act.action for act in room.hall.table.acts] == ["done"]


def test_a_screen_comes_back_after_the_server_restarted(room: Room) -> None:
    page = room.show("/", SIZES["landscape"]).page
    room.restart()
    room.hall.table.move(4, "15,gh")
    expect(page.locator(".trails polyline")).to_have_count(1)


def test_a_seat_that_is_taken_over_shows_nothing_any_more(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    room.hall.services.pairing.claim(room.hall.services.pairing.table_code, LAMP)
    expect(page.get_by_text("does not hold this seat")).to_be_visible()
    assert "Ember" not in page.content()


def test_trouble_of_the_eye_is_said(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    expect(page.locator(".device.is-troubled")).to_have_count(0)
    room.hall.table.trouble("The board is dark. Switch the lamp on.")
    ribbon = page.locator(".device.is-troubled")
    expect(ribbon).to_have_text("The board is dark. Switch the lamp on.")
    box = ribbon.bounding_box()
    assert box is not None
    assert box["width"] > 500, "a line of its own"
    assert_fit(page, 14)


@pytest.mark.parametrize("size", ["portrait", "landscape", "telephone"])
def test_trouble_of_the_eye_moves_no_key_of_the_cover(room: Room, size: str) -> None:
    page = room.show("/seat/lamp", SIZES[size], LAMP).page
    keys = [page.locator(f"#{name}") for name in ("cover-tool", "cover-lock", "menu-tool")]
    before = [key.bounding_box() for key in keys]
    room.hall.table.trouble("The board is dark. Switch the lamp on.")
    expect(page.locator(".device.is-troubled")).to_have_count(1)
    assert [key.bounding_box() for key in keys] == before


def test_a_hand_over_the_map_moves_nothing_on_a_seats_screen(room: Room) -> None:
    page = room.show("/seat/lamp", seat=LAMP).page
    before = page.locator(".ask").bounding_box()
    room.hall.table.eye = EyeState(t_s=1.0, state="hand")
    room.hall.table.hub.devices_changed()
    expect(page.locator(".device.is-waiting")).to_have_count(1)
    assert page.locator(".ask").bounding_box() == before


def test_replay_by_keys(room: Room) -> None:
    for place in ("15,gh", "16,h"):
        room.hall.table.move(4, place)
    page = room.show("/replay", SIZES["landscape"]).page
    words = page.locator("#step-words")
    expect(words).to_have_text("4 of 4")
    last = page.locator("#piece-4").get_attribute("transform") or ""
    page.keyboard.press("ArrowLeft")
    expect(words).to_have_text("3 of 4")
    expect(page.locator("#piece-4")).not_to_have_attribute("transform", last)
    page.keyboard.press("Home")
    expect(page.locator("#replay-step")).to_have_attribute("data-step", "0")
    page.keyboard.press(" ")
    expect(page.locator("#replay-step")).to_have_attribute("data-step", "3")
    page.keyboard.press("Home")
    page.keyboard.press("End")
    expect(page.locator("#piece-4")).to_have_attribute("transform", last)


def test_what_the_virtual_die_shows_is_put_away_by_its_key(room: Room) -> None:
    page = room.show("/demo/table", SIZES["telephone"]).page
    shown = page.locator("#die-shows")
    page.get_by_role("button", name="Throw the die").click()
    expect(shown).to_contain_text("The die shows 7.")
    shown.get_by_role("button", name="Close").click()
    expect(shown).to_be_empty()


def test_nothing_on_the_virtual_table_moves_the_key_that_throws_the_die(room: Room) -> None:
    page = room.show("/demo/table", (1024, 768)).page
    throw = page.get_by_role("button", name="Throw the die")
    place = throw.bounding_box()
    throw.click()
    expect(page.locator("#die-shows")).to_contain_text("The die shows 7.")
    assert throw.bounding_box() == place
    page.locator(".demo-piece").first.click()
    expect(page.locator("#demo-cube")).to_be_visible()
    assert throw.bounding_box() == place


def test_a_cube_is_dragged_on_the_virtual_table(room: Room) -> None:
    page = room.show("/demo/table", SIZES["landscape"]).page
    cube = page.locator(".demo-piece").first
    box = cube.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 60, steps=4)
    page.mouse.up()
    expect(page.locator("#cube-data li").first).not_to_have_attribute("data-x", "11.0")
    page.locator("#demo-cube").get_by_role("button", name="5", exact=True).click()
    expect(page.locator("#cube-data li").first).to_have_attribute("data-face", "5")


CONTRAST = """() => {
  const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const colour = text => text.match(/[\\d.]+/g).map(Number);
  const ground = element => {
    for (let e = element; e; e = e.parentElement) {
      const found = colour(getComputedStyle(e).backgroundColor);
      if (found.length === 3 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll('body *')]
    .filter(e => !(e instanceof SVGElement) && e.checkVisibility({visibilityProperty: true}))
    .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
    .filter(e => !e.closest(':disabled, .for-readers'))
    .map(e => {
      const [one, other] = [colour(getComputedStyle(e).color), ground(e)].map(luminance);
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      return [ratio, e.className, e.textContent.trim().slice(0, 30)];
    });
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_both_themes(room: Room, scheme: str) -> None:
    page = room.show("/seat/lamp", seat=LAMP, scheme="dark" if scheme == "dark" else "light").page
    page.locator("#cover-lock").click()
    for name in ("boxes", "cards", "tables", "log"):
        page.locator(f"[data-tab={name}]").click()
        weak = [found for found in page.evaluate(CONTRAST) if found[0] < 4.5]
        assert weak == []
