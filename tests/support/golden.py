"""Makes the golden journals: ``python -m tests.support.golden NAME`` in the root of the project.

A golden journal is written once, by the program of its time, and never again: it stands for all
that was written with that version. What is made here gets a new name, or replaces a golden journal
of a version that nobody has been given yet.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from companion.border import Placed
from companion.journal.exchange import game_lines
from companion.journal.store import JournalWriter
from companion.service.games import load_game
from companion.service.keeper import GameKeeper, start_game
from companion.table.commands import Act, EyeReported
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play, reading
from tests.support.random_player import SET_UP, RandomPlayer, source_of

FOLDER: Final = Path(__file__).parents[1] / "journal" / "golden"

COMMANDS: Final = 200


def at_noon() -> datetime:
    """When everything in a golden journal happened."""
    return datetime(2026, 1, 2, 12, tzinfo=UTC)


def no_salt() -> bytes:
    """The salt of golden journals; it hides nothing."""
    return bytes(32)


def write(name: str) -> None:
    """Play a game at random and write it as a journal and as a text file."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.db"
    writer = JournalWriter(path)
    game = load_game("fellowship")
    record = start_game(game, writer, options={}, box=SAMPLE_BOX, clock=at_noon)
    keeper = GameKeeper(game, writer, record, at_noon, no_salt)
    play = Play(SAMPLE_BOX)
    for number, (colour, face, place) in enumerate(SET_UP, start=1):
        marker = reading(number, colour, face, place)
        keeper.carry_out(EyeReported(message=Placed(t_s=0.0, marker=marker)))
    for seat in (EP, FP):
        play.state = keeper.standing.state.now
        keeper.carry_out(play.act(seat, "done"))
    player = RandomPlayer(play, source_of(4))
    for _ in range(COMMANDS):
        play.state = keeper.standing.state.now
        keeper.carry_out(player.command())
    play.state = keeper.standing.state.now
    keeper.carry_out(player.anytime(FP))
    # The last open decision of the game is taken back.
    state = keeper.standing.state
    while state.offer is None:
        keeper.carry_out(Act(seat=FP, action="step-on"))
        state = keeper.standing.state
    keeper.carry_out(Act(seat=state.offer.seat, action=f"take-back:{state.made}"))
    keeper.end()
    kinds = {stored.event.type for stored in writer.events(record.game_id)}
    (FOLDER / f"{name}.txt").write_bytes(b"".join(game_lines(writer, record.game_id)))
    keeper.close()
    path.with_name(f"{name}.db.head").unlink()
    sys.stdout.write(
        f"{keeper.standing.head} events, {len(kinds)} of {len(game.event_types)} types\n"
    )


if __name__ == "__main__":
    write(sys.argv[1])
