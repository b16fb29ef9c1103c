"""Choosing a part of a screen as a thumb does: its tab in the bar, or behind "More"."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def show_tab(page: Page, name: str) -> None:
    """Bring a part of the screen to the front; nothing happens where it has no tab to press."""
    tab = page.locator(f'[data-tab="{name}"]')
    if page.locator(f'.more-tabs [data-tab="{name}"]').count() and not tab.is_visible():
        page.locator("[data-more-tabs]").click()
        expect(tab).to_be_visible()
    if tab.is_visible():
        tab.click()


def tab_names(page: Page) -> list[str]:
    """The parts of a screen, in the order of their tabs."""
    tabs = page.locator("[data-tab]").all()
    return [name for tab in tabs if (name := tab.get_attribute("data-tab"))]
