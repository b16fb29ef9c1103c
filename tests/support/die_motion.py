"""What the accelerometer in a die feels, made by hand: lists of samples, one each 10 ms, in g.

Runs under CPython and MicroPython alike, so it keeps to what both know. The motions are sketches of
what a die does, not recordings of one.
"""

import math

SAMPLE_MS = 10


class Chance:
    """Numbers that look random and are the same each time, under every Python.

    Args:
        seed: where to begin.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & 0x3FFFFFFF

    def up_to(self, most: float) -> float:
        """A number between minus and plus ``most``."""
        self._state = (self._state * 1103515 + 12345) & 0x3FFFFFFF
        return most * (2 * (self._state >> 8) / 0x3FFFFF - 1)

    def direction(self) -> tuple[float, float, float]:
        """A direction of length one."""
        while True:
            x, y, z = self.up_to(1), self.up_to(1), self.up_to(1)
            length = math.sqrt(x * x + y * y + z * z)
            if 0.1 < length <= 1:
                return x / length, y / length, z / length


def d20_normals() -> list[tuple[int, float, float, float]]:
    """The twenty faces of an icosahedron, numbered in an order of no meaning, and turned askew."""
    golden = (1 + math.sqrt(5)) / 2
    corners = [(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)]
    for one in (-1 / golden, 1 / golden):
        for other in (-golden, golden):
            corners += [(0.0, one, other), (one, other, 0.0), (other, 0.0, one)]
    cosine, sine = math.cos(0.4), math.sin(0.4)
    normals = []
    for index in range(20):
        x, y, z = corners[7 * index % 20]
        x, y = cosine * x - sine * y, sine * x + cosine * y
        y, z = cosine * y - sine * z, sine * y + cosine * z
        length = math.sqrt(3)
        normals.append((index + 1, x / length, y / length, z / length))
    return normals


def lying(
    up: tuple[float, float, float], time_ms: int, chance: Chance, tremble_g: float = 0.02
) -> list[tuple[float, float, float]]:
    """At rest with this direction up; with more tremble, held in a hand."""
    x, y, z = up
    samples = []
    for _ in range(time_ms // SAMPLE_MS):
        by_x, by_y, by_z = (chance.up_to(tremble_g) for _ in range(3))
        samples.append((x + by_x, y + by_y, z + by_z))
    return samples


def lifted(time_ms: int, chance: Chance) -> list[tuple[float, float, float]]:
    """Taken into the hand and turned about, without a knock."""
    samples = []
    x, y, z = chance.direction()
    for _ in range(time_ms // SAMPLE_MS):
        x, y, z = x + chance.up_to(0.3), y + chance.up_to(0.3), z + chance.up_to(0.3)
        length = math.sqrt(x * x + y * y + z * z)
        x, y, z = x / length, y / length, z / length
        strength = 1 + chance.up_to(0.4)
        samples.append((strength * x, strength * y, strength * z))
    return samples


def thrown(chance: Chance, bounces: int = 6) -> list[tuple[float, float, float]]:
    """Flies and bounces: weightless, hit, weightless, hit, and some rolling at the end."""
    samples = []
    for _ in range(bounces):
        for _ in range(5):
            x, y, z = chance.direction()
            samples.append((0.1 * x, 0.1 * y, 0.1 * z))
        x, y, z = chance.direction()
        samples.append((4 * x, 4 * y, 4 * z))
        samples += lifted(30, chance)
    return samples + lifted(300, chance)


def banged(
    up: tuple[float, float, float], chance: Chance, blows: int = 6
) -> list[tuple[float, float, float]]:
    """At rest while somebody bangs on the table."""
    samples = []
    for _ in range(blows):
        x, y, z = up
        samples += [(2.5 * x, 2.5 * y, 2.5 * z), (0.2 * x, 0.2 * y, 0.2 * z)]
        samples += lying(up, 50, chance)
    return samples
