"""From tags in one plane to markers: heights, places, and each marker once."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.registration import Registration
from calibration.scheme import StickerScheme
from companion.board.grid import BoardPoint
from vision.decode import CERTAIN_RATIO, FittedTags
from vision.heights import (
    SMALLEST_SHARE,
    TagSizes,
    are_of_size,
    are_open,
    choose_levels,
    common_side_in,
    level_odds,
)
from vision.patches import PatchTaker
from vision.place import place_of
from vision.reading import MarkerSeen
from vision.silhouette import stack_evidence

FloatArray = NDArray[np.float64]

NEAREST_SHARE: Final = 0.85
"""Top faces at one height are at least this share of a cube's side apart."""
LIKELY_SKEW: Final = 0.02
"""How far out of the square a tag may look that is read with some doubt."""
PRINT_SIZES: Final = (0.93, 1.18)
"""Prints may be this much smaller or larger than the scheme says, heights and stacks included."""
SHARP: Final = 0.5
"""Blur in modules up to which a tag can be told from any other print by itself."""
_RIVALS: Final = 10
"""So many other prints are taken to be about for each that is one of ours."""


def markers_from(
    tags: FittedTags,
    taker: PatchTaker,
    tag_ids: NDArray[np.intp],
    scheme: StickerScheme,
    known_side_in: float | None,
    blur_px: float,
) -> tuple[tuple[MarkerSeen, ...], float | None]:
    """Turn tags into markers.

    Args:
        tags: as `detect_tags` found them in the plane one cube above the map.
        taker: the picture they are in.
        tag_ids: ids of the code book.
        scheme: what the ids mean.
        known_side_in: printed size of the tags where an earlier picture gave it.
        blur_px: blur of edges in the full picture.

    Returns:
        The markers from north to south, and the printed size if it is known now.
    """
    registration = taker.registration
    cube_in = scheme.cube_side_in
    height_in = float(-registration.camera_in[2])
    side_in = common_side_in(tags.poses.sides_in[tags.verdicts.are_clear()], known_side_in)
    if side_in is None:
        module_in = scheme.marker_tag_side_in / scheme.family.modules
        blur = blur_px / (registration.pixels_per_inch(cube_in) * module_in)
        believed = _are_certain(tags, scheme.marker_tag_side_in, blur)
    else:
        believed = _are_believed(tags, side_in, cube_in, height_in)
    tags = tags.pick(np.flatnonzero(believed))
    count = len(tags.poses)
    levels, sure = np.ones(count, dtype=np.intp), np.ones(count)
    if side_in is not None and count:
        levels, sure = _levels(tags, taker, side_in, cube_in)
    centres = _at_heights(tags.poses.centres_in, levels, cube_in, registration)
    ids = tag_ids[tags.verdicts.codes]
    markers = []
    for index in _each_once(tags, ids, centres, levels, scheme):
        tag_id = int(ids[index])
        meaning = scheme.meaning(tag_id)
        if meaning is None:
            continue
        x_in, y_in = (float(value) for value in centres[index])
        place, place_sure = place_of(scheme.board, BoardPoint(x_in, y_in))
        markers.append(
            MarkerSeen(
                tag_id=tag_id,
                colour=meaning.colour,
                face=meaning.face,
                serial=meaning.serial,
                x_in=round(x_in, 4),
                y_in=round(y_in, 4),
                z_in=round(float(levels[index]) * cube_in, 4),
                yaw_deg=round(float(np.degrees(tags.poses.yaws_rad[index])) % 360, 2),
                place=place,
                confidence=round(
                    _tag_sure(tags, index, scheme) * place_sure * float(sure[index]), 4
                ),
            )
        )
    markers.sort(key=lambda marker: (round(marker.y_in), marker.x_in))
    return tuple(markers), side_in


def _are_certain(tags: FittedTags, expected_in: float, blur: float) -> NDArray[np.bool_]:
    """Which tags count while too few are in sight to know the size of the prints: (n,).

    With markers by the dozen a wrong one stands out by its size; here only the tag itself speaks.
    Where the blur, in modules, is wide, it has less to say, and the best must be better by more.
    """
    sizes = tags.poses.sides_in / expected_in
    in_range = (sizes >= PRINT_SIZES[0]) & (sizes <= PRINT_SIZES[1])
    square = tags.skews <= LIKELY_SKEW
    plain = tags.verdicts.ratios <= CERTAIN_RATIO * min(1.0, SHARP / max(blur, 1e-6))
    certain = tags.verdicts.are_certain() & plain
    return np.asarray(certain & in_range & square, dtype=np.bool_)


def _are_believed(
    tags: FittedTags, side_in: float, cube_in: float, height_in: float
) -> NDArray[np.bool_]:
    """Which tags count: the clear ones, and the likely ones if they are square and of the size."""
    clear = tags.verdicts.are_clear()
    sides_in = tags.poses.sides_in
    fitting = are_of_size(sides_in, side_in, cube_in, height_in) & (tags.skews <= LIKELY_SKEW)
    return np.asarray((clear & (sides_in >= SMALLEST_SHARE * side_in)) | fitting, dtype=np.bool_)


def _levels(
    tags: FittedTags, taker: PatchTaker, side_in: float, cube_in: float
) -> tuple[NDArray[np.intp], FloatArray]:
    """How many cubes stand on each other under each tag, by size and, where open, by the foot."""
    height_in = float(-taker.registration.camera_in[2])
    sizes = TagSizes(tags.poses.sides_in, tags.skews, 1 - tags.verdicts.scores**2)
    odds = level_odds(sizes, side_in, cube_in, height_in)
    left_open = np.flatnonzero(are_open(odds))
    odds[1, left_open] += stack_evidence(
        taker, tags.poses.pick(left_open), tags.gains[left_open], cube_in
    )
    return choose_levels(odds)


def _at_heights(
    centres_in: FloatArray, levels: NDArray[np.intp], cube_in: float, registration: Registration
) -> FloatArray:
    """Centres seen in the plane one cube up, moved to where they are at their own heights."""
    moved = centres_in.copy()
    for level in range(2, int(levels.max(initial=1)) + 1):
        which = np.flatnonzero(levels == level)
        if len(which):
            pixels = registration.board_to_pixels(centres_in[which], cube_in)
            moved[which] = registration.pixels_to_board(pixels, level * cube_in)
    return moved


def _each_once(
    tags: FittedTags,
    ids: NDArray[np.intp],
    centres: FloatArray,
    levels: NDArray[np.intp],
    scheme: StickerScheme,
) -> list[int]:
    """Indices of the tags that count, the clearest first.

    Two tops at one height cannot overlap, and in the serial scheme a tag exists once.
    """
    kept: list[int] = []
    for index in np.argsort(tags.verdicts.ratios, kind="stable"):
        rivals = [other for other in kept if levels[other] == levels[index]]
        apart = np.hypot(*(centres[rivals] - centres[index]).T)
        if rivals and apart.min() < NEAREST_SHARE * scheme.cube_side_in:
            continue
        if scheme.kind == "serial" and any(ids[other] == ids[index] for other in kept):
            continue
        kept.append(int(index))
    return kept


def _tag_sure(tags: FittedTags, index: int, scheme: StickerScheme) -> float:
    """Probability that a tag is what it looks like rather than one of its nearest rivals.

    Each module counts as one independent look; the misfit of the best tag gives the noise.
    """
    looks = scheme.family.modules**2
    ratio = float(tags.verdicts.ratios[index])
    return float(1 / (1 + _RIVALS * ratio ** (looks / 2)))
