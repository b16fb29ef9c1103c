"""A device chooses German, a game is begun and played a few steps, and no English is left.

What counts as left is found by looking at each page in both languages: a text that is the same in
both has to be one that the catalogue translates by itself, such as a name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.axe_check import axe_violations
from tests.support.patience import PATIENCE_MS
from tests.support.real_table import InstalledService
from tests.support.web_browser import SIZES, chromium
from tests.support.web_measures import assert_fit
from webui.language.catalogue import phrasebook
from webui.language.choice import COOKIE

pytestmark = pytest.mark.browser

TABS: Final = ("odds", "by-hand")
_NO_WORDS: Final = re.compile(r"://|\A/|\.toml\Z|[0-9]\.[0-9]+\.[0-9]")
"""Addresses, names of files, versions."""
_TEXTS: Final = """() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent.closest('script, style, code, [lang]:not(html)')) continue;
    found.add(walker.currentNode.textContent);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder'])
      if (element.hasAttribute(name)) found.add(element.getAttribute(name));
  found.add(document.title);
  return [...found].map(text => text.replace(/\\s+/g, ' ').trim()).filter(text => text);
}"""

_CUT_TABS: Final = """() => [...document.querySelectorAll('.tab span')]
  .filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"""


@dataclass
class Walk:
    """The pages that are open.

    Attributes:
        english: a page in English, to compare others with.
        base: address of the table.
        troubles: errors of any page.
    """

    browser: Browser
    english: Page
    base: str
    troubles: list[str] = field(default_factory=list)

    def device(self, language: str) -> Page:
        """Another device whose browser asks for a language."""
        width, height = SIZES["telephone"]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=True,
            reduced_motion="reduce",
            locale=language,
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        return page

    def look(self, page: Page, name: str) -> None:
        """A page at every size fits, though German is longer."""
        folder = os.environ.get("COMPANION_PICTURES")
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            assert_fit(page, 14)
            assert page.evaluate(_CUT_TABS) == []
            if folder:
                page.screenshot(path=Path(folder) / f"german-{name}-{size}.png")
        width, height = SIZES["telephone"]
        page.set_viewport_size({"width": width, "height": height})


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """A service as ``make run`` starts it, and a browser."""
    home = tmp_path_factory.mktemp("home")
    with chromium() as browser, InstalledService(home, "--demo", game="") as service:
        english = browser.new_context(locale="en-GB").new_page()
        yield Walk(browser, english, f"http://127.0.0.1:{service.port}")


def test_no_english_is_left_once_german_is_chosen(walk: Walk) -> None:
    page = walk.device("en-GB")
    page.goto(f"{walk.base}/games")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", name="Spiele")).to_be_visible()
    _check(walk, page, "games")
    page.locator('a[href="/games/new/hunt"]').click()
    _check(walk, page, "options")
    page.get_by_role("button", name="Beginnen").click()
    expect(page).to_have_url(f"{walk.base}/seats")
    _check(walk, page, "seats")
    page.locator('a[href^="/join/"]').first.click()
    page.locator("button[name=seat]").click()
    expect(page.locator("#screen")).to_have_attribute("data-ui-link", "open")
    for action in ("appoint", "go-on"):
        button = page.locator(f'.ask button[name=action][value="{action}"]')
        button.click()
        expect(button).to_have_count(0)
    _check(walk, page, "seat")
    for tab in TABS:
        page.evaluate("tab => document.getElementById('screen').dataset.uiTab = tab", tab)
        assert axe_violations(page) == [], tab
    page.locator("#menu-tool").click()
    expect(page.locator("#sheet-body .languages")).to_be_visible()
    page.goto(walk.base)
    _check(walk, page, "public")
    assert walk.troubles == []


def test_a_german_browser_is_answered_in_german_at_once(walk: Walk) -> None:
    page = walk.device("de-DE")
    for path in ("/dice", "/doctor", "/box", "/box/hunt", "/demo/table"):
        page.goto(walk.base + path)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        assert _left(walk, page) == [], path
    assert walk.troubles == []


def _check(walk: Walk, page: Page, name: str) -> None:
    walk.look(page, name)
    assert _left(walk, page) == [], name


def _left(walk: Walk, page: Page) -> list[str]:
    """What this page says in the same words in English."""
    german = set(page.evaluate(_TEXTS))
    walk.english.context.add_cookies(
        [
            {"name": one["name"], "value": one["value"], "url": walk.base}
            for one in page.context.cookies()
            if one["name"] != COOKIE
        ]
    )
    walk.english.goto(page.url)
    english = set(walk.english.evaluate(_TEXTS))
    book = phrasebook("de")
    assert book is not None
    return sorted(
        text
        for text in german & english
        if not _NO_WORDS.search(text)
        and ((reading := book.reading(text)).text != text or reading.unknown)
    )
