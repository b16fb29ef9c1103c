"""The pages around a game at all sizes: they fit, can be read and pressed, and hide nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from companion.service.set_up import SetUpAgain
from companion.table.ids import PieceId
from companion.table.values import Piece
from tests.support.axe_check import axe_violations
from tests.support.web_browser import NAME, SIZES, Room
from tests.support.web_client import Hall
from tests.support.web_fake import FakeTable, fake_services
from tests.support.web_games import ENDED, FakeGames, fake_house
from tests.support.web_measures import assert_fit
from webui.app import create_app
from webui.settings import WebSettings

pytestmark = pytest.mark.browser

PATHS = (
    "/games",
    "/games/new/crews",
    "/seats",
    "/set-up",
    f"/games/{ENDED}/replay",
    f"/games/{ENDED}/replay/all",
)


def marker(number: int, place: str) -> Piece:
    return Piece(id=PieceId(number), colour="green", face=3, x_in=1.0, y_in=1.0, place=place)


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    table = FakeTable()
    settings = WebSettings(names=(NAME, "localhost"), base_urls=("http://table.local:8970",))
    set_up = SetUpAgain([marker(1, "12,e"), marker(2, "9,de")], has_eye=True, on_done=lambda: None)
    services = replace(fake_services(table, settings), house=fake_house()[0], set_up=set_up)
    opened = Room(browser, Hall(table, services, create_app(services, settings), settings))
    yield opened
    opened.close()


@pytest.mark.parametrize("size", list(SIZES))
def test_the_pages_around_a_game_fit_and_are_accessible(room: Room, size: str) -> None:
    for path in PATHS:
        shown = room.show(path, SIZES[size], scheme="dark" if size == "telephone" else "light")
        assert_fit(shown.page, 14)
        if size in ("portrait", "telephone"):
            assert axe_violations(shown.page) == [], path
        assert shown.troubles == [], path
        assert room.hosts(shown) == {NAME}


def test_a_game_is_begun_and_another_ended_by_taps(room: Room) -> None:
    house = room.hall.services.house
    assert house is not None
    games = house.games
    assert isinstance(games, FakeGames)
    page = room.show("/games").page
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="End it").first.click()
    assert games.wishes == []
    page.get_by_role("link", name="New game: Crews").click()
    page.get_by_label("Seats").fill("4")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Who sits where")).to_be_visible()
    assert games.wishes == [("begin", "crews", (("seats", "4"),))]
