"""When an event may be played and when it ends, read from its PLAY and ENDS lines (6.3).

The lines are free text of a card. What cannot be read out of them is left to the players: the
program then neither warns nor ends anything by itself. Doubts about what a card does are settled by
the simplest reading (12.4).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from companion.games.fellowship.box.file import BoxFile, EventCard, EventHalf
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.open_facts import Until
from companion.games.fellowship.state import HiddenState

SIMPLEST_READING: Final = "Where a card leaves a doubt, the simplest reading counts (12.4)."

Which = Literal["first", "second"]
"""Which of the two events of a card is used (6.3)."""

_PHASE: Final = "(?:status|movement|search|combat)"
_PHASES: Final = re.compile(rf"{_PHASE}(?:(?:,| or| and|/)+ ?(?:the )?{_PHASE})* phase")
"""Phases as a line names them: one, or several of which the last says that they are phases."""


@dataclass(frozen=True, slots=True)
class Timing:
    """When an event may be played.

    Whether the beginning of a phase has passed the players see, so a phase counts as a whole.

    Attributes:
        phases: titles of the phases in lower case, none of them for any.
        side: whose player-turn it must be, None for either.
    """

    phases: tuple[str, ...] = ()
    side: Seat | None = None


def _phases_in(words: str) -> tuple[str, ...]:
    """The phases that a line names, each once, in the order of its words."""
    found = (name for part in _PHASES.findall(words) for name in re.findall(_PHASE, part))
    return tuple(dict.fromkeys(found))


def _side_in(words: str) -> Seat | None:
    """The one side that a line names; None where it names neither or both."""
    enemy, fellowship = "enemy" in words, "fellowship" in words
    if enemy == fellowship:
        return None
    return ENEMY if enemy else FELLOWSHIP


def timing_of(play: str) -> Timing | None:
    """What a PLAY line says of phases, or None where it names neither phase nor any time."""
    words = play.lower()
    phases = _phases_in(words)
    if not phases:
        return Timing() if "any time" in words else None
    return Timing(phases, _side_in(words))


def is_timely(play: str, phase: str, side: Seat | None) -> bool | None:
    """Whether an event may be played now, as far as its PLAY line can be read; else None.

    Args:
        play: the PLAY line.
        phase: the phase that is played, such as ``Movement``.
        side: whose player-turn it is, None between them.
    """
    timing = timing_of(play)
    if timing is None:
        return None
    right_phase = not timing.phases or phase.lower() in timing.phases
    return right_phase and timing.side in (None, side)


def until_of(ends: str, phase: str = "", side: Seat | None = None) -> Until:
    """When an event ends by its ENDS line; ``hand`` where the players have to say so.

    A line that names another phase or player-turn than the one that is played means one to come.

    Args:
        ends: the ENDS line.
        phase: the phase in which it is played, such as ``Movement``; empty for any.
        side: whose player-turn it is, None for either.
    """
    words = ends.lower().replace("player turn", "player-turn")
    if "instant" in words:
        return "instant"
    named = _phases_in(words)
    if "next" in words or "round" in words or ("combat" in words and not named):
        return "hand"
    if "phase" in words:
        to_come = bool(named and phase) and phase.lower() not in named
        return "hand" if to_come or _is_others(words, side) else "phase"
    if "player-turn" in words:
        return "hand" if _is_others(words, side) else "player-turn"
    return "turn" if words.strip() in ("end of the turn", "end of turn", "turn") else "hand"


def _is_others(words: str, side: Seat | None) -> bool:
    """Whether a line names the side whose player-turn it is not."""
    named = _side_in(words)
    return named is not None and side is not None and named != side


def find_event_card(box: BoxFile, hidden: HiddenState | None, card: str) -> EventCard | None:
    """The texts of an event card: as its owner typed them, else as the box has them."""
    if hidden is not None and card in hidden.event_texts:
        return hidden.event_texts[card]
    return next((one for one in box.events if one.id == card), None)


def half_of(card: EventCard, which: str) -> EventHalf:
    """One of the two events of a card."""
    return card.second if which == "second" else card.first


def ids_in(text: str) -> tuple[str, ...]:
    """Ids of cards as they are typed or scanned, parted by blanks, commas or semicolons."""
    return tuple(text.replace(",", " ").replace(";", " ").split())
