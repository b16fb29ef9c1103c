"""What stands in the spaces of a board on the virtual table: none of it reaches into another."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

from tests.support.web_browser import SIZES
from tests.support.web_measures import PAINTED

_BESIDE: Final = f"""async () => {{
  await ({PAINTED})();
  const lines = [...document.querySelectorAll(".board-caption")].flatMap((caption) => {{
    const room = Number(caption.dataset.room) * caption.getScreenCTM().a;
    const end = caption.getBoundingClientRect().left + room;
    const parts = caption.children.length ? [...caption.children] : [caption];
    return parts.map((part) => [part.textContent, part.getBoundingClientRect().right - end]);
  }});
  return [lines.length, lines.filter(([, beyond]) => beyond > 2)];
}}"""


def assert_words_in_spaces(page: Page) -> None:
    """At every size of screen the words of each space end before the space does."""
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        count, beside = page.evaluate(_BESIDE)
        assert count > 0, "no space has words, so that nothing was measured"
        assert beside == [], f"words that reach into the next space, px (at {width} px): {beside}"
    width, height = SIZES["portrait"]
    page.set_viewport_size({"width": width, "height": height})
