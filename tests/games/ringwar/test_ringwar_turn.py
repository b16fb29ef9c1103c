"""Sides, event cards, escapes and the Ring phase."""

from __future__ import annotations

import pytest

from companion.games.ringwar.names import FIRST, NAZGUL_COUNT, SECOND, WALKERS
from companion.games.ringwar.state import Band, Ring
from companion.table.commands import RollEntered
from companion.table.ids import SeatId
from companion.table.values import Refusal
from tests.support.ringwar import GAME, Play, begun, replace


@pytest.mark.rule("SPI-001")
@pytest.mark.parametrize(
    ("seat", "action", "fellowship"),
    [
        (FIRST, "take-fellowship", FIRST),
        (FIRST, "take-dark", SECOND),
        (SECOND, "take-fellowship", SECOND),
        (SECOND, "take-dark", FIRST),
    ],
)
def test_either_player_decides_the_sides(seat: SeatId, action: str, fellowship: SeatId) -> None:
    play = Play()
    assert play.step == "sides"
    assert play.ask().seats == (FIRST, SECOND)
    play.press(action, seat=seat)
    assert play.public.seat_of("fellowship") == fellowship
    assert play.public.seat_of("dark") != fellowship
    # It is over once one has decided: everybody is set up, and the first turn has begun.
    assert play.public.turn == 1
    assert play.try_press("take-dark", seat=SECOND) is not None
    assert len(play.public.people) == len(WALKERS) + 1 + NAZGUL_COUNT + 1 + 2


@pytest.mark.rule("SPI-025")
def test_frodo_is_the_first_ringbearer() -> None:
    play = begun()
    assert play.public.ring == Ring(bearer="Frodo")
    assert play.person("Frodo").place == "Shire"


@pytest.mark.rule("SPI-002")
def test_each_player_draws_one_event_card_in_the_second_phase() -> None:
    play = begun()
    assert play.step == "events"
    deck = play.public.deck
    assert play.ask().seats == (FIRST,)
    assert play.ask().lot == deck
    play.lot("Grey Cloaks")
    assert play.state.hands[FIRST].cards == ("Grey Cloaks",)
    assert play.ask().seats == (SECOND,)
    assert play.ask().lot == deck - 1
    play.lot()
    assert play.public.hands == {FIRST: 1, SECOND: 1}
    assert play.public.deck == deck - 2
    assert play.step == "search"
    # A card is drawn blind: nobody types which one.
    again = begun()
    typed = RollEntered(seat=FIRST, face=1, sides=deck, source="typed")
    refusal = again.send(typed)
    assert refusal is not None
    assert refusal.code == "bad-input"


@pytest.mark.rule("SPI-002")
def test_an_empty_deck_is_made_of_the_discards_and_without_any_nobody_draws() -> None:
    play = begun()
    discards = ("Dark Clouds", "Grey Cloaks")
    play.state = replace(
        play.state, deck=replace(play.state.deck, cards=("Watchful Eyes",), discards=discards)
    )
    play.put(deck=1, discards=2)
    play.press("last")
    assert play.state.hands[FIRST].cards == ("Watchful Eyes",)
    assert play.state.deck.cards == discards
    assert (play.public.deck, play.public.discards) == (2, 0)
    play.lot("Grey Cloaks")
    assert play.state.hands[SECOND].cards == ("Grey Cloaks",)

    bare = begun()
    bare.state = replace(bare.state, deck=replace(bare.state.deck, cards=("Old Grudge",)))
    bare.put(deck=1)
    bare.press("last")
    assert bare.step == "search"
    assert bare.public.hands == {FIRST: 1}
    assert "No event card is left for the Dark Power." in bare.lines()


@pytest.mark.rule("SPI-003")
@pytest.mark.parametrize("held", [2, 3, 4])
def test_a_player_with_four_event_cards_discards_below_four(held: int) -> None:
    play = begun()
    deck = play.state.deck.cards
    play.give(FIRST, *deck[:held])
    play.lot()
    play.lot()
    count = held + 1
    while count >= 4:
        assert play.step == "events"
        asked = play.ask()
        assert (asked.seats, asked.covered) == ((FIRST,), True)
        card = play.state.hands[FIRST].cards[0]
        assert play.anytime(FIRST, f"discard:{card}") is None
        assert card not in play.state.hands[FIRST].cards
        assert play.state.deck.discards[-1] == card
        count -= 1
    assert play.step == "search"
    assert play.public.hands[FIRST] == len(play.state.hands[FIRST].cards) == count <= 3


@pytest.mark.rule("SPI-003")
def test_nobody_discards_below_four_or_outside_of_the_event_phase() -> None:
    play = begun("search")
    card = play.state.hands[FIRST].cards[0]
    refusal = play.anytime(FIRST, f"discard:{card}")
    assert refusal is not None
    assert refusal.section == "Discarding Event Cards"
    assert play.anytime(FIRST, "discard:Not a card") is not None


