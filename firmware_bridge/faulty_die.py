"""A die made of software behind a pseudo-terminal, which can misbehave on command.

It runs the talking half of the real die's program, so a host cannot tell it from one. Its commands
come one a line, and each is answered with one line (``ok ...`` or ``refused ...``), in order:

===============  ==============================================================================
``roll [FACE]``  pick up, roll, settle; answers with ``number:face``. Without FACE a random one
``burst N``      N rolls at once; answers with all of them
``pickup``       lift it and put it down again: no roll
``cock``         roll it and let it lean: no roll
``low``          the battery becomes low
``noise N``      N random bytes on the line
``cut``          break off the next line in its middle
``badsum``       spoil the checksum of the next line
``repeat``       say the last roll once more
``stall S``      say and hear nothing for S seconds
``vanish S``     unplugged; after S seconds back as another pseudo-terminal
``restart``      start anew in the middle of a line
``wait S``       do nothing for S seconds, then take the next command
``quit``         end
===============  ==============================================================================
"""

from __future__ import annotations

import heapq
import itertools
import os
import random
import secrets
import select
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from firmware_bridge.firmware.memory import Memory, Volatile
from firmware_bridge.firmware.store import FileStore
from firmware_bridge.firmware.talker import Talker
from firmware_bridge.pseudo_terminal import PseudoTerminal

_BATTERY_LOW_PERCENT = 9


