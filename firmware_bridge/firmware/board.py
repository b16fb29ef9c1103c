"""The die on a Raspberry Pi Pico with an ADXL345. The only module that needs the hardware.

`main.py` on the board calls `run`; `docs/die-building.md` describes wiring and calibration.
"""

import os
import select
import sys
import time

import machine  # type: ignore[import-not-found] # a module of MicroPython alone

from firmware_bridge.firmware import normals
from firmware_bridge.firmware.adxl345 import Adxl345
from firmware_bridge.firmware.device import Device
from firmware_bridge.firmware.memory import Memory
from firmware_bridge.firmware.sensing import Faces, Sensing
from firmware_bridge.firmware.store import FileStore
from firmware_bridge.firmware.talker import Talker

NORMALS_FILE = "normals.txt"
MEMORY_FILE = "rolls.txt"
_SAMPLE_MS = 10
_CALIBRATION_SAMPLES = 100
_MOVED_G = 0.06


def accelerometer() -> Adxl345:
    """Open the accelerometer: SDA on GP4, SCL on GP5, bus 0."""
    bus = machine.I2C(0, sda=machine.Pin(4), scl=machine.Pin(5), freq=400_000)
    return Adxl345(bus)


def run() -> None:
    """Be a die until the power goes."""
    sensor = accelerometer()
    faces = normals.load(FileStore(NORMALS_FILE).load())
    board = "".join([f"{byte:02X}" for byte in machine.unique_id()[-3:]])
    memory = Memory(FileStore(MEMORY_FILE), f"PICO-{board}-{_random_digits(2)}")
    device = Device(Sensing(Faces(faces)), Talker(memory, len(faces), _random_digits(4)))
    incoming = select.poll()
    incoming.register(sys.stdin, select.POLLIN)
    clock = _Clock()
    sys.stdout.buffer.write(device.start())
    while True:
        began_ms = clock.now_ms()
        lines = device.sample(sensor.read_g(), began_ms)
        # One byte a time: reading more would wait until as many have come.
        while incoming.poll(0):
            lines += device.receive(sys.stdin.buffer.read(1), began_ms)
        if lines:
            sys.stdout.buffer.write(lines)
        time.sleep_ms(max(0, began_ms + _SAMPLE_MS - clock.now_ms()))  # type: ignore[attr-defined] # MicroPython alone has it


def calibrate(sides: int = 20) -> None:
    """Measure where the faces are, by questions and answers in the console, and keep it.

    Args:
        sides: number of faces.
    """
    sensor = accelerometer()
    measured = []
    for face in range(1, sides + 1):
        while True:
            input(f"Lay face {face} on top, let go, press return: ")
            samples = []
            for _ in range(_CALIBRATION_SAMPLES):
                samples.append(sensor.read_g())
                time.sleep_ms(_SAMPLE_MS)  # type: ignore[attr-defined] # MicroPython alone has it
            spread = [max(axis) - min(axis) for axis in zip(*samples)]  # noqa: B905 - MicroPython's zip knows no strict
            if max(spread) <= _MOVED_G:
                break
            print("It moved; once more.")  # noqa: T201 - the console is where this is used
        x, y, z = [sum(axis) / len(samples) for axis in zip(*samples)]  # noqa: B905 - MicroPython's zip knows no strict
        measured.append((face, x, y, z))
    normals.check(measured)
    FileStore(NORMALS_FILE).save(normals.dump(measured))
    print("Kept. Unplug the die and plug it in.")  # noqa: T201 - the console is where this is used


class _Clock:
    """Milliseconds since the start that never wrap, out of ticks that do."""

    def __init__(self) -> None:
        self._ticks = time.ticks_ms()  # type: ignore[attr-defined] # MicroPython alone has it
        self._now_ms = 0

    def now_ms(self) -> int:
        ticks = time.ticks_ms()  # type: ignore[attr-defined] # MicroPython alone has it
        self._now_ms += time.ticks_diff(ticks, self._ticks)  # type: ignore[attr-defined] # MicroPython alone has it
        self._ticks = ticks
        return self._now_ms


def _random_digits(count: int) -> str:
    """Hexadecimal digits, two for each byte of chance."""
    return "".join([f"{byte:02X}" for byte in os.urandom(count)])
