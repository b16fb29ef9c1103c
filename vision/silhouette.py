"""Tells a stack from a single marker by where its foot is.

A tilted view shows the walls of a cube on the side towards the camera, down to the foot on the map.
A single cube ends half an inch under its top face, a stack of two ends twice as deep, and the seam
between the two shows less contrast than the step from a wall to the map.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from calibration.lens import FloatArray
from vision.patches import PatchTaker, Poses

SMALLEST_WALL_IN: Final = 0.1
"""Walls that look narrower than this in the plane of the map say nothing."""
LEAST_FACING: Final = 0.3
"""Cosine between a wall's outward direction and the camera below which it is not looked at."""
SINGLE_CONTRAST: Final = -0.33
STACK_CONTRAST: Final = 0.18
"""Contrast at twice the depth less that at one, as a share of black to white, of single markers and
of stacks of two..."""
CONTRAST_SPREAD: Final = 0.25
"""...and its standard deviation about either."""
MOST_EVIDENCE: Final = 2.0
"""Walls and map can look alike by chance: no contrast counts for more than this."""
_ALONG: Final = np.linspace(0.15, 0.85, 8)
_BEYOND_IN: Final = (0.07, 0.11)
_UP_SHARES: Final = (0.16, 0.28, 0.4)
"""Where colours are taken: along a foot, beyond it, and up the wall in shares of a cube's side."""


def stack_evidence(
    taker: PatchTaker, poses: Poses, gains: FloatArray, cube_side_in: float
) -> FloatArray:
    """Logarithm of how much likelier a stack of two is than a single marker: (n,).

    Args:
        taker: the picture, at the height of single markers' top faces.
        poses: tags in that plane.
        gains: (n,) white less black of each tag in grey levels, the measure of contrast.
        cube_side_in: side of a cube.
    """
    evidence = np.zeros(len(poses))
    for index in range(len(poses)):
        at_feet = [
            _foot_contrast(taker, poses.pick(np.array([index])), level, cube_side_in)
            for level in (1, 2)
        ]
        if at_feet[0] is None or at_feet[1] is None:
            continue
        off = (at_feet[1] - at_feet[0]) / max(float(gains[index]), 1.0)
        single = ((off - SINGLE_CONTRAST) / CONTRAST_SPREAD) ** 2
        stack = ((off - STACK_CONTRAST) / CONTRAST_SPREAD) ** 2
        evidence[index] = np.clip((single - stack) / 2, -MOST_EVIDENCE, MOST_EVIDENCE)
    return evidence


def _foot_contrast(taker: PatchTaker, pose: Poses, level: int, cube_side_in: float) -> float | None:
    """Contrast between wall and map along the foot that a stack of so many cubes would have."""
    registration = taker.registration
    pixels = registration.board_to_pixels(pose.centres_in, taker.z_in)
    centre = registration.pixels_to_board(pixels, level * cube_side_in)[0]
    towards = registration.camera_in[:2] - centre
    far_in = float(np.hypot(*towards))
    height_in = float(-registration.camera_in[2])
    if cube_side_in * far_in / max(height_in - cube_side_in, 1e-6) < SMALLEST_WALL_IN:
        return None
    feet, outward = [], []
    for quarter in range(4):
        angle = float(pose.yaws_rad[0]) + quarter * np.pi / 2
        normal = np.array([np.cos(angle), np.sin(angle)])
        if normal @ towards / far_in <= LEAST_FACING:
            continue
        along = np.array([-normal[1], normal[0]]) * cube_side_in
        feet.append(centre + normal * cube_side_in / 2 + (_ALONG[:, None] - 0.5) * along)
        outward.append(np.repeat(normal[None], len(_ALONG), axis=0))
    foot, normals = np.concatenate(feet), np.concatenate(outward)
    beyond = [_colours(taker, foot + normals * off_in, 0.0) for off_in in _BEYOND_IN]
    wall = [_colours(taker, foot, share * cube_side_in) for share in _UP_SHARES]
    apart = np.mean(wall, axis=0) - np.mean(beyond, axis=0)
    return float(np.median(np.linalg.norm(apart, axis=1)))


def _colours(taker: PatchTaker, points_in: FloatArray, z_in: float) -> FloatArray:
    """Colours at board points: (n, 3); a grey picture gives its grey three times."""
    pixels = taker.registration.board_to_pixels(points_in, z_in).astype(np.float32)
    x, y = pixels[None, :, 0], pixels[None, :, 1]
    seen = taker.picture.take_colour(x, y)
    if seen is None:
        grey = taker.picture.take(x, y, smooth=False)[0]
        return np.asarray(np.stack([grey, grey, grey], axis=1), dtype=np.float64)
    return np.asarray(seen[0], dtype=np.float64)
