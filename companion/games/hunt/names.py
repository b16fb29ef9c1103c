"""Names of the game's seats and limits."""

from __future__ import annotations

from typing import Final, Literal

from companion.table.ids import PUBLIC, SeatId

FREE: Final = SeatId("free-peoples")
SHADOW: Final = SeatId("shadow")
SEAT_IDS: Final = (FREE, SHADOW)
TITLES: Final = {FREE: "Free Peoples", SHADOW: "Shadow", PUBLIC: "Public"}

MOST_CORRUPTION: Final = 12
"""Corruption at which the Free Peoples player loses at once (HUNT-024)."""

LAST_STEP: Final = 5
"""Step of the Mordor Track that is the Crack of Doom (HUNT-032)."""

MOST_PROGRESS: Final = 99
"""A limit for what is typed in."""

MOST_BOX_DICE: Final = 20
"""More dice than this are not in the Hunt Box; a limit for what is typed in."""

Phase = Literal["fellowship", "allocation", "action-roll", "actions"]
"""The parts of a turn that touch the Hunt."""

PHASES: Final[tuple[tuple[Phase, str], ...]] = (
    ("fellowship", "Fellowship"),
    ("allocation", "Hunt allocation"),
    ("action-roll", "Action roll"),
    ("actions", "Action resolution"),
)

Cause = Literal["hunt", "mordor", "declare", "event", "stronghold"]
"""Why a tile is drawn: a successful Hunt, a move on the Mordor Track, something that a declaration
brings, an event or ability, a Shadow Stronghold where the Fellowship was revealed."""

Where = Literal["elsewhere", "friendly", "stronghold", "minas-morgul", "morannon"]
"""What kind of region the Ring-bearers are in, as far as the Hunt asks."""

WHERE_WORDS: Final[dict[Where, str]] = {
    "elsewhere": "An ordinary region",
    "friendly": "City or Stronghold that the Free Peoples control",
    "stronghold": "Shadow Stronghold",
    "minas-morgul": "Minas Morgul",
    "morannon": "Morannon",
}

Condition = Literal["stronghold", "army", "nazgul"]

CONDITIONS: Final[dict[Condition, str]] = {
    "stronghold": "A Stronghold that the Shadow controls",
    "army": "Shadow Army units",
    "nazgul": "Nazgul",
}
"""What gives a re-roll each, however many there are of it (HUNT-012)."""
