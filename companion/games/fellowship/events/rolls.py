"""What the players agree on about a roll that nothing asked for."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.games.fellowship.events.play import PublicEvent
from companion.games.fellowship.flow.steps import d10
from companion.games.fellowship.state import Line, PublicState, RollProposal, RollUse
from companion.table.events import Event
from companion.table.ids import PromptId, SeatId
from companion.table.values import Roll

_replace = msgspec.structs.replace


def proposal_words(use: RollUse, number: int, purpose: str) -> str:
    """What is proposed about a kept roll, as it follows "proposes to"."""
    if use == "drop":
        return f"drop the roll of {number} that nothing asked for"
    return f"use the roll of {number} that came before, for: {purpose}"


class RollProposed(PublicEvent, frozen=True, kw_only=True, tag="fellowship-roll-proposed"):
    """A seat proposes what becomes of a kept roll; the other one is asked.

    Attributes:
        seat: who proposes.
        use: what.
        roll: the kept roll.
        prompt: the seat's open prompt; the proposal lapses with it.
        purpose: what the roll would be for, empty where it is to be dropped.
    """

    seat: SeatId
    use: RollUse
    roll: Roll
    prompt: PromptId
    purpose: str = ""

    def apply(self, public: PublicState) -> PublicState:
        """Ask the other seat."""
        count = public.roll_proposal_count + 1
        proposal = RollProposal(
            number=count,
            seat=self.seat,
            use=self.use,
            roll=self.roll,
            prompt=self.prompt,
            purpose=self.purpose,
        )
        return _replace(public, roll_proposal=proposal, roll_proposal_count=count)

    def line(self, before: PublicState) -> Line | None:
        """Who proposes what."""
        words = proposal_words(self.use, d10(self.roll), self.purpose)
        return Line(f"The {self.seat.title()} proposes to {words}.")


class RollProposalClosed(
    PublicEvent, frozen=True, kw_only=True, tag="fellowship-roll-proposal-closed"
):
    """Nothing comes of a proposal; the roll stays kept.

    Attributes:
        how: the other seat refused it, its own took it back, or the prompt changed meanwhile.
        seat: who refused it or took it back; None where it lapsed.
    """

    how: Literal["refused", "withdrawn", "lapsed"]
    seat: SeatId | None = None

    def apply(self, public: PublicState) -> PublicState:
        """Nobody is asked any longer."""
        return _replace(public, roll_proposal=None)

    def line(self, before: PublicState) -> Line | None:
        """Who did not want it; nothing where it lapsed, for the log says what came instead."""
        if self.seat is None:
            return None
        done = "refuses" if self.how == "refused" else "takes back"
        return Line(f"The {self.seat.title()} {done} what was proposed about the kept roll.")


EVENTS: Final[tuple[type[Event], ...]] = (RollProposed, RollProposalClosed)
