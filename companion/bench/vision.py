"""``companion bench vision``: how well markers are read, beside other detectors, and at what cost.

The ladder shows painted tables with ever worse faults to the reader, to OpenCV's ArUco with default
and with tuned settings and, where its binding is installed, to AprilTag 3 on the full picture. The
costs are ratios to what OpenCV needs for the same pictures; they are taken in a process of its own
with one thread. Memory and processor time are those of the eye's own process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from typing import Final

import cv2
import msgspec

from companion.bench.figures import Bench, BenchError, Figures, Goal, Say, at_most, report
from companion.bench.vision_cost import Cost, CostWanted
from companion.bench.vision_eye import measure_eye
from companion.bench.vision_ladder import FAMILY, Rung, climb, rungs
from companion.bench.vision_rivals import has_apriltag
from companion.bench.vision_tables import serial_scheme
from vision.eye_client import ONE_THREAD

SIZES_PX: Final = ((1920, 1080), (2304, 1296), (4056, 3040))
LARGEST: Final = "4056x3040"
_LADDER: Final = "ladder/"
_CELL: Final = 18
"""Width of a column for people."""
_ROUNDS: Final = 7
_QUICK_ROUNDS: Final = 1
_QUICK_EYE_S: Final = 5.0
_TABLES: Final = 4
_LADDER_SHARE: Final = 12.0
"""Seconds of the ladder for each second asked for, at most; one table is shown at any rate."""
_QUICK_LARGEST: Final = 4.0
_QUICK_EVERY: Final = 4
_PATIENCE_S: Final = 280.0


def measure(seconds: float, say: Say) -> Figures:
    """Everything, in a few minutes.

    Raises:
        BenchError: something of it could not be carried out.
    """
    return _measure(rungs(), _LADDER_SHARE * seconds, _ROUNDS, seconds / 2, say)


def measure_quickly(seconds: float, say: Say) -> Figures:
    """A quarter of the rungs without the largest pictures, and everything else with few repeats.

    Raises:
        BenchError: something of it could not be carried out.
    """
    ladder = [rung for rung in rungs() if rung.pixels_per_module <= _QUICK_LARGEST]
    return _measure(
        tuple(ladder[::_QUICK_EVERY]), 0.0, _QUICK_ROUNDS, min(seconds, _QUICK_EYE_S), say
    )


def _measure(
    ladder: tuple[Rung, ...], ladder_s: float, rounds: int, eye_s: float, say: Say
) -> Figures:
    figures: dict[str, float | int] = {}
    for width_px, height_px in SIZES_PX:
        say(f"costs at {width_px}x{height_px}, {rounds} rounds")
        cost = _cost(CostWanted(width_px=width_px, height_px=height_px, rounds=rounds))
        figures |= _ratios(f"{width_px}x{height_px}", cost)
    for width_px, height_px in SIZES_PX:
        name = f"{width_px}x{height_px}"
        if rounds > _QUICK_ROUNDS or name == LARGEST:
            say(f"the eye looks at a still table, {name}")
            needs = measure_eye(width_px, height_px, eye_s)
            figures[f"{name}/pss_mb"] = round(needs.pss_mb, 1)
            figures[f"{name}/idle_cpu_pct"] = round(needs.idle_cpu_pct, 2)
    if not has_apriltag():
        say("AprilTag 3 is left out: pip install '.[bench]' brings its binding")
    cv2.setNumThreads(1)
    climbed = climb(
        serial_scheme(FAMILY), ladder, _TABLES if rounds > _QUICK_ROUNDS else 1, ladder_s, say
    )
    return {**figures, **climbed}


def _cost(wanted: CostWanted) -> Cost:
    try:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "companion.bench.vision_cost",
                msgspec.json.encode(wanted).decode(),
            ],
            check=True,
            capture_output=True,
            timeout=_PATIENCE_S,
            env={**os.environ, **ONE_THREAD},
        )
    except subprocess.CalledProcessError as error:
        words = error.stderr.decode("utf-8", "replace").strip().splitlines()
        raise BenchError(f"the costs were not measured: {words[-1:]}") from error
    except subprocess.TimeoutExpired as error:
        raise BenchError(f"the costs took longer than {_PATIENCE_S:g} s") from error
    return msgspec.json.decode(done.stdout, type=Cost)


def _ratios(name: str, cost: Cost) -> Mapping[str, float]:
    return {
        f"{name}/idle_over_pass": round(cost.idle / cost.one_pass, 3),
        f"{name}/one_moved_over_aruco": round(cost.one_moved / cost.aruco, 4),
        f"{name}/full_over_aruco": round(cost.full / cost.aruco, 3),
        f"{name}/pass_ms": round(cost.one_pass, 3),
        f"{name}/aruco_ms": round(cost.aruco, 1),
    }


def lines(figures: Figures, goals: Iterable[Goal]) -> list[str]:
    """The costs as they come, the ladder as a table with one line for each rung."""
    plain = {key: value for key, value in figures.items() if not key.startswith(_LADDER)}
    table: dict[str, dict[str, str]] = {}
    for key, value in figures.items():
        if key.startswith(_LADDER) and key.endswith("_recall"):
            _, rung, name = key.split("/")
            false = figures[key.removesuffix("_recall") + "_false"]
            off_px = figures.get(key.removesuffix("_recall") + "_p95_px")
            cell = f"{value:.3f}" + (f" +{false}" if false else "")
            cell += "" if off_px is None else f" {off_px:6.3f}"
            table.setdefault(rung, {})[name.removesuffix("_recall")] = cell
    detectors = list(next(iter(table.values()), {}))
    width = max((len(rung) for rung in table), default=0)
    rows = [f"{'':<{width}}" + "".join(f"{name:>{_CELL}}" for name in detectors)]
    rows += [
        f"{rung:<{width}}" + "".join(f"{cells[name]:>{_CELL}}" for name in detectors)
        for rung, cells in table.items()
    ]
    heading = (
        "Recall on the ladder; +n counts ids that are not there; then how many pixels the middles "
        "of the tags are off, 95th percentile:"
    )
    return [*report(plain, goals), "", heading, *rows]


def _size_goals(name: str) -> tuple[Goal, ...]:
    return (
        at_most(f"{name}/idle_over_pass", 1.0),
        at_most(f"{name}/one_moved_over_aruco", 0.04),
        at_most(f"{name}/full_over_aruco", 0.4),
    )


BENCH: Final = Bench(
    about="How well markers are read beside other detectors, and what looking costs.",
    measure=measure,
    quick=measure_quickly,
    lines=lines,
    goals=(
        *(goal for width, height in SIZES_PX for goal in _size_goals(f"{width}x{height}")),
        at_most(f"{LARGEST}/pss_mb", 250),
        at_most(f"{LARGEST}/idle_cpu_pct", 10),
        at_most("ladder_rungs_behind", 0),
        at_most("ladder_rungs_with_more_false_ids", 0),
    ),
)
"""For ``companion bench``."""
