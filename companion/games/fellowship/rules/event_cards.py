"""When an event may be played and when it ends, read from its PLAY and ENDS lines (6.3).

The lines are free text of a card. What cannot be read out of them is left to the players: the
program then neither warns nor ends anything by itself. Doubts about what a card does are settled by
the simplest reading (12.4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from companion.games.fellowship.box.file import BoxFile, EventCard, EventHalf
from companion.games.fellowship.facts.names import ENEMY, FELLOWSHIP, Seat
from companion.games.fellowship.open_facts import Until
from companion.games.fellowship.state import HiddenState

SIMPLEST_READING: Final = "Where a card leaves a doubt, the simplest reading counts (12.4)."

Which = Literal["first", "second"]
"""Which of the two events of a card is used (6.3)."""

_PHASES: Final = ("status", "movement", "search", "combat")


@dataclass(frozen=True, slots=True)
class Timing:
    """When an event may be played.

    Attributes:
        phase: title of the phase in lower case, empty for any.
        side: whose player-turn it must be, None for either.
        at_start: only before anything else in the phase happens.
    """

    phase: str = ""
    side: Seat | None = None
    at_start: bool = False


def timing_of(play: str) -> Timing | None:
    """What a PLAY line says of phases, or None where it names neither phase nor any time."""
    words = play.lower()
    phase = next((name for name in _PHASES if f"{name} phase" in words), "")
    if not phase:
        return Timing() if "any time" in words else None
    side: Seat | None = None
    if "enemy" in words:
        side = ENEMY
    elif "fellowship" in words:
        side = FELLOWSHIP
    at_start = words.startswith(("start", "beginning")) or words == f"{phase} phase"
    return Timing(phase, side, at_start)


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
    right_phase = timing.phase in ("", phase.lower())
    return right_phase and timing.side in (None, side)


def until_of(ends: str) -> Until:
    """When an event ends by its ENDS line; ``hand`` where the players have to say so."""
    words = ends.lower().replace("player turn", "player-turn")
    if "instant" in words:
        return "instant"
    for word in ("round", "combat"):
        if word in words and "combat phase" not in words:
            return "hand"
    if "phase" in words:
        return "phase"
    if "player-turn" in words:
        return "player-turn"
    return "turn" if words.strip() in ("end of the turn", "end of turn", "turn") else "hand"


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
