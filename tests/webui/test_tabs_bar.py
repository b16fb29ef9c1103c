"""The bar of tabs: few enough for a thumb, with what is rarely used behind "More"."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from companion.table.views import Choice, Form, Prompt, Region, Text
from tests.support.tabs import show_tab
from tests.support.web_browser import NAME, SIZES, Room
from tests.support.web_client import open_hall
from tests.support.web_fake import FakeTable
from tests.support.web_measures import assert_fit
from tests.support.web_views import LAMP
from webui.render import TABS_IN_BAR, tabs_in_bar
from webui.settings import WebSettings

_CUT: str = """() => [...document.querySelectorAll('.tab span')]
  .filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"""


def tab(name: str, *, rare: bool = False) -> Region:
    return Region(name=name, title=name.title(), role="tab", widgets=(Text(text=name),), rare=rare)


@pytest.mark.parametrize("rare", [0, 3])
def test_few_tabs_all_stand_in_the_bar(rare: int) -> None:
    tabs = tuple(tab(f"t{index}", rare=index < rare) for index in range(TABS_IN_BAR))
    assert tabs_in_bar(tabs) == tabs


def test_rare_tabs_fill_the_room_that_is_left_and_the_rest_lies_behind_more() -> None:
    kinds = (False, True, False, True, False, True, True)
    tabs = tuple(tab(f"t{index}", rare=rare) for index, rare in enumerate(kinds))
    assert [one.name for one in tabs_in_bar(tabs)] == ["t0", "t1", "t2", "t3", "t4"]


def test_what_is_not_rare_is_never_put_away() -> None:
    tabs = tuple(tab(f"t{index}") for index in range(TABS_IN_BAR + 3))
    assert tabs_in_bar(tabs) == tabs


@pytest.fixture
def room(browser: Browser) -> Iterator[Room]:
    """A seat with four tabs that are rarely used, and something that may be taken back."""
    table = FakeTable()
    view = table.screen(LAMP).view
    choice = Choice(action="done", label="Take it back")
    aside = Prompt(id=None, sentence="Not what you meant?", form=Form(choices=(choice,)))
    back = Region(name="take-back", title="Take back", role="prompt", widgets=(aside,))
    rare = tuple(tab(name, rare=True) for name in ("attic", "cellar", "stairs", "yard"))
    table.hub.publish(msgspec.structs.replace(view, regions=(*view.regions, back, *rare)))
    opened = Room(browser, open_hall(table, WebSettings(names=(NAME,), heartbeat_s=1.0)))
    yield opened
    opened.close()


@pytest.mark.browser
@pytest.mark.xdist_group("webui-browser")
@pytest.mark.parametrize("size", ["portrait", "landscape", "telephone"])
def test_what_lies_behind_more_is_two_taps_away(room: Room, size: str) -> None:
    page = room.show("/seat/lamp", SIZES[size], LAMP).page
    more = page.get_by_role("button", name="More", exact=True)
    cellar = page.locator("[data-tab=cellar]")
    expect(cellar).to_be_hidden()
    more.click()
    expect(cellar).to_be_in_viewport(ratio=1.0)
    assert_fit(page, 14)
    cellar.click()
    expect(page.locator("#panel-cellar")).to_be_visible()
    expect(cellar).to_be_hidden()
    expect(more).to_have_attribute("aria-current", "true")
    more.click()
    page.keyboard.press("Escape")
    expect(cellar).to_be_hidden()
    expect(more).to_be_focused()
    assert page.evaluate(_CUT) == []


@pytest.mark.browser
@pytest.mark.xdist_group("webui-browser")
@pytest.mark.parametrize("size", [(1024, 768), SIZES["telephone"]])
def test_a_name_of_several_words_is_read_whole_and_makes_the_bar_no_higher(
    room: Room, size: tuple[int, int]
) -> None:
    page = room.show("/seat/lamp", size, LAMP).page
    bar = page.locator(".tabs").bounding_box()
    hub = room.hall.table.hub
    view = hub.screen(LAMP).view
    titles = iter(("What counts", "Which is which", "By hand"))
    regions = tuple(
        msgspec.structs.replace(region, title=next(titles, region.title))
        if region.role == "tab" and not region.rare
        else region
        for region in view.regions
    )
    hub.publish(msgspec.structs.replace(view, regions=regions))
    page.reload()
    expect(page.locator(".tabs")).to_contain_text("Which is which")
    assert page.evaluate(_CUT) == []
    assert page.locator(".tabs").bounding_box() == bar


@pytest.mark.browser
@pytest.mark.xdist_group("webui-browser")
@pytest.mark.parametrize("size", ["portrait", "landscape", "telephone"])
def test_taking_back_is_right_below_the_question_in_one_line(room: Room, size: str) -> None:
    page = room.show("/seat/lamp", SIZES[size], LAMP).page
    button = page.get_by_role("button", name="Take it back")
    expect(button).to_be_in_viewport(ratio=1.0)
    aside = page.locator(".ask .is-aside").bounding_box()
    assert aside is not None
    assert aside["height"] <= 64
    assert_fit(page, 14)


@pytest.mark.browser
@pytest.mark.xdist_group("webui-browser")
@pytest.mark.parametrize("size", ["portrait", "landscape", "telephone"])
def test_when_the_chosen_part_goes_one_other_is_shown_and_said_so(room: Room, size: str) -> None:
    page = room.show("/seat/lamp", SIZES[size], LAMP).page
    show_tab(page, "cellar")
    expect(page.locator("#panel-cellar")).to_be_visible()
    hub = room.hall.table.hub
    view = hub.screen(LAMP).view
    fight = msgspec.structs.replace(tab("fight"), in_front=True)
    tabs = [region for region in view.regions if region.role == "tab"]
    rest = tuple(region for region in view.regions if region.role != "tab")
    later = (fight, *(region for region in tabs if region.name != "cellar"))
    hub.publish(msgspec.structs.replace(view, regions=(*rest, *later)))
    expect(page.locator("#panel-cellar")).to_have_count(0)
    expect(page.locator(".panel[data-ui-on]")).to_have_count(1)
    expect(page.locator("#panel-fight")).to_have_attribute("data-ui-on", "")
    expect(page.locator("[data-tab][aria-current]")).to_have_count(1)
    expect(page.locator("[data-tab=map]")).to_have_attribute("aria-current", "true")
