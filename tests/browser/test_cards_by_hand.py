"""Cards dragged from box to box, and read from a photograph, in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.service.card_photos import PhotoReader
from tests.support.web_browser import NAME, Room
from tests.support.web_client import Hall
from tests.support.web_fake import FakeTable, fake_services
from tests.support.web_labels import photograph
from tests.support.web_views import LAMP
from webui.app import create_app
from webui.settings import WebSettings

pytestmark = pytest.mark.browser

OUT_OF_SIGHT = "window.dispatchEvent(new Event('pagehide'))"


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    table, settings = FakeTable(), WebSettings(names=(NAME, "localhost"), epoch="start1")
    services = replace(fake_services(table, settings), cards=PhotoReader())
    opened = Room(browser, Hall(table, services, create_app(services, settings), settings))
    yield opened
    opened.close()


def boxes(room: Room) -> Page:
    """A seat's display boxes, uncovered."""
    page = room.show(f"/seat/{LAMP}", seat=LAMP).page
    page.locator("[data-tab=boxes]").click()
    page.locator("#cover-lock").click()
    return page


def test_what_lies_far_down_in_a_part_makes_the_page_no_longer(room: Room) -> None:
    """The keys for photographs are for readers alone, and stand at every box."""
    page = boxes(room)
    page.set_viewport_size({"width": 820, "height": 480})
    for more in page.locator("#panel-boxes details.more > summary").all():
        more.click()
    lowest = page.locator("#panel-boxes [data-card-photo]").last
    assert lowest.evaluate("key => key.getBoundingClientRect().bottom > innerHeight")
    high, seen = page.evaluate(
        "[document.scrollingElement.scrollHeight, document.scrollingElement.clientHeight]"
    )
    assert high == seen


def table_of(room: Room) -> FakeTable:
    assert isinstance(room.hall.table, FakeTable)
    return room.hall.table


def test_a_card_is_dragged_into_a_box(room: Room) -> None:
    page = boxes(room)
    card = page.locator("#panel-boxes [data-card=Ember]")
    target = page.locator("#panel-boxes [data-box=B]")
    start, end = card.bounding_box(), target.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + 20, steps=5)
    expect(target).to_have_class("box is-empty is-aimed")
    with page.expect_response("**/act") as answer:
        page.mouse.up()
    assert answer.value.status == 200
    (act,) = table_of(room).acts
    assert (act.action, act.inputs) == ("lay:B", (("card", "Ember"),))
    assert page.locator(".card-ghost").count() == 0


def test_a_card_dropped_elsewhere_stays(room: Room) -> None:
    page = boxes(room)
    card = page.locator("#panel-boxes [data-card=Ember]")
    start = card.bounding_box()
    assert start is not None
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(10, 10, steps=4)
    page.mouse.up()
    assert page.locator(".card-ghost, .is-aimed").count() == 0
    assert table_of(room).acts == []


def test_a_card_on_its_way_is_covered_with_the_rest(room: Room) -> None:
    page = boxes(room)
    start = page.locator("#panel-boxes [data-card=Ember]").bounding_box()
    assert start is not None
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 60, steps=4)
    expect(page.locator(".card-ghost")).to_be_visible()
    page.evaluate(OUT_OF_SIGHT)
    expect(page.locator(".card-ghost")).to_be_hidden()
    page.mouse.up()
    assert page.locator(".card-ghost").count() == 0


def _photographed_for_box(page: Page, picture: Path) -> None:
    """Hand a photograph in at the second box."""
    box = page.locator("#panel-boxes [data-box=B]")
    fold = box.locator("details.more")
    if fold.count():
        fold.locator("summary").click()
    box.locator("[data-card-photo]").set_input_files(picture)


def test_what_a_photograph_showed_is_covered_with_the_rest(room: Room, tmp_path: Path) -> None:
    picture = tmp_path / "cards.jpg"
    picture.write_bytes(photograph(("Moth", "Cinder"), 12.0))
    page = boxes(room)
    _photographed_for_box(page, picture)
    sheet = page.locator("#sheet")
    card = sheet.locator(".tick", has_text="Moth")
    expect(card).to_be_visible()
    page.evaluate(OUT_OF_SIGHT)
    expect(card).to_be_hidden()
    sheet.locator(".cover").click()
    expect(card).to_be_visible()


def test_cards_are_read_from_a_photograph_and_laid_by_one_tap(room: Room, tmp_path: Path) -> None:
    picture = tmp_path / "cards.jpg"
    picture.write_bytes(photograph(("Moth", "Cinder", "Dragon"), 12.0))
    page = boxes(room)
    _photographed_for_box(page, picture)
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Read from the photograph")
    expect(sheet).to_contain_text("No card that can lie here: Dragon")
    assert table_of(room).acts == []
    with page.expect_response("**/photo/lay") as answer:
        sheet.get_by_role("button", name="Lay them").click()
    assert answer.value.status == 200
    expect(sheet).to_be_hidden()
    assert sorted(act.input("card") or "" for act in table_of(room).acts) == ["Cinder", "Moth"]


def test_what_is_no_picture_is_said(room: Room, tmp_path: Path) -> None:
    file = tmp_path / "cards.jpg"
    file.write_bytes(b"no picture at all")
    page = boxes(room)
    fold = page.locator("#panel-boxes [data-box=B] details.more")
    if fold.count():
        fold.locator("summary").click()
    page.locator("#panel-boxes [data-box=B] [data-card-photo]").set_input_files(file)
    said = page.locator("#notice .notice")
    expect(said).to_contain_text(re.compile(r"^\s*(?!Reading the photograph)\S"))
    expect(said).to_be_visible()
