"""Events of a Hunt roll: the dice, the re-rolls, how it ended."""

from __future__ import annotations

from typing import Final

from companion.games.hunt.events import PublicEvent, replace
from companion.games.hunt.names import CONDITIONS, Condition
from companion.games.hunt.state import HuntRoll, Line, PublicState
from companion.table.events import Event
from companion.table.views import Explained


class HuntBegun(PublicEvent, frozen=True, kw_only=True, tag="hunt-begun"):
    """The Hunt for a movement begins.

    Attributes:
        level: Shadow dice in the Hunt Box (HUNT-009).
        bonus: Free Peoples dice in it (HUNT-011).
    """

    level: int
    bonus: int

    def apply(self, public: PublicState) -> PublicState:
        """A roll to be made."""
        hunt = HuntRoll(level=self.level, bonus=self.bonus)
        return replace(public, hunt=hunt, visit=public.visit + 1)


class ConditionsTold(PublicEvent, frozen=True, kw_only=True, tag="hunt-conditions-told"):
    """What is in the region of the Ring-bearers (HUNT-012)."""

    conditions: tuple[Condition, ...]

    def apply(self, public: PublicState) -> PublicState:
        """Known for this Hunt, and offered at the next."""
        hunt = public.hunt
        known = None if hunt is None else replace(hunt, conditions=self.conditions)
        return replace(public, hunt=known, around=self.conditions, visit=public.visit + 1)

    def line(self, before: PublicState) -> Line:
        """Which."""
        words = ", ".join(CONDITIONS[one] for one in self.conditions) or "nothing"
        return Line(text=f"With the Ring-bearers: {words}.", section="Re-rolls")


class DieCounted(PublicEvent, frozen=True, kw_only=True, tag="hunt-die-counted"):
    """A die of the Hunt roll.

    Attributes:
        face: 1 to 6.
        again: whether it is a re-roll.
    """

    face: int
    again: bool = False

    def apply(self, public: PublicState) -> PublicState:
        """One die more."""
        hunt = public.hunt
        if hunt is None:
            return public
        if self.again:
            hunt = replace(hunt, again=(*hunt.again, self.face))
        else:
            hunt = replace(hunt, faces=(*hunt.faces, self.face))
        return replace(public, hunt=hunt, visit=public.visit + 1)


class RerollsChosen(PublicEvent, frozen=True, kw_only=True, tag="hunt-rerolls-chosen"):
    """How many failed dice are rolled again."""

    count: int

    def apply(self, public: PublicState) -> PublicState:
        """Re-rolls to be made."""
        hunt = public.hunt
        chosen = None if hunt is None else replace(hunt, rerolls=self.count)
        return replace(public, hunt=chosen, visit=public.visit + 1)


class HuntJudged(PublicEvent, frozen=True, kw_only=True, tag="hunt-judged"):
    """The Hunt roll is over.

    Attributes:
        successes: how many dice succeeded.
        explained: the roll for the screens.
    """

    successes: int
    explained: Explained

    def apply(self, public: PublicState) -> PublicState:
        """No roll any more."""
        return replace(public, hunt=None, result=self.explained, visit=public.visit + 1)

    def line(self, before: PublicState) -> Line:
        """How it ended."""
        return Line(text=f"{self.explained.title}: {self.explained.result}.")


EVENTS: Final[tuple[type[Event], ...]] = (
    HuntBegun,
    ConditionsTold,
    DieCounted,
    RerollsChosen,
    HuntJudged,
)
