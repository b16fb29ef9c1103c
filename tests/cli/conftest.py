"""What the tests of commands share."""

from __future__ import annotations

import pytest

from companion.service import games as game_registry


@pytest.fixture
def toy_is_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game can be opened and read by its name."""
    monkeypatch.setitem(game_registry.GAMES, "toy", ("tests.support.toy_game", "ToyGame"))
