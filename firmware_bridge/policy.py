"""Which rolls count: each once, in order, none before it has settled.

Pure: no port, no clock. Messages of a die go in; out come the values for the table and the
questions for the die. What the policy must know of the past is the number of the last roll of each
die, which the journal holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.border import DieMessage as BorderMessage
from companion.border import DieRoll, DieState
from firmware_bridge.messages import (
    PROTOCOL_VERSION,
    Ask,
    Battery,
    DieMessage,
    Hello,
    HostMessage,
    KeptEnd,
    KeptRoll,
    RollReport,
    RollState,
    Who,
)

_StateName = Literal["ready", "rolling", "cocked", "low"]

_WAITING_LIMIT = 256
"""Rolls held back until the ones before them have come. What is dropped is asked for again."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows from one message.

    Attributes:
        say: values for the table, in order.
        send: messages for the die, in order.
    """

    say: tuple[BorderMessage, ...] = ()
    send: tuple[HostMessage, ...] = ()


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A settled roll that waits until the one that precedes it has come."""

    face: int
    age_s: int | None


class RollPolicy:
    """Decides for one port which rolls count.

    Args:
        last_rolls: number of the last roll of each die that has been recorded. A die that is not
            named here starts at the count it has when it is first met.
    """

    def __init__(self, last_rolls: Mapping[str, int]) -> None:
        self._last = dict(last_rolls)
        self._die: Hello | None = None
        self._waiting: dict[int, _Waiting] = {}
        self._asked_after: int | None = None
        self._heard_before_hello: RollReport | None = None
        self._said: DieState | None = None
        self._battery: Battery | None = None
        self._outgoing: list[HostMessage] = []
        self._statements: list[BorderMessage] = []

    @property
    def die(self) -> str:
        """Name of the die, empty before it has said it."""
        return "" if self._die is None else self._die.die

    @property
    def last_number(self) -> int | None:
        """Number of the last roll dealt with, None before the die has named itself."""
        return None if self._die is None else self._last[self._die.die]

    def opened(self) -> Outcome:
        """The port was opened, or opened again: nothing is known of who is there."""
        self._die = None
        self._said = None
        self._waiting.clear()
        self._asked_after = None
        self._heard_before_hello = None
        self._battery = None
        return Outcome(send=(Who(),))

    def receive(self, message: DieMessage) -> Outcome:
        """Take in what the die says.

        Args:
            message: one undamaged message.

        Returns:
            The rolls that count now and the changes of state, and what to ask the die.
        """
        match message:
            case Hello():
                self._meet(message)
            case _ if self._die is None or message.session != self._die.session:
                self._hear_stranger(message)
            case RollReport():
                self._hear_roll(message, self._die)
            case KeptRoll():
                self._settle(message.number, _Waiting(message.face, message.age_s), self._die)
            case KeptEnd():
                self._close_answer(message, self._die)
            case Battery():
                self._battery = message
                if self._said is None or self._said.state in {"ready", "low"}:
                    self._be_calm(self._die)
        outcome = Outcome(tuple(self._statements), tuple(self._outgoing))
        self._statements.clear()
        self._outgoing.clear()
        return outcome

    def _meet(self, hello: Hello) -> None:
        if hello.protocol != PROTOCOL_VERSION:
            self._say(
                DieState(
                    die=hello.die,
                    state="silent",
                    reason=f"The die {hello.die} speaks protocol {hello.protocol} and this program "
                    f"{PROTOCOL_VERSION}: bring both to the same version.",
                )
            )
            return
        is_new = self._die is None or self._die.session != hello.session
        if hello.die not in self._last:
            self._last[hello.die] = self._number_before_first_contact(hello)
        self._die = hello
        if is_new:
            self._waiting.clear()
            self._battery = None
            self._be_calm(hello)
        self._heard_before_hello = None
        self._asked_after = None
        if hello.number != self._last[hello.die]:
            self._ask(hello)

    def _number_before_first_contact(self, hello: Hello) -> int:
        """Where a die starts that was never met: before the first roll heard on this port."""
        early = self._heard_before_hello
        if early is not None and early.session == hello.session:
            return min(early.number - 1, hello.number)
        return hello.number

    def _hear_stranger(self, message: DieMessage) -> None:
        """A line of a die that has not named itself: nothing counts before it has."""
        self._outgoing.append(Who())
        early = self._heard_before_hello
        if (
            isinstance(message, RollReport)
            and message.state is RollState.SETTLED
            and (early is None or early.session != message.session)
        ):
            self._heard_before_hello = message

    def _hear_roll(self, report: RollReport, die: Hello) -> None:
        match report.state:
            case RollState.SETTLED if report.face is not None:
                self._settle(report.number, _Waiting(report.face, 0), die)
            case RollState.ROLLING:
                self._say(self._state(die, "rolling"))
            case RollState.COCKED:
                self._say(
                    self._state(die, "cocked", "The die leans, no face is clear: roll it again.")
                )
            case _:
                self._be_calm(die)

    def _settle(self, number: int, roll: _Waiting, die: Hello) -> None:
        if number <= self._last[die.die]:
            return
        if len(self._waiting) >= _WAITING_LIMIT:
            self._waiting.clear()
        self._waiting[number] = roll
        self._release(die)
        if self._waiting and self._asked_after is None:
            self._ask(die)

    def _release(self, die: Hello) -> None:
        """Let go the rolls whose turn has come."""
        while (number := self._last[die.die] + 1) in self._waiting:
            self._count(number, die)

    def _count(self, number: int, die: Hello) -> None:
        roll = self._waiting.pop(number)
        self._last[die.die] = number
        if roll.face > die.sides:
            self._say(
                self._state(
                    die,
                    "cocked",
                    f"The die has {die.sides} sides and reported face {roll.face}: roll it again.",
                )
            )
            return
        self._statements.append(
            DieRoll(die=die.die, number=number, face=roll.face, sides=die.sides, age_s=roll.age_s)
        )
        self._be_calm(die)

    def _close_answer(self, end: KeptEnd, die: Hello) -> None:
        """The die has sent all it holds: what is still missing before that is gone."""
        asked_after, self._asked_after = self._asked_after, None
        gone_to = end.oldest - 1 if end.oldest else end.newest
        last = self._last[die.die]
        if gone_to > last:
            found = sorted(number for number in self._waiting if number <= gone_to)
            for number in found:
                self._count(number, die)
            self._last[die.die] = gone_to
            self._report_gone(gone_to - last - len(found), die)
        self._release(die)
        last = self._last[die.die]
        if end.newest > last and asked_after is not None and last > asked_after:
            self._ask(die)

    def _report_gone(self, count: int, die: Hello) -> None:
        if count:
            rolls = "1 roll" if count == 1 else f"{count} rolls"
            calm: _StateName = (
                "ready" if self._battery is None or not self._battery.is_low else "low"
            )
            self._say(
                self._state(
                    die,
                    calm,
                    f"{rolls} of the die could not be recovered, for it keeps only its last ones: "
                    "type in what is missing.",
                )
            )

    def _ask(self, die: Hello) -> None:
        self._asked_after = self._last[die.die]
        self._outgoing.append(Ask(after=self._asked_after))

    def _be_calm(self, die: Hello) -> None:
        """Nothing is going on: ready, unless the battery is low."""
        if self._battery is not None and self._battery.is_low:
            reason = f"The die's battery is at {self._battery.percent} %: charge it soon."
            self._say(self._state(die, "low", reason))
        else:
            self._say(self._state(die, "ready"))

    def _state(self, die: Hello, state: _StateName, reason: str = "") -> DieState:
        return DieState(die=die.die, state=state, reason=reason, number=self._last.get(die.die))

    def _say(self, state: DieState) -> None:
        """Tell the table of a state, unless it was the last thing told."""
        said = self._said
        if said is None or (said.die, said.state, said.reason) != (
            state.die,
            state.state,
            state.reason,
        ):
            self._said = state
            self._statements.append(state)
