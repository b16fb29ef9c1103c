"""The turn track of the Fellowship display (3.3, 6.11, 6.22, 15.18): what each turn brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LAST_TURN: Final = 20
"""The game normally ends with this turn (5.0, 11.0)."""

TRACK_LENGTH: Final = 28
"""The printed track goes on to here for the extended game (15.18)."""

FIRST_WEATHER_TURN: Final = 5
"""Weather may be placed from this turn on (6.24)."""

_EARLY_MOBILIZATIONS: Final = {1: 3, 2: 2, 3: 2, 4: 2}
_FIXED_ARRIVALS: Final = {3: ("Aragorn", "6,f"), 4: ("Glorfindel", "12,e")}


@dataclass(frozen=True, slots=True)
class TrackSpace:
    """One space of the turn track.

    Attributes:
        turn: number of the turn.
        mobilizations: how many minions the Enemy may mobilize in it (6.22).
        arrival: the character that mobilizes by itself in it, or None (6.11).
        arrival_hex: label of the hex where that happens, or None.
        is_last: the game normally ends with it.
    """

    turn: int
    mobilizations: int
    arrival: str | None
    arrival_hex: str | None
    is_last: bool


def mobilizations(turn: int) -> int:
    """How many minions the Enemy may mobilize in a turn: 3, 2, 2, 2, then 1 (6.22).

    Raises:
        ValueError: turns count from 1.
    """
    if turn < 1:
        raise ValueError(f"turns count from 1, got {turn}")
    return _EARLY_MOBILIZATIONS.get(turn, 1)


def track_space(turn: int) -> TrackSpace:
    """One space of the track.

    Raises:
        ValueError: the track has no such turn.
    """
    if not 1 <= turn <= TRACK_LENGTH:
        raise ValueError(f"the turn track has turns 1 to {TRACK_LENGTH}, got {turn}")
    arrival, arrival_hex = _FIXED_ARRIVALS.get(turn, (None, None))
    return TrackSpace(turn, mobilizations(turn), arrival, arrival_hex, turn == LAST_TURN)


TRACK: Final = tuple(track_space(turn) for turn in range(1, TRACK_LENGTH + 1))
"""The whole track, turn 1 first."""
