"""``companion verify``: whether a written game is what was written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from companion.cli.errors import CommandFailed, failing_on
from companion.cli.options import PATH
from companion.cli.output import counted
from companion.journal.chain import StoredEvent
from companion.journal.errors import JournalError
from companion.journal.exchange import is_written_game, parsed_game
from companion.journal.shortfall import shortfalls
from companion.journal.store import JournalReader
from companion.journal.verification import Verified, found_codes, verified, verified_text


@click.command()
@click.argument("journal", type=PATH)
@click.option(
    "--head",
    "codes",
    multiple=True,
    help="A code from a tablet, or the hash that was the last one; may be given several times.",
)
@click.option("--game-id", help="Which game of the journal; all of them without it.")
def verify(journal: Path, codes: tuple[str, ...], game_id: str | None) -> None:
    """Check that the games in JOURNAL, or in an exported text file, are as they were written.

    Looks at the hash chain, at what the seats were bound to at fixed points of the game, at the
    ends noted in the file beside a journal, and at codes noted elsewhere. Ends with status 1 and
    names the first event that does not fit.
    """
    with failing_on(JournalError):
        if is_written_game(journal):
            _verify_text(journal, codes, game_id)
        else:
            _verify_journal(journal, codes, game_id)


def _verify_text(path: Path, codes: tuple[str, ...], game_id: str | None) -> None:
    try:
        written = parsed_game(path.read_bytes())
    except OSError as error:
        raise CommandFailed(f"{path} cannot be read: {error.strerror}. Check the name.") from error
    except JournalError as error:
        raise CommandFailed(f"{path}: {error}") from error
    if game_id not in (None, written.record.game_id):
        raise CommandFailed(f"{path} holds game {written.record.game_id}, not {game_id}.")
    _tell(verified_text(written), written.events, codes)


def _verify_journal(path: Path, codes: tuple[str, ...], game_id: str | None) -> None:
    with JournalReader(path) as reader:
        chosen = game_id is not None or bool(codes)
        records = [reader.game(game_id)] if chosen else list(reader.games())
        for record in records:
            game = verified(reader, record.game_id)
            _tell(game, reader.events(record.game_id), codes)
        if not records:
            click.echo(f"{path} holds no game yet.")
        short = [
            one for one in shortfalls(reader) if game_id is None or one.noted.game_id == game_id
        ]
    if short:
        raise CommandFailed("\n".join(one.sentence for one in short))


def _tell(game: Verified, events: Iterable[StoredEvent], codes: tuple[str, ...]) -> None:
    click.echo(
        f"game {game.game_id}: {counted(game.seq, 'event', 'events')}, all as written. "
        f"{_words_on_points(game)} Head {game.head.hex()}"
    )
    for code, seq in found_codes(events, codes):
        click.echo(_words_on_code(code, seq, game))


def _words_on_points(game: Verified) -> str:
    if not game.points:
        return "No seat has been bound to anything yet, since no fixed point has been passed."
    last = game.points[-1]
    points = counted(len(game.points), "fixed point", "fixed points")
    return (
        f"What each seat had entered fits what it was bound to at {points}, the last of them the "
        f"end of {last.label} (event {last.seq}): nothing was changed with hindsight."
    )


def _words_on_code(code: str, seq: int, game: Verified) -> str:
    if seq == game.seq:
        return f"  {code} is the hash of the last event: the whole game is as it was then."
    label = next((f", the end of {point.label}" for point in game.points if point.seq == seq), "")
    return (
        f"  {code} is the hash of event {seq}{label}: up to there the game is as it was when the "
        f"code was noted. {counted(game.seq - seq, 'event', 'events')} came later."
    )
