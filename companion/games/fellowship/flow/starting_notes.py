"""What a seat's notes begin with: the Ring, and what a scenario has settled (6.41, 13.0)."""

from __future__ import annotations

from companion.games.fellowship.facts.roster import find_force
from companion.games.fellowship.facts.scenarios import Scenario
from companion.games.fellowship.rules.ring import RINGBEARER_AT_START
from companion.games.fellowship.seats import FELLOWSHIP_SEAT
from companion.games.fellowship.state import HiddenState
from companion.table.ids import SeatId


def starting_notes(seat: SeatId, scenario: Scenario) -> HiddenState:
    """The hidden state of a seat before the set-up.

    A scenario's lower Ring transfer number is noted as marks beside the printed one, so that every
    later mark counts on from there (13.2, 13.3).
    """
    if seat != FELLOWSHIP_SEAT:
        return HiddenState(seat=seat)
    bearer = find_force(RINGBEARER_AT_START)
    printed = bearer.ring_transfer if bearer is not None else None
    marks = (printed or 0) - scenario.ring_transfer
    return HiddenState(
        seat=seat,
        ringbearer=RINGBEARER_AT_START,
        ring_marks={RINGBEARER_AT_START: marks} if marks > 0 else {},
        enhanced=dict.fromkeys(scenario.enhanced, scenario.first_turn),
    )