class CommandError(ValueError):
    """A command is not known or has a wrong value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultyDieOptions:
    """How a die is made.

    Attributes:
        link: symbolic link to the port.
        sides: number of faces.
        rolling_s: how long a roll takes.
        memory: file for name, count and last rolls; None to forget them at the end.
        seed: seed of the noise, so that a run can be repeated.
    """

    link: Path
    sides: int = 20
    rolling_s: float = 1.0
    memory: Path | None = None
    seed: int = 0


class FaultyDie:
    """The die, its port and its faults. Everything happens in `run`, on one thread.

    Args:
        options: how it is made.
        answer: called with the answer to each command.
    """

    def __init__(self, options: FaultyDieOptions, answer: Callable[[str], None]) -> None:
        self._options = options
        self._answer = answer
        self._store = Volatile() if options.memory is None else FileStore(str(options.memory))
        self._memory, self._talker = self._start_anew()
        self._terminal: PseudoTerminal | None = PseudoTerminal(options.link)
        self._noise = random.Random(options.seed)  # noqa: S311 - noise is to be repeatable, not secret
        self._commands: deque[str] = deque()
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._timer_numbers = itertools.count()
        self._is_busy = False
        self._is_stalled = False
        self._is_over = False
        self._next_line_fault: Callable[[bytes], bytes] | None = None
        self._last_settled = b""

    def run(self, control: int, script: list[str]) -> None:
        """Obey until told to quit or until the control channel ends.

        Args:
            control: file descriptor of the control channel.
            script: commands to obey before the first from the control channel.
        """
        self._commands.extend(script)
        self._send(self._talker.start())
        try:
            self._live(control)
        finally:
            if self._terminal is not None:
                self._terminal.close()

    def _live(self, control: int) -> None:
        partial = b""
        while self._obey_waiting():
            ready = self._wait(control)
            if control in ready:
                data = os.read(control, 4096)
                if not data:
                    return
                *lines, partial = (partial + data).split(b"\n")
                self._commands.extend(line.decode("utf-8", "replace") for line in lines)
            if self._terminal is not None and self._terminal.fileno() in ready:
                self._hear(self._terminal.read())

    def _hear(self, data: bytes) -> None:
        self._send(self._talker.receive(data, _now_s()))

    def _wait(self, control: int) -> list[int]:
        """Wait for a command, the host or a timer; run the timers that are due."""
        sources = [control]
        if self._terminal is not None and not self._is_stalled:
            sources.append(self._terminal.fileno())
        timeout_s = max(0, self._timers[0][0] - time.monotonic()) if self._timers else None
        ready, _, _ = select.select(sources, [], [], timeout_s)
        while self._timers and self._timers[0][0] <= time.monotonic():
            heapq.heappop(self._timers)[2]()
        return ready

    def _later(self, delay_s: float, action: Callable[[], None]) -> None:
        heapq.heappush(
            self._timers, (time.monotonic() + delay_s, next(self._timer_numbers), action)
        )

    def _obey_waiting(self) -> bool:
        """Obey until a command takes time or none is left; False when it was the last one."""
        while self._commands and not self._is_busy and not self._is_over:
            words = self._commands.popleft().split()
            if not words or words[0].startswith("#"):
                continue
            try:
                self._obey(words[0], words[1:])
            except CommandError as error:
                self._answer(f"refused {error}")
        return not self._is_over

    def _obey(self, name: str, values: list[str]) -> None:
        match name, values:
            case "roll", []:
                self._roll(self._random_face())
            case "roll", [face]:
                self._roll(_whole(face, self._options.sides))
            case "burst", [count]:
                rolls = [self._settle(self._random_face()) for _ in range(_whole(count, 10_000))]
                self._answer(" ".join(["ok", *rolls]))
            case "noise", [count]:
                self._write(self._noise.randbytes(_whole(count, 1_000_000)))
                self._answer("ok")
            case "stall", [time_s]:
                self._later(_seconds(time_s), self._end_stall)
                self._is_stalled = True
                self._answer("ok")
            case "vanish", [time_s]:
                self._vanish(_seconds(time_s))
                self._answer("ok")
            case "wait", [time_s]:
                self._later(_seconds(time_s), self._end_wait)
                self._is_busy = True
            case _, []:
                self._obey_bare(name)
            case _:
                raise CommandError(f"{name!r} does not take {' '.join(values)!r}")

    def _obey_bare(self, name: str) -> None:
        talker = self._talker
        match name:
            case "pickup":
                self._send(talker.picked() + talker.resting(self._random_face()))
            case "cock":
                self._send(talker.picked() + talker.rolling() + talker.cocked())
            case "low":
                self._send(talker.battery(_BATTERY_LOW_PERCENT, is_low=True))
            case "cut":
                self._next_line_fault = lambda line: line[: len(line) // 2]
            case "badsum":
                self._next_line_fault = _spoil_checksum
            case "repeat":
                self._write(self._last_settled)
            case "restart":
                line = talker.rolling()
                self._write(line[: len(line) // 2])
                self._memory, self._talker = self._start_anew()
                self._send(self._talker.start())
            case "quit":
                self._is_over = True
            case _:
                raise CommandError(f"the die does not know {name!r}")
        self._answer("ok")

    def _roll(self, face: int) -> None:
        self._send(self._talker.picked() + self._talker.rolling())
        if self._options.rolling_s > 0:
            self._is_busy = True
            self._later(self._options.rolling_s, lambda: self._end_roll(face))
        else:
            self._end_roll(face)

    def _end_roll(self, face: int) -> None:
        self._is_busy = False
        try:
            self._answer(f"ok {self._settle(face)}")
        except CommandError as error:
            self._answer(f"refused {error}")

    def _settle(self, face: int) -> str:
        try:
            line = self._talker.settled(face, _now_s())
        except OSError as error:
            # What it does not remember does not count; so it may not seem to have settled either.
            self._send(self._talker.cocked())
            raise CommandError(f"no roll can be written down: {error.strerror}") from error
        self._last_settled = line
        self._send(line)
        return f"{self._memory.number}:{face}"

    def _end_stall(self) -> None:
        self._is_stalled = False

    def _end_wait(self) -> None:
        self._is_busy = False
        self._answer("ok")

    def _vanish(self, time_s: float) -> None:
        if self._terminal is None:
            raise CommandError("the die has vanished already")
        self._terminal.close()
        self._terminal = None
        self._later(time_s, self._return)

    def _return(self) -> None:
        self._terminal = PseudoTerminal(self._options.link)
        self._send(self._talker.hello())

    def _send(self, lines: bytes) -> None:
        """Put lines on the wire; the fault that waits is done to the first that says something."""
        for line in lines.splitlines(keepends=True):
            fault = self._next_line_fault
            if fault is not None and len(line) > 1:
                self._next_line_fault = None
                line = fault(line)  # noqa: PLW2901 - the line as it goes on the wire
            self._write(line)

    def _write(self, data: bytes) -> None:
        if self._terminal is not None and not self._is_stalled:
            self._terminal.write(data)

    def _random_face(self) -> int:
        return secrets.randbelow(self._options.sides) + 1

    def _start_anew(self) -> tuple[Memory, Talker]:
        """What a die does when its power comes on: it knows what it has written down."""
        memory = Memory(self._store, f"VIRTUAL-{secrets.token_hex(4).upper()}")
        return memory, Talker(memory, self._options.sides, secrets.token_hex(4).upper())


def _now_s() -> int:
    return int(time.monotonic())


def _spoil_checksum(line: bytes) -> bytes:
    """Change the last digit of the checksum for the next one."""
    digits = b"0123456789ABCDEF"
    last = digits[(digits.index(line[-2:-1]) + 1) % len(digits)]
    return line[:-2] + bytes([last]) + line[-1:]


def _whole(word: str, largest: int) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= largest:
        raise CommandError(f"a whole number from 1 to {largest} is needed and {word!r} came")
    return int(word)


def _seconds(word: str) -> float:
    try:
        time_s = float(word)
    except ValueError:
        time_s = -1
    if not 0 <= time_s <= 3600:
        raise CommandError(f"seconds from 0 to 3600 are needed and {word!r} came")
    return time_s
