"""Event cards in hand: naming, playing, answering, ending (6.3, 12.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.rules.event_cards import (
    SIMPLEST_READING,
    Timing,
    ids_in,
    is_timely,
    timing_of,
    until_of,
)
from companion.table.commands import Act
from companion.table.ids import PUBLIC, SeatId
from companion.table.views import CardRow, Text
from tests.support.fellowship import EP, FP, SAMPLE_BOX, Play, RefusedError
from tests.support.fellowship_moves import at_step
from tests.support.noninterference import assert_hidden
from webui.pages.card_photos import card_field, cards_read

GREEN = ((1, "green", 3, "6,e"),)


def holding(*ids: str, seat: SeatId = FP, step: str = "fp-transport") -> Play:
    """A seat holds three cards, of which it has scanned some labels."""
    play = at_step(step, SAMPLE_BOX, GREEN)
    play.tap(seat, "hold-cards", ids=" ".join(ids))
    return play


def hand(play: Play, seat: SeatId) -> CardRow:
    region = play.view(seat).region("cards")
    assert region is not None
    assert region.secret
    row = region.widgets[0]
    assert isinstance(row, CardRow)
    return row


def status(play: Play, seat: SeatId = PUBLIC) -> str:
    region = play.view(seat).region("status")
    assert region is not None
    return " ".join(widget.text for widget in region.widgets if isinstance(widget, Text))


@pytest.mark.rule("FOTR-074", "FOTR-075")
def test_labels_of_cards_become_their_two_events_under_the_owners_cover() -> None:
    play = holding("E01", "E03")
    assert play.state.hidden[FP].hand == ("E01", "E03")
    first, second, third = hand(play, FP).cards
    assert first.title == "Mist on the Fens / Open Sky"
    assert len(first.states) == 2
    assert {c.action for c in first.form.choices} == {
        "event-first:0",
        "event-second:0",
        "event-gone:0",
    }
    assert (second.subtitle, third.title) == ("label E03", "not named")
    with pytest.raises(RefusedError, match="labels of 1 to 4"):
        play.tap(FP, "hold-cards", ids="E01 E02 E03 E04 E05")


def test_cards_that_were_photographed_are_kept_by_one_tap_both_copies_too() -> None:
    play = at_step("fp-transport", SAMPLE_BOX, GREEN)
    field = card_field(play.view(FP), "hold-cards", "cards")
    assert field is not None
    read = cards_read(field, ("E01", "e07", "E01", "Frodo"))
    assert [option.value for option in read.known] == ["E01", "E07", "E01"]
    assert (read.others, read.doubled) == (("Frodo",), ())
    inputs = tuple(("cards", option.value) for option in read.known)
    play.send(Act(seat=FP, action="hold-cards", inputs=inputs))
    assert play.state.hidden[FP].hand == ("E01", "E07", "E01")
    assert card_field(play.view(EP), "hold-cards", "cards") is not None
    assert card_field(play.view(PUBLIC), "hold-cards", "cards") is None


@pytest.mark.rule("FOTR-075")
@pytest.mark.parametrize(
    ("which", "title"), [("first", "Mist on the Fens"), ("second", "Open Sky")]
)
def test_either_side_may_use_either_event_of_a_card_and_the_card_is_gone_then(
    which: str, title: str
) -> None:
    play = holding("E01", "E03")
    play.tap(FP, f"event-{which}:0")
    (effect,) = play.state.public.effects
    assert (effect.title, effect.seat, effect.card) == (title, FP, "E01")
    assert play.state.public.hands[FP] == 2
    assert play.state.hidden[FP].hand == ("E03",)
    assert any(title in line.text for line in play.state.public.log)


@pytest.mark.rule("FOTR-076")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("search phase", Timing(("search",))),
        ("start of the movement phase", Timing(("movement",))),
        ("Enemy status phase", Timing(("status",), ENEMY)),
        ("combat phase, after a roll", Timing(("combat",))),
        ("Fellowship or Enemy search phase", Timing(("search",))),
        ("search phase, before a combat", Timing(("search",))),
        ("movement or search phase", Timing(("movement", "search"))),
        (
            "Enemy status, movement and search phases",
            Timing(("status", "movement", "search"), ENEMY),
        ),
        ("status phase or the combat phase", Timing(("status", "combat"))),
        ("at any time", Timing()),
        ("when the moon is full", None),
    ],
)
def test_the_play_line_says_in_which_phase(line: str, expected: Timing | None) -> None:
    assert timing_of(line) == expected


@pytest.mark.rule("FOTR-076")
@pytest.mark.parametrize(
    ("line", "phase", "side", "expected"),
    [
        ("search phase", "Search", FELLOWSHIP, True),
        ("search phase", "Status", FELLOWSHIP, False),
        ("Enemy status phase", "Status", ENEMY, True),
        ("Enemy status phase", "Status", FELLOWSHIP, False),
        ("at any time", "Combat", ENEMY, True),
        ("when the moon is full", "Combat", ENEMY, None),
        ("Enemy or Fellowship movement phase", "Movement", FELLOWSHIP, True),
        ("Enemy or Fellowship movement phase", "Movement", ENEMY, True),
        ("movement or combat phase", "Movement", FELLOWSHIP, True),
        ("movement or combat phase", "Combat", FELLOWSHIP, True),
        ("movement or combat phase", "Search", FELLOWSHIP, False),
    ],
)
def test_an_event_is_timely_in_its_phase(
    line: str,
    phase: str,
    side: Seat,
    expected: bool | None,  # noqa: FBT001 - a column of the parameters
) -> None:
    assert is_timely(line, phase, side) is expected


@pytest.mark.rule("FOTR-076")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("instant", "instant"),
        ("end of the phase", "phase"),
        ("end of the combat phase", "phase"),
        ("end of the player-turn", "player-turn"),
        ("end of the turn", "turn"),
        ("end of the round", "hand"),
        ("end of a round of the combat phase", "hand"),
        ("end of the combat", "hand"),
        ("end of the next phase", "hand"),
        ("end of the next player-turn", "hand"),
        ("three turns from now", "hand"),
        ("", "hand"),
    ],
)
def test_the_ends_line_says_how_long(line: str, expected: str) -> None:
    assert until_of(line) == expected


@pytest.mark.rule("FOTR-076")
@pytest.mark.parametrize(
    ("line", "phase", "side", "expected"),
    [
        ("end of the combat phase", "Combat", FELLOWSHIP, "phase"),
        ("end of the combat phase", "Status", FELLOWSHIP, "hand"),
        ("end of the Enemy search phase", "Search", ENEMY, "phase"),
        ("end of the Enemy search phase", "Search", FELLOWSHIP, "hand"),
        ("end of the search or combat phase", "Search", FELLOWSHIP, "phase"),
        ("end of the phase", "Movement", ENEMY, "phase"),
        ("end of the Enemy player-turn", "Status", ENEMY, "player-turn"),
        ("end of the Enemy player-turn", "Status", FELLOWSHIP, "hand"),
        ("end of the player-turn", "Status", FELLOWSHIP, "player-turn"),
    ],
)
def test_an_event_that_ends_with_a_phase_to_come_does_not_end_with_this_one(
    line: str, phase: str, side: Seat, expected: str
) -> None:
    assert until_of(line, phase, side) == expected


@pytest.mark.rule("FOTR-076")
def test_an_event_played_early_lasts_into_the_phase_that_its_card_names() -> None:
    play = holding("Z9")
    play.tap(
        FP,
        "event-text:0",
        first_title="A Charm Against Blades",
        first_play="Fellowship status phase",
        first_ends="end of the Fellowship combat phase",
        second_title="b",
    )
    play.tap(FP, "event-first:0")
    play.press(EP, "let-be")
    play.go_on(until="fp-move")
    assert "A Charm Against Blades" in status(play)


def test_labels_are_parted_by_blanks_commas_or_semicolons() -> None:
    assert ids_in(" E01, E02;E02\tE03 ") == ("E01", "E02", "E02", "E03")


@pytest.mark.rule("FOTR-076")
def test_an_event_out_of_its_time_is_said_to_be_so_and_stands() -> None:
    play = holding("E01")
    play.tap(FP, "event-first:0")
    assert "it is not its time" in play.state.public.log[-1].text
    assert len(play.state.public.effects) == 1
    there = holding("E03", step="fp-move")
    there.tap(FP, "event-first:0")
    assert "not its time" not in there.state.public.log[-1].text


@pytest.mark.rule("FOTR-076")
def test_an_event_runs_as_a_reminder_until_its_end_comes() -> None:
    play = holding("E03", step="fp-move")
    play.tap(FP, "event-first:0")
    play.press(EP, "let-be")
    assert "The Eagles Come" in status(play)
    while play.step != "fp-regroup" and play.state.public.step.value.startswith("fp-"):
        play.tap(FP, "step-on")
        if play.state.public.step.value.startswith("fp-"):
            assert "The Eagles Come" in status(play)
    play.tap(FP, "step-on")
    assert play.state.public.step.value.startswith("ep-")
    assert not play.state.public.effects


@pytest.mark.rule("FOTR-076")
def test_an_event_of_a_phase_ends_with_it_and_an_instant_one_at_once() -> None:
    play = holding("E01", step="fp-transport")
    play.tap(FP, "event-first:0")
    play.press(EP, "let-be")
    assert "Mist on the Fens" in status(play)
    play.go_on(until="fp-move")
    assert not play.state.public.effects
    sudden = holding("E01")
    sudden.tap(FP, "play-card", announced="Gollum is met", ends="instant")
    assert len(sudden.state.public.effects) == 1
    sudden.press(EP, "let-be")
    assert not sudden.state.public.effects


def test_what_ends_by_nobodys_clock_is_ended_by_hand() -> None:
    play = holding("E01")
    play.tap(FP, "play-card", announced="A long dusk", ends="as it says")
    play.press(EP, "let-be")
    play.go_on(until="ep-challenge")
    assert "A long dusk" in status(play)
    play.tap(EP, "event-over:1")
    assert not play.state.public.effects


@pytest.mark.rule("FOTR-077")
def test_an_identical_card_in_reply_nullifies_both() -> None:
    play = holding("E03", step="ep-challenge")
    play.tap(EP, "hold-cards", ids="E07 E03")
    play.tap(FP, "event-first:0")
    play.press(EP, "nullify")
    assert not play.state.public.effects
    assert play.state.public.hands == {FP: 2, EP: 2}
    assert play.state.hidden[EP].hand == ("E07",)
    assert "nullified" in play.state.public.log[-1].text


@pytest.mark.rule("FOTR-077")
def test_whoever_holds_no_card_can_only_let_it_be() -> None:
    play = holding("E03")
    assert play.state.public.hands.get(EP, 0) == 0
    play.tap(FP, "event-first:0")
    offered = {c.action for c in play.prompt_with(EP, "let-be").form.choices}
    assert offered == {"let-be"}


@pytest.mark.rule("FOTR-078")
def test_whoever_answers_is_told_to_take_the_simplest_reading() -> None:
    play = holding("E03")
    play.tap(FP, "event-first:0")
    assert SIMPLEST_READING in play.prompt_with(EP, "let-be").detail
    assert "12.4" in SIMPLEST_READING


def test_a_card_that_the_box_does_not_hold_is_typed_in_once() -> None:
    play = holding("Z9")
    assert {c.action for c in hand(play, FP).cards[0].form.choices} == {
        "event-text:0",
        "event-gone:0",
    }
    with pytest.raises(RefusedError, match="both events"):
        play.tap(FP, "event-text:0", first_title="Only one")
    play.tap(
        FP,
        "event-text:0",
        first_title="A Friend in Need",
        first_ends="end of the phase",
        second_title="A Foe in Wait",
    )
    assert hand(play, FP).cards[0].title == "A Friend in Need / A Foe in Wait"
    play.tap(FP, "event-first:0")
    assert play.state.public.effects[0].until == "phase"


@pytest.mark.rule("FOTR-074")
def test_a_discarded_card_is_named_to_nobody() -> None:
    play = holding("E01", "E03")
    play.tap(FP, "event-gone:0")
    assert play.state.public.hands[FP] == 2
    assert play.state.hidden[FP].hand == ("E03",)
    assert play.state.public.log[-1].text == "The Fellowship discards an event card."


def _holds(play: Play, secret: tuple[str, ...]) -> Iterator[None]:
    """Which cards a seat holds shows to nobody, in naming, answering and discarding."""
    play.put(1, "green", 3, "6,e")
    play.begin()
    play.go_on(until="ep-challenge")
    yield
    play.tap(EP, "hold-cards", ids=" ".join(secret))
    yield
    play.tap(EP, "event-text:0", first_title=f"{secret[0]} a", second_title="b")
    yield
    play.tap(FP, "play-card", announced="The Eagles Come", ends="end of the phase")
    yield
    play.press(EP, "let-be")
    yield
    play.tap(EP, "event-gone:1")
    yield
    play.go_on(until="ep-activate")
    yield


@pytest.mark.rule("FOTR-074", "FOTR-077")
def test_which_cards_a_seat_holds_shows_to_nobody() -> None:
    secrets = [("X1", "E03", "E07"), ("X2", "E03", "E03"), ("X3", "E05")]
    assert assert_hidden(_holds, EP, secrets, SAMPLE_BOX) > 10
