"""What a die and its host say to each other, as values.

The lines on the wire are described in ``docs/die-protocol.md``; `firmware_bridge.protocol` turns
them into these values and back. Nothing here reads, writes or waits.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

PROTOCOL_VERSION = 1
"""Version of the line protocol that this program speaks."""


class RollState(StrEnum):
    """What the die feels."""

    PICKED = "PICKED"
    """It was lifted or is being moved by hand."""
    ROLLING = "ROLLING"
    """It tumbles: a roll has begun."""
    SETTLED = "SETTLED"
    """A roll has ended with a face on top; the only state that has a result."""
    COCKED = "COCKED"
    """A roll has ended with no face clearly on top."""
    RESTING = "RESTING"
    """It lies still with a face on top but has not been rolled."""


class Hello(msgspec.Struct, frozen=True, kw_only=True):
    """The die names itself: after each start and whenever it is asked.

    Attributes:
        protocol: version of the protocol that the die speaks.
        die: name of the die and of its memory; a die whose memory is new bears a new name.
        firmware: version of the die's program.
        sides: number of faces.
        session: drawn anew at each start of the die; the die's later lines repeat it.
        number: number of the last roll that the die counted, 0 before the first.
    """

    protocol: int
    die: str
    firmware: str
    sides: int
    session: str
    number: int


class RollReport(msgspec.Struct, frozen=True, kw_only=True):
    """Something has changed about the roll with this number.

    Attributes:
        session: session of the die.
        number: number of this roll; before it has settled, the number it will get if it does.
        state: what the die feels.
        face: the face on top when settled or resting, else None.
    """

    session: str
    number: int
    state: RollState
    face: int | None


class KeptRoll(msgspec.Struct, frozen=True, kw_only=True):
    """A settled roll out of the die's memory, sent because the host asked.

    Attributes:
        session: session of the die that answers, not of the roll.
        number: number of the roll.
        face: the face it showed.
        age_s: whole seconds since it settled; None for a roll from before the die's last start.
    """

    session: str
    number: int
    face: int
    age_s: int | None


class KeptEnd(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to the host's question is complete.

    Attributes:
        session: session of the die.
        oldest: number of the oldest roll in the die's memory; 0 if it holds none.
        newest: number of the last roll that the die counted.
    """

    session: str
    oldest: int
    newest: int


class Battery(msgspec.Struct, frozen=True, kw_only=True):
    """How full the battery is, sent when it becomes low and when it no longer is.

    Attributes:
        session: session of the die.
        percent: 0 to 100.
        is_low: whether it should be charged soon.
    """

    session: str
    percent: int
    is_low: bool


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """The host asks the die to name itself."""


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """The host asks for the rolls it has not got.

    Attributes:
        after: number of the last roll that the host has. A die whose own count is lower goes on
            counting from here, so that no number is ever used for two rolls.
    """

    after: int


DieMessage = Hello | RollReport | KeptRoll | KeptEnd | Battery
"""What a die can say."""

HostMessage = Who | Ask
"""What a host can say."""

Message = DieMessage | HostMessage
