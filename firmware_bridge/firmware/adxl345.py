"""The accelerometer ADXL345 on an I2C bus.

Registers as in the data sheet of Analog Devices, revision G.
"""

import struct

ADDRESS = 0x53
"""With the pin SDO on ground; 0x1D with SDO on supply."""

_DEVICE_ID = 0x00
_BANDWIDTH_RATE = 0x2C
_POWER_CONTROL = 0x2D
_DATA_FORMAT = 0x31
_DATA = 0x32

_ID_OF_ADXL345 = 0xE5
_HUNDRED_A_SECOND = 0x0A
_FULL_RESOLUTION_16_G = 0x0B
_MEASURE = 0x08
_G_PER_STEP = 0.0039


class AccelerometerError(OSError):
    """There is no ADXL345 at the address."""


class Adxl345:
    """Reads accelerations.

    Args:
        bus: object with ``readfrom_mem(address, register, count)`` and ``writeto_mem(address,
            register, bytes)``, such as ``machine.I2C``.
        address: address on the bus.

    Raises:
        AccelerometerError: something else answers at the address.
        OSError: nothing answers.
    """

    def __init__(self, bus, address: int = ADDRESS) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001 - the bus is a class of the board's own
        self._bus = bus
        self._address = address
        identity = bus.readfrom_mem(address, _DEVICE_ID, 1)[0]
        if identity != _ID_OF_ADXL345:
            raise AccelerometerError(f"device {identity:#04x} is no ADXL345")
        # Sixteen g, so that a hard knock is not cut off; the step is the same at every range.
        self._write(_DATA_FORMAT, _FULL_RESOLUTION_16_G)
        self._write(_BANDWIDTH_RATE, _HUNDRED_A_SECOND)
        self._write(_POWER_CONTROL, _MEASURE)

    def read_g(self) -> tuple[float, float, float]:
        """Acceleration along the three axes, in g.

        Raises:
            OSError: the accelerometer does not answer.
        """
        # All six bytes in one go, so that they belong to one sample.
        data = self._bus.readfrom_mem(self._address, _DATA, 6)
        x, y, z = struct.unpack("<hhh", data)
        return x * _G_PER_STEP, y * _G_PER_STEP, z * _G_PER_STEP

    def _write(self, register: int, value: int) -> None:
        self._bus.writeto_mem(self._address, register, bytes([value]))
