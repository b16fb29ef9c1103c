"""``companion replay``: a written game at any point, for any seat."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click
import msgspec

from companion.cli.errors import CommandFailed, failing_on
from companion.cli.options import FILE, PATH
from companion.cli.output import write_out
from companion.cli.plain import view_lines
from companion.cli.viewers import viewer_named
from companion.journal.errors import JournalError
from companion.journal.replay import Replay
from companion.journal.store import JournalReader
from companion.service.games import load_game
from companion.service.settings import SettingsError
from companion.table.ids import PUBLIC, Seq


@click.command()
@click.argument("journal", type=PATH)
@click.option("--seat", default=PUBLIC, show_default=True, help="Whose view to show.")
@click.option("--at", type=int, help="After which event; the last without it.")
@click.option("--game-id", help="Which game of the journal; the newest without it.")
@click.option(
    "--html",
    type=FILE,
    help="Write the replay into this file instead, to be opened by any browser.",
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON with the whole view.")
def replay(
    journal: Path,
    seat: str,
    at: int | None,
    game_id: str | None,
    html: Path | None,
    *,
    as_json: bool,
) -> None:
    """Show what a seat saw at a point of the game written in JOURNAL.

    With --html the whole replay goes into one file: of a game that has ended with the knowledge of
    every seat, of any other the view of --seat alone.
    """
    if html is not None:
        _write(journal, seat, game_id, html)
        return
    with failing_on(JournalError, SettingsError):
        with JournalReader(journal) as reader:
            record = reader.game(game_id)
        game = load_game(record.game)
        point = Seq(record.head if at is None else at)
        if not 1 <= point <= record.head:
            raise CommandFailed(
                f"game {record.game_id} has events 1 to {record.head}, not {point}. Choose --at "
                "among them."
            )
        with closing(Replay(game, journal, record.game_id)) as written:
            view = written.view_at(point, viewer_named(seat, game, written))
    if as_json:
        shown = {
            "game_id": record.game_id,
            "game": record.game,
            "head": record.head,
            "at": point,
            "seat": seat,
            "view": view,
        }
        click.echo(msgspec.json.encode(shown).decode())
        return
    click.echo(f"Game {record.game_id}, event {point} of {record.head}, seat {seat}")
    for line in view_lines(view):
        click.echo(line)


def _write(journal: Path, seat: str, game_id: str | None, html: Path) -> None:
    """Write a replay as one file of HTML."""
    from companion.service.replay_file import replay_file  # noqa: PLC0415 - the web UI is slow to load
    from webui.ports import ALL  # noqa: PLC0415 - the web UI is slow to load

    with failing_on(JournalError, SettingsError):
        with JournalReader(journal) as reader:
            record = reader.game(game_id)
        game = load_game(record.game)
        with closing(Replay(game, journal, record.game_id)) as written:
            seats = tuple(known.id for known in written.seats)
            viewer = viewer_named(seat, game, written)
        has_ended = record.ended_at is not None
        viewers = (PUBLIC, *seats, ALL) if has_ended else (viewer,)
        text = replay_file(game, journal, record.game_id, viewers)
    write_out(html, text.encode())
    shows = "every seat's view" if has_ended else f"the view of {seat}"
    click.echo(f"{html}: {len(text) // 1024} kB with {shows}. Open it with a browser.")
