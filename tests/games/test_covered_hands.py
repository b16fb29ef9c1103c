"""What lies open on a seat's own screen tells nothing of its hand, nor of a secret purse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.games.quest.box import hobbit_deck
from companion.games.quest.events_play import Said
from companion.games.quest.names import FRODO, PIPPIN, SAM
from companion.games.quest.state import State as Quest
from companion.games.quest.state import hides_shields
from companion.games.ringwar.state import State as Ringwar
from companion.service.games import sample_box
from companion.table.ids import PUBLIC, SeatId
from tests.support.played_screens import ScreenPlayer
from tests.support.quest_table import QuestPlay, encoded

Swap = Callable[[Any, SeatId], Any]

_replace = msgspec.structs.replace
STEPS = 120


def other_quest(state: Quest, seat: SeatId) -> Quest:
    """Other cards, and other shields where those are a secret."""
    hidden, deck = state.hidden, hobbit_deck(state.box)
    hands = {**hidden.hands, seat: deck[: len(hidden.hands[seat])]}
    shields = dict(hidden.shields)
    if hides_shields(state.public):
        shields[seat] = 0 if shields[seat] else 9
    return _replace(state, hidden=_replace(hidden, hands=hands, shields=shields))


def other_ringwar(state: Ringwar, seat: SeatId) -> Ringwar:
    """Other event cards."""
    hand = state.hands[seat]
    cards = tuple(f"Other {number}" for number in range(len(hand.cards)))
    return _replace(state, hands={**state.hands, seat: _replace(hand, cards=cards)})


def open_parts(player: ScreenPlayer, state: object, seat: SeatId) -> dict[str, bytes]:
    view = player.game.inner.view(state, seat)
    return {one.name: msgspec.json.encode(one) for one in view.regions if not one.secret}


@pytest.mark.parametrize(
    ("game", "options", "swap"),
    [
        ("quest", {"players": "3", "variants": "competitive"}, other_quest),
        ("quest", {"players": "2"}, other_quest),
        ("ringwar", {"turns": "3"}, other_ringwar),
    ],
    ids=["quest, competitive", "quest", "ringwar"],
)
def test_what_lies_open_tells_nothing_of_a_hand(
    game: str, options: dict[str, str], swap: Swap
) -> None:
    compared = differ = 0
    for seed in range(2):
        player = ScreenPlayer(game, options, sample_box(game), seed, by_hand=0.05)
        for _ in range(STEPS):
            command = player.command()
            if command is None:
                break
            player.send(command)
            now = player.state.now
            for seat in player.seats:
                other = swap(now, seat)
                assert open_parts(player, now, seat) == open_parts(player, other, seat)
                compared += 1
                differ += player.game.inner.view(now, seat) != player.game.inner.view(other, seat)
    assert compared > 100
    assert differ > 50, "what is secret has to be on the screen, under its cover"


@pytest.mark.parametrize("before", [0, 2, 3])
def test_a_purse_that_is_put_right_by_hand_tells_nobody_by_how_much_or_whether(before: int) -> None:
    screens = []
    for worth in (1, 3):
        play = QuestPlay(3, variants="competitive")
        play.shields(SAM, before)
        past = len(play.events)
        assert play.anytime(SAM, "by-hand-shields", marker=SAM, to=str(worth)) is None
        assert play.state.hidden.shields[SAM] == worth
        kinds = [type(event) for event in play.events[past:]]
        words = [event.words for event in play.events[past:] if isinstance(event, Said)]
        seen = [encoded(play.state, viewer) for viewer in (FRODO, PIPPIN, PUBLIC)]
        screens.append((kinds, words, seen))
    assert screens[0] == screens[1]


def test_a_purse_that_is_secret_is_counted_under_the_cover() -> None:
    options = {"players": "2", "variants": "competitive"}
    player = ScreenPlayer("quest", options, sample_box("quest"), seed=1)
    for seat in player.seats:
        view = player.game.view(player.state, seat)
        hand, players = view.region("hand"), view.region("players")
        assert hand.secret
        assert b"Your shields are worth 0." in msgspec.json.encode(hand)
        assert msgspec.json.encode(players).count(b"face down") == 2
