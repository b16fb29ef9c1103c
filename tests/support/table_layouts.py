"""Tables to render: all markers of a scheme scattered over the map, some of them stacked."""

from __future__ import annotations

import math
import random

import msgspec

from calibration.layout import CubeLayout, TableLayout
from calibration.scheme import StickerScheme
from vision.reading import Reading

APART_IN = 0.75


def scattered(scheme: StickerScheme, seed: int, markers: int = 40, stacked: int = 0) -> TableLayout:
    """Markers at random places and turns, no two nearer than `APART_IN`.

    The last few stand upon the first few.
    """
    source = random.Random(seed)  # noqa: S311 - scatters cubes, guards nothing
    kinds = [
        (colour.name, colour.first_serial + index if scheme.kind == "serial" else None)
        for colour in scheme.colours
        for index in range(colour.markers)
    ]
    chosen = source.sample(kinds, markers)
    places: list[tuple[float, float]] = []
    while len(places) < markers - stacked:
        x_in = source.uniform(0.5, scheme.board.width_in - 0.5)
        y_in = source.uniform(0.5, scheme.board.height_in - 0.5)
        if all(math.dist((x_in, y_in), place) >= APART_IN for place in places):
            places.append((x_in, y_in))
    places += places[:stacked]
    return TableLayout(
        cubes=tuple(
            CubeLayout(
                colour=colour,
                serial=serial,
                face=source.randint(1, 6),
                x_in=place[0],
                y_in=place[1],
                z_in=1.0 if index >= markers - stacked else 0.5,
                yaw_deg=source.uniform(0, 360),
            )
            for index, ((colour, serial), place) in enumerate(zip(chosen, places, strict=True))
        )
    )


def varied(layout: TableLayout, **changes: object) -> TableLayout:
    """The layout with other camera, light, blur or size."""
    return msgspec.structs.replace(layout, **changes)


def tops(layout: TableLayout) -> list[CubeLayout]:
    """The cubes that have none upon them."""
    upper = {(cube.x_in, cube.y_in) for cube in layout.cubes if cube.z_in > 0.75}
    return [
        cube for cube in layout.cubes if cube.z_in > 0.75 or (cube.x_in, cube.y_in) not in upper
    ]


def unmatched(
    layout: TableLayout, reading: Reading, within_in: float
) -> tuple[list[CubeLayout], int]:
    """Cubes on top that a reading misses, and how many of its markers are on no such cube."""
    left = tops(layout)
    wrong = 0
    for marker in reading.markers:
        fitting = [
            cube
            for cube in left
            if (cube.colour, cube.face, cube.serial) == (marker.colour, marker.face, marker.serial)
            and math.dist((cube.x_in, cube.y_in), (marker.x_in, marker.y_in)) <= within_in
            and abs(cube.z_in - marker.z_in) < 0.25
        ]
        if fitting:
            left.remove(fitting[0])
        else:
            wrong += 1
    return left, wrong
