"""Looks at every serial port and says what sits there and what to do about it."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import serial

from firmware_bridge.connect import PortProblem, open_port
from firmware_bridge.conversation import BAUD_RATE
from firmware_bridge.messages import PROTOCOL_VERSION, Hello, Who
from firmware_bridge.protocol import DieParser, DieProtocolError, encode
from firmware_bridge.usb_ports import SerialPort, known_name, list_serial_ports

ANSWER_TIME_S = 3.0
"""How long a port is listened to: a board may start anew when its port is opened."""
_ASK_AGAIN_S = 1.0
"""A board that has just been started hears only a later question."""


class PortVerdict(Enum):
    """What a port turned out to be."""

    DIE = "die"
    NO_PERMISSION = "no permission"
    BUSY = "another program on the port"
    UNKNOWN = "unknown device"
    SILENT = "no answer"
    NOT_ASKED = "not asked"
    FAILED = "cannot be opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class PortFinding:
    """What was found at one port.

    Attributes:
        device: path of the port.
        description: what the system or the table of known boards calls it.
        verdict: what it turned out to be.
        die: what the die said of itself, None when there is none.
        advice: one sentence that says what to do, empty when all is well.
    """

    device: str
    description: str
    verdict: PortVerdict
    die: Hello | None = None
    advice: str = ""


_VERDICTS = {
    "permission": PortVerdict.NO_PERMISSION,
    "busy": PortVerdict.BUSY,
}


def probe_ports(
    list_ports: Callable[[], list[SerialPort]] = list_serial_ports,
    answer_time_s: float = ANSWER_TIME_S,
) -> list[PortFinding]:
    """Ask every port that may belong to a die who is there.

    A port of a device that is not known as a board or converter is listed and left alone: opening
    a port can restart what sits behind it.

    Args:
        list_ports: gives the serial ports that there are.
        answer_time_s: how long to wait for an answer at each port.

    Returns:
        One finding for each port, in order of their names.
    """
    return [
        _look_at(port, answer_time_s) for port in sorted(list_ports(), key=lambda port: port.device)
    ]


def probe_port(target: str, answer_time_s: float = ANSWER_TIME_S) -> PortFinding:
    """Ask one port, of whatever kind, who is there.

    Args:
        target: path of a device or ``socket://host:port``.
        answer_time_s: how long to wait for an answer.
    """
    return _ask(target, target, answer_time_s)


def _look_at(port: SerialPort, answer_time_s: float) -> PortFinding:
    name = known_name(port)
    if name is None:
        return PortFinding(
            device=port.device,
            description=port.description,
            verdict=PortVerdict.NOT_ASKED,
            advice=f"Nothing known to carry a die; if it does, give --die {port.device}.",
        )
    return _ask(port.device, name, answer_time_s)


def _ask(target: str, description: str, answer_time_s: float) -> PortFinding:
    try:
        with open_port(target, BAUD_RATE) as port:
            die, has_spoken = _listen(port, answer_time_s)
    except PortProblem as problem:
        return PortFinding(
            device=target,
            description=description,
            verdict=_VERDICTS.get(problem.kind, PortVerdict.FAILED),
            advice=problem.reason,
        )
    except serial.SerialTimeoutException:
        return PortFinding(
            device=target,
            description=description,
            verdict=PortVerdict.SILENT,
            advice=f"{target} takes nothing in: unplug the board and plug it in.",
        )
    except OSError as error:
        return PortFinding(
            device=target,
            description=description,
            verdict=PortVerdict.FAILED,
            advice=f"{target} went away while it was asked ({error}): unplug it and plug it in.",
        )
    if die is not None:
        verdict, advice = PortVerdict.DIE, _advise_about(die)
    elif has_spoken:
        verdict, advice = PortVerdict.UNKNOWN, _advise_about_stranger(target)
    else:
        verdict, advice = PortVerdict.SILENT, _advise_about_silence(target)
    return PortFinding(
        device=target, description=description, verdict=verdict, die=die, advice=advice
    )


def _listen(port: serial.SerialBase, answer_time_s: float) -> tuple[Hello | None, bool]:
    """Ask and wait for an answer.

    Returns:
        What the die said of itself, and whether anything was said at all.
    """
    parser = DieParser()
    has_spoken = False
    deadline_s = time.monotonic() + answer_time_s
    asked_at_s = float("-inf")
    while (now_s := time.monotonic()) < deadline_s:
        if now_s >= asked_at_s + _ASK_AGAIN_S:
            port.write(encode(Who()))
            asked_at_s = now_s
        wait_s = min(deadline_s, asked_at_s + _ASK_AGAIN_S) - now_s
        ready, _, _ = select.select([port.fileno()], [], [], max(0, wait_s))
        if not ready:
            continue
        parser.receive_data(port.read(4096))
        has_spoken = True
        hello = _find_hello(parser)
        if hello is not None:
            return hello, True
    return None, has_spoken


def _find_hello(parser: DieParser) -> Hello | None:
    while True:
        try:
            message = parser.next_message()
        except DieProtocolError:
            continue
        if message is None or isinstance(message, Hello):
            return message


def _advise_about(die: Hello) -> str:
    if die.protocol == PROTOCOL_VERSION:
        return ""
    return (
        f"It speaks protocol {die.protocol} and this program {PROTOCOL_VERSION}: bring both to "
        "the same version."
    )


def _advise_about_stranger(target: str) -> str:
    return (
        f"{target} speaks, but not as a die: put the die's program on the board, or give "
        f"plain:d20@{target} if it is a die that prints only numbers."
    )


def _advise_about_silence(target: str) -> str:
    return (
        f"{target} says nothing: put the die's program on the board; if it is there, unplug the "
        "board and plug it in."
    )
