"""Every suppression says beside it why it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = (
    "companion", "vision", "firmware_bridge", "webui", "calibration", "tests", "scripts",
)  # fmt: skip

_SUPPRESSION: Final = re.compile(
    r"#\s*(?:noqa\b(?::\s*[A-Z]+\d+(?:\s*,\s*[A-Z]+\d+)*)?|type:\s*ignore\b(?:\[[\w\s,-]*\])?)"
)
_COMMENT: Final = re.compile(rf"{_SUPPRESSION.pattern}.*")
_ELSEWHERE: Final = re.compile(r"\b(above|below|before|ditto)\b|^(see|as|same)\b", re.IGNORECASE)
_FEWEST_WORDS: Final = 2


def unexplained(text: str) -> list[str]:
    """The suppressions in a Python file that have no reason or point elsewhere for it."""
    found = []
    for comment in _COMMENT.finditer(text):
        reason = _SUPPRESSION.sub("", comment[0]).strip(" #-")
        if len(reason.split()) < _FEWEST_WORDS or _ELSEWHERE.search(reason):
            found.append(comment[0])
    return found


def test_every_suppression_has_a_reason_of_its_own() -> None:
    texts = {
        str(path.relative_to(ROOT)): path.read_text("utf-8")
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if "node_modules" not in path.parts and path != Path(__file__).resolve()
    }
    assert any(_SUPPRESSION.search(text) for text in texts.values())
    assert {name: found for name, text in texts.items() if (found := unexplained(text))} == {}


@pytest.mark.parametrize(
    "comment",
    ["# noqa", "# noqa: S311", "# type: ignore[misc]", "# noqa: S311, B023 - as above",
     "# type: ignore[misc]  # see `asked`", "# noqa: B023 - quoted", "#noqa:F401 as said above",
     "# type: ignore[no-untyped-def] # noqa: ANN001 -"],
)  # fmt: skip
def test_one_without_is_found(comment: str) -> None:
    assert unexplained(f"a = 1  {comment}\nb = 2\n") == [comment]


@pytest.mark.parametrize(
    "line",
    ["a = 1  # noqa: S311, B023 - repeatable play, nothing secret",
     "a = 1  # type: ignore[no-untyped-def] # noqa: ANN001 - a class of the board's own",
     "a = 1  # as above"],
)  # fmt: skip
def test_one_with_and_a_line_without_any_are_none(line: str) -> None:
    assert unexplained(f"{line}\n") == []
