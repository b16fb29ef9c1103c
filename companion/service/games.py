"""The games that can be played, imported only when one is chosen."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib import resources
from typing import Any, Final

from calibration.scheme_types import StickerScheme
from companion.board.board import Board
from companion.service.settings import SettingsError
from companion.table.box_editor import BoxEditor
from companion.table.counters import reads_cubes
from companion.table.game import Game
from companion.table.taking_back import AllowsTakingBack, TakingBack

GAMES: Final[dict[str, tuple[str, str]]] = {
    "fellowship": ("companion.games.fellowship.game", "FellowshipGame"),
    "quest": ("companion.games.quest.game", "QuestGame"),
    "hunt": ("companion.games.hunt.game", "HuntGame"),
    "ringwar": ("companion.games.ringwar.game", "RingwarGame"),
}
"""For each name module and class."""

BOX_EDITORS: Final[dict[str, tuple[str, str]]] = {
    "fellowship": ("companion.games.fellowship.box.editor", "FellowshipBoxEditor"),
    "quest": ("companion.games.quest.editor", "QuestBoxEditor"),
    "hunt": ("companion.games.hunt.box", "HuntBoxEditor"),
    "ringwar": ("companion.games.ringwar.plan", "RingwarBoxEditor"),
}
"""For each game whose owner fills in a box: module and class of its `BoxEditor`."""

BOARDS: Final[dict[str, str]] = {
    "quest": "companion.games.quest.board",
    "hunt": "companion.games.hunt.board",
    "ringwar": "companion.games.ringwar.board",
}
"""For each game with a board of its own the module whose ``board_of`` gives it. Any other is played
on the board that the sticker scheme describes."""

SAMPLE_BOX: Final = "sample-box.toml"
"""Name of a game's sample box in the folder ``data`` beside its module."""


def load_game(name: str) -> Game[Any]:
    """The rules of a game. Its state is the game's own affair, hence any type.

    Raises:
        SettingsError: there is no game of that name.
    """
    if name not in GAMES:
        raise SettingsError(
            f"there is no game {name!r}. The games are: {', '.join(sorted(GAMES))}."
        )
    module, class_name = GAMES[name]
    game: Game[Any] = getattr(importlib.import_module(module), class_name)()
    # Otherwise than a game itself, the table can take back what was decided in it.
    return TakingBack(game, game) if isinstance(game, AllowsTakingBack) else game


def load_box_editor(name: str) -> BoxEditor | None:
    """What a game knows of its box files, None for a game without one."""
    if name not in BOX_EDITORS:
        return None
    module, class_name = BOX_EDITORS[name]
    editor: BoxEditor = getattr(importlib.import_module(module), class_name)()
    return editor


def load_board(name: str, box: str) -> Board | None:
    """The board that a game declares.

    Args:
        name: the game.
        box: text of its box file; a board may be the owner's data.

    Returns:
        None where the game is played on the board of the sticker scheme, or on one that the box
        does not describe.

    Raises:
        ValueError: what the box says of the board cannot be.
    """
    if name not in BOARDS:
        return None
    board: Board | None = importlib.import_module(BOARDS[name]).board_of(box)
    return board


def is_watched(name: str, box: str, options: Mapping[str, str]) -> bool:
    """Whether the camera knows the board that a game is played on, and is to read it.

    Args:
        name: the game.
        box: text of its box file.
        options: those that it was begun with.
    """
    return name not in BOARDS or (reads_cubes(options) and load_board(name, box) is not None)


def scheme_for(name: str, box: str, scheme: StickerScheme) -> StickerScheme:
    """The stickers as they lie around the board of a game with a box file."""
    board = load_board(name, box)
    return scheme if board is None else scheme.on(board)


def sample_box(name: str) -> str:
    """Text of the sample box that comes with a game, empty if it has none."""
    if name not in GAMES:
        return ""
    package, _, _ = GAMES[name][0].rpartition(".")
    file = resources.files(package) / "data" / SAMPLE_BOX
    return file.read_text("utf-8") if file.is_file() else ""
