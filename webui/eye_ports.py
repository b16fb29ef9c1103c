"""What the page of the eye needs from whoever runs the table."""

from __future__ import annotations

from typing import Protocol

from companion.border import Sight
from companion.table.ids import SeatId


class EyePreview(Protocol):
    """What the eye sees, as the seats have agreed to show it; called from many threads."""

    def agreed(self) -> frozenset[SeatId]:
        """The seats that have agreed to have the picture shown. Public."""

    def agree(self, seat: SeatId, *, given: bool) -> str | None:
        """A seat agrees, or takes it back. A sentence if that could not be written down.

        A consent that could not be written down does not count; one taken back always is.
        """

    def sight(self) -> Sight | None:
        """The newest picture, and the wish for the next; None without everybody's consent."""

    def save_report(self) -> str:
        """Have a field report saved and wait for it; what came of it, in words."""
