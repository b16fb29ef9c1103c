"""Where each die stood when it was first met in a game.

The journal knows the last roll of a die, but not of a die that was not rolled yet: what such a die
rolls while the program is down would otherwise be taken for a roll from before the game.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.files import write_whole

LOG: Final = logging.getLogger("companion.dice")


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    game_id: str
    numbers: dict[str, int]


class DiceMemory:
    """Keeps for one game the number at which each die was first met.

    Losing the file costs at most the rolls of a downtime, so one that cannot be read or written is
    reported and gone without.

    Args:
        path: the file.
        game_id: the game; what the file says of another one does not count.
    """

    def __init__(self, path: Path, game_id: str) -> None:
        self._path: Final = path
        self._game_id: Final = game_id
        self._numbers: Final[dict[str, int]] = self._load()

    def last_rolls(self, recorded: Mapping[str, int]) -> dict[str, int]:
        """For each die the number to resume from: the journal's where it has one.

        Args:
            recorded: for each die the number of its last recorded roll.
        """
        return {**self._numbers, **recorded}

    def met(self, die: str, number: int | None) -> None:
        """A die has named itself with the number of its last roll."""
        if number is None or die in self._numbers:
            return
        self._numbers[die] = number
        kept = _Kept(game_id=self._game_id, numbers=self._numbers)
        try:
            write_whole(self._path, msgspec.json.encode(kept))
        except OSError as error:
            LOG.warning("where the die stood could not be kept: %s", error)

    def _load(self) -> dict[str, int]:
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=_Kept)
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError) as error:
            LOG.warning("%s is gone without: %s", self._path, error)
            return {}
        return dict(kept.numbers) if kept.game_id == self._game_id else {}
