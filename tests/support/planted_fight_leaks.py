"""Faults that would tell in a fight what a side hides, each put into the rules by a test.

As `tests.support.planted_leaks`, for the comparison of `tests.support.fight_pair`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import pytest

from companion.games.fellowship.combat.battle import Battle, Fighter
from companion.games.fellowship.events.combat import FightWork
from companion.games.fellowship.play import fight, fight_course, fight_rows, fight_setup
from companion.games.fellowship.play.fight_cards import open_fighter
from companion.games.fellowship.play.fight_common import FightFlow
from companion.games.fellowship.play.fight_setup import SetUpRows
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import Scene
from companion.table.ids import SeatId
from tests.support.fellowship import FP
from tests.support.fight_pair import FightDifference

replace = msgspec.structs.replace


@dataclass(frozen=True)
class FightLeak:
    """One planted fault.

    Attributes:
        name: what is wrong.
        plant: puts it in.
        difference: what the pair of fights differs in.
        hides: the side that hides.
    """

    name: str
    plant: Callable[[pytest.MonkeyPatch], None]
    difference: FightDifference
    hides: SeatId = FP


def _order_of_the_box(patch: pytest.MonkeyPatch) -> None:
    """Cards that are laid in one go lie as they were laid into their box."""

    def as_laid(cards: Mapping[str, str], _lot: str, _about: str) -> tuple[str, ...]:
        return tuple(cards)

    patch.setattr(fight_setup, "mixed_cards", as_laid)


def _order_of_names(patch: pytest.MonkeyPatch) -> None:
    """Cards of all races lie in the order of their names."""

    def by_name(cards: Mapping[str, str], _lot: str, _about: str) -> tuple[str, ...]:
        return tuple(sorted(cards))

    patch.setattr(fight_setup, "mixed_cards", by_name)


def _number_by_name(patch: pytest.MonkeyPatch) -> None:
    """An open card is numbered by who it is."""
    honest = open_fighter

    def numbered(scene: Scene, work: FightWork, card: str, battle: Battle) -> Fighter:
        fighter = honest(scene, work, card, battle)
        return replace(fighter, id=f"{fighter.id}{sum(card.encode()) % 100}")

    patch.setattr(fight_setup, "open_fighter", numbered)


def _bonus_of_the_bearer(patch: pytest.MonkeyPatch) -> None:
    """A card attacks better where the Ringbearer is in play."""
    honest = open_fighter

    def levelled(scene: Scene, work: FightWork, card: str, battle: Battle) -> Fighter:
        fighter = honest(scene, work, card, battle)
        hidden = scene.hidden
        bears = hidden is not None and bool(hidden.ringbearer) and hidden.ringbearer in hidden.boxes
        return replace(fighter, bonus=int(bears))

    patch.setattr(fight_setup, "open_fighter", levelled)


def _words_know_the_reserve(patch: pytest.MonkeyPatch) -> None:
    """The log counts wounded cards of the reserve."""
    honest = fight_setup._lay_open

    def lay_open(flow: FightFlow, *rest: Any) -> None:  # noqa: ANN401 - handed through
        honest(flow, *rest)
        hidden = flow.hidden
        hurt = 0 if hidden is None else len(hidden.damage)
        flow.change(f"{hurt} of them limp.", "9.21")

    patch.setattr(fight_setup, "_lay_open", lay_open)


def _question_counts_laying(patch: pytest.MonkeyPatch) -> None:
    """Each card that is laid in private makes the question another."""
    honest = SetUpRows.act

    def act(self: SetUpRows, flow: FightFlow, answer: Any) -> Any:  # noqa: ANN401 - handed through
        refusal = honest(self, flow, answer)
        if refusal is None and answer.action.partition(":")[0] in ("front", "rest", "reserve"):
            flow.change()
        return refusal

    patch.setattr(SetUpRows, "act", act)


def _bearer_asked_if_here(patch: pytest.MonkeyPatch) -> None:
    """Before a Nazgul the Fellowship is asked only where the Ringbearer is."""
    honest = fight_course.reorganize

    def reorganize(flow: FightFlow) -> None:
        hidden = flow.hidden
        if flow.work.battle.round >= 1 and hidden is not None and hidden.seat == FELLOWSHIP_SEAT:
            own = (*flow.hand.tokens.values(), *flow.hand.reserve)
            here = bool(hidden.ringbearer) and hidden.ringbearer in own
            flow.change(bearer_asked=not here)
        honest(flow)

    for module in (fight_course, fight_rows, fight_setup, fight):
        if hasattr(module, "reorganize"):
            patch.setattr(module, "reorganize", reorganize)


FIGHT_LEAKS: Final = (
    FightLeak("cards lie in the order of their box", _order_of_the_box, "order"),
    FightLeak("cards lie in the order of their names", _order_of_names, "who is who"),
    FightLeak("open cards are numbered by their names", _number_by_name, "who is who"),
    FightLeak("a card attacks better where the bearer is", _bonus_of_the_bearer, "bearer"),
    FightLeak(
        "the log counts wounded cards of the reserve", _words_know_the_reserve, "wounds in reserve"
    ),
    FightLeak("the log counts wounds of other groups", _words_know_the_reserve, "elsewhere"),
    FightLeak(
        "laying a card in private makes the question another", _question_counts_laying, "edits"
    ),
    FightLeak("the Ringbearer is asked for only where it is", _bearer_asked_if_here, "bearer"),
)
