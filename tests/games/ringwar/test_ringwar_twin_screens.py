"""Event cards that differ show on no other screen while decisions are taken back and put right."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.ringwar.names import SEAT_IDS
from companion.games.ringwar.state import State
from companion.service.games import sample_box
from companion.table.commands import Act, Command, RollEntered
from companion.table.ids import PUBLIC, SeatId
from tests.games.ringwar.test_ringwar_secrecy import SWAP, TWINS
from tests.support.played_screens import ScreenPlayer, compare_screens

STEPS = 160


def twin_of(command: Command, one: State, other: State, hides: SeatId) -> Command | None:
    """The same command where the seat holds other cards; None where it would lay one open."""
    if isinstance(command, RollEntered) and one.public.step == "events":
        if command.source != "generator" or one.public.task is not None:
            return command
        card = one.deck.cards[command.face - 1]
        if command.seat != hides:
            return None if card in TWINS else _drawn(command, card, other)
        return _drawn(command, SWAP.get(card, card), other)
    if isinstance(command, Act) and command.prompt is None and command.seat == hides:
        verb, _, card = command.action.partition(":")
        if card in TWINS:
            twin = msgspec.structs.replace(command, action=f"{verb}:{SWAP[card]}")
            return None if verb == "play" else twin
    return command


def _drawn(command: RollEntered, card: str, other: State) -> RollEntered:
    return msgspec.structs.replace(command, face=other.deck.cards.index(card) + 1)


@pytest.mark.parametrize("hides", SEAT_IDS)
def test_other_cards_of_one_seat_are_on_no_other_screen(hides: SeatId) -> None:
    compared = taken_back = by_hand = 0
    for seed in range(3):
        one, other = (
            ScreenPlayer("ringwar", {"turns": "4"}, sample_box("ringwar"), seed, by_hand=0.15)
            for _ in range(2)
        )
        for _ in range(STEPS):
            command = one.command()
            if command is None:
                break
            twin = twin_of(command, one.state.now, other.state.now, hides)
            if twin is None:
                continue
            refused, also = one.send(command), other.send(twin)
            assert (refused is None) == (also is None)
            if refused is None and isinstance(command, Act):
                taken_back += command.action.startswith("take-back")
                by_hand += command.action.startswith(("put", "set-"))
            if one.state.now.hands == other.state.now.hands:
                continue
            others = (*(seat for seat in SEAT_IDS if seat != hides), PUBLIC)
            compared += compare_screens(one, other, others, command)
    assert compared > 100
    assert taken_back
    assert by_hand
