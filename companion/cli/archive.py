"""``companion archive``: questions over thousands of exported games."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from companion.cli.errors import CommandFailed, failing_on
from companion.cli.options import FILE, PATH
from companion.cli.output import counted, write_out


@click.group()
def archive() -> None:
    """Load exported games into Parquet files and ask them questions."""


@archive.command()
@click.argument("folders", type=PATH, nargs=-1, required=True)
@click.argument("out", type=PATH)
def load(folders: tuple[Path, ...], out: Path) -> None:
    """Load the exported games in FOLDERS into Parquet files in the folder OUT.

    Every file's hash chain is checked; one that does not hold is left out and named, and the exit
    status is 1 after all others are loaded. What OUT held before is replaced.
    """
    from companion.archive.load import ArchiveError  # noqa: PLC0415 - slow to load
    from companion.archive.load import load as load_games  # noqa: PLC0415 - slow to load

    def say(text: str) -> None:
        click.echo(text, err=True)

    with failing_on(ArchiveError):
        loaded = load_games(folders, out, say)
    held = (
        counted(loaded.games, "game", "games"),
        counted(loaded.events, "event", "events"),
        counted(loaded.rolls, "roll", "rolls"),
    )
    click.echo(f"{out} holds {', '.join(held)}.")
    if loaded.again:
        again = counted(loaded.again, "file holds a game", "files hold games")
        click.echo(f"{again} that came already.")
    for path, reason in loaded.left_out:
        click.echo(f"left out: {path}: {reason}", err=True)
    if loaded.left_out:
        unfit = counted(len(loaded.left_out), "file does", "files do")
        raise CommandFailed(f"{unfit} not hold; left out.")


@archive.command()
@click.argument("folder", type=PATH)
@click.argument("out", type=FILE, required=False)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON with all figures.")
def report(folder: Path, out: Path | None, *, as_json: bool) -> None:
    """Answer the standard questions about the archive in FOLDER.

    Win rates, length, where the Ring was lost, how fair the dice are. The page with plots goes to
    the file OUT, if one is named; the figures are printed.
    """
    from companion.archive.load import ArchiveError  # noqa: PLC0415 - slow to load
    from companion.archive.questions import answers  # noqa: PLC0415 - slow to load
    from companion.archive.report import report_html, report_lines  # noqa: PLC0415 - slow to load

    with failing_on(ArchiveError):
        found = answers(folder)
    if out is not None:
        write_out(out, report_html(found).encode(), mode=0o600)
    if as_json:
        click.echo(json.dumps(asdict(found)))
        return
    for line in report_lines(found):
        click.echo(line)


@archive.command()
@click.argument("folder", type=PATH)
@click.argument("question")
def sql(folder: Path, question: str) -> None:
    """Ask the archive in FOLDER a QUESTION of your own in SQL; prints JSON, one object a line.

    The tables are games, events, rolls and boxes (docs/archive.md).
    """
    from companion.archive.load import ArchiveError  # noqa: PLC0415 - slow to load
    from companion.archive.questions import asked, opened  # noqa: PLC0415 - slow to load

    with failing_on(ArchiveError), opened(folder) as engine:
        for row in asked(engine, question):
            click.echo(json.dumps(row, default=str))
