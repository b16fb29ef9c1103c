"""What to tell people about corner tags that are not seen."""

from __future__ import annotations

from collections.abc import Sequence

from calibration.registration import Registration
from calibration.scheme import CornerTag, StickerScheme
from calibration.solve import FEWEST_TAGS


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
