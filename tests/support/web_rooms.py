"""Made-up tables that are served to tablets in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, expect

from tests.support.web_browser import NAME, SIZES, Room
from tests.support.web_client import open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_views import LAMP, searched
from webui.settings import WebSettings


@contextmanager
def served(browser: Browser, table: FakeTable | None = None) -> Iterator[Room]:
    """A table at its address in the network and at the computer's own, with a quick heart.

    Args:
        browser: Chromium.
        table: the made-up table; one as it begins if None.
    """
    settings = WebSettings(names=(NAME, "localhost"), heartbeat_s=1.0)
    room = Room(browser, open_hall(table or FakeTable(), settings))
    try:
        yield room
    finally:
        room.close()


def table_with_a_result() -> FakeTable:
    """A made-up table at which something was looked up already."""
    table = FakeTable()
    table.crews.result = searched(6)
    table.publish()
    return table


def linked_seat(room: Room, size: tuple[int, int] = SIZES["portrait"]) -> Page:
    """The screen of a seat whose link to the table stands."""
    page = room.show(f"/seat/{LAMP}", size=size, seat=LAMP).page
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    return page
