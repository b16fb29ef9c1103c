"""The log as one viewer may read it: public lines, and between them its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.fellowship.state import Line, Scene
from companion.table.views import Log, LogLine, Region

SHOWN_LINES: Final = 120
"""How many lines a screen shows; the journal has them all."""


def log_region(scene: Scene) -> Region:
    """The newest lines, numbered as this viewer has had them."""
    lines = list(_merged(scene))[-SHOWN_LINES:]
    total = scene.public.log_count + (scene.hidden.log_count if scene.hidden else 0)
    first = total - len(lines) + 1
    shown = tuple(
        LogLine(number=first + i, text=line.text, section=line.section, heading=line.heading)
        for i, line in enumerate(lines)
    )
    return Region(name="log", title="Log", role="tab", widgets=(Log(lines=shown),))


def _merged(scene: Scene) -> Iterator[Line]:
    own = list(scene.hidden.log) if scene.hidden is not None else []
    dropped = scene.public.log_count - len(scene.public.log)
    for index, line in enumerate(scene.public.log, start=dropped):
        while own and own[0].after <= index:
            yield own.pop(0).line
        yield line
    yield from (one.line for one in own)
