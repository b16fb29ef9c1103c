"""What everybody could see and nobody learned by can be taken back; cards, rolls, values cannot."""

from __future__ import annotations

import random

import msgspec
import pytest

from companion.games.ringwar.engine import prompt_id
from companion.games.ringwar.events import PublicEvent, SecretEvent
from companion.games.ringwar.names import FIRST, SEAT_IDS, SECOND
from companion.games.ringwar.state import State
from companion.service.games import load_game
from companion.table.commands import Act, Command
from companion.table.ids import PUBLIC, SeatId
from companion.table.taking_back import REGION, Takeable
from companion.table.values import Refusal
from companion.table.views import Choice, Prompt
from tests.support.ringwar import GAME, Play, RandomPlayer, begun

TABLE = load_game("ringwar")


class Table:
    """A game as the table has it, on from where a test has brought it."""

    def __init__(self, play: Play) -> None:
        seats = TABLE.seats_of({})
        self.state: Takeable[State] = Takeable(now=play.state, seats=seats)

    def send(self, command: Command) -> None:
        decided = TABLE.decide(self.state, command)
        assert not isinstance(decided, Refusal), decided
        for event in decided:
            self.state = TABLE.evolve(self.state, event)

    def press(self, seat: SeatId, action: str, **inputs: str) -> None:
        prompt = self.prompt(seat).id
        self.send(Act(seat=seat, prompt=prompt, action=action, inputs=tuple(inputs.items())))

    def prompt(self, seat: SeatId) -> Prompt:
        region = TABLE.view(self.state, seat).region("prompt")
        assert region is not None
        found = region.widgets[0]
        assert isinstance(found, Prompt)
        return found

    def offers(self, seat: SeatId) -> list[Choice]:
        region = TABLE.view(self.state, seat).region(REGION)
        widgets = () if region is None else region.widgets
        prompts = [one for one in widgets if isinstance(one, Prompt)]
        return [choice for prompt in prompts for choice in prompt.form.choices]

    def back(self, seat: SeatId) -> None:
        (offer,) = self.offers(seat)
        self.send(Act(seat=seat, action=offer.action))


def test_the_choice_of_sides_is_taken_back() -> None:
    table = Table(Play())
    before = table.state.now
    table.press(SECOND, "take-fellowship")
    assert table.state.now.public.seats[SECOND] == "fellowship"
    table.back(SECOND)
    assert table.state.now == before
    table.press(FIRST, "take-fellowship")
    assert table.state.now.public.seats[FIRST] == "fellowship"


def test_a_movement_and_the_end_of_a_play_turn_are_taken_back() -> None:
    table = Table(begun("fellowship"))
    before = table.state.now
    table.press(FIRST, "move:Shire")
    planned = table.state.now
    table.press(FIRST, "go", who="Sam", to="Bree")
    assert table.state.now.public.people["Sam"].place == "Bree"
    table.back(FIRST)
    assert table.state.now == planned
    table.press(FIRST, "stop")
    table.press(FIRST, "done")
    steps = [table.state.now.public.step]
    table.back(FIRST)
    steps.append(table.state.now.public.step)
    assert steps == ["dark", "fellowship"]
    assert table.state.now.public.people == before.public.people


def test_a_slip_by_hand_that_ends_the_game_is_taken_back() -> None:
    table = Table(begun("fellowship"))
    before = table.state.now
    slip = (("who", "Frodo"), ("to", "Orodruin"))
    table.send(Act(seat=SECOND, action="put", inputs=slip))
    assert table.state.now.public.over
    assert table.offers(FIRST) == []
    table.back(SECOND)
    assert table.state.now == before


def test_points_spent_by_the_dark_power_are_taken_back() -> None:
    play = begun("dark")
    for name in ("Legolas", "Frodo"):
        play.put_person(name, is_spotted=True, place="Wold")
    table = Table(play)
    before = table.state.now.public
    table.press(SECOND, "nazgul")
    table.press(SECOND, "go", who="Nazgul 1", to="Wold")
    assert table.state.now.public.shadow < before.shadow
    table.back(SECOND)
    assert (table.state.now.public.shadow, table.state.now.public.people) == (
        before.shadow,
        before.people,
    )


def test_a_card_a_roll_and_a_value_of_the_box_are_fixed() -> None:
    play = begun("events")
    table = Table(play)
    assert table.offers(FIRST) == []
    play.lot()
    play.lot()
    play.give(FIRST, "Grey Cloaks")
    table = Table(play)
    table.send(Act(seat=FIRST, action="play:Grey Cloaks"))
    for seat in SEAT_IDS:
        assert table.offers(seat) == []
    table = Table(Play(box=""))
    table.press(FIRST, "take-fellowship")
    assert table.state.now.public.cell is not None
    assert table.offers(FIRST)
    table.press(FIRST, "fill", value="Shire")
    assert table.offers(FIRST) == []


def test_every_event_has_a_reach_and_secret_ones_are_never_free() -> None:
    own = [one for one in GAME.event_types if issubclass(one, PublicEvent | SecretEvent)]
    assert len(own) > 40
    player = RandomPlayer(Play(turns=5), random.Random(5))  # noqa: S311 - repeatable play
    while not player.play.public.over:
        player.step()
    for event in player.play.events:
        if isinstance(event, SecretEvent):
            assert GAME.reach(event) == "fixed"


@pytest.mark.parametrize("seed", range(4))
def test_what_a_seat_may_take_back_is_told_by_no_card_in_a_hand(seed: int) -> None:
    """Two games that differ in the cards of one seat announce the same decisions to the other."""
    source = random.Random(seed)  # noqa: S311 - repeatable play, nothing secret
    player = RandomPlayer(Play(turns=3), source)
    play = player.play
    other = Play(turns=3)
    tables = (Table(play), Table(other))
    swap = {"Dark Clouds": "Grey Cloaks", "Grey Cloaks": "Dark Clouds"}
    while not play.public.over:
        command = player.command()
        twin = command
        if isinstance(command, Act) and command.seat == FIRST and command.prompt is None:
            verb, _, card = command.action.partition(":")
            if verb == "play":
                continue
            twin = msgspec.structs.replace(command, action=f"{verb}:{swap.get(card, card)}")
        for table, one, own in zip(tables, (play, other), (command, twin), strict=True):
            prompt = getattr(own, "prompt", None)
            if prompt is not None:
                assert prompt == prompt_id(one.public)
            decided = TABLE.decide(table.state, own)
            if not isinstance(decided, Refusal):
                for event in decided:
                    table.state = TABLE.evolve(table.state, event)
            one.state = table.state.now
        for viewer in (SECOND, PUBLIC):
            views = [msgspec.json.encode(TABLE.view(table.state, viewer)) for table in tables]
            assert views[0] == views[1]
