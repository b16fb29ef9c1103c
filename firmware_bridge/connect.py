"""From the name that a person types to an open port, or to a sentence that says what to do."""

from __future__ import annotations

import errno
import grp
import re
import termios
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import serial

from firmware_bridge.plain_kinds import PLAIN_KINDS

WRITE_TIMEOUT_S = 1.0

UriKind = Literal["device", "socket", "auto", "virtual", "none"]
ProblemState = Literal["missing", "busy", "silent"]
ProblemKind = Literal["absent", "permission", "busy", "not serial", "failed", "silent"]

_FORMS = (
    "a serial device such as /dev/ttyACM0, auto, socket://host:port, virtual: or none; "
    "plain:d20@PORT for a die that prints only numbers"
)
_PLAIN = re.compile(r"plain:([a-z0-9]+)@(.+)")
_SOCKET = re.compile(r"socket://(\[[0-9a-fA-F:]+\]|[^/:\s\[\]]+):([0-9]{1,5})/?")


class DieUriError(ValueError):
    """What was given as the die's port has none of the known forms."""


class PortProblem(Exception):  # noqa: N818 - it ends one attempt to reach the die, it is no error of the program
    """The die cannot be reached now; the attempt will be repeated.

    Attributes:
        kind: what is in the way.
        reason: one sentence that says what to do.
    """

    def __init__(self, kind: ProblemKind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason

    @property
    def state(self) -> ProblemState:
        """How it shows on the screens."""
        return self.kind if self.kind in {"busy", "silent"} else "missing"


@dataclass(frozen=True, slots=True)
class DieUri:
    """Where the die is.

    Attributes:
        kind: how to get there.
        target: path of the device, address of the socket, or memory file of a virtual die.
        plain: kind of a plain die that prints only numbers, None for one with the protocol.
    """

    kind: UriKind
    target: str = ""
    plain: str | None = None


def parse_uri(text: str) -> DieUri:
    """Read what a person typed as the die's port.

    Args:
        text: one of the forms that the message of the error lists.

    Raises:
        DieUriError: none of the forms fits.
    """
    plain = _PLAIN.fullmatch(text)
    if plain is not None:
        kind, rest = plain.groups()
        if kind not in PLAIN_KINDS:
            raise DieUriError(
                f"There is no kind of plain die called {kind!r}: take one of "
                f"{', '.join(PLAIN_KINDS)}."
            )
        inner = parse_uri(rest)
        if inner.kind not in {"device", "socket"}:
            raise DieUriError(
                f"A plain die needs its port by name, and {rest!r} came: give {_FORMS}."
            )
        return DieUri(inner.kind, inner.target, kind)
    if text in {"auto", "none"}:
        return DieUri("auto" if text == "auto" else "none")
    if text.startswith("virtual:"):
        return DieUri("virtual", text.removeprefix("virtual:"))
    if text.startswith("socket:"):
        address = _SOCKET.fullmatch(text)
        if address is None or not 0 < int(address[2]) < 65536:
            raise DieUriError(f"{text!r} is not of the form socket://host:port.")
        return DieUri("socket", text)
    if "://" in text or not text.startswith(("/", ".")):
        raise DieUriError(f"{text!r} is no port for a die: give {_FORMS}.")
    return DieUri("device", text)


def open_port(target: str, baud_rate: int) -> serial.SerialBase:
    """Open a device or a socket for this program alone.

    Args:
        target: path of a device or ``socket://host:port``.
        baud_rate: bits a second; of no meaning on USB and on a socket.

    Returns:
        The open port. Reading never waits; writing waits at most `WRITE_TIMEOUT_S`.

    Raises:
        PortProblem: it cannot be opened now.
    """
    try:
        if target.startswith("socket://"):
            return serial.serial_for_url(
                target, timeout=0, write_timeout=WRITE_TIMEOUT_S, baudrate=baud_rate
            )
        return serial.Serial(
            target, baud_rate, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True
        )
    except (OSError, termios.error, ValueError) as error:
        raise explain(target, error) from error


def explain(target: str, error: Exception) -> PortProblem:
    """Say what an error on opening a port means and what helps.

    Args:
        target: what was to be opened.
        error: what the system or the library answered.
    """
    if target.startswith("socket://"):
        return PortProblem(
            "absent", f"Nobody answers at {target}: switch the network bridge of the die on."
        )
    code = error.errno if isinstance(error, OSError) else None
    match code:
        case errno.EACCES | errno.EPERM:
            return PortProblem("permission", _explain_permission(target))
        case errno.EBUSY | errno.EAGAIN:
            return PortProblem(
                "busy",
                f"Another program holds {target}: close it (often a serial monitor, or "
                "ModemManager just after plugging in).",
            )
        case errno.ENOENT | errno.ENXIO | errno.ENODEV | None if not Path(target).exists():
            return PortProblem("absent", f"No die at {target}: plug it in.")
        case errno.ENOTTY | errno.EINVAL | errno.EISDIR:
            return PortProblem(
                "not serial", f"{target} is not a serial port: give {_FORMS} with --die."
            )
        case _:
            return PortProblem(
                "failed", f"{target} cannot be opened ({error}): unplug the die and plug it in."
            )


def _explain_permission(target: str) -> str:
    group = _owning_group(target)
    if group == "root":
        return (
            f"No permission to open {target}: add the udev rule that docs/die-building.md gives, "
            "then unplug the die and plug it in."
        )
    return (
        f"No permission to open {target}: run `sudo usermod -aG {group} $USER`, log out and in "
        "again."
    )


def _owning_group(target: str) -> str:
    """The group whose members may open a port: dialout or plugdev, by the system's age."""
    try:
        return grp.getgrgid(Path(target).stat().st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"
