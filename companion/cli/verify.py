"""``companion verify``: whether a written game is what was written."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli.errors import CommandFailed, failing_on
from companion.journal.errors import JournalError
from companion.journal.store import JournalReader


@click.command()
@click.argument("journal", type=click.Path(path_type=Path))
@click.option("--head", help="The hash that the last event must have, as noted elsewhere.")
@click.option("--game-id", help="Which game of the journal; all of them without it.")
def verify(journal: Path, head: str | None, game_id: str | None) -> None:
    """Check the hash chain of the games in JOURNAL.

    Ends with status 1 and names the first event that does not fit.
    """
    with failing_on(JournalError), JournalReader(journal) as reader:
        chosen = game_id is not None or head is not None
        records = [reader.game(game_id)] if chosen else list(reader.games())
        for record in records:
            seq, digest = reader.verify(record.game_id)
            click.echo(f"game {record.game_id}: {seq} events, all as written. Head {digest.hex()}")
            if head is not None and head.strip().lower() != digest.hex():
                raise CommandFailed(
                    f"the chain holds together but does not end with {head}: the game was written "
                    "anew or cut short, or the hash belongs to an earlier moment."
                )
        if not records:
            click.echo(f"{journal} holds no game yet.")
