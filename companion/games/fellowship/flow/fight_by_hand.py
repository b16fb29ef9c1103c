"""Going on with a fight with cards on the table, whatever the companion thinks of it (9.0)."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.fellowship.events.combat import FightHandNoted, FightNoted, fight_work
from companion.games.fellowship.flow.steps import Answer, Events
from companion.games.fellowship.seats import SEAT_IDS
from companion.games.fellowship.state import PublicState, Scene
from companion.table.values import Refusal
from companion.table.views import Choice

FIGHT_BY_HAND: Final = "fight-by-hand"


def by_hand_choices(public: PublicState) -> tuple[Choice, ...]:
    """Leaving a fight to the table, while one is fought on the screens."""
    work = fight_work(public)
    if work is None or work.stage in ("open", "hand", "retreat"):
        return ()
    label = "Play this fight with cards"
    return (Choice(action=FIGHT_BY_HAND, label=label, section="9.0"),)


def to_the_table(scene: Scene, about: str, answer: Answer) -> Events | Refusal:
    """Both then say how it ended; damage that was marked stays marked."""
    work = fight_work(scene.public)
    if work is None:
        return ()
    text = f"The {scene.seat.title()} has the fight at {work.place} played with cards."
    noted = FightNoted(
        work=msgspec.structs.replace(work, stage="hand", serial=work.serial + 1),
        text=text,
        section="9.0",
    )
    return (noted, *(FightHandNoted(seat=seat, hand=None) for seat in SEAT_IDS))
