"""The doctor's look at the die: which ports there are, what answered, what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from companion.service.doctor_finding import Finding, Level
from companion.service.settings import NONE
from firmware_bridge.connect import DieUri, DieUriError, parse_uri
from firmware_bridge.doctor import ANSWER_TIME_S, PortFinding, PortVerdict, probe_port, probe_ports
from firmware_bridge.usb_ports import SerialPort, list_serial_ports

AUTO: Final = "auto"
_QUIET: Final = (PortVerdict.UNKNOWN, PortVerdict.SILENT)


def examine_die(
    uri: str,
    list_ports: Callable[[], list[SerialPort]] = list_serial_ports,
    answer_time_s: float = ANSWER_TIME_S,
) -> Iterator[Finding]:
    """Look at every port, or at the one that was named.

    Args:
        uri: a die URI; ``auto`` looks at all ports.
        list_ports: gives the serial ports that there are.
        answer_time_s: how long to wait for an answer at each port.
    """
    if uri == NONE:
        yield Finding(part="die", level="well", text="No die is used: rolls are typed in.")
        return
    try:
        named = parse_uri(uri)
    except DieUriError as error:
        yield Finding(part="die", level="trouble", text=str(error), mend="Give another --die.")
        return
    match named.kind:
        case "device" | "socket":
            yield _of_named(probe_port(named.target, answer_time_s), named)
        case "auto":
            yield from _of_all(probe_ports(list_ports, answer_time_s))
        case _:
            yield Finding(part="die", level="well", text="The virtual die needs no port.")


def _of_all(found: list[PortFinding]) -> Iterator[Finding]:
    for port in found:
        yield _of_port(port, _level(port))
    if not any(port.verdict is PortVerdict.DIE for port in found):
        where = "No serial port is plugged in." if not found else "No die answers at any port."
        yield Finding(
            part="die",
            level="note",
            text=where,
            mend="Plug the die in; until then rolls are typed in at the tablets.",
        )


def _level(port: PortFinding) -> Level:
    """A port that was not named may belong to something else; that is no trouble."""
    if port.verdict is PortVerdict.DIE:
        return "trouble" if port.advice else "well"
    if port.verdict in (PortVerdict.NO_PERMISSION, PortVerdict.BUSY, PortVerdict.FAILED):
        return "trouble"
    return "note"


def _of_named(port: PortFinding, named: DieUri) -> Finding:
    if named.plain is not None and port.verdict in _QUIET:
        text = f"{port.device} opens. A plain die ({named.plain}) is heard only when it rolls."
        return Finding(part="die", level="well", text=text)
    is_well = port.verdict is PortVerdict.DIE and not port.advice
    return _of_port(port, "well" if is_well else "trouble")


def _of_port(port: PortFinding, level: Level) -> Finding:
    name = port.device
    if port.description not in ("", port.device, "n/a"):
        name = f"{port.device} ({port.description})"
    if port.die is not None:
        die = port.die
        text = (
            f"{name}: the die {die.die} with {die.sides} sides, firmware {die.firmware}, "
            f"rolls so far: {die.number}."
        )
    else:
        text = f"{name}: {port.verdict.value}."
    return Finding(part="die", level=level, text=text, mend=port.advice)