@pytest.mark.rule("SPI-004")
@pytest.mark.parametrize("step", ["events", "search", "fellowship", "dark"])
def test_an_event_card_is_played_at_any_time_and_lasts_until_the_turn_ends(step: str) -> None:
    play = begun(step)
    play.give(SECOND, "Dark Clouds", "Watchful Eyes")
    assert play.anytime(SECOND, "play:Watchful Eyes") is None
    assert play.anytime(SECOND, "play:Dark Clouds") is None
    assert play.public.shadow == 6 + 2
    assert play.public.effect("search") == 1
    assert play.state.hands[SECOND].cards == ()
    assert play.public.hands[SECOND] == 0
    while play.public.turn == 1:
        if play.ask().lot and not play.ask().form.choices:
            play.lot()
        else:
            play.press("done")
    assert play.public.effects == ()
    assert play.public.effect("search") == 0
    assert play.public.shadow == 6


@pytest.mark.rule("SPI-004")
def test_only_a_card_of_the_own_hand_is_played() -> None:
    play = begun("search")
    play.give(FIRST, "Dark Clouds")
    assert play.anytime(SECOND, "play:Dark Clouds") is not None
    waiting = Play()
    assert waiting.anytime(FIRST, "play:Dark Clouds") is not None


def captive_game(name: str) -> Play:
    """The second turn begins with somebody a captive of Orcs."""
    play = begun("dark")
    play.put(bands=(Band(number=1, place="Gap", home="Barad-dur"),), band_count=1)
    play.put_person(name, place="Gap", band=1)
    play.press("done")
    assert play.public.turn == 2
    return play


@pytest.mark.rule("SPI-011")
@pytest.mark.parametrize("face", [1, 3, 4, 6])
def test_a_roll_in_the_escape_range_frees_a_captive(face: int) -> None:
    is_free = face in range(4, 7)
    play = captive_game("Merry")
    asked = play.ask()
    assert (asked.section, asked.seats) == ("Escape", (FIRST,))
    play.roll(face)
    merry = play.person("Merry")
    assert (merry.band is None) is is_free
    assert play.public.bands[0].is_leaving is is_free
    # He then moves as everybody does, or is carried on; the Orcs leave at the end of the turn.
    play.lot()
    play.lot()
    play.press("done")
    assert any(one.action == "move:Gap" for one in play.ask().form.choices) is is_free
    play.press("done")
    play.press("done")
    assert (play.public.bands == ()) is is_free


@pytest.mark.rule("SPI-011")
def test_the_ring_lets_its_bearer_escape_and_nobody_else() -> None:
    play = captive_game("Frodo")
    play.press("ring")
    assert play.person("Frodo").band is None
    assert play.public.ring.is_worn
    assert play.public.bands[0].is_leaving
    other = captive_game("Merry")
    assert "ring" not in {one.action for one in other.ask().form.choices}
    other.press("stay")
    assert other.person("Merry").band == 1
    assert other.step == "events"


@pytest.mark.rule("SPI-011")
def test_without_captives_the_step_is_skipped() -> None:
    play = begun("dark")
    play.press("done")
    assert (play.public.turn, play.step) == (2, "events")


def worn_game(rating: str = "4") -> Play:
    play = begun("dark")
    play.put(ring=Ring(bearer="Frodo", is_worn=True))
    facts = play.state.facts.with_answer("characters/Frodo/ring", rating)
    play.state = replace(play.state, facts=facts)
    play.press("done")
    return play


@pytest.mark.rule("SPI-013")
@pytest.mark.parametrize("rating", [1, 4, 6])
@pytest.mark.parametrize("face", range(1, 7))
def test_a_roll_of_at_most_the_ring_rating_takes_the_ring_off(rating: int, face: int) -> None:
    play = worn_game(str(rating))
    assert play.step == "ring"
    play.press("remove")
    play.roll(face)
    assert play.public.ring.is_worn is (face > rating)
    assert play.step == "events"


@pytest.mark.rule("SPI-013")
def test_the_ring_may_be_kept_on_and_its_phase_is_skipped_where_it_is_off() -> None:
    play = worn_game()
    assert play.try_press("remove", seat=SECOND) is not None
    play.press("keep")
    assert play.public.ring.is_worn
    assert play.step == "events"
    # The Dark Power's bearer is not the Fellowship's to order about.
    dark = begun("dark")
    dark.put(ring=Ring(bearer="Boromir", is_worn=True))
    dark.put_person("Boromir", side="dark")
    dark.press("done")
    assert dark.step == "events"


def test_the_last_turn_ends_the_game_and_nothing_is_asked_after_it() -> None:
    play = Play(turns=1)
    play.press("take-fellowship", seat=FIRST)
    play.lot()
    play.lot()
    for _ in range(3):
        play.press("done")
    assert play.public.winner is None
    assert "last as agreed" in play.public.over
    assert isinstance(play.anytime(FIRST, "play:Dark Clouds"), Refusal)
    for seat in (FIRST, SECOND):
        assert GAME.view(play.state, seat).region("by-hand") is None
