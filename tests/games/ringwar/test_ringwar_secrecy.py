"""Games that differ only in the event cards that a seat holds look the same to all others."""

from __future__ import annotations

import random

import msgspec
import pytest

from companion.games.ringwar.board import board_of
from companion.games.ringwar.events import CardDrawn, CardLeft, SecretEvent
from companion.games.ringwar.names import BOROMIR_SEIZES, FIRST, SEAT_IDS, SECOND
from companion.table.commands import Act, Command, RollEntered
from companion.table.ids import SeatId
from companion.table.views import CardRow, Prompt
from tests.support.counter_sights import CounterSights
from tests.support.ringwar import GAME, SAMPLE, VIEWERS, Play, RandomPlayer, begun

_PAIRS = 20
TWINS = ("Dark Clouds", "Grey Cloaks", "Old Grudge", "Fresh Ponies", "Watchful Eyes")
SWAP = dict(zip(TWINS, (*TWINS[1:], TWINS[0]), strict=True))
"""Where one game has a card, its twin has the next: the cards of the one seat, never played."""


def screen(play: Play, viewer: SeatId) -> bytes:
    return msgspec.json.encode(GAME.view(play.state, viewer))


def twin_of(command: Command, play: Play, other: Play, hides: SeatId) -> Command:
    """The same act in the twin game: a lot draws the twin card, a discard throws it away."""
    if isinstance(command, RollEntered) and play.step == "events":
        card = play.state.deck.cards[command.face - 1]
        if command.seat == hides:
            card = SWAP.get(card, card)
        face = other.state.deck.cards.index(card) + 1
        return msgspec.structs.replace(command, face=face)
    if isinstance(command, Act) and command.seat == hides and command.prompt is None:
        verb, _, card = command.action.partition(":")
        return msgspec.structs.replace(command, action=f"{verb}:{SWAP.get(card, card)}")
    return command


def is_fair(command: Command, play: Play, hides: SeatId) -> bool:
    """Whether an act leaves the secret a secret: the hidden cards are not played, nor drawn."""
    if isinstance(command, Act) and command.prompt is None:
        verb, _, card = command.action.partition(":")
        return not (command.seat == hides and verb == "play" and card in TWINS)
    if isinstance(command, RollEntered) and play.step == "events" and play.ask().lot:
        return command.seat == hides or play.state.deck.cards[command.face - 1] not in TWINS
    return True


def compare(seed: int, hides: SeatId, turns: int) -> int:
    """Two random games side by side; how many screens were compared."""
    source = random.Random(seed)  # noqa: S311 - repeatable play, nothing secret
    player = RandomPlayer(Play(turns=turns), source)
    play, other = player.play, Play(turns=turns)
    board = board_of(SAMPLE)
    assert board is not None
    hands = CounterSights(board)
    compared = differences = 0
    while not play.public.over:
        command = hands.anything(source) if source.random() < 0.1 else player.command()
        if not is_fair(command, play, hides):
            continue
        twin = twin_of(command, play, other, hides)
        refused, also = play.send(command), other.send(twin)
        assert (refused is None) == (also is None)
        for viewer in VIEWERS:
            if viewer != hides:
                assert screen(play, viewer) == screen(other, viewer)
                compared += 1
        differences += play.state.hands[hides] != other.state.hands[hides]
    assert other.public.over
    public = [event for event in play.events if not isinstance(event, SecretEvent)]
    assert public == [event for event in other.events if not isinstance(event, SecretEvent)]
    return compared if differences else 0


@pytest.mark.parametrize("hides", SEAT_IDS)
def test_what_a_seat_holds_changes_nothing_on_other_screens(hides: SeatId) -> None:
    compared = [compare(seed, hides, 4) for seed in range(4)]
    assert sum(count > 0 for count in compared) >= 3
    assert sum(compared) > 500


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("hides", SEAT_IDS)
def test_the_same_in_many_games(hides: SeatId) -> None:
    assert sum(compare(seed, hides, 4) > 0 for seed in range(_PAIRS * 5)) > _PAIRS


