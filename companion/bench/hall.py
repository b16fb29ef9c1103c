"""A served table with screens around it, for the benches that need one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import msgspec

from companion.bench.audience import Audience, Ready, ScreenWanted, Shown
from companion.bench.audience import Line as AudienceLine
from companion.bench.children import Child
from companion.bench.served import Line as ServedLine
from companion.bench.served import Opened
from companion.bench.tablet import Tablet

START_WITHIN_S: Final = 90.0
PATIENCE_S: Final = 60.0
"""A busy machine may take long; whether that is too long is for a bench's goals to say."""


class Hall:
    """The demo table in a process of its own, and once they are invited its screens in another.

    Args:
        stack: ends the processes.
        folder: holds the table's files.
        camera, die: URIs; an empty one takes the demo's own.

    Raises:
        BenchError: the table did not start.
    """

    def __init__(self, stack: ExitStack, folder: Path, *, camera: str, die: str) -> None:
        self._stack: Final = stack
        self.home: Final = folder / "home"
        self.home.mkdir()
        self.table: Final[Child[ServedLine]] = stack.enter_context(
            Child("companion.bench.served", [str(self.home), camera, die], ServedLine)
        )
        self._opened: Final = self.table.wait_for(_opened, START_WITHIN_S, "it opens")
        self._audience: Child[AudienceLine] | None = None
        self.screens = 0

    @property
    def seats(self) -> tuple[str, ...]:
        """Ids of the seats."""
        return tuple(self._opened.codes)

    @property
    def audience(self) -> Child[AudienceLine]:
        """The screens' process.

        Raises:
            RuntimeError: nobody was invited.
        """
        if self._audience is None:
            raise RuntimeError("invite the screens first")
        return self._audience

    def tablet(self, seat: str) -> Tablet:
        """A tablet that has claimed a seat.

        Raises:
            BenchError: the seat was not given.
        """
        tablet = Tablet(self._opened.port)
        self._stack.callback(tablet.close)
        tablet.claim(seat, self._opened.codes[seat])
        return tablet

    def invite(self, screens: Sequence[ScreenWanted]) -> None:
        """Open screens and wait until each of them listens.

        Raises:
            BenchError: they do not come in.
        """
        wanted = Audience(port=self._opened.port, screens=tuple(screens))
        arguments = [msgspec.json.encode(wanted).decode()]
        self._audience = self._stack.enter_context(
            Child("companion.bench.audience", arguments, AudienceLine)
        )
        self.screens = len(screens)
        self._audience.wait_for(_ready, START_WITHIN_S, "every stream is open")

    def shown_by_all(self, heard: int, since_s: float, what: str) -> Sequence[Shown]:
        """Wait until every screen has shown what came to disk at a time, or something later.

        Args:
            heard: how many lines the audience had said before.
            since_s: that time, by the monotonic clock.
            what: what the screens are to show, for the error.

        Raises:
            BenchError: a screen does not show it.
        """

        def shown(said: Sequence[AudienceLine]) -> Sequence[Shown] | None:
            lines = [x for x in said[heard:] if isinstance(x, Shown) and x.at_s >= since_s]
            return lines if len({line.screen for line in lines}) == self.screens else None

        return self.audience.wait_for(shown, PATIENCE_S, f"{what} is on {self.screens} screens")


def _opened(said: Sequence[ServedLine]) -> Opened | None:
    return next((line for line in said if isinstance(line, Opened)), None)


def _ready(said: Sequence[AudienceLine]) -> Ready | None:
    return next((line for line in said if isinstance(line, Ready)), None)
