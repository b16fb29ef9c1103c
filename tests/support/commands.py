"""Runs a command of the program as a terminal would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner, Result

import companion.cli

if TYPE_CHECKING:
    from pathlib import Path


def run(*arguments: str | Path, home: Path | None = None) -> Result:
    """What a command says and its exit status.

    Args:
        arguments: the words after ``companion``.
        home: the user directory, that of the computer's owner without it.
    """
    environment = None if home is None else {"COMPANION_HOME": str(home)}
    return CliRunner().invoke(
        companion.cli.main, [str(argument) for argument in arguments], env=environment
    )
