"""The core, the eye and the web UI know no game: none of their lines names one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.service.games import GAMES, load_game

ROOT = Path(__file__).parents[2]
BLIND = ("companion/table", "companion/board", "vision", "firmware_bridge", "webui")
KINDS = (".py", ".html", ".js", ".css")


def names() -> list[str]:
    """Id, title and package of every game, as somebody would write them into code."""
    found = set(GAMES)
    for name, (module, class_name) in GAMES.items():
        found |= {load_game(name).title, module.split(".")[2], class_name}
    return sorted(found)


@pytest.mark.parametrize("folder", BLIND)
def test_no_line_names_a_game(folder: str) -> None:
    words = [
        re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])", re.IGNORECASE) for name in names()
    ]
    files = [
        path
        for path in (ROOT / folder).rglob("*")
        if path.suffix in KINDS and not {"vendor", "node_modules"} & set(path.parts)
    ]
    assert files
    naming = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if any(word.search(line) for word in words)
    ]
    assert naming == []


def test_the_names_that_are_looked_for_are_those_of_the_games() -> None:
    assert "fellowship" in names()
    assert len(names()) >= 3
