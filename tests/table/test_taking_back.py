"""Taking back the last decision: as if it had not been made, alone where fair, and never else."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.border import DieRoll, MarkerReading, Placed
from companion.journal.codec import EventCodec
from companion.journal.replay import fold
from companion.table.commands import Act, Command, DieReported, EyeReported, RollEntered
from companion.table.events import Event, MarkerPlaced, SecretsBound
from companion.table.ids import PUBLIC, PromptId, SeatId
from companion.table.taking_back import (
    REGION,
    AllowsTakingBack,
    DecisionMade,
    DecisionTakenBack,
    Reach,
    Takeable,
    TakingBack,
)
from companion.table.taking_back_state import ASK_REGION, TakingBackAnswered, TakingBackAsked
from companion.table.values import Refusal
from companion.table.views import Prompt, View
from tests.support.toy_game import (
    LEFT,
    RIGHT,
    PointScored,
    RollAsked,
    ToyGame,
    ToyState,
    WordHidden,
)


class Policy:
    """Points may be taken back, words are private, everything else is fixed."""

    def reach(self, event: Event) -> Reach:
        if isinstance(event, WordHidden):
            return "private"
        if isinstance(event, MarkerPlaced):
            return "table"
        return "free" if isinstance(event, PointScored | RollAsked) else "fixed"


GAME = TakingBack(ToyGame(), Policy())
VIEWERS = (LEFT, RIGHT, PUBLIC)


class Table:
    """A toy game at the table; keeps all its events."""

    def __init__(self, **options: str) -> None:
        first = GAME.start(options, "")
        assert not isinstance(first, Refusal)
        self.events: list[Event] = list(first)
        self.state: Takeable[ToyState] = fold(GAME, first)
        self.rolls = 0

    def send(self, command: Command) -> Refusal | None:
        decided = GAME.decide(self.state, command)
        if isinstance(decided, Refusal):
            return decided
        self.events += decided
        for event in decided:
            self.state = GAME.evolve(self.state, event)
        return None

    def act(self, seat: SeatId, action: str, **inputs: str) -> Refusal | None:
        return self.send(Act(seat=seat, action=action, inputs=tuple(inputs.items())))

    def take_back(self, seat: SeatId) -> Refusal | None:
        return self.act(seat, f"take-back:{self.state.made}")

    def roll(self) -> None:
        self.rolls += 1
        roll = DieRoll(die="d", number=self.rolls, face=5, sides=20)
        assert self.send(DieReported(roll=roll)) is None

    def points(self, seat: SeatId) -> int:
        return dict(self.state.now.points)[seat]

    def verbs(self, seat: SeatId) -> set[str]:
        """What a seat may do about taking back at this moment."""
        view = GAME.view(self.state, seat)
        regions = [one for one in view.regions if one.name in (REGION, ASK_REGION)]
        widgets = [widget for region in regions for widget in region.widgets]
        forms = [widget.form for widget in widgets if isinstance(widget, Prompt)]
        return {c.action.partition(":")[0] for form in forms for c in form.choices}

    def press(self, seat: SeatId, verb: str) -> Refusal | None:
        """Press what is about the decision of a seat that may be taken back."""
        offers = self.state.offers
        number = offers[0].number if offers else 0
        return self.act(seat, f"{verb}:{number}")

    def offered(self, seat: SeatId) -> bool:
        return "take-back" in self.verbs(seat)

    def place(self, track: int) -> None:
        marker = MarkerReading(
            track=track, colour="red", face=2, x_in=1.0, y_in=1.0, z_in=0.5, place="1,a"
        )
        assert self.send(EyeReported(message=Placed(t_s=1.0, marker=marker))) is None


def test_the_last_decision_is_as_if_it_had_not_been_made() -> None:
    table = Table()
    table.roll()
    before = table.state.now
    assert table.act(LEFT, "score") is None
    assert table.offered(LEFT)
    assert not table.offered(RIGHT)
    assert not table.offered(PUBLIC)
    assert table.take_back(LEFT) is None
    assert table.state.now == before
    assert not table.offered(LEFT)
    texts = [str(GAME.view(table.state, viewer).region(REGION)) for viewer in VIEWERS]
    assert all("seat Left has taken back" in text for text in texts)
    assert isinstance(table.events[-1], DecisionTakenBack)


def test_what_was_done_in_private_since_is_not_lost_and_does_not_count() -> None:
    table = Table()
    table.roll()
    assert table.act(LEFT, "score") is None
    for number in range(5):
        assert table.act(RIGHT, "hide", word=f"oak{number}") is None
        assert table.act(LEFT, "hide", word=f"ash{number}") is None
    assert table.offered(LEFT)
    assert table.take_back(LEFT) is None
    assert dict(table.state.now.words) == {LEFT: "ash4", RIGHT: "oak4"}
    assert table.points(LEFT) == 0


def test_nothing_is_taken_back_across_a_roll_or_the_other_seat_s_decision() -> None:
    table = Table()
    assert table.act(LEFT, "score") is None
    table.roll()
    assert not table.offered(LEFT)
    for action in (f"take-back:{table.state.made}", "take-back:0", "take-back", "take-back:x"):
        refusal = table.act(LEFT, action)
        assert refusal is not None
        assert refusal.code == "stale"
    assert table.act(LEFT, "score") is None
    assert table.act(RIGHT, "score") is None
    assert not table.offered(LEFT)
    assert table.take_back(LEFT) is not None
    assert table.take_back(RIGHT) is None
    assert table.take_back(RIGHT) is not None
    assert (table.points(LEFT), table.points(RIGHT)) == (2, 0)


def test_across_the_other_seat_s_decision_it_is_asked_for_and_agreed_to() -> None:
    table = Table()
    table.roll()
    before = table.state.now
    assert table.act(LEFT, "score") is None
    assert table.act(RIGHT, "score") is None
    assert table.act(RIGHT, "hide", word="oak") is None
    assert (table.verbs(LEFT), table.verbs(RIGHT)) == ({"take-back-ask"}, {"take-back"})
    assert table.press(LEFT, "take-back") is not None
    assert table.press(RIGHT, "take-back-agree") is not None
    assert table.press(LEFT, "take-back-ask") is None
    assert table.verbs(LEFT) == {"take-back-withdraw"}
    assert table.verbs(RIGHT) == {"take-back-agree", "take-back-refuse"}
    assert table.verbs(PUBLIC) == set()
    assert "asks to take back" in str(GAME.view(table.state, PUBLIC).region(REGION))
    assert table.press(LEFT, "take-back-agree") is not None
    assert table.points(LEFT) == 1
    assert table.press(RIGHT, "take-back-agree") is None
    assert isinstance(table.events[-1], DecisionTakenBack)
    assert table.state.now == msgspec.structs.replace(before, words=((LEFT, ""), (RIGHT, "oak")))
    assert table.verbs(LEFT) == table.verbs(RIGHT) == set()


def test_a_refusal_stands_and_is_told() -> None:
    table = Table()
    assert table.act(LEFT, "score") is None
    assert table.act(RIGHT, "score") is None
    assert table.press(LEFT, "take-back-ask") is None
    assert table.press(RIGHT, "take-back-refuse") is None
    for viewer in VIEWERS:
        assert "Right does not agree" in str(GAME.view(table.state, viewer).region(REGION))
    assert table.verbs(LEFT) == set()
    for verb in ("take-back-ask", "take-back"):
        assert table.press(LEFT, verb) is not None
    assert table.press(RIGHT, "take-back-agree") is not None
    assert (table.points(LEFT), table.points(RIGHT)) == (1, 1)


def test_who_asks_may_ask_no_longer_or_decide_something_else() -> None:
    table = Table()
    assert table.act(LEFT, "score") is None
    assert table.act(RIGHT, "score") is None
    assert table.press(LEFT, "take-back-ask") is None
    assert table.press(RIGHT, "take-back-withdraw") is not None
    assert table.press(LEFT, "take-back-withdraw") is None
    assert table.press(RIGHT, "take-back-agree") is not None
    assert table.press(LEFT, "take-back-ask") is None
    old = table.state.offers[0].number
    assert table.act(LEFT, "score") is None
    assert table.act(RIGHT, f"take-back-agree:{old}") is not None
    assert (table.points(LEFT), table.points(RIGHT)) == (2, 1)


def test_not_even_with_leave_across_a_roll() -> None:
    table = Table()
    assert table.act(LEFT, "score") is None
    assert table.act(RIGHT, "score") is None
    assert table.press(LEFT, "take-back-ask") is None
    old = table.state.offers[0].number
    table.roll()
    for seat in (LEFT, RIGHT):
        assert table.verbs(seat) == set()
    for action in ("take-back", "take-back-ask", "take-back-withdraw"):
        assert table.act(LEFT, f"{action}:{old}") is not None
    for action in ("take-back-agree", "take-back-refuse"):
        assert table.act(RIGHT, f"{action}:{old}") is not None


def test_a_marker_put_down_meanwhile_stays_there() -> None:
    table = Table()
    table.roll()
    assert table.act(LEFT, "score") is None
    table.place(7)
    assert table.verbs(LEFT) == {"take-back-ask"}
    assert table.press(LEFT, "take-back-ask") is None
    assert table.press(RIGHT, "take-back-agree") is None
    assert table.points(LEFT) == 0
    assert [piece.id for piece in table.state.now.pieces] == [7]


def test_at_a_table_of_three_both_others_are_asked() -> None:
    table = Table(seats="3")
    third = SeatId("third")
    assert table.act(LEFT, "score") is None
    assert table.act(RIGHT, "score") is None
    assert table.press(LEFT, "take-back-ask") is None
    assert table.press(RIGHT, "take-back-agree") is None
    assert table.press(RIGHT, "take-back-agree") is not None
    assert table.points(LEFT) == 1
    assert table.verbs(third) == {"take-back-agree", "take-back-refuse"}
    assert table.press(third, "take-back-agree") is None
    assert table.points(LEFT) == 0


def test_a_choice_of_the_game_by_the_same_word_reaches_the_game() -> None:
    table = Table()
    assert table.act(LEFT, "score") is None
    (asked,) = prompts(GAME.view(table.state, LEFT))
    own = Act(seat=LEFT, prompt=asked, action="take-back")
    assert GAME.decide(table.state, own) == ToyGame().decide(table.state.now, own)


def test_a_tap_on_an_offer_that_is_gone_takes_back_nothing_else() -> None:
    table = Table()
    assert table.act(LEFT, "score") is None
    old = f"take-back:{table.state.made}"
    assert table.act(LEFT, "score") is None
    assert table.act(LEFT, old) is not None
    assert table.points(LEFT) == 2


def test_what_was_asked_before_cannot_be_answered_after() -> None:
    table = Table()
    table.roll()
    assert table.act(LEFT, "score") is None
    assert table.take_back(LEFT) is None
    assert table.act(LEFT, "score") is None
    (prompt,) = prompts(GAME.view(table.state, LEFT))
    assert prompt == "toy-2~1"
    for asked in ("toy-2", "toy-2~0", "toy-2~2", "~1"):
        entered = RollEntered(seat=LEFT, prompt=PromptId(asked), face=3, sides=20, source="typed")
        refusal = table.send(entered)
        assert refusal is not None
        assert refusal.code == "stale"
    entered = RollEntered(seat=LEFT, prompt=prompt, face=3, sides=20, source="typed")
    assert table.send(entered) is None
    untouched = Table()
    strange = RollEntered(seat=LEFT, prompt=PromptId("toy-1~1"), face=3, sides=20, source="typed")
    assert untouched.send(strange) is not None


def prompts(view: View) -> list[PromptId]:
    widgets = [widget for region in view.regions for widget in region.widgets]
    return [w.id for w in widgets if isinstance(w, Prompt) and w.id is not None]


def test_a_fixed_point_is_no_obstacle() -> None:
    table = Table()
    assert table.act(LEFT, "score") is None
    before = table.state
    bound = SecretsBound(point="Turn 1", seals=())
    table.state = GAME.evolve(table.state, bound)
    assert table.state.now == before.now
    (offer,) = table.state.offers
    assert (offer.alone, offer.since) == (True, (bound,))
    assert table.take_back(LEFT) is None


def commands() -> st.SearchStrategy[list[tuple[str, SeatId]]]:
    kinds = st.sampled_from(("score", "score", "hide", "roll", "take-back", *ASKED))
    return st.lists(st.tuples(kinds, st.sampled_from((LEFT, RIGHT))), max_size=30)


ASKED = ("take-back", "take-back-ask", "take-back-agree", "take-back-refuse")
"""What random seats press; a refusal of theirs is as good as any other answer."""


def play(table: Table, kind: str, seat: SeatId, number: int) -> None:
    match kind:
        case "roll":
            table.roll()
        case "take-back":
            table.take_back(seat)
        case "take-back-ask" | "take-back-agree" | "take-back-refuse":
            table.press(seat, kind)
        case "hide":
            table.act(seat, "hide", word=f"{number}")
        case _:
            table.act(seat, kind)


def without_taken_back(events: list[Event]) -> list[Event]:
    """The events of a game without what was taken back; what was done in private stays."""
    left: list[Event] = []
    begun: list[tuple[SeatId, int]] = []
    for event in events:
        match event:
            case DecisionTakenBack():
                start = next(at for seat, at in reversed(begun) if seat == event.seat)
                left[start:] = [one for one in left[start:] if isinstance(one, WordHidden)]
                begun = []
            case DecisionMade():
                begun.append((event.seat, len(left)))
            case TakingBackAsked() | TakingBackAnswered():
                pass
            case _:
                left.append(event)
    return left


@given(commands())
def test_the_fold_is_that_of_the_events_without_what_was_taken_back(
    moves: list[tuple[str, SeatId]],
) -> None:
    table = Table()
    for number, (kind, seat) in enumerate(moves):
        play(table, kind, seat, number)
    assert table.state.now == fold(ToyGame(), without_taken_back(table.events))
    codec = EventCodec(GAME.event_types)
    assert fold(GAME, [codec.decode(codec.encode(e)) for e in table.events]) == table.state


@given(commands(), st.randoms(use_true_random=False))
def test_nobody_learns_from_it_what_another_seat_did_in_private(
    moves: list[tuple[str, SeatId]], source: random.Random
) -> None:
    tables = (Table(), Table())
    for number, (kind, seat) in enumerate(moves):
        if kind == "hide":
            continue
        for table in tables:
            for edit in range(source.randrange(3)):
                table.act(LEFT, "hide", word=f"{number}-{edit}-{source.random()}")
            play(table, kind, seat, number)
        for viewer in (RIGHT, PUBLIC):
            one, other = (msgspec.json.encode(GAME.view(t.state, viewer)) for t in tables)
            assert one == other


def test_a_game_without_a_policy_is_left_as_it_is() -> None:
    assert not isinstance(ToyGame(), AllowsTakingBack)
    assert isinstance(Policy(), AllowsTakingBack)


@pytest.mark.parametrize("seat", [LEFT, RIGHT])
def test_one_s_own_private_edit_is_no_decision(seat: SeatId) -> None:
    table = Table()
    assert table.act(seat, "hide", word="ash") is None
    assert not table.offered(seat)
    assert table.state.made == 0
