"""The screens as a player handles them: what is on them, and pressing what they offer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as WaitedTooLong

from companion.games.fellowship.box.board_places import middle_of
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import Form, View
from tests.support.browser_traffic import Traffic
from tests.support.patience import PATIENCE_MS
from tests.support.shown_view import checks_of, expect_shown
from tests.support.tabs import show_tab

_REGIONS: Final = """() => Object.fromEntries(
  [...document.querySelectorAll('[id^=region-]')].filter(e => e.id !== 'region-devices')
  .map(e => {
    const copy = e.cloneNode(true);
    copy.querySelectorAll('.waited').forEach(waited => waited.remove());
    return [e.id, copy.textContent.replace(/\\s+/g, ' ').trim()];
  }))"""


_RESULT: Final = """(title) => {
  const place = document.querySelector('.results .explained');
  const words = (e) => (e ? e.textContent.replace(/\\s+/g, ' ').trim() : '');
  const line = words(place?.querySelector('.explained-line'));
  if (!line.includes(title)) return null;
  const lit = place.querySelector('td.is-lit');
  return {
    line,
    total: words(place.querySelector('.part-total .part-value')),
    source: words(place.querySelector('.part-total .part-reason')),
    table: lit ? words(place.querySelector('.table-id')) : '',
    row: lit ? words(place.querySelector('tr.is-lit-row th')) : '',
    cell: words(lit),
  };
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownResult:
    """A looked-up result as a screen has it.

    Attributes:
        line: the sum in one line.
        total: what was looked up.
        source: where the roll came from.
        table, row, cell: the table with its row and cell that are lit; empty where there are none.
    """

    line: str
    total: int
    source: str
    table: str
    row: str
    cell: str


_COUNT_TAPS: Final = """
window.tapsByTest = 0;
window.heardByTest = [];
addEventListener("pointerdown", (event) => {
  if (event.isTrusted) window.tapsByTest += 1;
}, true);
for (const kind of ["pointerdown", "pointerup", "click", "submit", "htmx:before:request",
  "htmx:after:request", "htmx:after:swap", "htmx:error"]) {
  addEventListener(kind, ({ target, detail }) => {
    const at = Math.round(performance.now());
    const what = target.outerHTML?.slice(0, 60) ?? target.nodeName;
    window.heardByTest.push(`${at} ${kind} ${detail?.ctx?.request?.action ?? ""} ${what}`);
    window.heardByTest.splice(0, window.heardByTest.length - 25);
  }, true);
}
"""
"""Counts taps, and keeps what a page has heard lately: to be told where a press led to nothing."""


class Screen:
    """One screen in a browser of its own, with everything it has received.

    Args:
        browser: Chromium; the screen gets a context of its own.
        viewer: the seat it holds, or `PUBLIC`.
        size: width and height in pixels.
    """

    def __init__(self, browser: Browser, viewer: SeatId, size: tuple[int, int]) -> None:
        self.viewer: Final = viewer
        self.context: Final = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=viewer != PUBLIC,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(_COUNT_TAPS)
        self._picked = 0
        self.page: Final[Page] = self.context.new_page()
        self.traffic: Final = Traffic(self.page)
        self.troubles: Final[list[str]] = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))

    def open(self, address: str) -> None:
        """Go to an address and wait for the screen there."""
        self.page.goto(address)
        expect(self.page.locator("#screen")).to_be_visible()
        self._wait_for_link()

    def _wait_for_link(self) -> None:
        expect(self.page.locator("#screen")).to_have_attribute("data-ui-link", "open")

    # --- what it shows -------------------------------------------------------------------------

    def expect_view(self, view: View) -> None:
        """Wait until it shows a view: where the game stands, what is asked, markers, log, result.

        Raises:
            AssertionError: it shows something else.
        """
        expect_shown(self.page, checks_of(view, can_press=self.viewer != PUBLIC))

    def result(self, title: str) -> ShownResult:
        """The looked-up result with that title, once the screen shows it.

        All of it is read in one look: a whole page that was long on its way may show an older
        result for a moment, until it is asked for again.
        """
        found = self.page.wait_for_function(_RESULT, arg=title).json_value()
        return ShownResult(**{**found, "total": int(found["total"].replace("\u2212", "-"))})

    def snapshot(self) -> dict[str, str]:
        """Text of every region, but for how long it has been waited and how the devices are."""
        found: dict[str, str] = self.page.evaluate(_REGIONS)
        return found

    def received(self) -> str:
        """Everything it holds now, has heard on the stream and was sent since the last call."""
        parts = (self.page.content(), *self.traffic.new_texts(), *self.traffic.stream)
        return "\n".join(parts)

    def picture(self, path: Path) -> None:
        """Save what it looks like."""
        self.page.screenshot(path=path)

    @property
    def taps(self) -> int:
        """How often it has been touched; a list that drops down counts as two touches more.

        Those and texts are set by the test without touching the screen, as a person would have to.
        """
        touched: int = self.page.evaluate("window.tapsByTest")
        return touched + self._picked

    # --- the link ------------------------------------------------------------------------------

    def mark_page(self) -> None:
        """Leave a mark in the page that does not survive loading it again."""
        self.page.evaluate("window.markedByTest = true")

    def expect_link_lost(self) -> None:
        """Wait until it says that the table does not answer."""
        expect(self.page.locator(".ribbon-lost")).to_be_visible()

    def expect_link_back(self) -> None:
        """Wait until it has come back by itself: the page that was marked, linked again."""
        self._wait_for_link()
        assert self.page.evaluate("window.markedByTest") is True, "the page was loaded again"

    def expect_devices_well(self) -> None:
        """Wait until it has no trouble of eye or die to tell."""
        expect(self.page.locator(".device.is-well")).to_have_count(2)

    def close(self) -> None:
        """Close the browser context."""
        self.context.close()


