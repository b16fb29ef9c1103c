"""A press before the scripts of a page have come."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.support.web_browser import NAME, Room, chromium, wait_for
from tests.support.web_client import open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_views import LAMP
from webui.settings import WebSettings

pytestmark = pytest.mark.browser


def test_a_choice_pressed_before_the_scripts_are_there_is_sent_once_they_are() -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with chromium() as browser:
        room = Room(browser, open_hall(FakeTable(), WebSettings(names=(NAME, "localhost"))))
        page = room.show(f"/seat/{LAMP}", seat=LAMP).page
        page.route("**/htmx.min.js", hold)
        page.goto(f"{room.base}/seat/{LAMP}", wait_until="commit")
        page.get_by_role("button", name="Done").click()
        wait_for(page, lambda: bool(held), "the script is asked for")
        assert room.hall.table.acts == []
        held[0].continue_()
        expect(page.locator("#form-p-q2")).to_be_visible()
        assert [act.action for act in room.hall.table.acts] == ["done"]
        assert page.url == f"{room.base}/seat/{LAMP}"
        room.close()
