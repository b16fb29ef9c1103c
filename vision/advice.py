"""What to tell people about corner tags that are not seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from calibration.registration import Registration
from calibration.scheme import CornerTag, StickerScheme
from calibration.solve import FEWEST_TAGS
from vision.detect import WIDEST_BLUR

SMALLEST_MODULE_PX: Final = 1.25
"""Below so many pixels a module of a marker's tag is not read reliably any more."""

MIRRORED: Final = (
    "The picture is mirrored, so no print can be read: switch mirroring off in the settings of the "
    "camera or of the program that sends its pictures."
)


def corner_name(scheme: StickerScheme, corner: CornerTag) -> str:
    """Which corner of the map a tag lies at, such as ``north-west``."""
    north = corner.y_in < scheme.board.height_in / 2
    west = corner.x_in < scheme.board.width_in / 2
    return f"{'north' if north else 'south'}-{'west' if west else 'east'}"


def no_board(scheme: StickerScheme, seen: Sequence[int]) -> str:
    """Why the board is not found and how to help."""
    if len(seen) >= FEWEST_TAGS:
        return (
            "The corner tags do not lie where they belong. Lay each one at its own corner of the "
            "map, its upper edge to the north."
        )
    missing = [corner for corner in scheme.corners if corner.tag_id not in seen]
    if len(missing) == len(scheme.corners):
        return (
            "No corner tag is seen. Lay the corner tags at the corners of the map, see that the "
            "camera looks at all of it, and give it light."
        )
    return f"Only {_count(len(seen))} seen, {FEWEST_TAGS} are needed. {_uncover(scheme, missing)}"


def too_small(scheme: StickerScheme, width_px: int, height_px: int) -> str:
    """Says that pictures of a size cannot show the stickers; empty where they can.

    A camera that shows the whole map leaves an inch of it no more pixels than the picture has for
    the map's sides.
    """
    sides = sorted((scheme.board.width_in, scheme.board.height_in))
    pixels = sorted((width_px, height_px))
    per_inch = min(pixels[0] / sides[0], pixels[1] / sides[1])
    if module_px(scheme, per_inch) >= SMALLEST_MODULE_PX:
        return ""
    return (
        f"The picture of {width_px} x {height_px} pixels is too small to show the stickers: choose "
        "larger pictures in the settings of the camera."
    )


def hard_to_read(scheme: StickerScheme, pixels_per_inch: float, blur_px: float) -> str:
    """What in a picture with the board in it keeps stickers from being read; empty if nothing.

    Args:
        scheme: the stickers.
        pixels_per_inch: scale of the picture at the tops of the cubes.
        blur_px: blur of edges, standard deviation.
    """
    side_px = module_px(scheme, pixels_per_inch)
    if side_px < SMALLEST_MODULE_PX:
        return (
            "The stickers are too small in the picture to be read reliably: choose larger pictures "
            "in the settings of the camera, or bring it nearer."
        )
    if blur_px > WIDEST_BLUR * side_px:
        return (
            "The picture is too blurred to read stickers: focus the lens on the map, wipe it, and "
            "let nothing shake."
        )
    return ""


def module_px(scheme: StickerScheme, pixels_per_inch: float) -> float:
    """Side of a module of a marker's tag in a picture of that scale."""
    return pixels_per_inch * scheme.marker_tag_side_in / scheme.family.modules


def missing_corners(scheme: StickerScheme, registration: Registration, seen: Sequence[int]) -> str:
    """Which corner tags are covered or mislaid although the board is found; empty if none."""
    missing = [corner for corner in scheme.corners if corner.tag_id not in seen]
    mislaid = [
        corner
        for corner in scheme.corners
        if corner.tag_id in seen and corner.tag_id not in registration.corners_seen
    ]
    said = []
    if missing:
        said.append(f"{_names(scheme, missing)} not seen. {_uncover(scheme, missing)}")
    if mislaid:
        said.append(f"{_names(scheme, mislaid)} out of place: lay it back.")
    return " ".join(said)


def _count(number: int) -> str:
    return "one corner tag is" if number == 1 else f"{number} corner tags are"


def _names(scheme: StickerScheme, corners: Sequence[CornerTag]) -> str:
    names = [corner_name(scheme, corner) for corner in corners]
    if len(names) == 1:
        return f"The {names[0]} corner tag is"
    return f"The {', '.join(names[:-1])} and {names[-1]} corner tags are"


def _uncover(scheme: StickerScheme, corners: Sequence[CornerTag]) -> str:
    names = " and ".join(corner_name(scheme, corner) for corner in corners)
    return f"Uncover the {names} corner or turn the camera so that it is in the picture."
