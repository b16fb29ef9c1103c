"""An eye and a doctor in memory, for tests of their pages."""

from __future__ import annotations

from functools import cache

import cv2

from calibration.layout import sample_layout
from calibration.render import render_table
from calibration.scheme import default_scheme
from companion.border import Look, Sight
from companion.table.ids import SeatId
from vision.reading import PixelBox
from vision.sources.frames import Frame
from vision.viewfinder import Viewfinder
from webui.doctor_ports import DoctorLine


class FakeEye:
    """Implements `webui.eye_ports.EyePreview`."""

    def __init__(self, seats: tuple[SeatId, ...], shown: Sight | None = None) -> None:
        self._seats = frozenset(seats)
        self.given: set[SeatId] = set()
        self.shown = shown
        self.looks = 0
        self.reports = 0
        self.trouble: str | None = None

    def agreed(self) -> frozenset[SeatId]:
        return frozenset(self.given)

    def agree(self, seat: SeatId, *, given: bool) -> str | None:
        (self.given.add if given else self.given.discard)(seat)
        return self.trouble

    def sight(self) -> Sight | None:
        if not self.given >= self._seats:
            return None
        self.looks += 1
        return self.shown

    def save_report(self) -> str:
        self.reports += 1
        return "Saved as 2026-01-02_03-04-05."


class FakeDoctor:
    """Implements `webui.doctor_ports.Doctor`."""

    def __init__(self, *lines: DoctorLine) -> None:
        self.lines = lines

    def look(self) -> tuple[DoctorLine, ...]:
        return self.lines

    def bundle(self) -> bytes:
        return b"PK"


class _Hand:
    """A watcher before which a hand reaches over the map."""

    hidden = (PixelBox(1250, 560, 1500, 800),)


@cache
def real_sight() -> Sight:
    """A sight of the sample table, made by the real viewfinder."""
    scheme = default_scheme()
    view = Viewfinder(scheme, None, {})
    image = render_table(sample_layout(scheme), scheme)
    assert cv2.mean(image)[0] > 10
    # Last of all: a wish is good for seconds only, and painting may take longer.
    view.wish(Look())
    (sight,) = view.step(Frame(image, 0, 12.5), _Hand(), 3.5)
    assert isinstance(sight, Sight)
    return sight
