"""What the doctor's page needs from whoever runs the table."""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec


class DoctorLine(msgspec.Struct, frozen=True, kw_only=True):
    """What was found of one thing.

    Attributes:
        part: what was looked at, a word for people.
        level: how it is; ``note`` keeps nobody from playing.
        text: what was found.
        mend: what to do about it, empty where nothing needs to be done.
    """

    part: str
    level: Literal["well", "note", "trouble"]
    text: str
    mend: str = ""


class Doctor(Protocol):
    """Looks at everything that a table needs; called from many threads."""

    def look(self) -> tuple[DoctorLine, ...]:
        """What is found now; a look that is a few seconds old is given again."""

    def bundle(self) -> bytes:
        """The same as a ZIP file with versions and settings, for whoever helps. No secret in it."""
