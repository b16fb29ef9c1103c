"""What the events of this game share: how one changes the state and what it writes."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.quest.chance import shuffled
from companion.games.quest.state import State
from companion.table.events import Event
from companion.table.ids import SeatId

replace = msgspec.structs.replace


class QuestEvent(Event, frozen=True, kw_only=True):
    """An event of this game."""

    def apply(self, state: State) -> State:
        """The state after it."""
        return state

    def text(self) -> str:
        """Its line in the public log, empty for none."""
        return ""

    def later(self) -> str:
        """What stays of that line when the turn is over, empty if all does."""
        return ""


def with_public(state: State, **changes: Any) -> State:  # noqa: ANN401 - any field of the public state
    """A state with other public fields."""
    return replace(state, public=replace(state.public, **changes))


def with_hidden(state: State, **changes: Any) -> State:  # noqa: ANN401 - any field of the hidden state
    """A state with other hidden fields."""
    return replace(state, hidden=replace(state.hidden, **changes))


def with_player(state: State, seat: SeatId, **changes: Any) -> State:  # noqa: ANN401 - any field of a player
    """A state with other fields of one player."""
    players = tuple(
        replace(player, **changes) if player.seat == seat else player
        for player in state.public.players
    )
    return with_public(state, players=players)


def with_hand(state: State, seat: SeatId, hand: tuple[str, ...]) -> State:
    """A state with another hand, counted in the open."""
    state = with_hidden(state, hands={**state.hidden.hands, seat: hand})
    return with_player(state, seat, cards=len(hand))


def without(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """A hand without these cards, each once."""
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
    return tuple(left)


def shuffle(state: State, items: tuple[Any, ...]) -> tuple[State, tuple[Any, ...]]:
    """Things in a new order, and the state that has shuffled once more."""
    hidden = state.hidden
    order = shuffled(items, hidden.seed, hidden.shuffles)
    return with_hidden(state, shuffles=hidden.shuffles + 1), order
