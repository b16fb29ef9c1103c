"""The dice page shows nothing that a viewer of the game could not know already."""

from __future__ import annotations

import random

import pytest

from companion.games.fellowship.game import FellowshipGame
from companion.table.events import RollKept, RollTaken
from companion.table.fairness import RollTally
from companion.table.ids import PUBLIC
from companion.table.views import Log, View
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play
from tests.support.random_player import RandomPlayer, source_of

GAME = FellowshipGame()


def lines_of(view: View) -> dict[int, str]:
    logs = [w for region in view.regions for w in region.widgets if isinstance(w, Log)]
    return {line.number: line.text for log in logs for line in log.lines}


def _begun(source: random.Random) -> RandomPlayer:
    player = RandomPlayer(Play(SAMPLE_BOX), source)
    player.set_up()
    return player


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_roll_of_the_game_stands_in_the_public_log_when_it_counts(seed: int) -> None:
    source = source_of(seed)
    player = _begun(source)
    seen = 0
    for _ in range(1000):
        if player.play.state.public.over:
            player = _begun(source)
        play = player.play
        before, known = len(play.events), lines_of(GAME.view(play.state, PUBLIC))
        player.step()
        rolls = [e for e in play.events[before:] if isinstance(e, RollTaken | RollKept)]
        if not rolls:
            continue
        after = lines_of(GAME.view(play.state, PUBLIC))
        new = [text for number, text in after.items() if number not in known]
        for event in rolls:
            number = event.roll.face % 10 or 10
            assert any(f"roll of {number} " in text or f"rolls {number}:" in text for text in new)
            seen += 1
    assert seen >= 10


def test_games_that_hide_different_things_have_the_same_rolls() -> None:
    tallies = []
    for names, edits in (({}, 0), ({1: "A", 21: "sauronic 1"}, 1), ({1: "B", 21: "plain"}, 3)):
        play = Play(SAMPLE_BOX)
        play.put(1, "green", 2, "4,f")
        play.put(21, "red", 6, "9,cd")
        for _ in range(edits):
            for piece, name in names.items():
                play.name(FP if piece < 20 else EP, piece, name)
        play.die(3, 7)
        play.tap(EP, "drop-kept")
        play.press(FP, "agree")
        play.die(9)
        tallies.append([(r.face, r.source, r.die) for r in RollTally().made(play.events)])
    assert tallies[0] == tallies[1] == tallies[2]
    assert [face for face, _, _ in tallies[0]] == [3, 7, 9]
