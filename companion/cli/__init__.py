"""The command line. Each command is a module of its own, imported only when it is called."""

from __future__ import annotations

import errno
import importlib
import importlib.util
import keyword
import os
from typing import Final

import click

from companion.cli.errors import CommandFailed
from companion.service.settings import SettingsError

COMMANDS: Final[dict[str, str]] = {
    "serve": "Start the table: screens, camera, die, journal.",
    "read": "Read markers from pictures.",
    "watch": "Follow markers in a camera, a film or a folder of pictures.",
    "lookup": "Look up a rules table.",
    "box": "Look at the owner's box file, export it, import one, merge another's.",
    "sheet": "Write sheets to print: stickers, corners, lens target, card labels, boards.",
    "lens": "Find the camera's lens from pictures of the lens target.",
    "replay": "Show a written game at any point.",
    "verify": "Check that a written game was not altered.",
    "export": "Write a game as a text file, or its rolls and moves as a table.",
    "import": "Take in a game that was written as a text file.",
    "backup": "Copy a journal, also while a table runs.",
    "games": "List the written games.",
    "doctor": "Look at camera, die, disk, network and hall, and say how to mend what is wrong.",
    "wall": "Show all tables of a hall on one page.",
    "archive": "Ask questions over thousands of exported games.",
    "bench": "Measure what the program promises, on this machine.",
}
"""Name of each command and what it is for; `companion.cli.<name>` holds it under its name. A name
that Python keeps for itself has an underscore behind it there."""

_EYES: Final = frozenset({"read", "watch"})
"""Commands that read pictures."""


_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Why a disk takes no more; such errors of standard output name no file."""


def _place(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def _unusable(error: OSError) -> CommandFailed | None:
    """What to tell of a file that no command expected to fail; None for any other error."""
    if error.filename is not None:
        advice = "Check its name and who may use it."
        return CommandFailed(f"{error.filename} cannot be used: {error.strerror}. {advice}")
    if error.errno in _FULL:
        return CommandFailed(
            f"the output could not be written: {error.strerror}. Free some space, or write it "
            "elsewhere."
        )
    return None


class LazyGroup(click.Group):
    """Commands that are imported only when called, so that a lookup never waits for a camera.

    The help text is made of `COMMANDS` alone. A command whose module does not exist is not offered.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - named by click
        """Names of the commands at hand, in the order of `COMMANDS`."""
        return [name for name in COMMANDS if importlib.util.find_spec(f"{__name__}.{_place(name)}")]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now; None if there is none of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        if cmd_name in _EYES:
            # Before NumPy loads: its matrices are small here, and more threads only wait.
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        place = _place(cmd_name)
        command = getattr(importlib.import_module(f"{__name__}.{place}"), place)
        if not isinstance(command, click.Command):
            raise TypeError(f"companion.cli.{cmd_name}.{cmd_name} is expected to be a command")
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; a file that cannot be used is a sentence, whichever command met it."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # Whoever read along has gone, as `head` does: click ends the command quietly.
            raise
        except OSError as error:
            told = _unusable(error)
            if told is None:
                raise
            raise told from error
        except SettingsError as error:
            raise CommandFailed(str(error)) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing any of them."""
        rows = [(name, COMMANDS[name]) for name in self.list_commands(ctx)]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="table-companion", prog_name="companion")
def main() -> None:
    """Watch a game table, keep each seat's secrets, look up the tables, write the game down."""
