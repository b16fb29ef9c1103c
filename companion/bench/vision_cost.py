"""What looking costs, as ratios on one machine: ``python -m companion.bench.vision_cost JSON``.

Everything runs in this one process with one thread, warm, by turns; processor time is taken, so
that other programs on the machine blur the figures less. The divisors are one pass over the picture
and OpenCV's tuned detector on the very pictures that are read.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Final

import cv2
import msgspec
import numpy as np

from calibration.layout import TableLayout
from calibration.render import render_table
from calibration.scheme import StickerScheme
from companion.bench.figures import BenchError
from companion.bench.vision_rivals import TunedAruco
from companion.bench.vision_tables import scattered, serial_scheme
from companion.bench.vision_wear import Picture
from companion.border import Moved
from vision.reader import Reader
from vision.sources.frames import Frame
from vision.watch import Watcher

FAMILY: Final = "DICT_4X4_1000"
_FRAME_S: Final = 0.25
_SETTLE_FRAMES: Final = 12
_IDLE_AFTER_MOVE: Final = 3
_STEPS_OF_A_MOVE: Final = 2
_IDLE_PER_ROUND: Final = 6
_MOVED_BY_IN: Final = 1.0


class CostWanted(msgspec.Struct, frozen=True, kw_only=True):
    """What to measure.

    Attributes:
        width_px, height_px: size of the pictures.
        family: tag family on the cubes.
        rounds: how often everything is repeated.
    """

    width_px: int
    height_px: int
    family: str = FAMILY
    rounds: int = 5


class Cost(msgspec.Struct, frozen=True, kw_only=True):
    """Medians in milliseconds of one thread.

    Attributes:
        one_pass: grey and absolute difference of a picture.
        idle: a step of the watcher in which nothing has changed.
        one_moved: the dearer of the two steps in which a moved marker is read.
        full: a whole reading, registration included.
        aruco: OpenCV's tuned detector.
    """

    one_pass: float
    idle: float
    one_moved: float
    full: float
    aruco: float


def timed_ms(work: Callable[[], object]) -> float:
    """Processor time of this process for one run."""
    began_s = time.process_time()
    work()
    return (time.process_time() - began_s) * 1000


class _Stage:
    """Pictures of one table before and after a move, and a watcher that has settled on it."""

    def __init__(self, wanted: CostWanted) -> None:
        self.scheme: Final[StickerScheme] = serial_scheme(wanted.family)
        cubes = scattered(self.scheme, seed=77)
        first = min(cubes, key=lambda cube: (cube.x_in - 13) ** 2 + (cube.y_in - 10) ** 2)
        moved = msgspec.structs.replace(first, y_in=first.y_in + _MOVED_BY_IN)
        others = tuple(cube for cube in cubes if cube is not first)
        table = TableLayout(width_px=wanted.width_px, height_px=wanted.height_px)
        self.pictures: Final[list[list[Picture]]] = [
            [
                render_table(
                    msgspec.structs.replace(table, cubes=(*others, cube), seed=seed), self.scheme
                )
                for seed in (1, 2)
            ]
            for cube in (first, moved)
        ]
        self._watcher: Final = Watcher(Reader(self.scheme))
        self._number = 0
        self._place = 0
        for _ in range(_SETTLE_FRAMES):
            self.step()
        if len(self._watcher.tracks.standing) != len(cubes):
            raise BenchError(
                f"the watcher knows {len(self._watcher.tracks.standing)} of {len(cubes)} markers"
            )

    def step(self) -> list[object]:
        """One frame of the table as it stands; two noises take turns."""
        self._number += 1
        picture = self.pictures[self._place][self._number % 2]
        frame = Frame(picture, self._number, self._number * _FRAME_S)
        return list(self._watcher.step(frame))

    def move(self) -> float:
        """Move the marker and let it settle; milliseconds of the dearer step.

        Raises:
            BenchError: the move was not seen.
        """
        self._place = 1 - self._place
        said: list[object] = []
        spent_ms = [timed_ms(lambda: said.extend(self.step())) for _ in range(_STEPS_OF_A_MOVE)]
        for _ in range(_IDLE_AFTER_MOVE):
            said += self.step()
        if sum(isinstance(message, Moved) for message in said) != 1:
            raise BenchError(f"a marker was moved, and the watcher said {said}")
        return max(spent_ms)


def measure_cost(wanted: CostWanted) -> Cost:
    """Measure by turns, after one round that is not counted.

    Raises:
        BenchError: the watcher does not see what happens.
    """
    cv2.setNumThreads(1)
    stage = _Stage(wanted)
    aruco = TunedAruco(stage.scheme)
    picture, other = stage.pictures[0]
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    before = np.asarray(cv2.cvtColor(other, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    reader = Reader(stage.scheme)

    def one_pass() -> None:
        cv2.absdiff(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), before)

    spent: dict[str, list[float]] = {
        name: [] for name in ("one_pass", "idle", "one_moved", "full", "aruco")
    }
    for number in range(wanted.rounds + 1):
        now = {name: list[float]() for name in spent}
        for _ in range(_IDLE_PER_ROUND):
            now["one_pass"].append(timed_ms(one_pass))
            now["idle"].append(timed_ms(stage.step))
        for _ in range(2):
            now["one_moved"].append(stage.move())
            now["full"].append(timed_ms(lambda: reader.read(picture)))
        now["aruco"].append(timed_ms(lambda: aruco.detect(grey)))
        if number:
            for name, values in now.items():
                spent[name] += values
    medians = {name: statistics.median(values) for name, values in spent.items()}
    return Cost(**medians)


def main() -> None:
    """Measure what the argument wants and print it."""
    wanted = msgspec.json.decode(sys.argv[1], type=CostWanted)
    sys.stdout.buffer.write(msgspec.json.encode(measure_cost(wanted)) + b"\n")


if __name__ == "__main__":
    main()
