"""The calibration of a die: which direction is up for each face, as a text in a file.

One line a face: its number and the three accelerations measured while it lay on top, in g.
"""

import math

MIN_APART_DEG = 20.0
"""Faces measured nearer to each other than this are one face laid twice. The faces of a die with
twenty sides are 41.8 degrees apart, of one with twelve 63.4, with six 90."""


class CalibrationError(ValueError):
    """The measured faces cannot be those of one die."""


def dump(normals: list[tuple[int, float, float, float]]) -> str:
    """Write a calibration."""
    return "".join([f"{face} {x:.4f} {y:.4f} {z:.4f}\n" for face, x, y, z in normals])


def load(text: str) -> list[tuple[int, float, float, float]]:
    """Read a calibration and check it.

    Raises:
        CalibrationError: a line is not understood, a face is missing, or two faces are one.
    """
    normals = []
    for line in text.split("\n"):
        if not line.strip():
            continue
        words = line.split()
        try:
            face, x, y, z = int(words[0]), float(words[1]), float(words[2]), float(words[3])
        except (ValueError, IndexError):
            raise CalibrationError(f"not a face and three accelerations: {line}") from None
        normals.append((face, x, y, z))
    check(normals)
    return normals


def check(normals: list[tuple[int, float, float, float]]) -> None:
    """See that these are the faces of one die.

    Raises:
        CalibrationError: faces are missing, were measured in motion, or were laid twice.
    """
    faces = sorted([normal[0] for normal in normals])
    if len(faces) < 4 or faces != list(range(1, len(faces) + 1)):
        raise CalibrationError(f"the faces 1 to {max(len(faces), 4)} are needed, measured: {faces}")
    for face, x, y, z in normals:
        if not 0.8 < math.sqrt(x * x + y * y + z * z) < 1.2:
            raise CalibrationError(f"face {face} was measured while the die moved")
    for index, (face, x, y, z) in enumerate(normals):
        for other, other_x, other_y, other_z in normals[:index]:
            if _angle_deg((x, y, z), (other_x, other_y, other_z)) < MIN_APART_DEG:
                raise CalibrationError(f"faces {other} and {face} are the same face, laid twice")


def _angle_deg(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    product = sum([a * b for a, b in zip(one, other)])  # noqa: B905 - MicroPython's zip knows no strict
    lengths = math.sqrt(sum([a * a for a in one]) * sum([b * b for b in other]))
    return math.degrees(math.acos(max(-1.0, min(1.0, product / lengths))))
