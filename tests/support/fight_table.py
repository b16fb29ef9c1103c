"""A fight on two tablets: every press and roll goes to the rules alone, then to the screens."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, expect

from companion.table.events import Event
from companion.table.ids import PUBLIC, SeatId
from firmware_bridge.virtual_die import VirtualDie
from tests.support.browser_screens import PublicScreen, Screen, Tablet
from tests.support.fellowship import EP, FP, Play
from tests.support.real_table import InstalledService
from tests.support.written_game import write_game

ROLLING_S: Final = 0.05


class FightTable:
    """A game at a fight, served to two tablets and a public screen, with a die on the table.

    Args:
        browser: Chromium.
        folder: an empty folder.
        play: the game by the rules alone, as far as it has come.
    """

    def __init__(self, browser: Browser, folder: Path, play: Play) -> None:
        self.play: Final = play
        self._closing: Final = ExitStack()
        write_game(play, folder / "home" / "journal.db")
        die = VirtualDie(link=folder / "die", memory=folder / "die.json", rolling_s=ROLLING_S)
        self._die: Final = self._closing.enter_context(die)
        service = InstalledService(folder / "home", "--die", str(die.path), game="fellowship")
        self._closing.enter_context(service)
        base = f"http://127.0.0.1:{service.port}"
        self.tablets: Final = {
            FP: Tablet(browser, FP, (820, 1180)),
            EP: Tablet(browser, EP, (1180, 820)),
        }
        for seat, tablet in self.tablets.items():
            self._closing.callback(tablet.close)
            tablet.take_seat(f"{base}/join/{service.code(seat.title())}")
        public = PublicScreen(browser)
        self._closing.callback(public.close)
        public.open(f"{base}/")
        self.screens: Final[dict[SeatId, Screen]] = {**self.tablets, PUBLIC: public}
        self.look()

    def close(self) -> None:
        """Close the screens and end the service."""
        self._closing.close()

    def look(self) -> None:
        """Wait until every screen shows what the rules say."""
        for viewer, screen in self.screens.items():
            screen.expect_view(self.play.view(viewer))

    def press(self, seat: SeatId, action: str, **inputs: str | list[str]) -> tuple[Event, ...]:
        """Press a choice of the seat's prompt."""
        form = self.play.prompt_with(seat, action).form
        events = self.play.press(seat, action, **inputs)
        self.tablets[seat].press(action, form, dict(inputs))
        self.look()
        return events

    def tap(self, seat: SeatId, action: str, *, covered: bool = False) -> None:
        """Tap a choice at a card of the fight, in the open rows or under the cover."""
        tablet = self.tablets[seat]
        tablet.show_tab("fight-own" if covered else "fight")
        if covered:
            tablet.open_cover()
        panel = tablet.page.locator("#panel-fight-own" if covered else "#panel-fight")
        button = panel.locator(f'button[name=action][value="card:{action}"]')
        more = panel.locator("details.more:not([open])").filter(has=button)
        if more.count():
            more.locator("summary").first.click()
        expect(button).to_be_visible()
        self.play.tap(seat, f"card:{action}")
        with tablet.page.expect_response("**/act") as answer:
            button.click()
        assert answer.value.status == 200, answer.value.text()
        self.look()

    def roll(self, number: int) -> None:
        """Roll the die on the table."""
        self.play.die(number)
        self._die.roll(number)
        self.look()

    def picture(self, seat: SeatId, path: Path, size: tuple[int, int]) -> None:
        """Photograph a screen at a size, then give it its own size again."""
        page = self.screens[seat].page
        own = page.viewport_size
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.screenshot(path=str(path))
        if own is not None:
            page.set_viewport_size(own)
