"""Random games at each number of players: all end by a rule, replay, and keep hands secret."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from companion.games.quest.box import hobbit_deck, tile_pile
from companion.games.quest.names import MORDOR, SHELOBS_LAIR, SPECIAL_SHIELDS
from companion.games.quest.state import COMPETITIVE, State
from companion.table.events import GameStarted
from companion.table.ids import PUBLIC, SeatId
from companion.table.values import Refusal
from tests.support.quest_table import GAME, QuestPlay, RandomQuest, encoded, options_of

FULL = 500
PART = FULL // 20
MOST_STEPS = 8000
MOUNTAIN = "mountain"
STARTS = ("", "", SHELOBS_LAIR, MORDOR, MOUNTAIN)


def random_game(players: int, number: int, hands: float = 0.0) -> RandomQuest:
    """A game that has not begun; some begin on the last boards, so that all of it is played."""
    play = QuestPlay(players, **options_of(number // len(STARTS)))
    start = STARTS[number % len(STARTS)]
    if start == MOUNTAIN:
        play.on_board(MORDOR)
        play.set_markers(travelling=12)
        for seat in play.seats:
            play.player(seat, at=play.state.public.sauron - 3)
    elif start:
        play.on_board(start)
    return RandomQuest(play, 10_000 * players + number, hands=hands, careful=number % 3 > 0)


def played(players: int, number: int, hands: float = 0.0) -> RandomQuest:
    game = random_game(players, number, hands)
    for _ in range(MOST_STEPS):
        if game.over:
            return game
        game.step()
    raise AssertionError(f"game {number} of {players} has not ended: {game.play.state.public.top}")


def check_end(game: RandomQuest) -> None:
    """The end follows from the state by a rule."""
    public = game.play.state.public
    assert public.outcome in ("destroyed", "failed", "bearer", "eye")
    assert game.play.kind == "over"
    assert set(public.scores) == set(game.play.seats)
    match public.outcome:
        case "bearer":
            assert public.player(public.bearer).out
        case "eye":
            assert (public.stage, public.event) == (MORDOR, 6)
        case "failed":
            assert public.at_doom
            assert not public.alive
        case _:
            assert public.at_doom
            assert public.active in public.alive
            assert min(public.scores.values()) >= 60
    for seat in (*game.play.seats, PUBLIC):
        assert GAME.view(game.play.state, seat).seat == seat


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_part_of_the_random_games_ends_by_a_rule(players: int) -> None:
    outcomes = set()
    for number in range(PART):
        game = played(players, number)
        check_end(game)
        outcomes.add(game.play.state.public.outcome)
    assert {"destroyed", "bearer"} <= outcomes


@pytest.mark.parametrize("number", range(4))
def test_a_game_whose_cubes_are_moved_anyhow_ends_by_a_rule_too(number: int) -> None:
    game = played(2 + number, number, hands=0.2)
    check_end(game)
    assert game.play.state.public.markers_seen.pieces


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_random_games_end_by_a_rule(players: int) -> None:
    outcomes = set()
    for number in range(FULL):
        game = played(players, number)
        check_end(game)
        outcomes.add(game.play.state.public.outcome)
    assert outcomes == {"destroyed", "failed", "bearer", "eye"}


def test_cards_tiles_and_shields_are_neither_lost_nor_made() -> None:
    game = random_game(4, 1)
    counted = 0
    for _ in range(400):
        if game.over:
            break
        game.step()
        state = game.play.state
        hidden = state.hidden
        if not hidden.seed:
            continue
        counted += 1
        hands = [card for hand in hidden.hands.values() for card in hand]
        shared_out = state.public.shown if state.public.top.kind == "share" else ()
        cards = [*hidden.deck, *hidden.discard, *hands, *shared_out]
        hobbits = [card for card in cards if card.startswith("Hobbit")]
        assert sorted(hobbits) == sorted(hobbit_deck(state.box))
        for player in state.public.players:
            assert player.cards == len(hidden.hands[player.seat])
        if state.public.markers:
            tiles = [*hidden.tiles, *hidden.used_tiles]
            assert sorted(tiles) == sorted(tile_pile(state.box))
            assert state.public.tiles_left == len(hidden.tiles)
        assert len(hidden.specials) == state.public.specials_left <= len(SPECIAL_SHIELDS)
        assert state.public.deck_left == len(hidden.deck)
    assert counted > 100


@pytest.mark.parametrize("players", [2, 5])
def test_the_fold_of_the_events_is_the_live_state(players: int) -> None:
    play = QuestPlay(players)
    game = RandomQuest(play, players, hands=0.2, careful=True)
    for _ in range(300):
        if not game.over:
            game.step()
    first, *later = play.events
    assert isinstance(first, GameStarted)
    state = GAME.begin(first)
    for event in later:
        text = msgspec.json.encode(event)
        state = GAME.evolve(state, msgspec.json.decode(text, type=type(event)))
    assert msgspec.json.encode(state) == msgspec.json.encode(play.state)


def otherwise(state: State, hides: SeatId | None, source: random.Random) -> State:
    """The same game for everybody but one seat: other cards in its hand, other piles."""
    hidden = state.hidden
    hands = dict(hidden.hands)
    pool = list(hobbit_deck(state.box))
    source.shuffle(pool)
    if hides is not None:
        hands[hides] = tuple(pool[: len(hands[hides])])
    tiles, specials = list(hidden.tiles), list(hidden.specials)
    source.shuffle(tiles)
    source.shuffle(specials)
    shields = dict(hidden.shields)
    if hides is not None and COMPETITIVE in state.public.variants and not state.public.outcome:
        shields[hides] += source.randint(1, 9)
    other = msgspec.structs.replace(
        hidden,
        seed="another",
        hands=hands,
        deck=tuple(pool[: len(hidden.deck)]),
        tiles=tuple(tiles) if hidden.peek in (None, hides) else hidden.tiles,
        specials=tuple(specials),
        shields=shields,
    )
    return msgspec.structs.replace(state, hidden=other)


def moments(players: int, number: int, steps: int) -> Iterator[State]:
    game = random_game(players, number)
    for _ in range(steps):
        if game.over:
            return
        game.step()
        yield game.play.state


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_a_seat_holds_is_on_no_other_screen(players: int) -> None:
    source = random.Random(players)  # noqa: S311 - repeatable, nothing secret
    compared = 0
    for number in range(5):
        for at, state in enumerate(moments(players, number, 120)):
            if at % 3:
                continue
            seats = [player.seat for player in state.public.players]
            hides = source.choice(seats)
            other = otherwise(state, hides, source)
            for viewer in (*seats, PUBLIC):
                if viewer != hides:
                    assert encoded(state, viewer) == encoded(other, viewer)
                    compared += 1
    assert compared > 100


@pytest.mark.parametrize("players", [2, 4])
def test_games_that_differ_in_one_hand_go_on_alike_for_the_others(players: int) -> None:
    """The same commands of the others bring the same screens and the same refusals."""
    compared = 0
    for number in range(1, 12, 5):
        game = random_game(players, number, hands=0.15)
        for _ in range(40):
            if not game.over:
                game.step()
        state = game.play.state
        hides = game.play.seats[1]
        source = random.Random(number)  # noqa: S311 - repeatable, nothing secret
        twin = QuestPlay(players, **options_of(number // len(STARTS)))
        hidden = otherwise(state, hides, source).hidden
        hands = {**state.hidden.hands, hides: hidden.hands[hides]}
        twin.state = msgspec.structs.replace(
            state, hidden=msgspec.structs.replace(state.hidden, hands=hands)
        )
        for _ in range(80):
            command = game.command()
            if game.over or getattr(command, "seat", None) == hides:
                continue
            answers = (game.play.do(command), twin.do(command))
            if any(isinstance(answer, Refusal) for answer in answers):
                assert answers[0] == answers[1]
            if twin.state.public.player(hides).out:
                break
            for viewer in (*game.play.seats, PUBLIC):
                if viewer != hides:
                    assert encoded(game.play.state, viewer) == encoded(twin.state, viewer)
                    compared += (
                        twin.state.hidden.hands[hides] != game.play.state.hidden.hands[hides]
                    )
    assert compared > 50
