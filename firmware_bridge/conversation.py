"""One connection to a die: bytes in, values for the table and bytes for the die out.

A conversation joins a parser with a policy and knows no port. The port owner talks through this
interface alone, so another kind of die needs another conversation and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.border import DieMessage
from firmware_bridge.messages import Ask, Who
from firmware_bridge.policy import Outcome, RollPolicy
from firmware_bridge.protocol import DieParser, DieProtocolError, encode

BAUD_RATE = 115_200
"""Bits a second at which a die with the protocol speaks."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What follows from something that happened on the connection.

    Attributes:
        say: values for the table, in order.
        send: bytes for the die.
        is_understood: whether at least one undamaged message was in it.
    """

    say: tuple[DieMessage, ...] = ()
    send: bytes = b""
    is_understood: bool = False


class Conversation(Protocol):
    """What the port owner needs to know of a kind of die."""

    @property
    def die(self) -> str:
        """Name of the die, empty while it is not known."""
        ...

    @property
    def last_number(self) -> int | None:
        """Number of the last roll dealt with, None while it is not known."""
        ...

    @property
    def baud_rate(self) -> int:
        """Bits a second on a serial line."""
        ...

    @property
    def is_answering(self) -> bool:
        """Whether this kind of die answers a heartbeat, so that silence means a fault."""
        ...

    def opened(self) -> Turn:
        """The port was opened, for the first time or again."""
        ...

    def receive(self, data: bytes) -> Turn:
        """Bytes came, cut anywhere."""
        ...

    def heartbeat(self) -> Turn:
        """A second has passed since the last time."""
        ...


class DieConversation:
    """The conversation with a die that speaks the project's own protocol.

    Args:
        last_rolls: number of the last recorded roll of each die.
    """

    baud_rate = BAUD_RATE
    is_answering = True

    def __init__(self, last_rolls: Mapping[str, int]) -> None:
        self._policy = RollPolicy(last_rolls)
        self._parser = DieParser()

    @property
    def die(self) -> str:
        """Name of the die, empty before it has said it."""
        return self._policy.die

    @property
    def last_number(self) -> int | None:
        """Number of the last roll dealt with, None before the die has named itself."""
        return self._policy.last_number

    def opened(self) -> Turn:
        """Forget half-read lines and ask who is there."""
        self._parser = DieParser()
        return _turn([self._policy.opened()], is_understood=False)

    def receive(self, data: bytes) -> Turn:
        """Read what came and let the policy decide; damaged lines are left out."""
        self._parser.receive_data(data)
        outcomes: list[Outcome] = []
        while True:
            try:
                message = self._parser.next_message()
            except DieProtocolError:
                continue
            if message is None:
                return _turn(outcomes, is_understood=bool(outcomes))
            # A host's own words come back from a line that echoes; the die never says them.
            if not isinstance(message, Who | Ask):
                outcomes.append(self._policy.receive(message))

    def heartbeat(self) -> Turn:
        """Ask the die to name itself and its last number."""
        return Turn(send=encode(Who()))


def _turn(outcomes: list[Outcome], *, is_understood: bool) -> Turn:
    say = tuple(statement for outcome in outcomes for statement in outcome.say)
    send: list[bytes] = []
    for outcome in outcomes:
        # Several lines of a stranger in one read would ask the same question several times.
        send += [line for line in map(encode, outcome.send) if line not in send]
    return Turn(say, b"".join(send), is_understood)
