"""What is measured in a page: everything that is seen, with the size it has on the screen."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import Page

TEXTS: Final = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim()) continue;
    if (!element.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    if (!element.getClientRects().length) continue;
    if (element.closest('.for-readers, script, style')) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const box = range.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || getComputedStyle(element).clipPath !== 'none') continue;
    const scale = element instanceof SVGElement ? element.getScreenCTM().a : 1;
    found.push([parseFloat(getComputedStyle(element).fontSize) * scale,
                walker.currentNode.textContent.trim().slice(0, 40)]);
  }
  return found;
}"""
TARGETS: Final = """() => [...document.querySelectorAll('button, a, summary, select, input, .tick')]
  .filter(e => e.checkVisibility({visibilityProperty: true}) && e.type !== 'hidden')
  .filter(e => !e.closest('.tick') || e.classList.contains('tick'))
  .map(e => [e.getBoundingClientRect(), (e.textContent || e.name || '').trim().slice(0, 40)])
  .filter(([box]) => box.width > 1)
  .map(([box, text]) => [box.width, box.height, text])"""
OVERFLOW: Final = """() => [document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('.ask, .results, .panels, .top, .tabs, .replay-side')]
  .flatMap(e => [e.scrollWidth - e.clientWidth, e.getBoundingClientRect().right - innerWidth])]"""
PAINTED: Final = """() => new Promise(
  painted => requestAnimationFrame(() => requestAnimationFrame(painted)))"""
"""Waits until whatever follows a change of size, such as the scale of the map, has been drawn."""


_TOO_SMALL: Final = f"""async (smallest) => {{
  await ({PAINTED})();
  return [({TEXTS})().filter(([size]) => size < smallest),
          ({TARGETS})().filter(([width, height]) => Math.min(width, height) < 44),
          ({OVERFLOW})()];
}}"""
"""All of it at once: a question to a page costs more than the measuring."""


def assert_fit(page: Page, smallest_px: float) -> None:
    """Nothing too small to read or to press, nothing to the side of the screen."""
    small, narrow, beside = page.evaluate(_TOO_SMALL, smallest_px - 0.1)
    assert small == [], f"too small to read (px, text): {small}"
    assert narrow == [], f"too small to press (width, height, text): {narrow}"
    assert max(beside) <= 1, f"parts of the screen that go on to the side, px: {beside}"
