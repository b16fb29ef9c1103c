"""Runs the program of the die inside MicroPython: motions go in, the die's words come out.

The hardware alone is left out; what it would measure comes from `die_motion`.
"""

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
from firmware_bridge.firmware.device import Device
from firmware_bridge.firmware.memory import Memory
from firmware_bridge.firmware.sensing import Faces, Sensing
from firmware_bridge.firmware.store import FileStore
from firmware_bridge.firmware.talker import Talker

MEMORY_FILE = "/rolls.txt"


class Bench:
    """One start of the die."""

    def __init__(self, session: str, seed: int) -> None:
        faces = normals.load(normals.dump(d20_normals()))
        self._up = {face: (x, y, z) for face, x, y, z in faces}
        self._chance = Chance(seed)
        self._now_ms = 0
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

    def _feel(self, samples: list[tuple[float, float, float]]) -> str:
        lines = b""
        for sample in samples:
            self._now_ms += SAMPLE_MS
            lines += self._device.sample(sample, self._now_ms)
        return lines.decode()
