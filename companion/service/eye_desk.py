"""Shows people what the eye sees, if every seat has agreed, and only while somebody looks."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.border import EyeWish, Look, Report, ReportSaved, Rest, Sight
from companion.service.consent import ConsentBook
from companion.table.ids import SeatId

MOST_REPORTS: Final = 50
STALE_AFTER_S: Final = 12.0
"""An older picture is none of now: the eye has stopped, or it is busy."""

_WISH_EVERY_S: Final = 1.0
_REPORT_WITHIN_S: Final = 30.0
_NOT_AGREED: Final = "Every seat has to agree first, on a tablet of its own."


class EyeDesk:
    """Implements `webui.eye_ports.EyePreview`; called from many threads.

    Args:
        book: the consents.
        reports: folder that reports are saved in.
        ask: hands a wish to the eye; lost where none runs.
        clock: wall clock, for the names of reports.
        patience_s: how long a report is waited for.
    """

    def __init__(
        self,
        book: ConsentBook,
        reports: Path,
        ask: Callable[[EyeWish], None],
        clock: Callable[[], datetime],
        patience_s: float = _REPORT_WITHIN_S,
    ) -> None:
        self._book: Final = book
        self._reports: Final = reports
        self._ask: Final = ask
        self._clock: Final = clock
        self._patience_s: Final = patience_s
        self._changed: Final = threading.Condition()
        self._saving: Final = threading.Lock()
        self._sight: Sight | None = None
        self._seen_s = 0.0
        self._wished_s = -_WISH_EVERY_S
        self._saved: dict[str, ReportSaved] = {}

    def hear(self, view: Sight | ReportSaved) -> None:
        """Take what the eye says; a picture that nobody may see any more is thrown away."""
        with self._changed:
            match view:
                case ReportSaved():
                    self._saved = {view.folder: view}
                case Sight() if self._book.is_complete:
                    self._sight, self._seen_s = view, time.monotonic()
                case _:
                    self._sight = None
            self._changed.notify_all()

    def agreed(self) -> frozenset[SeatId]:
        """The seats that have agreed."""
        return self._book.agreed

    def agree(self, seat: SeatId, *, given: bool) -> str | None:
        """A seat agrees, or takes it back; a sentence if it could not be written down."""
        trouble = None
        try:
            self._book.set(seat, given=given)
        except OSError as error:
            trouble = f"This could not be written down: {error.strerror}."
            if not given:
                trouble += " The picture is hidden all the same until the table is started again."
        if not self._book.is_complete:
            with self._changed:
                self._sight = None
            self._ask(Rest())
        return trouble

    def sight(self) -> Sight | None:
        """The newest picture, and the wish for the next; None without everybody's consent."""
        if not self._book.is_complete:
            return None
        with self._changed:
            now_s = time.monotonic()
            is_due = now_s - self._wished_s >= _WISH_EVERY_S
            if is_due:
                self._wished_s = now_s
            if now_s - self._seen_s > STALE_AFTER_S:
                self._sight = None
            sight = self._sight
        if is_due:
            self._ask(Look())
        return sight

    def save_report(self) -> str:
        """Have a field report saved and wait for it; what came of it, in words."""
        if not self._book.is_complete:
            return _NOT_AGREED
        if not self._saving.acquire(blocking=False):
            return "A report is being saved already."
        try:
            return self._save()
        finally:
            self._saving.release()

    def _save(self) -> str:
        saved = list(self._reports.iterdir()) if self._reports.is_dir() else []
        if len(saved) >= MOST_REPORTS:
            return (
                f"{len(saved)} reports lie in {self._reports} already: delete those that are not "
                "needed any more."
            )
        name = f"{self._clock():%Y-%m-%d_%H-%M-%S}"
        folder = str(self._reports / name)
        if Path(folder).exists():
            return f"The report {name} is there already."
        with self._changed:
            self._saved = {}
        self._ask(Report(folder=folder))
        with self._changed:
            came = self._changed.wait_for(lambda: folder in self._saved, self._patience_s)
            if not came:
                return "The eye did not answer: no report was saved. See how the eye is."
            trouble = self._saved[folder].trouble
        return trouble or f"Saved as {name} in the folder reports of the user directory."
