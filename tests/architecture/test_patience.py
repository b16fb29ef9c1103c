"""No test gives up on what is bound to come before a busy machine can have done it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.support.patience import PATIENCE_S

TESTS: Final = Path(__file__).resolve().parents[1]
STEP_S: Final = 0.1
"""So long may pass between two looks at something that tells nobody."""

_LIMIT: Final = re.compile(
    r"\btimeout=(?P<named>[\d_.]+)|\.(?:wait|join)\((?P<alone>[\d_.]+)\)"
    r"|mark\.timeout\((?P<marked>\d+)\)|set_default_timeout\((?P<page_ms>[\d_]+)\)"
)
_NAPS: Final = re.compile(r"\btime\.sleep\(|\.wait_for_timeout\(")
_MAY_NAP: Final = ("support/web_browser.py", "support/hall_load.py")
"""One waits in the browser for what no page shows, the other keeps a pace."""

HANGS_S: Final = 1800
"""What ends a run that hangs; a mark may only give more."""


def impatient(text: str) -> list[str]:
    """Limits in a test file that are shorter than they may be."""
    found = []
    for limit in _LIMIT.finditer(text):
        if limit["page_ms"]:
            # How long a page is waited for is a name of one place.
            found.append(limit[0])
            continue
        if limit["marked"]:
            least, given_s = float(HANGS_S), float(limit["marked"])
        else:
            least, given_s = PATIENCE_S, float(limit["named"] or limit["alone"])
        # In milliseconds there are none at all: the browser's own are set in one place.
        if STEP_S < given_s < least or (not limit["marked"] and given_s >= 1000):
            found.append(limit[0])
    return found


def files() -> list[Path]:
    return [path for path in TESTS.rglob("*.py") if "node_modules" not in path.parts]


def test_no_limit_is_short() -> None:
    short = {
        str(path.relative_to(TESTS)): found
        for path in files()
        if path != Path(__file__).resolve() and (found := impatient(path.read_text("utf-8")))
    }
    assert short == {}


def test_nobody_naps() -> None:
    napping = [
        name
        for path in files()
        if path != Path(__file__).resolve()
        and (name := path.relative_to(TESTS).as_posix()) not in _MAY_NAP
        and _NAPS.search(path.read_text("utf-8"))
    ]
    assert napping == []


@pytest.mark.parametrize(
    "text",
    ["get(timeout=5)", "to_be_visible(timeout=10_000)", "x.wait(10)", "t.join(30.0)",
     "@pytest.mark.timeout(300)", "page.set_default_timeout(20_000)"],
)  # fmt: skip
def test_a_short_limit_is_found(text: str) -> None:
    assert len(impatient(text)) == 1


@pytest.mark.parametrize(
    "text",
    ["x.wait(0)", "x.wait(0.05)", "timeout=PATIENCE_S", "timeout=600", "mark.timeout(3600)",
     "page.set_default_timeout(PATIENCE_MS)"],
)  # fmt: skip
def test_a_look_a_step_and_patience_are_none(text: str) -> None:
    assert impatient(text) == []
