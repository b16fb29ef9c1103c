"""The screens of a real game in the middle of a turn, at the sizes they are made for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.table.ids import PUBLIC, SeatId
from tests.support.browser_screens import PublicScreen, Screen, Tablet
from tests.support.fellowship import EP, FP, SAMPLE_BOX, VIEWERS, Play
from tests.support.fellowship_turn import real_turn, set_up, to_the_turn
from tests.support.real_table import InstalledService
from tests.support.tabs import show_tab, tab_names
from tests.support.web_browser import SIZES
from tests.support.web_measures import PAINTED, TEXTS, assert_fit
from tests.support.written_game import write_game

pytestmark = pytest.mark.browser

MOMENTS: Final = ("is searched", "activity roll", "denied", "no more challenges", "S2")
"""A roll that is due, the longest result, a question to either seat, and the longest forms."""

_CUT_OFF: Final = """() => [...document.querySelectorAll('.ask, .results, .top')]
  .filter(part => part.scrollHeight > part.clientHeight + 1).map(part => part.className)"""
_RUN_TOGETHER: Final = """() => {
  const names = [...document.querySelectorAll('.names text:not([data-ui-off])')].map(name => {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    const edge = 0.18 * (bottom - top);  // a line of type is higher than its letters
    return { text: name.textContent, left, right, top: top + edge, bottom: bottom - edge };
  });
  return names.flatMap((one, index) => names.slice(index + 1)
    .filter(other => one.left < other.right + 3 && other.left < one.right + 3
      && one.top < other.bottom && other.top < one.bottom)
    .map(other => `${one.text} ${other.text}`));
}"""
_KEYS_OUT_OF_REACH: Final = """() => [...document.querySelectorAll('.stage .map-key')]
  .filter(key => key.checkVisibility()).filter(key => {
    const { left, right, top, bottom } = key.getBoundingClientRect();
    return [[left + 2, top + 2], [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]]
      .some(([x, y]) => !key.contains(document.elementFromPoint(x, y))
        && document.elementFromPoint(x, y)?.closest('.map-keys') !== key.closest('.map-keys'));
  }).map(key => key.getAttribute('aria-label'))"""
_TELEVISION_PX: Final = 24
_TABLET_PX: Final = 14
_HAND_HELD: Final = ("portrait", "landscape", "telephone")


@pytest.fixture(scope="module", params=MOMENTS)
def screens(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[SeatId, Screen]]:
    """The three screens of a game that was played up to a moment of the turn."""
    play = Play(SAMPLE_BOX)
    set_up(play)
    to_the_turn(play)
    next(stage for stage in real_turn(play) if stage == request.param)
    home = tmp_path_factory.mktemp("home")
    write_game(play, home / "journal.db")
    with InstalledService(home, game="fellowship") as service:
        opened = _open_screens(browser, service)
        for viewer in VIEWERS:
            opened[viewer].expect_view(play.view(viewer))
        yield opened
        for screen in opened.values():
            screen.close()


def _open_screens(browser: Browser, service: InstalledService) -> dict[SeatId, Screen]:
    base = f"http://127.0.0.1:{service.port}"
    tablets = {seat: Tablet(browser, seat, SIZES["portrait"]) for seat in (FP, EP)}
    for seat, tablet in tablets.items():
        tablet.take_seat(f"{base}/join/{service.code(seat.title())}")
    public = PublicScreen(browser)
    public.open(f"{base}/")
    return {**tablets, PUBLIC: public}


def _rotate(screen: Screen, size: str) -> Page:
    width, height = SIZES[size]
    screen.page.set_viewport_size({"width": width, "height": height})
    return screen.page


def _unfold_all(page: Page, place: str) -> None:
    page.eval_on_selector_all(f"{place} details", "all => all.forEach(one => { one.open = true; })")


@pytest.mark.parametrize("size", _HAND_HELD)
@pytest.mark.parametrize("seat", [FP, EP])
def test_a_tablet_fits_in_every_part(
    screens: dict[SeatId, Screen], seat: SeatId, size: str
) -> None:
    screen = screens[seat]
    assert isinstance(screen, Tablet)
    page = _rotate(screen, size)
    assert_fit(page, _TABLET_PX)
    screen.open_cover()
    _unfold_all(page, ".ask")
    _unfold_all(page, ".results")
    assert_fit(page, _TABLET_PX)
    for name in tab_names(page):
        show_tab(page, name)
        if name != "map":
            expect(page.locator(f"#panel-{name}")).to_be_visible()
            _unfold_all(page, f"#panel-{name}")
        assert_fit(page, _TABLET_PX)
    assert screen.troubles == []
    assert screen.traffic.hosts == {"127.0.0.1"}


@pytest.mark.parametrize("size", [*(SIZES[name] for name in _HAND_HELD), (1024, 768)])
def test_names_on_the_map_stand_apart_and_its_keys_are_in_reach(
    screens: dict[SeatId, Screen], size: tuple[int, int]
) -> None:
    width, height = size
    for seat in (FP, EP):
        page = screens[seat].page
        page.set_viewport_size({"width": width, "height": height})
        page.reload()  # folds what was unfolded
        expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
        if "map" in tab_names(page):
            show_tab(page, "map")
        page.evaluate(PAINTED)
        assert page.locator(".names text:not([data-ui-off])").count() > 0
        assert page.evaluate(_RUN_TOGETHER) == []
        assert page.locator(".stage .map-key").count() > 0
        assert page.evaluate(_KEYS_OUT_OF_REACH) == []


def test_the_public_screen_can_be_read_from_afar(screens: dict[SeatId, Screen]) -> None:
    screen = screens[PUBLIC]
    page = _rotate(screen, "television")
    page.evaluate(PAINTED)
    small = [text for text in page.evaluate(TEXTS) if text[0] < _TELEVISION_PX - 0.1]
    assert small == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(_CUT_OFF) == []
    expect(page.locator(".log-line").last).to_be_in_viewport(ratio=1.0)
    assert screen.troubles == []
    assert screen.traffic.hosts == {"127.0.0.1"}


@pytest.mark.parametrize("size", _HAND_HELD)
def test_the_public_screen_fits_a_tablet_too(screens: dict[SeatId, Screen], size: str) -> None:
    assert_fit(_rotate(screens[PUBLIC], size), _TABLET_PX)