class Tablet(Screen):
    """The screen of a seat."""

    def take_seat(self, address: str) -> None:
        """Scan the seat's code and say yes."""
        self.page.goto(address)
        self.traffic.gather()
        self.page.locator("button[name=seat]").click()
        self.page.wait_for_url("**/seat/*")
        expect(self.page.locator("#screen")).to_be_visible()
        self._wait_for_link()

    def press(
        self, action: str, form: Form, inputs: Mapping[str, str | Sequence[str]] | None = None
    ) -> None:
        """Fill in the form of an open prompt and press one of its choices.

        Args:
            action: what the choice does.
            form: the form as it is offered, for what the entries of its fields are called.
            inputs: value of each field; several for ticks.
        """
        button = self.page.locator(f'button[name=action][value="{action}"]')
        place = self.page.locator(".ask form").filter(has=button).first
        self._fill(place, form, inputs or {})
        self._send(place.locator(button))

    def tap_place(self, box: Locator, label: str) -> None:
        """Fill a field for a place by touching the map there: it goes to the first empty one."""
        middle = middle_of(label)
        if box.input_value():
            box.click()
        point = self.page.locator("svg.map").first.evaluate(
            """(svg, [x, y]) => {
              const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
              return [at.x, at.y];
            }""",
            [middle.x_in * 100, middle.y_in * 100],
        )
        self.page.mouse.click(*point)
        expect(box).to_have_value(label)

    def name_piece(self, words: str, name: str) -> None:
        """Say privately which marker it is that the list has in these words."""
        self.show_tab("map")
        self._unfold(self.page.locator("#piece-list"))
        self.page.locator(".piece-row").filter(has_text=words).click()
        sheet = self.page.locator("#sheet")
        expect(sheet).to_be_visible()
        cover = sheet.locator("button.cover")
        if cover.is_visible():
            cover.click()
        sheet.get_by_label("It is", exact=True).select_option(value=name)
        self._send(sheet.get_by_role("button", name="Name it"))
        expect(sheet).to_be_hidden()

    def lay_card(self, box_title: str, card: str) -> None:
        """Lay a card into one of the seat's display boxes."""
        self.show_tab("boxes")
        self.open_cover()
        title = self.page.locator(".box-title").filter(has_text=re.compile(f"^{box_title}$"))
        box = self.page.locator("#panel-boxes .box").filter(has=title)
        more = box.locator(":scope > details.more")
        self._unfold(more)
        more.locator("select").select_option(value=card)
        self._send(more.get_by_role("button", name="Lay it here"))
        expect(box.locator(".card-title").filter(has_text=card)).to_be_visible()

    def show_tab(self, name: str) -> None:
        """Bring a part of the screen to the front."""
        show_tab(self.page, name)

    def open_cover(self) -> None:
        """Lift the cover from the seat's secrets for a minute, where it is down."""
        if self.page.locator("html:not([data-ui-open])").count():
            self.page.locator("#cover-lock").click()
        expect(self.page.locator("html[data-ui-open]")).to_have_count(1)

    def _unfold(self, details: Locator) -> None:
        if details.get_attribute("open") is None:
            details.locator("summary").first.click()

    def _fill(self, place: Locator, form: Form, inputs: Mapping[str, str | Sequence[str]]) -> None:
        fields = {field.name: field for field in form.fields}
        for name, given in inputs.items():
            field = fields[name]
            box = place.locator(f'[name="f.{name}"]')
            values = [given] if isinstance(given, str) else list(given)
            if field.kind == "ticks":
                for value in values:
                    place.locator(f'[name="f.{name}"][value="{value}"]').check()
            elif field.kind == "select":
                label = next(one.label for one in field.options if one.value == values[0])
                if len(field.options) <= 6:
                    group = place.get_by_role("group", name=field.label, exact=True)
                    group.get_by_role("radio", name=label, exact=True).check()
                else:
                    box.select_option(label=label)
                    self._picked += 2
            elif field.kind == "place" and self.page.locator("svg.map").first.is_visible():
                self.tap_place(box, values[0])
            else:
                box.fill(values[0])
                self._picked += 1

    def _send(self, button: Locator) -> None:
        """Press, and wait until the table has taken it."""
        try:
            with self.page.expect_response("**/act") as answer:
                button.click()
        except WaitedTooLong as error:
            heard = self.page.evaluate("window.heardByTest")
            error.add_note("The page heard:\n" + "\n".join(heard))
            raise
        status = answer.value.status
        assert status == 200, f"{self.viewer}: {status}: {answer.value.text()}"


class PublicScreen(Screen):
    """The screen that everybody sees."""

    def __init__(self, browser: Browser, size: tuple[int, int] = (1920, 1080)) -> None:
        super().__init__(browser, PUBLIC, size)
