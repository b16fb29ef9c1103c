"""Fighters of either side for tests of single blows, with only the fields that matter there."""

from __future__ import annotations

from typing import Any

from companion.games.fellowship.combat.battle import Fighter
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP


def fp(card: str, **given: Any) -> Fighter:  # noqa: ANN401 - fields of a fighter differ in type
    """A fighter of the Fellowship, `f1` where nothing else is given."""
    return Fighter(**({"id": "f1", "side": FELLOWSHIP, "card": card} | given))


def ep(card: str, **given: Any) -> Fighter:  # noqa: ANN401 - fields of a fighter differ in type
    """A fighter of the Enemy, `e1` where nothing else is given."""
    return Fighter(**({"id": "e1", "side": ENEMY, "card": card} | given))
