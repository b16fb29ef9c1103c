"""The doctor at a table that runs: camera, die and port are in its hands and are asked, not opened.

Everybody at the table may read it, so nothing here may depend on what a seat hides: the journal is
left alone, since it grows with private edits, and the box file is looked at once, at the start.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Final

from companion.border import DieState, EyeState
from companion.service.doctor import PROGRAM, examine_box_of
from companion.service.doctor_bundle import bundle_of, discreet_text
from companion.service.doctor_clock import examine_clock, is_clock_set, newest_moment
from companion.service.doctor_disk import examine_disk
from companion.service.doctor_finding import Finding, Level, Part
from companion.service.doctor_machine import (
    examine_names,
    examine_program,
)
from companion.service.settings import DEFAULT_GAME, Settings
from webui.devices import device_manner, device_text
from webui.doctor_ports import DoctorLine
from webui.ports import Devices

GOOD_FOR_S: Final = 5.0
"""A look writes to the disk; who asks again sooner gets the last one."""

_DEVICE_LEVELS: Final[dict[str, Level]] = {"well": "well", "waiting": "note", "troubled": "trouble"}
_CAMERA_MEND: Final = (
    "The page of the eye shows what it sees. For a full look at the camera end the table and run "
    "`companion doctor --camera ...`."
)
_DIE_MEND: Final = "For a look at all ports end the table and run `companion doctor`."


class TableDoctor:
    """Implements `webui.doctor_ports.Doctor`.

    Args:
        settings: what the table was started with.
        game_id: name of the game that is open.
        devices: how the eye and the die are now.
    """

    def __init__(self, settings: Settings, game_id: str, devices: Callable[[], Devices]) -> None:
        self._settings: Final = settings
        self._devices: Final = devices
        self._lock: Final = threading.Lock()
        self._looked_s = -GOOD_FOR_S
        self._findings: tuple[Finding, ...] = ()
        self._box: Final = (
            tuple(examine_box_of(settings, game_id)) if game_id == DEFAULT_GAME else ()
        )

    def look(self) -> tuple[DoctorLine, ...]:
        """What is found now; a look that is a few seconds old is given again."""
        return tuple(
            DoctorLine(
                part=finding.part,
                level=finding.level,
                text=discreet_text(finding.text, self._settings.home),
                mend=discreet_text(finding.mend, self._settings.home),
            )
            for finding in self._looked()
        )

    def bundle(self) -> bytes:
        """The same as a ZIP file with versions and settings."""
        return bundle_of(self._looked(), self._settings)

    def _looked(self) -> tuple[Finding, ...]:
        with self._lock:
            if time.monotonic() - self._looked_s >= GOOD_FOR_S:
                self._findings = tuple(self._examine())
                self._looked_s = time.monotonic()
            return self._findings

    def _examine(self) -> Iterator[Finding]:
        devices = self._devices()
        yield _device("camera", "The eye", devices.eye, _CAMERA_MEND)
        yield _device("die", "The die", devices.die, _DIE_MEND)
        yield from examine_disk(self._settings.home, None)
        yield examine_clock(datetime.now(tz=UTC), newest_moment(PROGRAM, []), is_set=is_clock_set())
        yield from examine_names(self._settings.port)
        yield from self._box
        yield examine_program()


def _device(part: Part, name: str, state: EyeState | DieState | None, mend: str) -> Finding:
    text = device_text(name, state)
    level = _DEVICE_LEVELS[device_manner(state)]
    return Finding(
        part=part,
        level=level,
        text=text if text.endswith((".", "?")) else f"{text}.",
        mend=mend if level == "trouble" else "",
    )
