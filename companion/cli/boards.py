"""Boards of games on the command line: named by the game, described by its box file if need be."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.board.board import Board
from companion.cli.options import SAMPLE
from companion.service.box import BoxFileError, box_text
from companion.service.games import BOARDS, load_board, sample_box
from companion.service.settings import Settings, home_directory
from companion.table.box_editor import BoxTextError

_Command = TypeVar("_Command", bound=Callable[..., Any])


class BoardNotKnownError(ValueError):
    """A board that no box file describes; the text says what to do."""


def board_options(command: _Command) -> _Command:
    """The options ``--game`` and ``--box`` of a command that looks at a board."""
    command = click.option(
        "--box",
        "box_file",
        metavar="FILE|sample",
        help="With --game: the box file that describes the board, where it is the owner's data; "
        "without it the one that `companion serve` keeps.",
    )(command)
    return click.option(
        "--game",
        type=click.Choice(tuple(BOARDS)),
        help="The game whose board lies on the table; without it the board of the scheme.",
    )(command)


def board_named(game: str, box_file: str | None) -> Board:
    """The board of a game.

    Args:
        game: one of `companion.service.games.BOARDS`.
        box_file: path of a box file, ``sample``, or None for the one that is kept.

    Raises:
        BoardNotKnownError: the box file cannot be used, or does not describe the board.
    """
    named = None if box_file in (None, SAMPLE) else Path(str(box_file))
    path = Settings(home=home_directory(os.environ), game=game, box=named).kept_box
    if named is not None and not named.is_file():
        raise BoardNotKnownError(f"there is no box file {named}")
    try:
        board = load_board(game, sample_box(game) if box_file == SAMPLE else box_text(path, ""))
    except (BoxFileError, BoxTextError, ValueError) as error:
        raise BoardNotKnownError(f"{path}: {error}") from error
    if board is None:
        raise BoardNotKnownError(
            f"{path} does not say where the places of the map lie. Measure them (sheets Places of "
            "the map, The board under the camera), or take the sample: --box sample"
        )
    return board
