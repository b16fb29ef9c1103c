"""``companion import``: take in a game that ``companion export`` has written."""

from __future__ import annotations

import os
from pathlib import Path

import click

from companion.cli.errors import CommandFailed, failing_on
from companion.cli.options import FILE
from companion.cli.output import counted
from companion.journal.codec import EventCodec
from companion.journal.errors import JournalError
from companion.journal.exchange import WrittenGame, parsed_game
from companion.journal.replay import fold
from companion.journal.store import JournalWriter
from companion.service.games import load_game
from companion.service.settings import SettingsError, home_directory, journal_in


@click.command(name="import")
@click.argument("file", type=FILE)
@click.argument("journal", type=FILE, required=False)
def import_(file: Path, journal: Path | None) -> None:
    """Take the game in FILE into JOURNAL, or into that of the user directory.

    The file is checked event by event before anything is written.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise CommandFailed(f"{file} cannot be read: {error.strerror}. Check the name.") from error
    try:
        written = parsed_game(data)
    except JournalError as error:
        raise CommandFailed(f"{file}: {error}") from error
    with failing_on(JournalError, SettingsError):
        _check_rules(written)
        target = journal or journal_in(home_directory(os.environ))
        if not target.parent.is_dir():
            raise CommandFailed(f"there is no folder {target.parent}. Make it first.")
        with JournalWriter(target) as writer:
            is_new = writer.take_in(written.record, written.events)
    record = written.record
    what = "is now in" if is_new else "was already in"
    events = counted(record.head, "event", "events")
    click.echo(f"Game {record.game_id}, {events}, {what} {target}.")
    click.echo(f"Head {written.head.hex()}")
    if record.ended_at is None:
        click.echo(
            "It has not ended: a table with this journal goes on with it from the page Games."
        )


def _check_rules(written: WrittenGame) -> None:
    """Fold the game once, so that nothing is taken in that could not be opened.

    Raises:
        JournalError: an event does not read, or the game does not begin.
        SettingsError: there are no such rules.
    """
    game = load_game(written.record.game)
    codec = EventCodec(game.event_types)
    fold(game, (codec.decode(stored.event) for stored in written.events))
