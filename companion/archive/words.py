"""What the report calls games, sides and dice: the files hold names for programs."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from companion.archive.questions import DieRecord
from companion.service.games import load_game
from companion.service.settings import SettingsError

HOLDERS: Final = {
    "enemy": "the Enemy",
    "gollum": "Gollum",
    "saruman": "Saruman",
    "balrog": "the Balrog",
    "nobody": "nobody",
}
"""Who may have the Ring but the Fellowship."""

_SOURCES: Final = {
    "die": "rolled on the table",
    "typed": "typed in",
    "generator": "drawn by the system",
}


@lru_cache(maxsize=32)
def game_title(game: str) -> str:
    """A game as people call it; a kind that this program does not have keeps its name."""
    try:
        return load_game(game).title
    except SettingsError:
        return game


@lru_cache(maxsize=64)
def side_title(game: str, side: str) -> str:
    """Whoever has won, as the game calls the seat."""
    try:
        seats = load_game(game).seats_of({})
    except SettingsError:
        return side
    titles = {str(seat.id): seat.title for seat in seats}
    return titles.get(side, side[:1].upper() + side[1:].replace("-", " "))


def holder_words(holder: str) -> str:
    """Who has the Ring."""
    return HOLDERS.get(holder, holder)


def die_words(record: DieRecord) -> str:
    """Which die it is."""
    name = f" by {record.die}" if record.die else ""
    return f"{record.sides} faces, {_SOURCES.get(record.source, record.source)}{name}"
