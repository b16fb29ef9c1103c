"""``companion backup``: a whole and checked copy of a journal, also while a table runs."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import click

from companion.cli.errors import CommandFailed, failing_on
from companion.cli.options import PATH
from companion.cli.output import counted
from companion.journal.backup import back_up
from companion.journal.errors import JournalError
from companion.journal.reading import JournalReader
from companion.service.settings import home_directory, journal_in


@click.command()
@click.argument("out", type=PATH, required=False)
@click.option("--journal", type=PATH, help="Which journal to copy.")
def backup(out: Path | None, journal: Path | None) -> None:
    """Copy the journal of the user directory, or another one, to OUT.

    OUT is a file or a folder; without it the copy is put into the folder backups beside the
    journal, under the time in UTC. The copy holds the secrets of every seat.
    """
    source = journal or _own_journal(home_directory(os.environ))
    with failing_on(JournalError):
        # Before anything is made beside a journal that is none.
        JournalReader(source).close()
    target = out or source.parent / "backups"
    if out is None:
        _make(target)
    if target.is_dir():
        target /= f"{source.stem}-{datetime.now(tz=UTC):%Y%m%dT%H%M%SZ}.db"
    if _is_same(target, source):
        raise CommandFailed(f"{target} is the journal itself. Name another file.")
    with failing_on(JournalError):
        games = back_up(source, target)
    events = sum(record.head for record in games)
    held = f"{counted(len(games), 'game', 'games')}, {counted(events, 'event', 'events')}"
    click.echo(f"{target}: {held}, all as written.")


def _is_same(one: Path, other: Path) -> bool:
    """Two names of one file; one that cannot be reached is none."""
    try:
        return one.samefile(other)
    except OSError:
        return False


def _own_journal(home: Path) -> Path:
    """The journal of the user directory; where only the demo has one, that is told."""
    own, demo = journal_in(home), journal_in(home / "demo")
    if own.exists():
        return own
    advice = f"The demo has one: --journal {demo}" if demo.exists() else "Name one with --journal."
    raise CommandFailed(f"no game has been played in {home} yet. {advice}")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandFailed(f"{folder} cannot be made: {error.strerror}. Name a file.") from error
