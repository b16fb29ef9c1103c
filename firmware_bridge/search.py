"""Which ports to ask for a die, and in which order. Pure: knows neither ports nor clock.

Opening a port can restart what sits behind it, and asking takes seconds. So a port that did not
answer is left alone for a while, and for good once the die has been found elsewhere; but a port
that was plugged in anew is asked at once.
"""

from __future__ import annotations

import math
from pathlib import Path

from firmware_bridge.usb_ports import SerialPort, possible_dice

ASK_AGAIN_AFTER_S = 15.0
"""How long a port that did not answer is left alone while no die has been found."""


class DieSearch:
    """Remembers where the die was and who did not answer."""

    def __init__(self) -> None:
        self._found: SerialPort | None = None
        self._leave_until_s: dict[str, float] = {}

    def targets(self, ports: list[SerialPort], now_s: float) -> list[str]:
        """The ports to ask now, the likeliest first.

        Args:
            ports: all serial ports that there are.
            now_s: the clock.
        """
        here = {port.device for port in ports}
        self._leave_until_s = {
            device: until_s for device, until_s in self._leave_until_s.items() if device in here
        }
        wanted = [
            port
            for port in possible_dice(ports)
            if self._leave_until_s.get(port.device, -math.inf) <= now_s
        ]
        return [port.device for port in sorted(wanted, key=lambda port: not self._is_found(port))]

    def follow(self, device: str, ports: list[SerialPort]) -> str:
        """The path of the die that was found at a path, or at the one the system gives it now.

        Args:
            device: the path that was asked for.
            ports: all serial ports that there are.
        """
        if Path(device).exists():
            return device
        return next((port.device for port in ports if self._is_found(port)), device)

    def was_found(self, device: str, ports: list[SerialPort]) -> None:
        """A die has spoken at a path; links are followed."""
        target = Path(device).resolve()
        for port in ports:
            if Path(port.device).resolve() == target:
                self._found = port

    def was_silent(self, device: str, ports: list[SerialPort], now_s: float) -> None:
        """Nobody understandable was at a path. The die that was found is never left alone."""
        if any(self._is_found(port) for port in ports if port.device == device):
            return
        is_found_elsewhere = self._found is not None
        self._leave_until_s[device] = math.inf if is_found_elsewhere else now_s + ASK_AGAIN_AFTER_S

    def _is_found(self, port: SerialPort) -> bool:
        return (
            self._found is not None
            and port.identity is not None
            and port.identity == self._found.identity
        )
