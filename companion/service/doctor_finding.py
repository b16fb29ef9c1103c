"""What the doctor says of one thing: how it is, and the way to mend it."""

from __future__ import annotations

from typing import Literal

import msgspec

Part = Literal["program", "disk", "clock", "network", "camera", "die", "box"]
Level = Literal["well", "note", "trouble"]
"""``note`` is worth knowing and does not keep anybody from playing as intended."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One finding.

    Attributes:
        part: what was looked at.
        level: how it is.
        text: what was found, in one or two sentences.
        mend: what to do about it, empty where nothing needs to be done.
    """

    part: Part
    level: Level
    text: str
    mend: str = ""
