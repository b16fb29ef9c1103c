"""A game of five in a journal: what was written is what was played, and it is gone on with."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from companion.journal.store import JournalWriter
from companion.service.games import load_game
from companion.service.keeper import GameKeeper, start_game
from companion.table.ids import PUBLIC
from companion.table.views import Log
from tests.support.quest_table import SAMPLE, QuestPlay, RandomQuest

AT = datetime(2026, 1, 2, tzinfo=UTC)


def test_a_game_in_the_journal_is_the_game_that_was_played(tmp_path: Path) -> None:
    game = load_game("quest")
    writer = JournalWriter(tmp_path / "journal.db")
    options = {"players": "5", "variants": "preparations,competitive"}
    record = start_game(game, writer, options=options, box=SAMPLE, clock=lambda: AT)
    keeper = GameKeeper(game, writer, record, lambda: AT)
    play = QuestPlay(5, variants="preparations,competitive")
    player = RandomQuest(play, 7, careful=True)
    for _ in range(250):
        if player.over:
            break
        keeper.carry_out(player.command())
        play.state = keeper.standing.state.now
    assert keeper.standing.head > 100
    again = GameKeeper(game, writer, record, lambda: AT)
    assert again.standing.state.now == keeper.standing.state.now
    assert again.standing.views == keeper.standing.views
    assert [view.seat for view in again.standing.views] == [*play.seats, PUBLIC]
    log = again.standing.views[-1].region("log")
    assert log is not None
    assert isinstance(log.widgets[0], Log)
    writer.close()
