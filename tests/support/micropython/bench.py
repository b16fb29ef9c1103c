"""Runs the program of the die inside MicroPython: motions go in, the die's words come out.

The hardware alone is left out; what it would measure comes from `die_motion`.
"""

import os
import struct
import sys

from die_motion import (  # type: ignore[import-not-found] # it lies beside this file inside
    SAMPLE_MS,
    Chance,
    d20_normals,
    lifted,
    lying,
    thrown,
)

from firmware_bridge.firmware import normals
from firmware_bridge.firmware.adxl345 import Adxl345
from firmware_bridge.firmware.device import Device
from firmware_bridge.firmware.memory import Memory
from firmware_bridge.firmware.sensing import Faces, Sensing
from firmware_bridge.firmware.store import FileStore
from firmware_bridge.firmware.talker import Talker

MEMORY_FILE = "/rolls.txt"
_FOLDER = "/firmware_bridge/firmware"


class Bus:
    """An I2C bus with an ADXL345 that feels what it is told."""

    def __init__(self) -> None:
        self.data = bytes(6)

    def feel(self, acceleration: tuple[float, float, float]) -> None:
        """Turn g into the steps of the chip."""
        x, y, z = acceleration
        self.data = struct.pack("<hhh", round(256 * x), round(256 * y), round(256 * z))

    def readfrom_mem(self, _address: int, register: int, _count: int) -> bytes:
        """What the chip's registers hold."""
        return b"\xe5" if register == 0 else self.data

    def writeto_mem(self, _address: int, _register: int, _data: bytes) -> None:
        """Its settings change nothing here."""


class Bench:
    """One start of the die."""

    def __init__(self, session: str, seed: int) -> None:
        faces = normals.load(normals.dump(d20_normals()))
        self._up = {face: (x, y, z) for face, x, y, z in faces}
        self._chance = Chance(seed)
        self._now_ms = 0
        self._bus = Bus()
        self._watch = Adxl345(self._bus)
        memory = Memory(FileStore(MEMORY_FILE), "MICROPYTHON-" + session)
        self._memory = memory
        self._device = Device(Sensing(Faces(faces)), Talker(memory, len(faces), session))

    def start(self) -> str:
        """First words after a start."""
        return self._device.start().decode()

    def roll(self, face: int) -> str:
        """Lift, throw, and come to rest on a face."""
        chance = self._chance
        return self._feel(lifted(300, chance) + thrown(chance) + lying(self._up[face], 600, chance))

    def receive(self, text: str) -> str:
        """What the host says; each character stands for one byte."""
        return self._device.receive(bytes([ord(char) for char in text]), self._now_ms).decode()

    def number(self) -> int:
        """Number of the last roll."""
        return self._memory.number

    def interpreter(self) -> str:
        """What runs this."""
        return sys.implementation.name

    def compile_all(self) -> int:
        """Compile every file of the program, the parts for the hardware too; how many."""
        listed = os.listdir(_FOLDER)  # noqa: PTH208 - MicroPython has no pathlib
        names = [name for name in listed if name.endswith(".py")]
        for name in names:
            with open(_FOLDER + "/" + name) as file:  # noqa: PTH123 - MicroPython has no pathlib
                compile(file.read(), name, "exec")
        return len(names)

    def _feel(self, samples: list[tuple[float, float, float]]) -> str:
        lines = b""
        for sample in samples:
            self._now_ms += SAMPLE_MS
            self._bus.feel(sample)
            lines += self._device.sample(self._watch.read_g(), self._now_ms)
        return lines.decode()
