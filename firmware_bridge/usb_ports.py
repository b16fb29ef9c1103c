"""Which serial ports there are, and which of them may belong to a die."""

from __future__ import annotations

from dataclasses import dataclass

from serial.tools.list_ports import comports


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A serial port of this computer.

    Attributes:
        device: path to open.
        description: what the system calls it.
        vendor: USB vendor number, None for a port that is not on USB.
        product: USB product number.
        serial_number: the device's own serial number, where it has one.
    """

    device: str
    description: str = ""
    vendor: int | None = None
    product: int | None = None
    serial_number: str | None = None

    @property
    def identity(self) -> tuple[int, int | None, str | None] | None:
        """What stays the same when the system gives the device another name."""
        return None if self.vendor is None else (self.vendor, self.product, self.serial_number)


# USB numbers of boards and of converter chips that home-made dice are built with. A board is asked
# before a converter, behind which anything may sit. None stands for every product of the vendor.
_BOARDS: dict[tuple[int, int | None], str] = {
    (0x2E8A, None): "Raspberry Pi Pico or other RP2040 board",
    (0x239A, None): "Adafruit board",
    (0x2886, None): "Seeed board",
    (0x303A, None): "ESP32 with its own USB",
    (0x2341, None): "Arduino",
    (0x1B4F, None): "SparkFun board",
    (0xF055, None): "MicroPython board",
}
_CONVERTERS: dict[tuple[int, int | None], str] = {
    (0x10C4, 0xEA60): "CP210x converter",
    (0x1A86, None): "CH340 converter",
    (0x0403, None): "FTDI converter",
}


def list_serial_ports() -> list[SerialPort]:
    """All serial ports that the system knows now."""
    return [
        SerialPort(
            device=port.device,
            description=port.description or "",
            vendor=port.vid,
            product=port.pid,
            serial_number=port.serial_number,
        )
        for port in comports()
    ]


def known_name(port: SerialPort) -> str | None:
    """What kind of board or converter a port belongs to; None when it is not one of ours.

    Only ports with a known kind are ever opened unasked: opening a port can restart what sits
    behind it.
    """
    for table in (_BOARDS, _CONVERTERS):
        for (vendor, product), name in table.items():
            if port.vendor == vendor and product in {None, port.product}:
                return name
    return None


def possible_dice(ports: list[SerialPort]) -> list[SerialPort]:
    """The ports that may belong to a die, the likeliest first."""
    boards = {vendor for vendor, _ in _BOARDS}
    known = [port for port in ports if known_name(port) is not None]
    return sorted(known, key=lambda port: (port.vendor not in boards, port.device))
