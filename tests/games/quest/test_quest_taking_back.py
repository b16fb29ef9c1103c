"""A decision by which nobody learned anything can be taken back; a tile, a card, a roll cannot."""

from __future__ import annotations

import msgspec

from companion.games.quest.hand import keyed
from companion.games.quest.names import FRODO, MORIA, SAM
from companion.games.quest.state import State
from companion.service.games import load_game
from companion.table.commands import Act, Command
from companion.table.ids import PUBLIC
from companion.table.taking_back import REGION, Takeable
from companion.table.values import Refusal
from companion.table.views import Prompt
from tests.support.quest_table import GAME, QuestPlay

TABLE = load_game("quest")


def sent(state: Takeable[State], command: Command) -> Takeable[State]:
    decided = TABLE.decide(state, command)
    assert not isinstance(decided, Refusal), decided
    for event in decided:
        state = TABLE.evolve(state, event)
    return state


def at_cards() -> Takeable[State]:
    play = QuestPlay(2)
    play.on_board(MORIA, tile="hiding")
    play.press(FRODO, "reveal")
    play.press(FRODO, "go")
    return Takeable(now=play.state)


def press(state: Takeable[State], action: str) -> Takeable[State]:
    return sent(state, Act(seat=FRODO, prompt=prompt(state).id, action=action))


def prompt(state: Takeable[State]) -> Prompt:
    region = TABLE.view(state, FRODO).region("prompt")
    assert region is not None
    widget = region.widgets[0]
    assert isinstance(widget, Prompt)
    return widget


def back(state: Takeable[State]) -> Takeable[State]:
    region = TABLE.view(state, FRODO).region(REGION)
    assert region is not None
    choices = [
        choice
        for widget in region.widgets
        if isinstance(widget, Prompt)
        for choice in widget.form.choices
    ]
    return sent(state, Act(seat=FRODO, action=choices[0].action))


def test_the_end_of_a_turn_is_taken_back() -> None:
    before = at_cards()
    after = press(before, "done")
    assert after.now.public.active == SAM
    again = back(after)
    assert again.now == before.now
    assert prompt(again).id != prompt(before).id
    assert press(again, "done").now.public.active == SAM


def test_a_draw_a_tile_and_a_card_are_fixed() -> None:
    drawn = press(at_cards(), "draw")
    assert TABLE.view(drawn, FRODO).region(REGION) is None
    state = at_cards()
    discard = Act(
        seat=FRODO,
        action="discard",
        inputs=(("cards", keyed(state.now.hidden.hands[FRODO])[0][0]),),
    )
    laid = sent(state, discard)
    assert TABLE.view(laid, FRODO).region(REGION) is None
    play = QuestPlay(2)
    play.on_board(MORIA, tile="bearer")
    revealed = press(Takeable(now=play.state), "reveal")
    assert TABLE.view(revealed, FRODO).region(REGION) is None
    for viewer in (FRODO, SAM, PUBLIC):
        inner = msgspec.json.encode(GAME.view(revealed.now, viewer))
        assert inner == msgspec.json.encode(TABLE.view(revealed, viewer))