def test_a_hand_is_on_its_own_screen_under_the_cover_and_nowhere_else() -> None:
    play = Play()
    play.press("take-fellowship", seat=FIRST)
    play.lot("Grey Cloaks")
    own = GAME.view(play.state, FIRST).region("cards")
    assert own is not None
    assert own.secret
    assert b"Grey Cloaks" in screen(play, FIRST)
    for viewer in VIEWERS:
        if viewer != FIRST:
            assert b"Grey Cloaks" not in screen(play, viewer)


def test_which_card_it_was_is_in_secret_events_alone() -> None:
    play = Play()
    play.press("take-dark", seat=SECOND)
    play.lot("Grey Cloaks")
    naming = [event for event in play.events[1:] if b"Grey Cloaks" in msgspec.json.encode(event)]
    assert naming == [CardDrawn(seat=FIRST, card="Grey Cloaks")]
    assert issubclass(CardLeft, SecretEvent)


def test_a_card_whose_effect_is_unknown_is_asked_about_at_the_card_alone() -> None:
    play = Play(box="")
    play.press("take-fellowship", seat=FIRST)
    while play.public.cell is not None:
        (field,) = play.ask().form.fields
        play.press("fill", value=field.options[0].value if field.options else "1")
    assert play.step == "events"
    play.press("drawn", card="Night Ride")
    assert b"Night Ride" not in screen(play, SECOND)
    play.press("drawn", card="Other Card")
    refusal = play.anytime(FIRST, "play:Night Ride")
    assert refusal is not None
    assert refusal.code == "bad-input"
    assert play.public.cell is None
    assert b"Night Ride" not in screen(play, SECOND)
    act = Act(seat=FIRST, action="play:Night Ride", inputs=(("effect", "shadow +2"),))
    assert play.send(act) is None
    assert play.public.effects == (("Night Ride", "shadow +2"),)
    assert play.state.facts.text("events", "Night Ride", "effect") == "shadow +2"
    learned = GAME.learned_box(play.state)
    assert learned is not None
    assert "Night Ride" in learned


def test_the_last_card_of_the_deck_is_taken_without_a_lot_and_told_to_nobody() -> None:
    play = begun("events")
    last = play.state.deck.cards[-1]
    cards = play.state.deck.cards[:-1]
    play.state = msgspec.structs.replace(
        play.state, deck=msgspec.structs.replace(play.state.deck, cards=(last,), discards=cards)
    )
    play.put(deck=1, discards=len(cards))
    prompt = GAME.view(play.state, FIRST).region("prompt")
    assert prompt is not None
    widget = prompt.widgets[0]
    assert isinstance(widget, Prompt)
    assert widget.roll is None, "one card is no lot: the table draws none of less than two"
    assert [one.action for one in widget.form.choices] == ["last"]
    assert play.try_press("last", seat=SECOND) is not None
    play.press("last")
    assert play.state.hands[FIRST].cards == (last,)
    assert [viewer for viewer in VIEWERS if last.encode() in screen(play, viewer)] == [FIRST]
    # The next draw is a lot again: what was discarded is the deck anew.
    assert play.ask().lot == len(cards)


def test_a_card_that_its_side_never_plays_is_not_offered_to_be_played() -> None:
    play = begun("fellowship")
    card = next(
        name
        for name in play.state.facts.cards("events")
        if play.state.facts.text("events", name, "effect") == BOROMIR_SEIZES
    )
    for seat, offered in ((FIRST, []), (SECOND, [f"play:{card}"])):
        play.give(seat, card)
        region = GAME.view(play.state, seat).region("cards")
        assert region is not None
        row = region.widgets[0]
        assert isinstance(row, CardRow)
        assert [one.action for one in row.cards[0].form.choices] == offered
        play.give(seat)
