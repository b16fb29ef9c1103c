"""What becomes of the map itself during a game: features changed or destroyed (3.5)."""

from __future__ import annotations

from typing import Final

from companion.games.fellowship.events.play import PublicEvent
from companion.games.fellowship.facts.names import Feature
from companion.games.fellowship.state import Line, PublicState
from companion.table.events import Event
from companion.table.ids import SeatId


class FeatureChanged(PublicEvent, frozen=True, kw_only=True, tag="fellowship-feature-changed"):
    """A counter changes or destroys the feature of a hexside for this game (3.5).

    The map under the box is folded beside the public state; the box itself stays as it is.

    Attributes:
        side: label of the hexside.
        feature: what it carries from now on.
        seat: who laid the counter.
    """

    side: str
    feature: Feature
    seat: SeatId

    def line(self, before: PublicState) -> Line | None:
        """What it carries now."""
        what = "no feature" if self.feature is Feature.NONE else f"a {self.feature}"
        return Line(f"A counter at {self.side}: it carries {what} now.", "3.5")


EVENTS: Final[tuple[type[Event], ...]] = (FeatureChanged,)
