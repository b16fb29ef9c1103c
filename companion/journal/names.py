"""Ids of games, which also name files and folders beside the journal."""

from __future__ import annotations

import re
from typing import Final

_NAME: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,99}")


def is_game_id(text: str) -> bool:
    """Whether a text can name a game: letters, digits, ``-``, ``_`` and ``.``, at most 100 of them.

    A game that comes from elsewhere brings its id along, and no file may be written anywhere else
    because of it.
    """
    return _NAME.fullmatch(text) is not None
