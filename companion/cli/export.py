"""``companion export``: a written game as a text file, or its rolls and moves as a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import click
import msgspec

from companion.cli.errors import CommandFailed, failing_on
from companion.cli.options import PATH
from companion.cli.output import write_out
from companion.cli.viewers import viewer_named
from companion.journal.errors import JournalError
from companion.journal.exchange import game_lines
from companion.journal.replay import Replay
from companion.journal.spreadsheet import table_lines
from companion.journal.store import GameRecord, JournalReader
from companion.service.games import load_game
from companion.service.settings import SettingsError

STANDARD_OUTPUT = Path("-")


@click.command()
@click.argument("journal", type=PATH)
@click.argument("out", type=PATH)
@click.option("--game-id", help="Which game of the journal; the newest without it.")
@click.option("--csv", "as_table", is_flag=True, help="Rolls and moves as a table.")
@click.option("--seat", help="Only what this seat has seen, one JSON object for each change.")
@click.option("--all-secrets", is_flag=True, help="A game that has not ended, secrets and all.")
def export(
    journal: Path,
    out: Path,
    game_id: str | None,
    seat: str | None,
    *,
    as_table: bool,
    all_secrets: bool,
) -> None:
    """Write a game of JOURNAL to the file OUT, or to standard output for -.

    A whole game holds what every seat has hidden, so it can be had when it has ended. Rolls and
    moves, and what one seat has seen, can be had before.
    """
    if as_table and seat is not None:
        raise CommandFailed("the table is the same for every seat. Choose --csv or --seat.")
    with failing_on(JournalError, SettingsError), JournalReader(journal) as reader:
        record = reader.game(game_id)
        lines: Iterator[bytes]
        if as_table:
            lines = (line.encode() for line in table_lines(reader.events(record.game_id)))
        elif seat is not None:
            lines = _seen_by(journal, record, seat)
        else:
            _check_ended(record, all_secrets=all_secrets)
            lines = game_lines(reader, record.game_id)
        _write(out, lines)
    if out != STANDARD_OUTPUT:
        click.echo(f"Game {record.game_id} is in {out}.")


def _check_ended(record: GameRecord, *, all_secrets: bool) -> None:
    if record.ended_at is None and not all_secrets:
        raise CommandFailed(
            f"game {record.game_id} has not ended, and the whole of it would show what every seat "
            "hides. Wait for the end, take --csv or --seat, or --all-secrets if you mean it."
        )


def _seen_by(journal: Path, record: GameRecord, seat: str) -> Iterator[bytes]:
    game = load_game(record.game)
    with closing(Replay(game, journal, record.game_id)) as written:
        viewer = viewer_named(seat, game, written)
        # Numbered by the seat's own steps; times would tell more than it has seen.
        for step, view in enumerate(written.walk(viewer).go_on()):
            yield msgspec.json.encode({"step": step, "view": view}) + b"\n"


def _write(out: Path, lines: Iterator[bytes]) -> None:
    data = b"".join(lines)
    if out == STANDARD_OUTPUT:
        click.echo(data, nl=False)
        return
    # A whole game holds what the seats have hidden.
    write_out(out, data, mode=0o600)
