"""``companion games``: which games have been written."""

from __future__ import annotations

import os
from pathlib import Path

import click

from companion.cli.errors import failing_on
from companion.cli.options import PATH
from companion.journal.errors import JournalError
from companion.journal.store import JournalReader
from companion.service.settings import home_directory, journal_in


@click.command()
@click.argument("journal", type=PATH, required=False)
def games(journal: Path | None) -> None:
    """List the games in JOURNAL, or in the user directory with its demo."""
    home = home_directory(os.environ)
    if journal is not None:
        paths = [journal]
    else:
        paths = [path for path in map(journal_in, (home, home / "demo")) if path.exists()]
    if not paths:
        click.echo(f"No game has been written in {home} yet. Start one with: companion serve")
    for path in paths:
        with failing_on(JournalError), JournalReader(path) as reader:
            click.echo(f"{path}:")
            for record in reader.games():
                ended = f"ended {record.ended_at}" if record.ended_at else "unfinished"
                click.echo(
                    f"  {record.game_id}  {record.game}  started {record.started_at}  {ended}  "
                    f"{record.head} events"
                )
