"""The table of attacks in ``docs/security.md``, read back so that it cannot go stale."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "security.md"
_ROW: Final = re.compile(r"^\| (.+?) \| at least (\d+) \| none \|", re.MULTILINE)


def documented() -> dict[str, int]:
    """Attack and least number of tries of each row."""
    rows = _ROW.findall(DOCUMENT.read_text("utf-8"))
    return {name: int(count) for name, count in rows}


def check_documented(name: str, tries: int) -> None:
    """Raise where the document does not say about how often an attack was tried."""
    said = documented().get(name, 0)
    assert tries // 2 < said <= tries, (
        f"docs/security.md is out of date: | {name} | at least {tries} | none |"
    )
