"""Endurance numbers that owners have read from their cards, given to the box file afterwards.

While the game is played a number in the box would tell who is in play and hurt. Afterwards it tells
less, but a game that is over can be taken up again: so only the owner gives its own.
"""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.combat.battle import Fighter
from companion.games.fellowship.combat.cards import endurance_number
from companion.games.fellowship.events.play import CellLearned
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Scene
from companion.games.fellowship.tables.cells import UnknownCell
from companion.table.values import Refusal
from companion.table.views import Choice, Form

KEEP_NUMBERS: Final = "keep-numbers"


def numbers_form(scene: Scene) -> Form:
    """The choice to keep them, once the game is over and there are some that the box lacks."""
    if not (scene.public.over and _numbers(scene)):
        return Form()
    label = "Keep my endurance numbers in the box file"
    return Form(choices=(Choice(action=KEEP_NUMBERS, label=label),))


def keep_numbers(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    """Each of the seat's own numbers is learned like any other cell of the box."""
    return _numbers(scene)


def _numbers(scene: Scene) -> tuple[CellLearned, ...]:
    hidden = scene.hidden
    if hidden is None:
        return ()
    side = FELLOWSHIP if scene.seat == FELLOWSHIP_SEAT else ENEMY
    cards = scene.handbook.box.cards
    found = {}
    for card, number in sorted(hidden.endurance.items()):
        cell = endurance_number(cards, Fighter(id=card, side=side, card=card))
        if isinstance(cell, UnknownCell):
            found[cell.key] = CellLearned(seat=scene.seat, cell=cell, value=str(number))
    return tuple(found.values())
