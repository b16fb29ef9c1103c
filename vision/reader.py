"""The reader: one picture in, the markers on the board out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.lens import FloatArray, Lens, LensError
from calibration.registration import Registration
from calibration.scheme import StickerScheme
from calibration.solve import solve_registration
from vision.advice import MIRRORED, hard_to_read, missing_corners, no_board, too_small
from vision.codebook import Codebook
from vision.colour import corner_colours
from vision.corners import CornerFinder, is_noisy
from vision.cv import brighten, to_bytes, to_grey
from vision.detect import PrintLook, Stopwatch, detect_tags, pixels_per_inch_wanted
from vision.markers import markers_from
from vision.picture import cut, gain_for, work_factor
from vision.reading import MarkerSeen, PixelBox, Reading
from vision.rectify import Plane, plane_over, plane_over_box
from vision.remembered import Remembered

MARGIN_IN: Final = 0.75
"""How far beside the map markers are looked for."""
TYPICAL_BLUR_PX: Final = 0.8
SMOOTHING_MODULES: Final = 0.38
"""How far a noisy picture is blurred, as a share of a module: fine grain goes, modules stay."""
MOST_SMOOTHING_PX: Final = 0.9
_LOOKS: Final = 2
_FEWEST_FOR_A_GOOD_POSE: Final = 3
_SIZE_TOLERANCE: Final = 0.08
"""Prints that differ by more from the expected size, as a share, are looked for once more."""
_SAME_IN: Final = 0.25


class Reader:
    """Reads the markers of one camera's pictures; keeps the last registration.

    Attributes:
        scheme: the sticker scheme in use.
        lens: the camera's lens, or None to estimate it from the corner tags.
        registration: where the board lay in the last picture that was registered, or None.
        remembered: where it lay at an earlier time, to be believed while fewer than three corner
            tags are in sight and those that are confirm it.
        whole: the last registration that all corner tags took part in, or None.
        hindrance: what hindered reading when the board was last found, in words for people; empty
            where nothing did, so also while three corner tags are in sight.
    """

    def __init__(self, scheme: StickerScheme, lens: Lens | None = None) -> None:
        self.scheme = scheme
        self.lens = lens
        self.registration: Registration | None = None
        self.remembered: Remembered | None = None
        self.whole: Remembered | None = None
        self.hindrance = ""
        self._corners = CornerFinder(scheme)
        self._codebook = Codebook(scheme)
        self._look = PrintLook(TYPICAL_BLUR_PX, None, scheme.cube_side_in)
        self._side_in: float | None = None
        self._expected_in = scheme.marker_tag_side_in

    def register(self, image: NDArray[np.uint8]) -> tuple[Registration | None, str]:
        """Find the board by its corner tags and keep the result.

        Args:
            image: BGR (h, w, 3) or grey (h, w).

        Returns:
            The registration, or None, and a sentence on what is missing, empty when all is well.
            A failure leaves the last good registration in place.
        """
        try:
            grey = to_grey(image)
            gain = gain_for(grey)
        except ValueError as error:
            return None, f"The picture cannot be used: {error}."
        height_px, width_px = grey.shape
        lens, remark = self._lens_for(width_px, height_px)
        lit = brighten(grey, gain) if gain > 1 else grey
        seen = self._corners.find(lit, self._where_corners_lay(width_px, height_px))
        quads = {tag_id: corner.quad_px for tag_id, corner in seen.items()}
        size_px = (width_px, height_px)
        registration = None
        if self.remembered is not None and len(quads) < _FEWEST_FOR_A_GOOD_POSE:
            registration = self.remembered.confirmed_by(quads, size_px)
        if registration is None:
            registration = solve_registration(self.scheme, quads, lens, size_px)
        if registration is None:
            if not seen and self._corners.are_mirrored(lit):
                return None, MIRRORED
            words = (too_small(self.scheme, *size_px), no_board(self.scheme, tuple(seen)))
            return None, " ".join(text for text in words if text)
        self.registration = registration
        if len(registration.corners_seen) == len(self.scheme.corners):
            self.whole = Remembered(registration, quads)
        self._look = PrintLook(
            blur_px=float(np.median([corner.blur_px for corner in seen.values()])),
            corners=corner_colours(to_bytes(image), quads.values()),
            cube_side_in=self.scheme.cube_side_in,
            is_noisy=is_noisy(seen.values()),
        )
        corners = missing_corners(self.scheme, registration, tuple(seen))
        scale = registration.pixels_per_inch(self.scheme.cube_side_in)
        hard = hard_to_read(self.scheme, scale, self._look.blur_px)
        wanted = min(_FEWEST_FOR_A_GOOD_POSE, len(self.scheme.corners))
        enough = wanted <= len(seen) == len(registration.corners_seen)
        self.hindrance = " ".join(text for text in (hard, "" if enough else corners) if text)
        return registration, " ".join(text for text in (remark, hard, corners) if text)

    def read(self, image: NDArray[np.uint8], regions: Sequence[PixelBox] | None = None) -> Reading:
        """Read one picture.

        Args:
            image: BGR (h, w, 3) or grey (h, w).
            regions: where to look; the last registration is used again, so the board must not
                have moved. None reads all of it and registers anew.
        """
        watch = Stopwatch()
        with watch.step("total"):
            if regions is None:
                return self._read_all(image, watch)
            return self._read_regions(image, regions, watch)

    def _read_all(self, image: NDArray[np.uint8], watch: Stopwatch) -> Reading:
        with watch.step("register"):
            registration, reason = self.register(image)
        if registration is None:
            return _unregistered(reason, watch)
        markers: tuple[MarkerSeen, ...] = ()
        for _ in range(_LOOKS):
            plane = plane_over(registration, self.scheme.cube_side_in, self._scale(), MARGIN_IN)
            markers, side_in = self._markers(image, plane, None, watch)
            if self._takes_size(side_in):
                break
        return Reading(
            registered=True,
            reason=reason,
            tilt_deg=registration.tilt_deg,
            markers=markers,
            ms=watch.ms,
        )

    def _read_regions(
        self, image: NDArray[np.uint8], regions: Sequence[PixelBox], watch: Stopwatch
    ) -> Reading:
        registration = self.registration
        if registration is None:
            return _unregistered("The board has not been found yet: read a whole picture.", watch)
        height_px, width_px = image.shape[:2]
        if (width_px, height_px) != (registration.lens.width_px, registration.lens.height_px):
            return _unregistered(
                f"The picture has {width_px}x{height_px} pixels, the board was found in one of "
                f"{registration.lens.width_px}x{registration.lens.height_px}: read it whole.",
                watch,
            )
        seen: list[MarkerSeen] = []
        for region in regions:
            plane = plane_over_box(
                registration, region, self.scheme.cube_side_in, self._scale(), MARGIN_IN
            )
            if plane is None:
                continue
            markers, _ = self._markers(image, plane, self._side_in, watch)
            seen += [one for one in markers if not any(_are_same(one, other) for other in seen)]
        return Reading(
            registered=True,
            reason="",
            tilt_deg=registration.tilt_deg,
            markers=tuple(seen),
            ms=watch.ms,
        )

    def _markers(
        self,
        image: NDArray[np.uint8],
        plane: Plane,
        known_side_in: float | None,
        watch: Stopwatch,
    ) -> tuple[tuple[MarkerSeen, ...], float | None]:
        """The markers that a plane shows, and the printed size of their tags if it is known."""
        registration = self.registration
        if registration is None:
            return (), known_side_in
        with watch.step("prepare"):
            factor = work_factor(registration.pixels_per_inch(plane.z_in), self._scale())
            data = to_bytes(image)
            picture = cut(
                data,
                plane.box_in_picture(registration),
                factor,
                gain_for(data),
                self._smoothing_px(registration.pixels_per_inch(plane.z_in) * factor),
            )
        look = replace(self._look, knows_size=known_side_in is not None)
        tags, taker = detect_tags(picture, registration, plane, look, self._codebook, watch)
        with watch.step("settle"):
            return markers_from(
                tags,
                taker,
                self._codebook.tag_ids,
                self.scheme,
                known_side_in,
                self._look.blur_px,
            )

    def _takes_size(self, side_in: float | None) -> bool:
        """Keep the size of the prints in a picture; whether it was read at about that size.

        If not, another look at the size now kept will find what the first has missed.
        """
        if side_in is not None:
            self._side_in = side_in
        wanted_in = self.scheme.marker_tag_side_in if side_in is None else side_in
        fits = abs(math.log(wanted_in / self._expected_in)) <= _SIZE_TOLERANCE
        if not fits:
            self._expected_in = wanted_in
        return fits

    def _smoothing_px(self, pixels_per_inch: float) -> float:
        """How far a picture of that scale is blurred before it is read: not, unless it is noisy."""
        if not self._look.is_noisy:
            return 0.0
        module_px = pixels_per_inch * self._expected_in / self._codebook.modules
        return min(MOST_SMOOTHING_PX, SMOOTHING_MODULES * module_px)

    def _scale(self) -> float:
        return pixels_per_inch_wanted(self._codebook.modules, self._expected_in)

    def _where_corners_lay(self, width_px: int, height_px: int) -> dict[int, FloatArray]:
        """Corner tags as the last registration has them in a picture of its size: (4, 2) each."""
        last = self.registration
        if last is None or (width_px, height_px) != (last.lens.width_px, last.lens.height_px):
            return {}
        return {
            corner.tag_id: last.board_to_pixels(
                np.array([[at.x_in, at.y_in] for at in corner.outline()])
            )
            for corner in self.scheme.corners
            if corner.tag_id in last.corners_seen
        }

    def _lens_for(self, width_px: int, height_px: int) -> tuple[Lens | None, str]:
        if self.lens is None:
            return None, ""
        try:
            return self.lens.scaled_to(width_px, height_px), ""
        except LensError as error:
            return None, f"The lens is estimated: {error}."


def _are_same(one: MarkerSeen, other: MarkerSeen) -> bool:
    """Whether two regions show one marker."""
    apart_in = math.hypot(one.x_in - other.x_in, one.y_in - other.y_in)
    return one.tag_id == other.tag_id and apart_in < _SAME_IN


def _unregistered(reason: str, watch: Stopwatch) -> Reading:
    return Reading(registered=False, reason=reason, tilt_deg=None, markers=(), ms=watch.ms)
