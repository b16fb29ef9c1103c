"""The log: what everybody at the table has seen or heard.

What a seat did in private is not among it, not even on the seat's own screen: the log lies open,
and the opponent sits a metre away. It stands under the cover, beside the cards.
"""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.state import Scene
from companion.table.views import Log, LogLine, Region

SHOWN_LINES: Final = 120
"""How many lines a screen shows; the journal has them all."""


def log_region(scene: Scene) -> Region:
    """The newest public lines, numbered from the first of the game."""
    lines = scene.public.log[-SHOWN_LINES:]
    first = scene.public.log_count - len(lines) + 1
    shown = tuple(
        LogLine(number=first + i, text=line.text, section=line.section, heading=line.heading)
        for i, line in enumerate(lines)
    )
    return Region(name="log", title="Log", role="tab", widgets=(Log(lines=shown),), rare=True)
