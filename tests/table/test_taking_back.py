"""Taking back the last decision: as if it had not been made, alone where fair, and never else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.border import DieRoll
from companion.journal.codec import EventCodec
from companion.journal.replay import fold
from companion.table.commands import Act, Command, DieReported, RollEntered
from companion.table.events import Event, SecretsBound
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
        return "free" if isinstance(event, PointScored | RollAsked) else "fixed"


GAME = TakingBack(ToyGame(), Policy())
VIEWERS = (LEFT, RIGHT, PUBLIC)


class Table:
    """A toy game at the table; keeps all its events."""

    def __init__(self) -> None:
        first = GAME.start({}, "")
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

    def offered(self, seat: SeatId) -> bool:
        region = GAME.view(self.state, seat).region(REGION)
        return region is not None and any(isinstance(w, Prompt) for w in region.widgets)


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
    table.state = GAME.evolve(table.state, SecretsBound(point="Turn 1", seals=()))
    assert table.state == before


def commands() -> st.SearchStrategy[list[tuple[str, SeatId]]]:
    kinds = st.sampled_from(("score", "score", "hide", "roll", "take-back", "take-back"))
    return st.lists(st.tuples(kinds, st.sampled_from((LEFT, RIGHT))), max_size=30)


def play(table: Table, kind: str, seat: SeatId, number: int) -> None:
    match kind:
        case "roll":
            table.roll()
        case "take-back":
            table.take_back(seat)
        case "hide":
            table.act(seat, "hide", word=f"{number}")
        case _:
            table.act(seat, kind)


def without_taken_back(events: list[Event]) -> Iterator[Event]:
    """The events of a game without the decisions that were taken back, told from the end."""
    left: list[Event] = []
    skip = 0
    for event in reversed(events):
        match event:
            case DecisionTakenBack():
                skip += 1
            case DecisionMade() if skip:
                dropped = left[-event.events :]
                assert len(dropped) == event.events
                del left[-event.events :]
                skip -= 1
            case DecisionMade():
                pass
            case _:
                left.append(event)
    return reversed(left)


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
