"""Random games by the use cases: each ends by a rule, folds alike and stays sound."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.games.ringwar.names import DARK, FELLOWSHIP, MOST_MAGIC, SEAT_IDS
from companion.games.ringwar.rules import dark_has_ring
from companion.games.ringwar.state import State
from companion.table.events import GameStarted
from tests.support.ringwar import GAME, SAMPLE, VIEWERS, Play, RandomPlayer

ALL_GAMES = 500
GAMES = ALL_GAMES // 20
MOST_COMMANDS = 20_000


def check(state: State) -> None:
    """What holds at any moment of any game."""
    public = state.public
    for seat in SEAT_IDS:
        assert public.hands.get(seat, 0) == len(state.hands[seat].cards)
    if public.has_event_deck:
        held = [card for seat in SEAT_IDS for card in state.hands[seat].cards]
        everything = Counter((*held, *state.deck.cards, *state.deck.discards))
        assert everything == Counter(state.facts.cards("events"))
        assert public.deck == len(state.deck.cards)
        assert public.discards == len(state.deck.discards)
    assert public.shadow >= 0
    ring = public.ring
    assert bool(ring.bearer) != bool(ring.place) or not public.people or public.step == "set-up"
    for person in public.people.values():
        assert person.wounds >= 0
        assert person.band is None or public.band(person.band) is not None
        assert not (person.is_dead and person.magic)
    magic = [card for one in public.people.values() for card in one.magic]
    magic += [card for lying in public.magic_at.values() for card in lying]
    assert len(magic) == len(set(magic))
    if public.step == "dark":
        mine = [one for one in public.people.values() if one.is_free and one.side == FELLOWSHIP]
        assert all(len(one.magic) <= MOST_MAGIC for one in mine)


def ended_by(state: State) -> str:
    """By which rule a game ended; none other may end it."""
    public = state.public
    bearer = public.bearer()
    if public.winner == DARK:
        assert bearer is not None
        assert dark_has_ring(public)
        assert bearer.place == state.facts.barad_dur()
    elif public.winner == FELLOWSHIP:
        assert bearer is not None
        assert bearer.is_free
        assert state.facts.kind(bearer.place) == "orodruin"
    else:
        assert public.turn == public.last_turn
    return public.winner or "last turn"


def play_games(seeds: range, box: str, turns: int) -> tuple[Counter[str], Counter[str]]:
    """Play games to their ends; how they ended, and what was pressed."""
    ends: Counter[str] = Counter()
    pressed: Counter[str] = Counter()
    for seed in seeds:
        source = random.Random(seed)  # noqa: S311 - repeatable play, nothing secret
        drive = source.choice((0.0, 0.3, 0.9))
        player = RandomPlayer(Play(box, turns), source, drive=drive)
        play = player.play
        for number in range(MOST_COMMANDS):
            if play.public.over:
                break
            player.step()
            if number % 3 == 0:
                check(play.state)
            if number % 30 == 0:
                for viewer in VIEWERS:
                    GAME.view(play.state, viewer)
        check(play.state)
        ends[ended_by(play.state)] += 1
        pressed += player.pressed
        assert replayed(play) == play.state.public
        for viewer in VIEWERS:
            GAME.view(play.state, viewer)
    return ends, pressed


def replayed(play: Play) -> object:
    """The public state as the journal alone would have it."""
    first, *others = play.events
    assert isinstance(first, GameStarted)
    state = GAME.begin(first)
    for event in others:
        state = GAME.evolve(state, event)
    return state.public


def test_a_twentieth_of_the_random_games_ends_by_a_rule() -> None:
    ends, pressed = play_games(range(GAMES), SAMPLE, 20)
    assert ends.total() == GAMES
    for action in ("move", "go", "search", "send", "orcs", "nazgul", "mouth", "fight", "play"):
        assert pressed[action] > 0, action


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_five_hundred_random_games_end_by_a_rule() -> None:
    ends, pressed = play_games(range(ALL_GAMES), SAMPLE, 20)
    assert ends.total() == ALL_GAMES
    assert set(ends) == {"dark", "fellowship", "last turn"}
    for action in ("reduce", "gandalf", "ring", "remove", "flee", "split", "take", "give", "stay"):
        assert pressed[action] > 0, action


def test_games_without_any_data_ask_for_each_value_once_and_end_too() -> None:
    ends, pressed = play_games(range(5), "", 4)
    assert ends.total() == 5
    assert pressed["fill"] > 50
