"""What an eye in a process of its own says, and the two cubes that it is shown."""

from __future__ import annotations

import queue
import time
from typing import Any, Final, TypeVar, overload

import pytest

from calibration.layout import CubeLayout
from companion.border import EyeMessage

Said = TypeVar("Said", bound=EyeMessage)
Also = TypeVar("Also", bound=EyeMessage)

EYE_PATIENCE_S: Final = 240.0
"""Long, by the clock on the wall: the eye gives way to others, and on a busy machine it is late."""
CUBES: Final = (
    CubeLayout(colour="green", face=2, x_in=7.64, y_in=4.31, yaw_deg=20),
    CubeLayout(colour="red", face=3, x_in=17.385, y_in=13.31, yaw_deg=70),
)


class EyeSaid:
    """Collects what an eye says, in order; give ``queue.put`` as ``on_message``."""

    def __init__(self) -> None:
        self.queue: Final[queue.Queue[EyeMessage]] = queue.Queue()

    @overload
    def wait_for(self, kind: type[Said], /) -> Said: ...

    @overload
    def wait_for(self, kind: type[Said], also: type[Also], /) -> Said | Also: ...

    def wait_for(self, *kinds: type[Any]) -> EyeMessage:
        """The next message of one of these kinds; others are passed over."""
        until_s = time.monotonic() + EYE_PATIENCE_S
        passed_over: list[EyeMessage] = []
        while True:
            try:
                message = self.queue.get(timeout=max(0.0, until_s - time.monotonic()))
            except queue.Empty:
                pytest.fail(f"the eye said no {kinds}, but {passed_over[-5:]}")
            if isinstance(message, kinds):
                wanted: EyeMessage = message
                return wanted
            passed_over.append(message)
