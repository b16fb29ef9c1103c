"""Random games in pairs: one seat of one of them does private things that the other does not."""

from __future__ import annotations

import pytest

from companion.games.fellowship.facts.scenarios import SCENARIOS
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.switches import CHAPTERS, SCENARIO, SWITCHES
from companion.table.commands import Act, Command
from companion.table.ids import SeatId
from companion.table.values import Refusal
from tests.support.fellowship import FP, GAME, SAMPLE_BOX, VIEWERS, Play
from tests.support.noninterference import encoded
from tests.support.random_player import RandomPlayer, source_of
from tests.support.told_by_rule import hands_saruman_over, lays_cards_open
from tests.support.web_pair import is_private


def _options(seed: int) -> dict[str, str]:
    """The plain game at first, then every scenario with every agreed rule (13, 14, 15)."""
    words = list(SCENARIOS)
    if seed < len(words):
        return {}
    ticks = {
        name: ",".join(switch.option for switch in SWITCHES if switch.chapter == chapter)
        for chapter, name in CHAPTERS.items()
    }
    return {SCENARIO: words[seed % len(words)], **ticks}


def _without_telling(play: Play, command: Command) -> Command:
    """The Fellowship tells the Enemy of wounds when it updates them (6.13): here it never does.

    What may be told of them, and nothing else, is tested in `test_own_health`.
    """
    settles = isinstance(command, Act) and (command.seat, command.action) == (FP, "done")
    if settles and play.step == "fp-health":
        return Act(seat=FP, action="step-on")
    return command


def _apply(play: Play, decided: object) -> None:
    if isinstance(decided, tuple):
        for event in decided:
            play.state = GAME.evolve(play.state, event)


@pytest.mark.parametrize(
    ("hides", "seed"),
    [
        *((hides, seed) for seed in range(4) for hides in SEAT_IDS),
        *((SEAT_IDS[seed % 2], seed) for seed in range(4, 8)),
    ],
)
def test_private_edits_change_nothing_for_anybody_else(hides: SeatId, seed: int) -> None:
    """Both games get the same public commands; the second also gets the private edits."""
    open_book, secretive = (Play(SAMPLE_BOX, _options(seed)) for _ in range(2))
    player = RandomPlayer(open_book, source_of(seed))
    player.set_up()
    RandomPlayer(secretive, source_of(seed)).set_up()
    editor = RandomPlayer(secretive, source_of(seed + 1000))
    edits = compared = 0
    for _ in range(200):
        for _ in range(2):
            edit = editor.anytime(hides)
            if is_private(edit):
                decided = GAME.decide(secretive.state, edit)
                edits += isinstance(decided, tuple)
                _apply(secretive, decided)
        command = _without_telling(open_book, player.command())
        if is_private(command) or hands_saruman_over(open_book.state, command):
            continue
        one = GAME.decide(open_book.state, command)
        other = GAME.decide(secretive.state, command)
        if isinstance(one, Refusal) or isinstance(other, Refusal):
            continue
        if lays_cards_open(one) or lays_cards_open(other):
            continue
        _apply(open_book, one)
        _apply(secretive, other)
        for viewer in VIEWERS:
            if viewer != hides:
                assert encoded(open_book, viewer) == encoded(secretive, viewer)
                compared += 1
    assert edits > 50
    assert compared > 50
